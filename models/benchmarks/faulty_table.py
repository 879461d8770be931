"""A whole referee over a film, as ``hakam run`` joins it, on a clock that is told; one fault happens to it."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from firmware.announce.seating import Seating
from firmware.buttons.panel import ButtonPanel
from firmware.devices.observer import Observer, TableEyes
from firmware.presentation.json_lines import closing_line
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.presenter import Presenter
from firmware.presentation.sinks import display_sink, sound_sink
from firmware.referee import MatchSetup
from firmware.runtime.camera_feed import CameraFeed
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.look_guard import LookGuard
from firmware.runtime.loop import MainLoop
from firmware.runtime.match_loop import MatchLoop
from firmware.runtime.watchdog import Watchdog
from firmware.settings.model import Settings
from firmware.signals import TableObservation
from firmware.storage.journal import Journal
from hardware.camera_watch import PICTURE, CameraWatch
from hardware.camera_worker import CameraWorker
from hardware.fake import FakeButtons, FakeBuzzer, FakeDisplay
from hardware.optional_device import OptionalDevice
from hardware.ports import Buttons, BuzzerLost, DisplayLost, Note
from models.benchmarks.faulty_camera import FaultyCamera, FaultyFilm, FilmFault
from models.benchmarks.table_clock import TableClock
from vision.frame import Frame

IDLE_STEP_S = 1.0
"""Between two steps while nobody plays."""
TAIL_S = 5.0
"""After the film, for what is still to be told."""


@dataclass(slots=True)
class InjectedOutcome:
    """What came of one session with a fault.

    Attributes:
        scores: in the end.
        shown: all faults that the display told, the first first, none twice in a row.
        noticed_s: from the beginning of the fault until something was shown; ``None``: nothing was.
        recovered_s: from its end until nothing was shown any more and a picture had been looked at.
        crashed: how the program ended before its time; empty: it did not.
        starved: whether systemd would have started the program anew.
        questions: asked in the end.
    """

    scores: tuple[int, ...] = ()
    shown: list[str] = field(default_factory=list)
    noticed_s: float | None = None
    recovered_s: float | None = None
    crashed: str = ""
    starved: bool = False
    questions: int = 0


class SteppedWorker(CameraWorker):
    """The camera's worker without a thread, which would take most of the time of a bench: it is told to go on."""

    _rounds: Iterator[float]
    _due_s = 0.0

    def _begun(self, wait_s: float) -> CameraWatch:
        watch = CameraWatch(self._open_camera, self, self._frozen, clock=self._clock, wait=self._wait)
        self._rounds, self._due_s = watch.rounds(), self._clock() + wait_s
        return watch

    def step(self) -> None:
        """Take the picture that is there now, or try again if it is time."""
        if self._clock() < self._due_s:
            return
        wait_s = next(self._rounds, PICTURE)
        self._due_s = self._clock() + (0.0 if wait_s == PICTURE else wait_s)

    def close(self, wait_s: float = 0.0) -> None:
        """End: no thread is waited for."""


DEVICES = ("display dropped", "buzzer gone", "button stuck", "all buttons pressed")
"""Faults of devices other than the camera."""


class _DroppedDisplay(FakeDisplay):
    def __init__(self, film: FaultyFilm) -> None:
        super().__init__()
        self._film = film

    def show(self, picture: Image.Image) -> None:
        if self._film.active:
            raise DisplayLost("the display does not answer")
        self.pictures[:] = [picture]


class _DroppedBuzzer(FakeBuzzer):
    def __init__(self, film: FaultyFilm) -> None:
        super().__init__()
        self._film = film

    def play(self, tones: Any) -> None:
        if self._film.active:
            raise BuzzerLost("the buzzer cannot be driven")
        self.played[:] = [tuple[Note, ...](tones)]


