"""A whole referee over a film, as ``hakam run`` joins it, on a clock that is told; one fault happens to it."""

import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from firmware.announce.seating import Seating
from firmware.buttons.panel import ButtonPanel
from firmware.devices.observer import Observer
from firmware.presentation.json_lines import closing_line
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import display_sink, sound_sink
from firmware.referee import Referee
from firmware.runtime.appliance import listening
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.look_guard import LookGuard
from firmware.runtime.loop import MainLoop
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.resume_check import ResumeCheck
from firmware.runtime.watchdog import Watchdog
from firmware.settings.model import Settings
from firmware.storage.journal import Journal
from hardware.camera_worker import CameraWorker
from hardware.fake import FakeButtons
from hardware.optional_device import OptionalDevice
from hardware.ports import Buttons, Display
from models.benchmarks.faulty_camera import FaultyCamera, FaultyFilm, FilmFault
from models.benchmarks.faulty_devices import (
    DroppedBuzzer,
    DroppedDisplay,
    ForgetfulObserver,
    HangingDisplay,
    SteppedWorker,
    memory,
)
from models.benchmarks.oracle_player import answer_all
from models.benchmarks.played_sessions import PlayedSession
from models.benchmarks.table_clock import TableClock
from vision.frame import Frame

IDLE_STEP_S = 1.0
"""Between two steps while nobody plays."""
TAIL_S = 5.0
"""After the film, for what is still to be told."""
DEVICES = ("display dropped", "display hangs", "buzzer gone", "button stuck", "all buttons pressed")
"""Faults of devices other than the camera."""
HELD = "restart, a button held"
RESTARTS = ("restart", HELD)
"""The program is killed when the fault begins, and started again when it is over."""
SHORT = "memory short"
"""While the fault lasts the process gets no memory beyond what it has; where that ends it, it is started again."""
PRESSED = {"button stuck": ("1",), "all buttons pressed": ("0", "1", "2", "3", "a", "b"), HELD: ("a",)}
"""Buttons that are down while the fault lasts; one that is held through a restart longer than that."""
HELD_S = 2.0
"""So long a button is held after a restart: in a start of half a second nobody lets go."""


@dataclass(slots=True)
class InjectedOutcome:
    """What came of one session with a fault.

    Attributes:
        scores: in the end.
        answered: in the end, when a person has answered truthfully what was still asked then.
        unsure: whether the score was still marked in the end: something is asked, or not beyond question.
        shown: all faults that the display told, the first first, none twice in a row.
        noticed_s: from the beginning of the fault until something was shown; ``None``: nothing was.
        recovered_s: from its end until nothing was shown any more and a picture had been looked at.
        crashed: how the program ended before its time; empty: it did not.
        starved: whether systemd would have started the program anew.
        ended: how often want of memory ended the program, which systemd then starts again.
        questions: asked in the end.
        compared: what was asked about the table after a restart; empty: nothing.
    """

    scores: tuple[int, ...] = ()
    answered: tuple[int, ...] = ()
    unsure: bool = False
    shown: list[str] = field(default_factory=list)
    noticed_s: float | None = None
    recovered_s: float | None = None
    crashed: str = ""
    starved: bool = False
    ended: int = 0
    questions: int = 0
    compared: str = ""

    def is_right(self, truth: tuple[int, ...]) -> bool:
        """Whether the program went on, and the final score is the true one, at the latest once people have answered."""
        return not self.crashed and truth in (self.scores, self.answered)


