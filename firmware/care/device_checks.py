"""What the doctor can look at while nobody else has the devices: machine, journal, speed, and each device."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from firmware.announce.screens import screen
from firmware.announce.tones import PATTERNS, Sound
from firmware.announce.view import ScreenView
from firmware.care import doctor
from firmware.care.doctor import Check, Finding, Health
from firmware.decks.store import eyes_for
from firmware.devices import factory
from firmware.devices.factory import with_device
from firmware.replaying.sources import demo_table
from firmware.settings.model import Settings
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal
from firmware.storage.outputs import check_folder, nearest_folder
from hardware.buzzer import PiezoBuzzer
from hardware.keyboard import Keyboard
from hardware.ports import PICTURE_S, Buttons, Camera, Display, DisplayLost, Lamps
from vision.frame import Frame

EXAMPLE = ScreenView((12, 7), players=2, turn=0, dealer=1, deal=2, batch=3, batches=6)
"""What the display shows, to be seen by whoever looks."""
NO_DISPLAY, NO_BUTTONS = "there is to be none but the terminal", "there are to be none but the keys"
NO_LAMPS, NO_BUZZER = "there are to be none in the buttons", "there is to be none"
SHINE_S = 1.0
"""The lamps, to be seen by whoever looks."""


def all_checks(settings: Settings, journal: Path, camera: str, evidence: EvidenceBuffer) -> dict[str, Check]:
    """Every check by its name, in the order in which they are made.

    Args:
        settings: which devices there are to be.
        journal: its file.
        camera: name of the camera.
        evidence: gets a picture of the camera.
    """
    pi = factory.is_pi()
    return {
        "power": doctor.power,
        "journal": lambda: _journal(journal),
        "disk": lambda: doctor.disk(nearest_folder(journal.parent)),
        "speed": lambda: doctor.speed(eyes_for(settings), demo_table()),
        "display": lambda: with_device(factory.display_for(settings, pi=pi), _well("display", NO_DISPLAY), _display),
        "buttons": lambda: with_device(_pins(settings, pi=pi), _well("buttons", NO_BUTTONS), _buttons),
        "lamps": lambda: lamps(settings, pi=pi),
        "buzzer": lambda: with_device(factory.buzzer_for(settings, pi=pi), _well("buzzer", NO_BUZZER), _buzzer),
        "camera": lambda: _camera(factory.camera_for(camera, pi=pi), evidence),
    }


def _journal(path: Path) -> Iterator[Finding]:
    if not path.exists():
        check_folder(path.parent)
        yield Finding("journal", Health.WELL, f"{path}: there is no journal yet; it can be written there")
        return
    with Journal(path, read_only=True) as journal:
        count = len(journal.sessions())
    yield Finding("journal", Health.WELL, f"{path}: {count} sessions")


def _display(display: Display) -> list[Finding]:
    try:
        display.show(screen(EXAMPLE))
    except DisplayLost as fault:
        words = f"{fault}; look at its four wires, and whether I2C is on (sudo raspi-config)"
        return [Finding("display", Health.BAD, words)]
    return _well("display", "it shows 12 to 7; garbage at its edge means the chip is sh1106, not ssd1306")


def _pins(settings: Settings, *, pi: bool) -> Callable[[], Buttons] | None:
    opener = factory.buttons_for(settings, pi=pi)
    return None if opener is Keyboard else opener


def _buttons(buttons: Buttons) -> list[Finding]:
    held = ", ".join(buttons.held)
    if held:
        words = f"held down: {held}; look whether they are stuck, or their wires touch ground"
        return [Finding("buttons", Health.BAD, words)]
    return _well("buttons", "none is stuck")


def lamps(settings: Settings, *, pi: bool) -> list[Finding]:
    """The lamps in the buttons, each lit once."""

    def shine(fitted: Lamps) -> list[Finding]:
        fitted.show(names)
        time.sleep(SHINE_S)
        return _well("lamps", f"{len(names)} shone once, if you saw it")

    names = list(factory.lamp_pins(settings))
    return with_device(factory.lamps_for(settings, pi=pi), _well("lamps", NO_LAMPS), shine)


def _buzzer(buzzer: PiezoBuzzer) -> list[Finding]:
    buzzer.play(PATTERNS[Sound.POINT])
    buzzer.finish()
    return _well("buzzer", "it beeped once, if you heard it")


def _camera(opener: Callable[[], Camera], evidence: EvidenceBuffer) -> Iterator[Finding]:
    with closing(opener()) as camera:
        yield from doctor.seen(camera)
        evidence.keep(Frame(0, camera.shot(time.monotonic(), PICTURE_S).picture), 0.0)


def _well(what: str, words: str) -> list[Finding]:
    return [Finding(what, Health.WELL, words)]
