"""An enrolment from the camera: its devices, and the loop that looks, hears presses and says what is next."""

import time
from contextlib import ExitStack
from queue import SimpleQueue
from typing import Protocol, TextIO

from PIL import Image

from firmware.decks.camera_steps import CameraSteps
from firmware.devices.factory import buttons_for, camera_for, is_pi
from firmware.devices.prompt import Prompt
from firmware.settings.model import Settings
from hardware.ports import PICTURE_S, Buttons, ButtonsLost, Camera


class ShowWords(Protocol):
    """Whoever shows words: :meth:`firmware.devices.prompt.Prompt.say`."""

    def __call__(self, words: str, aside: str, picture: Image.Image) -> object:
        """Show words, others that only the terminal has, and a picture for the display."""


def enrol_from_camera(settings: Settings, camera: str, steps: CameraSteps, out: TextIO) -> None:
    """Open the devices, and go on until the end is pressed.

    Args:
        settings: which devices there are to be.
        camera: name of the camera.
        steps: what presses do.
        out: gets what is said, in words.

    Raises:
        HakamError: if a camera or something to press is missing or lost; a recording that ends ends this too.
    """
    open_buttons = buttons_for(settings, pi=is_pi())
    if open_buttons is None:
        raise ButtonsLost("nobody can say when cards lie well: neither buttons nor a terminal; see --from")
    with ExitStack() as stack:
        notice = Prompt(settings, stack, out)
        eye = camera_for(camera, pi=is_pi())()
        stack.callback(eye.close)
        buttons = open_buttons()
        stack.callback(buttons.close)
        watch(eye, buttons, steps, notice.say, settings.answer_guard_ms / 1000)


def watch(camera: Camera, buttons: Buttons, steps: CameraSteps, say: ShowWords, guard_s: float) -> None:
    """Look, hear presses and say what is next until the end is pressed; if the deck is not whole, pressed once more.

    Args:
        camera: looks at the tables.
        buttons: keep and end, yes and no.
        steps: what they do.
        say: shows words and pictures.
        guard_s: seconds that a warning can be read before the second press counts.
    """
    pressed: SimpleQueue[str] = SimpleQueue()
    buttons.listen(lambda name, closes, _when: pressed.put(name) if closes else None)
    while True:
        steps.see(camera.shot(time.monotonic(), PICTURE_S).picture)
        names = sorted({pressed.get() for _ in range(pressed.qsize())})  # a button that bounces is pressed once
        if any(steps.press(name, time.monotonic(), guard_s) for name in names):
            return
        say(*steps.shown)
