"""What a card that was read has, whoever read it: an outline with a name."""

from typing import Protocol

from firmware.signals import Face
from vision.frame import Floats


class NamedOutline(Protocol):
    """A card that was read."""

    @property
    def face(self) -> Face:
        """Its likeliest name."""
        ...

    @property
    def confidence(self) -> float:
        """How sure the name is, 0 to 1."""
        ...

    @property
    def corners_px(self) -> Floats:
        """Corners (4, 2) float32 clockwise from the card's own upper left, pixels of the picture."""
        ...
