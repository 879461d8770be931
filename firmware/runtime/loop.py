"""The main loop of ``hakam run``, which joins camera, buttons, matches and output.

It runs in one thread and never waits for a device: camera, display and buzzer have threads of their own, and contacts
come by a queue. Whatever is missing is shown, and the score stays.
"""

import threading
import time
from collections.abc import Callable, Sequence

from firmware.buttons.debounce import RefereeButton
from firmware.buttons.meanings import IDLE, OWNER, PHONES, REPORT, TOGETHER, Meaning
from firmware.buttons.panel import ButtonPanel
from firmware.phones.messages import BegunAnew
from firmware.presentation.live_output import LiveOutput
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.phone_desk import PhoneDesk
from firmware.runtime.recording import EveningRecording
from firmware.runtime.resume_check import BEGIN_ANEW, HeldSignal, ResumeCheck
from firmware.runtime.watchdog import Watchdog
from firmware.signals import ButtonPress, TableObservation
from firmware.storage.moment import Moment
from hardware.ports import Shot

REFRESH_S = 0.25
"""The display is drawn anew so often at least: what was said last goes, hints of held buttons come."""

BACK = IDLE[RefereeButton.B]
"""Leads back to the score."""
GIVEN_UP = "camera_given_up"
"""The fault, as texts call it, that no restart has cured."""

Renewal = Callable[[Sequence[HeldSignal]], tuple[MatchLoop, list[Moment]]]
"""Begins a new match with what was held back; gives it, and the moments that came of that."""