class _ForgetfulObserver(Observer):
    """An observer for whom there is no memory while the fault lasts."""

    film: FaultyFilm

    def observe(self, frame: Frame) -> TableObservation | None:
        if self.film.active:
            raise MemoryError
        return super().observe(frame)


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What is played.

    Attributes:
        name: for the report.
        setup: who plays what.
        truth: what each side truly has in the end.
        middle_s: the middle of the deal.
        frames: begins the film.
        eyes: that look at it.
        rate_hz: pictures a second.
    """

    name: str
    setup: MatchSetup
    truth: tuple[int, ...]
    middle_s: float
    frames: Callable[[], Iterable[Frame]]
    eyes: Callable[[FilmFault], TableEyes]
    rate_hz: float


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
        setup = session.setup
        journal = self._stack.enter_context(Journal(folder / "journal.db"))
        observer = (_ForgetfulObserver if fault.kind == "no memory" else Observer)(session.eyes(fault), Settings())
        if isinstance(observer, _ForgetfulObserver):
            observer.film = self._film
        guard = LookGuard(self.clock)
        self.matches = MatchLoop(
            LiveMatch.begin(journal, setup), prove=guard.wrapped(observer.follow, ()), clock=self.clock
        )
        self._fed: list[float] = [self.clock()]
        self._buttons: list[FakeButtons] = []
        hangs = fault.kind == "hangs"
        worker = (CameraWorker if hangs else SteppedWorker)(
            self._open, lambda: None, clock=self.clock, wait=self.clock.wait
        )
        self._worker = worker
        self._stack.callback(worker.close, 5.0)
        self._stack.callback(self.clock.end)
        panel = ButtonPanel(Settings(), self.clock())
        self._presenter = Presenter(Seating(setup.players), "en")
        self._loop = MainLoop(
            self.matches,
            CameraFeed(worker, observer, guard),
            panel,
            self._output(panel),
            watchdog=Watchdog(lambda _state: self._fed.append(self.clock())),
            news=threading.Event(),
            clock=self.clock,
        )

    def run(self) -> InjectedOutcome:
        """Play it to its end."""
        with self._stack:
            try:
                while not self._film.over:
                    self._step()
                for _ in range(round(TAIL_S * self._session.rate_hz)):
                    self._step()
                self.matches.close()
            except Exception as fault:  # that is what is to be found out
                self.outcome.crashed = repr(fault)
            referee = self.matches.match.referee
            self.outcome.scores = tuple(referee.scoreboard.scores)
            self.outcome.questions = int(msgspec.json.decode(closing_line(referee))["doubts"])
        return self.outcome

    def _step(self) -> None:
        step_s = IDLE_STEP_S if self._film.idle else 1 / self._session.rate_hz
        if isinstance(self._worker, SteppedWorker):
            self.clock.skip(step_s)
            self._worker.step()
        else:
            self.clock.advance(step_s)
        self._press()
        self._loop.step()
        self._note()

    def _note(self) -> None:
        now_s, said = self.clock(), self._presenter.fault or self._presenter.hint
        outcome, began_s = self.outcome, self._film.ends_s - self._fault.lasts_s
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
        if self._fault.kind not in DEVICES:  # their threads take most of the time
            return LiveOutput(self._presenter, (), "en")
        display = OptionalDevice(
            "display", lambda: _DroppedDisplay(self._dropped("display")), keeps=True, clock=self.clock
        )
        buzzer = OptionalDevice("buzzer", lambda: _DroppedBuzzer(self._dropped("buzzer")), clock=self.clock)
        buttons = OptionalDevice[Buttons]("buttons", lambda: self._listening(panel), clock=self.clock)
        devices = (display, buzzer, buttons)
        for device in devices:
            self._stack.callback(device.close)
        sinks = (
            display_sink(lambda picture: display.use(lambda one: one.show(picture))),
            sound_sink(lambda tones: buzzer.use(lambda one: one.play(tones))),
        )
        return LiveOutput(self._presenter, sinks, "en", devices)

    def _dropped(self, device: str) -> FaultyFilm:
        """The film whose fault is that of a device, or one that is never active."""
        if self._fault.kind.startswith(device):
            return self._film
        return FaultyFilm([Frame(0, self._film._shown.picture)], self.clock, FilmFault("", -1.0, 0.0, True), 0)

    def _listening(self, panel: ButtonPanel) -> Buttons:
        buttons = FakeButtons(clock=self.clock)
        buttons.listen(panel.heard)
        self._buttons.append(buttons)
        return buttons

    def _press(self) -> None:
        """Buttons that are stuck, or all pressed at once, while the fault lasts."""
        names = {"button stuck": ("1",), "all buttons pressed": ("0", "1", "2", "3", "a", "b")}.get(
            self._fault.kind, ()
        )
        for buttons in self._buttons:
            for name in names:
                if self._film.active and name not in buttons.down:
                    buttons.press(name)
                elif not self._film.active and name in buttons.down:
                    buttons.release(name)
