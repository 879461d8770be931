"""What the program asks of a body, whatever it is made of."""

from collections.abc import Sequence
from typing import Protocol

from PIL import Image

from firmware.announce.tones import Tone
from firmware.errors import HakamError


class DisplayLost(HakamError, OSError):  # noqa: N818 - a fact, not an "error"
    """The display does not answer; the next picture tries again."""


class BuzzerLost(HakamError, OSError):  # noqa: N818
    """The buzzer cannot be driven."""


class Display(Protocol):
    """Something that shows one-bit pictures of 128 by 64 pixels."""

    def show(self, picture: Image.Image) -> None:
        """Show a picture until the next one.

        Raises:
            DisplayLost: if the device does not answer.
        """

    def close(self) -> None:
        """Give the device back; closing twice does no harm."""


class Buzzer(Protocol):
    """Something that plays tones."""

    def play(self, tones: Sequence[Tone]) -> None:
        """Start to play, and return at once; what was playing is cut short.

        Raises:
            BuzzerLost: if the device cannot be driven.
        """

    def close(self) -> None:
        """Fall silent and give the device back; closing twice does no harm."""