class MainLoop:
    """The referee over a table, until it is told to stop.

    Attributes:
        matches: the match that is played now, and those after it.
        recording: keeps pictures and presses; ``None``: nobody asked for that.
        phones: what was said by phones; ``None``: they are not heard.
        check: holds looks back from a match that was resumed, until its table is known again.
        renewed: begins a new match in the place of the one that was resumed.
    """

    def __init__(
        self,
        matches: MatchLoop,
        feed: CameraFeed,
        panel: ButtonPanel,
        output: LiveOutput,
        *,
        watchdog: Watchdog,
        news: threading.Event,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Join the parts of the appliance.

        Args:
            matches: the matches at the table, one after the other.
            feed: what the camera gives.
            panel: what the buttons mean.
            output: what players see and hear.
            watchdog: is told of every step.
            news: is set by camera and buttons whenever there is something to do.
            clock: tells the time, seconds.
        """
        self.matches, self._feed, self._panel, self._output = matches, feed, panel, output
        self._watchdog, self._news, self._clock = watchdog, news, clock
        self.recording: EveningRecording | None = None
        self.phones: PhoneDesk | None = None
        self.check = ResumeCheck()
        self.renewed: Renewal = lambda _held: (self.matches, [])
        self._over = False
        self._drawn_s = 0.0

    def run(self) -> None:
        """Go on until a recording is over or somebody stops it; the match is put aside and can be resumed."""
        try:
            while not self._over:
                self._news.wait(self._patience_s())
                self._news.clear()
                self.step()
        finally:
            self._feed_all(self.check.rest())
            self.matches.close()

    @property
    def anew(self) -> BegunAnew | None:
        """What the owner wants the program to begin again with; ``None``: nothing is wanted."""
        return self.phones.anew if self.phones else None

    def stop(self) -> None:
        """End with the step in hand; from any thread, or a signal."""
        self._over = True
        self._news.set()

    def step(self) -> None:
        """Do all there is to do now."""
        referee = self.matches.match.referee
        told = sum(map(self._mean, self._panel.see(referee.setup, referee.scoreboard, self._clock())))
        told += sum(map(self._mean, self._panel.take(self._clock())))
        told += sum(map(self._press, self.phones.take(referee, self._clock()) if self.phones else ()))
        shot, status = self._feed.take(), self._feed.status
        told += self._look(shot) if shot else self._miss()
        told += self._output.tell(self.matches.tick_if_due(self._clock()))
        fault = GIVEN_UP if self._watchdog.given_up else self._feed.fault(self._clock()) or self.check.question
        if self.phones:
            self._output.invite(self.phones.line(self._clock()), self.phones.code(self._clock()))
        self._output.warn(fault, self._panel.hint(self._output.language))
        self.matches.match.tell(self._output.faults, self._feed.deck)
        self._draw(due=told > 0)
        seen = shot is not None and self._feed.sees
        self._watchdog.watch(self._clock(), seen=seen, lost_s=status.missing_s(self._clock()))
        self._over = self._over or (status.over and shot is None) or self.anew is not None

    def _mean(self, meaning: Meaning) -> int:
        """Do what was meant; how many moments came of it."""
        if not isinstance(meaning, ButtonPress):
            return self._output.complain(self._moment())
        if meaning.input in (PHONES, OWNER):
            return self._show_codes(meaning.input)
        held = self.check.answered(meaning.input)
        if held is not None:
            return self._resume(held, anew=meaning.input in BEGIN_ANEW)
        self._output.quiet ^= meaning.input == TOGETHER
        if self.phones and meaning.input == BACK:
            self.phones.put_away()
        return self._press(meaning)

    def _show_codes(self, word: str) -> int:
        """Let the page's codes be shown, which is nothing that the game has to know of."""
        if self.phones is None:
            return self._output.complain(self._moment())
        self.phones.wish("owner" if word == OWNER else "phones", self._output.language, self._clock())
        return 0

    def _press(self, meaning: ButtonPress) -> int:
        """Tell the referee what was said now, by a button or a phone; how many moments came of it."""
        t_ms = self.matches.t_ms(self._clock())
        press = ButtonPress(t_ms, meaning.seat, meaning.input)
        if self.recording:
            self.recording.begin(self.matches.match)
            self.recording.press(press)
        told = self._feed_all(self.check.pressed(press))
        if meaning.input == REPORT and self._output.reporter:
            self.matches.match.write()
            self._output.reporter.begin()
        return told

    def _look(self, shot: Shot) -> int:
        """Look at a picture; how many moments came of it."""
        t_ms = self.matches.t_ms(shot.taken_s)
        held = self.phones is not None and self.phones.holds(self._clock())
        looks = self._feed.hold(shot, t_ms) if held else self._feed.observe(shot, t_ms)
        if self.phones:
            self.phones.see(shot.picture, self._clock())
        if self.recording:
            self.recording.begin(self.matches.match)
            self.recording.see(t_ms, shot.picture, looked=bool(looks))
        told = self._hear_news() + self._pass_on(looks)
        if not looks:
            self.matches.match.checkpoint_if_due()
        return told

    def _miss(self) -> int:
        """Note that no picture comes, if it has been so for long; how many moments came of it."""
        return self._pass_on(self._feed.missed(self._clock(), self.matches.t_ms(self._clock())))

    def _pass_on(self, looks: Sequence[TableObservation]) -> int:
        """Tell the referee what was seen, unless it is held back; how many moments came of it."""
        return self._feed_all(self.check.passed(looks))

    def _feed_all(self, signals: Sequence[HeldSignal]) -> int:
        return sum(self._output.tell(self.matches.feed(one)) for one in signals)

    def _resume(self, held: Sequence[HeldSignal], *, anew: bool) -> int:
        """Go on with what was held back, in a new match if that is wanted; how many moments came of it."""
        if anew:
            self.matches, moments = self.renewed(held)
            return self._output.tell(moments)
        return self._feed_all(held)

    def _hear_news(self) -> int:
        """Tell the referee what the eyes have found out about the deck; how many moments came of it."""
        match = self.matches.match
        return sum(self._output.tell(self.matches.feed(one)) for one in self._feed.news(match.t_ms, match.referee))

    def _draw(self, *, due: bool) -> None:
        """Show what has changed though nothing happened at the table."""
        if due:
            self._drawn_s = self._clock()
        elif self._clock() - self._drawn_s >= REFRESH_S:
            self._drawn_s = self._clock()
            self._output.tell([self._moment()])

    def _moment(self) -> Moment:
        """How things stand."""
        return Moment(self.matches.t_ms(self._clock()), None, (), self.matches.match.referee.scoreboard)

    def _patience_s(self) -> float:
        due_s = self._panel.wake_at_s
        return REFRESH_S if due_s is None else min(max(due_s - self._clock(), 0.0), REFRESH_S)
