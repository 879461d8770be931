"""What the program asks of devices, whatever they are made of."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from firmware.errors import HakamError


class DisplayLost(HakamError, OSError):  # noqa: N818 - a fact, not an "error"
    """The display does not answer; the next picture tries again."""


class BuzzerLost(HakamError, OSError):  # noqa: N818
    """The buzzer cannot be driven."""


class SpeakerLost(HakamError, OSError):  # noqa: N818
    """No sound can be played, or none recorded."""


class CameraLost(HakamError, OSError):  # noqa: N818
    """The camera gives no picture, or none in time."""


class CameraFrozen(CameraLost):
    """The camera gives the same picture again and again."""


class CameraOver(HakamError, EOFError):  # noqa: N818
    """A recording that stands in for a camera has come to its end."""


class ButtonsLost(HakamError, OSError):  # noqa: N818
    """The buttons cannot be read."""


class LampsLost(HakamError, OSError):  # noqa: N818
    """The lamps in the buttons cannot be lit."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """What a camera gives.

    Attributes:
        taken_s: when the exposure began, seconds of ``time.monotonic()``; what has no such time tells when it came.
        picture: (H, W, 3) uint8, blue first.
        grey: (h, w) uint8, a smaller picture of the same moment, where the camera gives one beside.
        stamp_s: when the driver says that it was taken, seconds of whatever clock, where it may send a picture twice:
            another stamp, another picture. ``None``: it says nothing.
    """

    taken_s: float
    picture: NDArray[np.uint8]
    grey: NDArray[np.uint8] | None = None
    stamp_s: float | None = None


SIZE, RATE_HZ = (1280, 720), 30
"""Pixels of a picture and pictures a second that a camera is asked for: on a table of 1.2 m a card has 100 pixels."""
PICTURE_S = 5.0
"""For a picture, where somebody stands by: a camera that takes longer counts as lost."""


class Camera(Protocol):
    """Something that takes pictures of the table."""

    def shot(self, after_s: float, wait_s: float) -> Shot:
        """The next picture taken after ``after_s``, seconds of ``time.monotonic()``.

        Raises:
            CameraLost: if none comes within ``wait_s``.
            CameraOver: if none will ever come, for it was a recording.
        """

    def close(self) -> None:
        """Give the device back; closing twice does no harm."""


ContactListener = Callable[[str, bool, float], object]
"""Told of every contact that closes or opens: the button's name, whether it closed, when by ``time.monotonic()``."""


SEAT_BUTTONS, REFEREE_BUTTONS = ("0", "1", "2", "3"), ("a", "b")
"""The names of the buttons: one for each seat, two of the referee."""


class Buttons(Protocol):
    """Contacts that close and open: those of :data:`SEAT_BUTTONS` and :data:`REFEREE_BUTTONS`."""

    def listen(self, heard: ContactListener) -> None:
        """Tell ``heard`` of every contact from now on, bounces included, from a thread of its own."""

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now."""

    def close(self) -> None:
        """Give the pins back; closing twice does no harm."""


class Lamps(Protocol):
    """Lamps in some of the buttons, by the names of :class:`Buttons`; all are dark at first."""

    @property
    def lit(self) -> frozenset[str]:
        """The buttons whose lamps are lit now."""

    def show(self, lit: Collection[str]) -> None:
        """Light the lamps of these buttons and no other, and return at once; those that have none do no harm.

        Raises:
            LampsLost: if the device cannot be driven.
        """

    def close(self) -> None:
        """Put all out and give the pins back; closing twice does no harm."""


class Display(Protocol):
    """Something that shows one-bit pictures of 128 by 64 pixels."""

    def show(self, picture: Image.Image) -> None:
        """Show a picture until the next one.

        Raises:
            DisplayLost: if the device does not answer.
        """

    def keep(self) -> None:
        """Leave the last picture where it is when the program ends, instead of closing."""

    def close(self) -> None:
        """Give the device back; closing twice does no harm."""


class Note(Protocol):
    """A tone of one pitch, or a silence where ``frequency_hz`` is 0."""

    @property
    def frequency_hz(self) -> int:
        """Its pitch, hertz."""

    @property
    def duration_ms(self) -> int:
        """Its length, milliseconds."""


class Buzzer(Protocol):
    """Something that plays tones."""

    def play(self, tones: Sequence[Note]) -> None:
        """Start to play, and return at once; what was playing is cut short.

        Raises:
            BuzzerLost: if the device cannot be driven.
        """

    def close(self) -> None:
        """Fall silent and give the device back; closing twice does no harm."""


class Speaker(Protocol):
    """A loudspeaker that plays sounds."""

    def play(self, pcm: bytes, rate_hz: int) -> None:
        """Begin to play, and return at once; what was playing is cut short.

        Args:
            pcm: one channel, 16 bits a sample, little-endian.
            rate_hz: samples a second.

        Raises:
            SpeakerLost: if it cannot be played.
        """

    def check(self) -> None:
        """See after it.

        Raises:
            SpeakerLost: if what was to be played could not be.
        """

    def close(self) -> None:
        """Fall silent; closing twice does no harm."""