class FaultyTable:
    """One session with one fault."""

    def __init__(
        self,
        folder: Path,
        session: PlayedSession,
        fault: FilmFault,
        seed: int,
        *,
        clock: TableClock | None = None,
        idle_s: float = 0.0,
    ) -> None:
        """Begin a match.

        Args:
            folder: of the journal.
            session: what is played.
            fault: what goes wrong.
            seed: of the noise.
            clock: of the table; ``None``: one that begins now.
            idle_s: so long the table is watched after the match.
        """
        self.clock, self._fault, self._stack = clock or TableClock(), fault, ExitStack()
        self._film = FaultyFilm(session.frames(), self.clock, fault, seed, idle_s)
        self._session, self.outcome = session, InjectedOutcome()
        self._journal = self._stack.enter_context(Journal(folder / "journal.db"))
        self._stack.callback(self.clock.end)
        self._fed: list[float] = [self.clock()]
        self._buttons: list[FakeButtons] = []
        self._down: set[str] = set()
        self._released = threading.Event()
        self._process, self._killed = ExitStack(), False
        self._join(LiveMatch.begin(self._journal, session.setup))

    def _join(self, match: LiveMatch) -> None:
        """Begin the program with a match, as a process does."""
        fault = self._fault
        observer = (ForgetfulObserver if fault.kind == "no memory" else Observer)(self._session.eyes(fault), Settings())
        if isinstance(observer, ForgetfulObserver):
            observer.film = self._film
        guard, wait = LookGuard(self.clock), self.clock.wait
        self.matches = MatchLoop(match, prove=guard.wrapped(observer.follow, ()), clock=self.clock)
        kind = CameraWorker if fault.kind == "hangs" else SteppedWorker
        self._worker = kind(self._open, lambda: None, clock=self.clock, wait=wait)
        self._process.callback(self._worker.close, 5.0)
        panel = ButtonPanel(Settings(), self.clock())
        self._presenter = Presenter(Seating(self._session.setup.players), "en")
        feed, output = CameraFeed(self._worker, observer, guard), self._output(panel)
        watchdog = Watchdog(lambda _state: self._fed.append(self.clock()))
        self._loop = MainLoop(
            self.matches, feed, panel, output, watchdog=watchdog, news=threading.Event(), clock=self.clock
        )

    def run(self) -> InjectedOutcome:
        """Play it to its end."""
        with self._stack, self._process:
            try:
                while not self._film.over:
                    self._step()
                for _ in range(round(TAIL_S * self._session.rate_hz)):
                    self._step()
                for held in self._loop.check.rest():
                    self.matches.feed(held)
                self.matches.close()
            except Exception as fault:  # that is what is to be found out
                self.outcome.crashed = repr(fault)
            self._judge(self.matches.match.referee)
        return self.outcome

    def _judge(self, referee: Referee) -> None:
        """Note how it stands in the end, and how it stands when people have answered what is asked then."""
        self.outcome.scores = tuple(referee.scoreboard.scores)
        self.outcome.questions = int(msgspec.json.decode(closing_line(referee))["doubts"])
        self.outcome.unsure = referee.scoreboard.provisional
        answer_all(referee, self._session.truth, self.matches.match.t_ms + 1)
        self.outcome.answered = tuple(referee.scoreboard.scores)

    def _step(self) -> None:
        step_s = IDLE_STEP_S if self._film.idle else 1 / self._session.rate_hz
        if isinstance(self._worker, SteppedWorker) or self._worker.status.over:
            self.clock.skip(step_s)  # nobody sleeps
        else:
            self.clock.advance(step_s)
        if not self._film.active:
            self._released.set()
        self._press()
        if self._is_off():
            return
        try:
            with memory(short=self._fault.kind == SHORT and self._film.active):
                self._go_on()
        except MemoryError:
            if self._fault.kind != SHORT:
                raise
            self.outcome.ended += 1
            self._kill()
        self._note()

    def _go_on(self) -> None:
        if isinstance(self._worker, SteppedWorker):
            self._worker.step()
        self._loop.step()

    def _is_off(self) -> bool:
        """Whether the program was killed, and is not started again yet; start it again when it is time."""
        if self._fault.kind in RESTARTS and self._film.active and not self._killed:
            self._kill()
        elif self._killed and not self._film.active:
            self._killed = False
            self._restart()
        return self._killed

    def _kill(self) -> None:
        self._killed = True
        self._process.close()

    def _restart(self) -> None:
        """Go on as a new process does, with what the journal holds."""
        match = LiveMatch.resume(self._journal, self._session.setup)
        assert match is not None  # it was cut off
        self._fed.append(self.clock())
        self._join(match)
        self._loop.check = ResumeCheck(match.referee.scoreboard.table, match.referee.seen_cards)

    def _note(self) -> None:
        now_s, said = self.clock(), self._presenter.fault or self._presenter.hint
        outcome, began_s = self.outcome, self._film.ends_s - self._fault.lasts_s
        outcome.compared = outcome.compared or self._loop.check.question
        if said and said not in outcome.shown[-1:]:
            outcome.shown.append(said)
        if said and outcome.noticed_s is None and now_s >= began_s:
            outcome.noticed_s = now_s - began_s
        if said:
            outcome.recovered_s = None
        elif now_s >= self._film.ends_s and outcome.recovered_s is None and self._sees():
            outcome.recovered_s = now_s - self._film.ends_s
        outcome.starved |= now_s - self._fed[-1] > 20.0  # WatchdogSec of systemd/hakam.service

    def _sees(self) -> bool:
        status = self._loop._feed.status
        return status.lost_s is None and status.shot is not None and status.shot.taken_s >= self._film.ends_s

    def _open(self) -> FaultyCamera:
        rate_hz = self._session.rate_hz / (2 if self._fault.kind == "half as many pictures" else 1)
        return FaultyCamera(self._film, self.clock, self._fault, rate_hz)

    def _output(self, panel: ButtonPanel) -> LiveOutput:
        if self._fault.kind not in (*DEVICES, HELD):  # their threads take most of the time
            return LiveOutput(self._presenter, (), "en")
        display = OptionalDevice[Display]("display", self._display, keeps=True, clock=self.clock)
        buzzer = OptionalDevice("buzzer", lambda: DroppedBuzzer(self._dropped("buzzer")), clock=self.clock)
        buttons = OptionalDevice[Buttons]("buttons", lambda: listening(self._new_buttons, panel), clock=self.clock)
        devices = (display, buzzer, buttons)
        for device in devices:
            self._process.callback(device.close)
        sinks = (
            display_sink(lambda picture: display.use(lambda one: one.show(picture))),
            sound_sink(lambda tones: buzzer.use(lambda one: one.play(tones))),
        )
        return LiveOutput(self._presenter, sinks, "en", devices)

    def _display(self) -> Display:
        if self._fault.kind == "display hangs":
            return HangingDisplay(self._film, self._released)
        return DroppedDisplay(self._dropped("display"))

    def _dropped(self, device: str) -> FaultyFilm:
        """The film whose fault is that of a device, or one that is never active."""
        if self._fault.kind.startswith(device):
            return self._film
        return FaultyFilm([Frame(0, self._film._shown.picture)], self.clock, FilmFault("", -1.0, 0.0, True), 0)

    def _new_buttons(self) -> FakeButtons:
        buttons = FakeButtons(clock=self.clock)
        for name in self._down:
            buttons.press(name)
        self._buttons.append(buttons)
        return buttons

    def _press(self) -> None:
        """Buttons that are stuck, all pressed at once, or held, while the fault lasts."""
        names, held_s = PRESSED.get(self._fault.kind, ()), HELD_S if self._fault.kind == HELD else 0.0
        due = self._film.active or self._film.ends_s <= self.clock() < self._film.ends_s + held_s
        self._down = set(names) if due else set()
        for buttons in self._buttons:
            for name in names:
                if due and name not in buttons.down:
                    buttons.press(name)
                elif not due and name in buttons.down:
                    buttons.release(name)
