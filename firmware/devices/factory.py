"""The devices that the settings ask for: camera, display, buttons, lamps, buzzer and voice, on a Pi or on a laptop."""

import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from math import inf
from pathlib import Path
from typing import TypeVar

from firmware.announce.say import FOOTER, TWO_LINES
from firmware.announce.screens import screen
from firmware.announce.wide import Drawing, both_ways, wide_screen
from firmware.settings.model import Settings, voices_path
from firmware.voices.clips import ClipLibrary, has_synthesiser, synthesised
from firmware.voices.speaking import Voice
from hardware.buttons import PinButtons
from hardware.buzzer import PiezoBuzzer
from hardware.camera import PiCamera
from hardware.chips import WIDE
from hardware.device_thread import Closable
from hardware.display import OledDisplay
from hardware.keyboard import Keyboard
from hardware.lamps import PinLamps
from hardware.playback import Playback
from hardware.ports import REFEREE_BUTTONS, SEAT_BUTTONS, Buttons, Camera, Display
from hardware.speaker import ProgramSpeaker
from hardware.webcam import Webcam
from vision.sources import SourceError, open_source

D = TypeVar("D", bound=Closable)
R = TypeVar("R")

MODEL = Path("/proc/device-tree/model")
"""Where the firmware of a Pi says what it is; other machines have no such file, or another name in it."""

CAMERA_DIGITS = 3
"""Linux counts cameras up to 255; a longer number is no camera's, and kills OpenCV."""


def is_pi(model: Path = MODEL) -> bool:
    """Whether this is a Raspberry Pi."""
    with suppress(OSError):
        return model.read_text(errors="replace").startswith("Raspberry Pi")
    return False


def camera_for(name: str, *, pi: bool) -> Callable[[], Camera]:
    """What opens the camera of that name: ``auto``, ``pi``, the number of one on USB, or a recording (``film.mp4@90``).

    Raises:
        SourceError: if it is a recording that cannot be opened.
    """
    if name == "pi" or (name == "auto" and pi):
        return PiCamera
    if name == "auto" or (name.isdecimal() and len(name) <= CAMERA_DIGITS):
        return lambda: Webcam(0 if name == "auto" else int(name))
    path, since_s = _recording(name)
    source, began_s = open_source(path), time.monotonic() - since_s
    if not 0 <= since_s * 1000 <= (inf if source.end_ms is None else source.end_ms):
        known = "0" if source.end_ms is None else f"0 to {source.end_ms // 1000}"
        raise SourceError(f"{name}: the recording has no second {since_s:g}; name one from {known}")
    frames = ((frame.t_ms, frame.picture) for frame in source)  # opened again, it goes on where it was
    return lambda: Playback(frames, began_s=began_s)


def _recording(name: str) -> tuple[Path, float]:
    """The file or folder that is meant, and how far into it, seconds: ``evening.mp4@90``."""
    path, at, since = name.rpartition("@")
    if not at or Path(name).exists():
        return Path(name), 0.0
    try:
        return Path(path), float(since)
    except ValueError:
        return Path(name), 0.0


def display_for(settings: Settings, *, pi: bool) -> Callable[[], Display] | None:
    """What opens the small display; ``None``: there is to be none but the terminal, which is there anyway."""
    return _oled(settings, settings.display_address, pi=pi, half_turn=settings.display_upside_down)


def second_display_for(settings: Settings, *, pi: bool) -> Callable[[], Display] | None:
    """What opens the display of those who sit opposite, which stands the other way; ``None``: there is to be none."""
    if settings.display_opposite != "second":
        return None
    return _oled(settings, settings.display_second_address, pi=pi, half_turn=not settings.display_upside_down)


def _oled(settings: Settings, address: int, *, pi: bool, half_turn: bool) -> Callable[[], Display] | None:
    name = settings.display if settings.display != "auto" else "ssd1306" if pi else "terminal"
    if name in ("none", "terminal"):
        return None
    return lambda: OledDisplay(name, address=address, half_turn=half_turn)


def layout_for(settings: Settings) -> tuple[Drawing, int]:
    """What draws the pictures of that display, and how many letters of the last event they have room for."""
    if settings.display not in WIDE:
        return screen, FOOTER
    return (both_ways, FOOTER) if settings.display_opposite == "halves" else (wide_screen, TWO_LINES)


def buttons_for(settings: Settings, *, pi: bool) -> Callable[[], Buttons] | None:
    """What opens the buttons; ``None``: there are to be none, as where nobody sits at a terminal."""
    keys = "keyboard" if sys.stdin.isatty() else "none"
    name = settings.buttons if settings.buttons != "auto" else "pins" if pi else keys
    pins = button_pins(settings)
    if name == "none":
        return None
    return Keyboard if name == "keyboard" else lambda: PinButtons(pins)


def button_pins(settings: Settings) -> dict[str, int]:
    """The pins of the buttons, BCM numbers by their names."""
    pins = (*settings.seat_pins, *settings.referee_pins)
    return dict(zip((*SEAT_BUTTONS, *REFEREE_BUTTONS), pins, strict=True))


def lamp_pins(settings: Settings) -> dict[str, int]:
    """The pins of the lamps that are fitted, BCM numbers by the buttons that they are in."""
    groups = ((SEAT_BUTTONS, settings.seat_led_pins), (REFEREE_BUTTONS, settings.referee_led_pins))
    return {name: pin for names, some in groups if some for name, pin in zip(names, some, strict=True)}


def lamps_for(settings: Settings, *, pi: bool) -> Callable[[], PinLamps] | None:
    """What opens the lamps in the buttons; ``None``: there are none."""
    pins = lamp_pins(settings)
    return (lambda: PinLamps(pins)) if pi and pins else None


def buzzer_for(settings: Settings, *, pi: bool) -> Callable[[], PiezoBuzzer] | None:
    """What opens the buzzer; ``None``: there is none."""
    return (lambda: PiezoBuzzer(settings.buzzer_pin)) if pi and settings.buzzer else None


def voice_for(settings: Settings, language: str) -> Callable[[], Voice] | None:
    """What opens the voice; ``None``: nothing is said aloud."""
    if not settings.spoken:
        return None
    synthesis = synthesised if has_synthesiser() else None
    return lambda: Voice(ClipLibrary(voices_path(settings), language, synthesis), ProgramSpeaker())


def with_device(opener: Callable[[], D] | None, missing: R, use: Callable[[D], R]) -> R:
    """What comes of using a device that is opened for it, and closed again.

    Args:
        opener: opens it; ``None``: there is to be no such device.
        missing: what comes of it then.
        use: what is to be done with it.
    """
    if opener is None:
        return missing
    with closing(opener()) as device:
        return use(device)
