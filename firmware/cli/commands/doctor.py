"""``hakam doctor``: looks at the machine, the program and each part of the body, and says what to do."""

import argparse
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from firmware.announce.gallery import EXAMPLES
from firmware.announce.screens import screen
from firmware.announce.tones import PATTERNS, Sound
from firmware.care import doctor as examining
from firmware.care.bundle import Material, described, write_bundle
from firmware.care.doctor import Check, Finding, State
from firmware.care.reporting import LINES, place_in, stick
from firmware.cli.commands.acceptance import acceptance
from firmware.devices.eyes import eyes_for
from firmware.devices.factory import (
    buttons_for,
    buzzer_for,
    camera_for,
    display_for,
    is_pi,
    lamp_pins,
    lamps_for,
)
from firmware.presentation.json_lines import line
from firmware.replaying.sources import demo_table
from firmware.settings.model import Settings, journal_path, load_settings
from firmware.storage.evidence import EvidenceBuffer
from firmware.storage.journal import Journal
from hardware.keyboard import Keyboard
from hardware.ports import PICTURE_S, DisplayLost
from hardware.terminal import TerminalDisplay
from vision.frame import Frame

SHINE_S = 1.0
"""The lamps, to be seen by whoever looks."""


def doctor(asked: argparse.Namespace) -> int:
    """Print what was found; 1 if anything is bad, unless a report of it was asked for and is written.

    With ``--acceptance``: 1 if any point failed.

    Raises:
        HakamError: if the settings are wrong, or the report cannot be written.
    """
    settings = load_settings(asked.config)
    evidence = EvidenceBuffer(settings.picture_width_px, settings.picture_quality_percent)
    if asked.acceptance:
        return acceptance(asked, settings, _checks(asked, settings, evidence))
    found = []
    for finding in examining.examine(_checks(asked, settings, evidence)):
        found.append(finding)
        print(line(asdict(finding)) if asked.json else described(finding), flush=True)
    if asked.bundle is None:
        return int(any(one.state is State.BAD for one in found))
    _report(asked, Material(settings, tuple(found), _log(), evidence.kept))
    return 0


def _report(asked: argparse.Namespace, material: Material) -> None:
    """Write the report where it was asked for, else on a stick, else here."""
    place = Path(asked.bundle) if asked.bundle else stick() or Path()
    path = place_in(place) if place.is_dir() else place
    write_bundle(path, journal_path(material.settings, asked.journal), material)
    print(line({"report": str(path)}) if asked.json else f"report written: {path}")


def _log() -> tuple[str, ...]:
    """The last lines of the service's log, where there is one that may be read."""
    if not shutil.which("journalctl"):
        return ()
    command = ["journalctl", "--unit=hakam", f"--lines={LINES}", "--output=short-iso", "--no-hostname", "--no-pager"]
    return tuple(subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines())


def _checks(asked: argparse.Namespace, settings: Settings, evidence: EvidenceBuffer) -> dict[str, Check]:
    journal, pi = journal_path(settings, asked.journal), is_pi()
    return {
        "power": examining.power,
        "journal": lambda: _journal(journal),
        "disk": lambda: examining.disk(journal.parent),
        "speed": lambda: _speed(settings),
        "display": lambda: _display(settings, pi=pi),
        "buttons": lambda: _buttons(settings, pi=pi),
        "lamps": lambda: _lamps(settings, pi=pi),
        "buzzer": lambda: _buzzer(settings, pi=pi),
        "camera": lambda: _camera(asked.camera or settings.camera, evidence, pi=pi),
    }


def _journal(path: Path) -> Iterator[Finding]:
    with Journal(path) as journal:
        count = len(journal.sessions())
    yield Finding("journal", State.WELL, f"{path}: {count} sessions")


def _speed(settings: Settings) -> Iterator[Finding]:
    yield from examining.speed(eyes_for(settings), demo_table())


def _display(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    display = display_for(settings, TerminalDisplay(), pi=pi)
    if display is None or isinstance(display, TerminalDisplay):
        yield Finding("display", State.WELL, "there is to be none but the terminal")
        return
    try:
        display.show(screen(*EXAMPLES["score_two"]))
        yield Finding(
            "display", State.WELL, "it shows 12 to 7; garbage at its edge means the chip is sh1106, not ssd1306"
        )
    except DisplayLost as fault:
        yield Finding(
            "display", State.BAD, f"{fault}; look at its four wires, and whether I2C is on (sudo raspi-config)"
        )
    finally:
        display.close()


def _buttons(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    open_buttons = buttons_for(settings, pi=pi)
    if open_buttons is None or open_buttons is Keyboard:
        yield Finding("buttons", State.WELL, "there are to be none but the keys")
        return
    buttons = open_buttons()
    try:
        held = ", ".join(buttons.held)
    finally:
        buttons.close()
    words = f"held down: {held}; look whether they are stuck, or their wires touch ground" if held else "none is stuck"
    yield Finding("buttons", State.BAD if held else State.WELL, words)


def _lamps(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    open_lamps = lamps_for(settings, pi=pi)
    if open_lamps is None:
        yield Finding("lamps", State.WELL, "there are to be none in the buttons")
        return
    names, lamps = list(lamp_pins(settings)), open_lamps()
    lamps.show(names)
    time.sleep(SHINE_S)
    lamps.close()
    yield Finding("lamps", State.WELL, f"{len(names)} shone once, if you saw it")


def _buzzer(settings: Settings, *, pi: bool) -> Iterator[Finding]:
    open_buzzer = buzzer_for(settings, pi=pi)
    if open_buzzer is None:
        yield Finding("buzzer", State.WELL, "there is to be none")
        return
    buzzer = open_buzzer()
    buzzer.play(PATTERNS[Sound.POINT])
    buzzer.finish()
    buzzer.close()
    yield Finding("buzzer", State.WELL, "it beeped once, if you heard it")


def _camera(name: str, evidence: EvidenceBuffer, *, pi: bool) -> Iterator[Finding]:
    camera = camera_for(name, pi=pi)()
    try:
        yield from examining.seen(camera)
        evidence.keep(Frame(0, camera.shot(time.monotonic(), PICTURE_S).picture), 0.0)
    finally:
        camera.close()
