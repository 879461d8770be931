"""All points of the acceptance, joined to the devices that the settings ask for and to whoever sits at the terminal."""

import itertools
import random
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from firmware.announce.screens import text_screen
from firmware.care import doctor
from firmware.care.acceptance import faults, machine, senses, verdict, views
from firmware.care.acceptance.course import Progress, run_points
from firmware.care.doctor import Check
from firmware.decks.store import eyes_for
from firmware.devices import factory
from firmware.devices.factory import with_device
from firmware.presentation.json_lines import print_line
from firmware.replaying.sources import demo_table
from firmware.settings.model import Settings
from firmware.storage.codec import line
from firmware.storage.outputs import check_owner
from hardware.camera import PiCamera
from hardware.camera_worker import CameraWorker
from hardware.keyboard import Keyboard
from hardware.optional_device import OptionalDevice
from hardware.ports import REFEREE_BUTTONS, SEAT_BUTTONS, Camera, Display
from vision.motion import MotionGate

BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Another one in each run of the machine (proc_sys_kernel(5))."""
NO_DISPLAY = verdict.skipped("there is to be no display")
INTRO = """\
This takes a quarter of an hour. The referee must not run meanwhile: sudo systemctl stop hakam
Have at hand: the deck, something red. Ctrl-C ends it; begun again, it goes on with the next point.
"""


def run_acceptance(settings: Settings, folder: Path, camera: str, checks: Mapping[str, Check], *, json: bool) -> int:
    """Go through all points and print how each ended.

    Args:
        settings: which devices there are to be.
        folder: of the journal; keeps what was judged already.
        camera: name of the camera.
        checks: what the doctor looks at.
        json: a line of JSON for each point.

    Returns:
        1 if any point failed, else 0.

    Raises:
        NobodyThereError: if nobody answers.
        NotWrittenError: if this is root in a folder of the service.
    """
    check_owner(folder)
    person, progress = verdict.Person(), Progress(folder / "acceptance.json")
    person.tell(INTRO)
    failed = False
    board = _Board(settings, folder, camera, person, time)
    for name, result in run_points(board.points(checks, progress), progress):
        failed |= result.verdict is verdict.Verdict.FAIL
        print_line(_line(name, result, json=json))
    return int(failed)


def _line(name: str, result: verdict.PointResult, *, json: bool) -> str:
    if json:
        return line({"point": name, "verdict": result.verdict, "words": result.words})
    return f"{result.verdict:<8} {name:<15} {result.words}"


class _Board:
    """All points, joined to the parts that the settings ask for."""

    def __init__(
        self, settings: Settings, folder: Path, camera: str, person: verdict.Person, clock: verdict.Clock
    ) -> None:
        self._settings, self._folder, self._camera_name = settings, folder, camera
        self._person, self._clock, self._pi = person, clock, factory.is_pi()
        self._small_display = factory.display_for(settings, pi=self._pi)

    def points(self, checks: Mapping[str, Check], progress: Progress) -> dict[str, verdict.AcceptancePoint]:
        """The points by name, in the order in which they are gone through; what may end the run comes last."""
        buttons = {f"button {name}": partial(self._button, name) for name in (*SEAT_BUTTONS, *REFEREE_BUTTONS)}
        return {
            "doctor": lambda: machine.check_health(doctor.examine(checks), pi=self._pi),
            "display": self._display,
            **buttons,
            "lamps": self._lamps,
            "buzzer": self._buzzer,
            "camera": lambda: self._with_camera(lambda one: views.check_stream(one, self._person, self._clock)),
            "colours": lambda: self._with_camera(lambda one: views.check_colours(one, self._person, self._clock)),
            "camera pulled": self._camera_pulled,
            "display pulled": self._display_pulled,
            "speed": self._speed,
            "heat": self._heat,
            "five cards": self._five_cards,
            "power cut": lambda: faults.check_power_cut(self._folder, progress, _boot(), self._person, self._clock),
        }

    def _display(self) -> verdict.PointResult:
        code = str(random.SystemRandom().randint(1000, 9999))
        return with_device(self._small_display, NO_DISPLAY, lambda one: senses.check_display(one, self._person, code))

    def _button(self, name: str) -> verdict.PointResult:
        opened = factory.buttons_for(self._settings, pi=self._pi)
        listen = partial(senses.check_button, name=name, person=self._person, clock=self._clock, timing=self._settings)
        return with_device(
            None if opened is Keyboard else opened, verdict.skipped("there are to be no buttons"), listen
        )

    def _lamps(self) -> verdict.PointResult:
        names = list(factory.lamp_pins(self._settings))
        random.SystemRandom().shuffle(names)
        opened = factory.lamps_for(self._settings, pi=self._pi)
        missing = verdict.skipped("there are to be no lamps in the buttons")
        return with_device(opened, missing, lambda lamps: senses.check_lamps(lamps, names, self._person))

    def _buzzer(self) -> verdict.PointResult:
        beeps = random.SystemRandom().randint(2, 6)
        opened = factory.buzzer_for(self._settings, pi=self._pi)
        missing = verdict.skipped("there is to be no buzzer")
        return with_device(opened, missing, lambda buzzer: senses.check_buzzer(buzzer, self._person, beeps))

    def _camera_pulled(self) -> verdict.PointResult:
        open_camera = factory.camera_for(self._camera_name, pi=self._pi)
        if open_camera is PiCamera:
            return verdict.skipped("a ribbon may only be pulled while the board has no power")
        with closing(CameraWorker(open_camera, lambda: None)) as worker:
            lost = lambda: worker.status.shot is None or worker.status.lost_s is not None  # noqa: E731
            device = faults.Pluggable("camera", lost, lambda: _silent_s(worker, self._clock))
            return faults.check_reconnection(device, self._person, self._clock)

    def _display_pulled(self) -> verdict.PointResult:
        if self._small_display is None:
            return NO_DISPLAY
        numbers = itertools.count()
        with closing(OptionalDevice[Display]("display", self._small_display, keeps=True)) as display:
            touch = lambda: display.use(_showing(next(numbers)))  # noqa: E731
            device = faults.Pluggable("display", lambda: bool(display.lost), touch=touch)
            return faults.check_reconnection(device, self._person, self._clock)

    def _speed(self) -> verdict.PointResult:
        eyes, gate, picture = eyes_for(self._settings), MotionGate(), demo_table().picture
        return machine.check_speed(lambda: eyes.read(picture), lambda: gate.measure(picture), self._clock)

    def _heat(self) -> verdict.PointResult:
        work = partial(eyes_for(self._settings).read, demo_table().picture)
        return machine.check_heat(work, doctor.power, machine.throttled, self._person, self._clock)

    def _five_cards(self) -> verdict.PointResult:
        eyes, height_mm = eyes_for(self._settings), self._settings.card_height_mm
        return self._with_camera(
            lambda one: views.check_card_reading(one, eyes.read, self._person, self._clock, height_mm)
        )

    def _with_camera(self, point: Callable[[Camera], verdict.PointResult]) -> verdict.PointResult:
        with closing(factory.camera_for(self._camera_name, pi=self._pi)()) as camera:
            return point(camera)


def _showing(number: int) -> Callable[[Display], None]:
    picture = text_screen(f"{number}")
    return lambda display: display.show(picture)


def _silent_s(worker: CameraWorker, clock: verdict.Clock) -> float:
    shot = worker.status.shot
    return clock.monotonic() - shot.taken_s if shot else 0.0


def _boot() -> str:
    try:
        return BOOT.read_text().strip()
    except OSError:
        return "unknown"
