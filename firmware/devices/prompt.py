"""Short words for somebody who lays cards under the camera: on the small display and in the terminal."""

from contextlib import ExitStack
from typing import TextIO

from PIL import Image

from firmware.announce.screens import text_screen
from firmware.devices.factory import display_for, is_pi
from firmware.settings.model import Settings
from hardware.optional_device import OptionalDevice
from hardware.ports import Display
from hardware.terminal import TerminalDisplay


class Prompt:
    """Says each thing once: what was said last stays where it is."""

    def __init__(self, settings: Settings, stack: ExitStack, out: TextIO | None = None) -> None:
        """Begin with nothing said.

        Args:
            settings: which display there is.
            stack: closes the display.
            out: where to write, by default standard output.
        """
        self._terminal, open_display = TerminalDisplay(out), display_for(settings, pi=is_pi())
        self._display = OptionalDevice[Display]("display", open_display, keeps=True) if open_display else None
        if self._display:
            stack.callback(self._display.close)
        self._said = ""

    def say(self, words: str, aside: str = "", picture: Image.Image | None = None) -> None:
        """Say it, unless it is what was said last.

        Args:
            words: what is said.
            aside: comes after it in the terminal alone.
            picture: for the display; by default the words.
        """
        if words == self._said:
            return
        self._said = words
        self._show(picture or text_screen(words))
        self._terminal.say(f"{words}   {aside}".rstrip())

    def _show(self, picture: Image.Image) -> None:
        if self._display:
            self._display.use(lambda display: display.show(picture))
        else:
            self._terminal.show(picture)
