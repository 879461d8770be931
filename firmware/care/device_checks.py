"""What the doctor can look at while nobody else has the devices: machine, journal, speed, and each device."""

import time
from collections.abc import Iterator
from pathlib import Path

from firmware.announce.screens import screen
from firmware.announce.tones import PATTERNS, Sound
from firmware.announce.view import ScreenView
from firmware.care import doctor
from firmware.care.doctor import Check, Finding, Health
from firmware.decks.store import eyes_for
from firmware.devices.factory import buttons_for, buzzer_for, camera_for, display_for, is_pi, lamp_pins, lamps_for
from firmware.replaying.sources import demo_table
from firmware.settings.model import Settings
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal
from hardware.keyboard import Keyboard
from hardware.ports import PICTURE_S, DisplayLost
from vision.frame import Frame

EXAMPLE = ScreenView((12, 7), players=2, turn=0, dealer=1, deal=2, batch=3, batches=6)
"""What the display shows, to be seen by whoever looks."""
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
    pi = is_pi()
    return {
        "power": doctor.power,
        "journal": lambda: _journal(journal),
        "disk": lambda: doctor.disk(journal.parent),
        "speed": lambda: doctor.speed(eyes_for(settings), demo_table()),
        "display": lambda: _display(settings, pi=pi),
        "buttons": lambda: _buttons(settings, pi=pi),
        "lamps": lambda: lamps(settings, pi=pi),
        "buzzer": lambda: _buzzer(settings, pi=pi),
        "camera": lambda: _camera(camera, evidence, pi=pi),
    }


def _journal(path: Path) -> Iterator[Finding]:
    with Journal(path) as journal:
        count = len(journal.sessions())
    yield Finding("journal", Health.WELL, f"{path}: {count} sessions")


def _display(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    display = display_for(settings, pi=pi)
    if display is None:
        yield Finding("display", Health.WELL, "there is to be none but the terminal")
        return
    try:
        display.show(screen(EXAMPLE))
        yield Finding(
            "display", Health.WELL, "it shows 12 to 7; garbage at its edge means the chip is sh1106, not ssd1306"
        )
    except DisplayLost as fault:
        yield Finding(
            "display", Health.BAD, f"{fault}; look at its four wires, and whether I2C is on (sudo raspi-config)"
        )
    finally:
        display.close()


def _buttons(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    open_buttons = buttons_for(settings, pi=pi)
    if open_buttons is None or open_buttons is Keyboard:
        yield Finding("buttons", Health.WELL, "there are to be none but the keys")
        return
    buttons = open_buttons()
    try:
        held = ", ".join(buttons.held)
    finally:
        buttons.close()
    words = f"held down: {held}; look whether they are stuck, or their wires touch ground" if held else "none is stuck"
    yield Finding("buttons", Health.BAD if held else Health.WELL, words)


def lamps(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    """The lamps in the buttons, each lit once."""
    open_lamps = lamps_for(settings, pi=pi)
    if open_lamps is None:
        yield Finding("lamps", Health.WELL, "there are to be none in the buttons")
        return
    names, fitted = list(lamp_pins(settings)), open_lamps()
    fitted.show(names)
    time.sleep(SHINE_S)
    fitted.close()
    yield Finding("lamps", Health.WELL, f"{len(names)} shone once, if you saw it")


def _buzzer(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    open_buzzer = buzzer_for(settings, pi=pi)
    if open_buzzer is None:
        yield Finding("buzzer", Health.WELL, "there is to be none")
        return
    buzzer = open_buzzer()
    buzzer.play(PATTERNS[Sound.POINT])
    buzzer.finish()
    buzzer.close()
    yield Finding("buzzer", Health.WELL, "it beeped once, if you heard it")


def _camera(name: str, evidence: EvidenceBuffer, *, pi: bool) -> Iterator[Finding]:
    camera = camera_for(name, pi=pi)()
    try:
        yield from doctor.seen(camera)
        evidence.keep(Frame(0, camera.shot(time.monotonic(), PICTURE_S).picture), 0.0)
    finally:
        camera.close()
