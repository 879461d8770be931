"""Pixels to millimetres, from the cards themselves: no marker is needed."""

from collections.abc import Sequence

import numpy as np

from firmware.cards import CARD_MM
from firmware.signals import Point
from vision.frame import Floats
from vision.quads import convex, long_side_px, short_side_px

ENOUGH_CARDS = 4
"""Cards measured before the scale is kept for good: the first layout of a deal (rule L1)."""

SMALLEST, LARGEST = 0.72, 1.45
"""Sides, in those of a settled scale, between which an outline can be a card: a leaning camera makes far cards a fifth
smaller and near ones a fifth larger, a hand holds a card nearer still. The half of a card that a hand leaves free,
taken for a whole one, has a side of 0.6 or less."""

LARGEST_SPREAD = 1.6  # a quadrilateral more than this many times longer or shorter than the median is no measure


class TableScale:
    """Pixels per millimetre of a fixed camera. Settles on the first cards and then never moves, so places stay put.

    An entering hand may be taken for a card of any size: until cards were read at rest the scale is only a guess.
    """

    def __init__(self, card_height_mm: float = CARD_MM[1]) -> None:
        """Begin without a measurement.

        Args:
            card_height_mm: long side of the cards in use.
        """
        self.card_height_mm = card_height_mm
        self._lengths_px: list[float] = []
        self._widths_px: list[float] = []
        self._length_px = self._width_px = 1.0
        self._px_per_mm: float | None = None

    @property
    def settled(self) -> bool:
        """Whether the scale is final."""
        return len(self._lengths_px) >= ENOUGH_CARDS

    @property
    def px_per_mm(self) -> float | None:
        """The scale, once a card was seen."""
        return self._px_per_mm

    @property
    def card_px(self) -> float | None:
        """Long side of a card in pixels, once a card was seen."""
        return None if self._px_per_mm is None else self._px_per_mm * self.card_height_mm

    @property
    def shape(self) -> float | None:
        """Long side of a card over its short side, once the scale is settled."""
        return self._length_px / self._width_px if self.settled else None

    def learn(self, quads_px: Sequence[Floats], *, sure: bool = True) -> None:
        """Take in the cards of a look; does nothing once settled.

        Args:
            quads_px: their corners (4, 2) float32 each, pixels of the picture.
            sure: they were read without doubt, at rest and with no hand in view; others give a first guess only.
        """
        if self.settled or (self._lengths_px and not sure):
            return
        lengths_px = [long_side_px(quad) for quad in quads_px if convex(quad)]
        if not lengths_px:
            return
        if sure:
            self._lengths_px += lengths_px
            self._widths_px += [short_side_px(quad) for quad in quads_px if convex(quad)]
            self._length_px, self._width_px = _typical(self._lengths_px), _typical(self._widths_px)
        self._px_per_mm = _typical(self._lengths_px or lengths_px) / self.card_height_mm

    def plausible(self, quad_px: Floats) -> bool:
        """Whether corners (4, 2), pixels, have the size of this table's cards; any has until the scale is settled."""
        if not self.settled:
            return True
        sides = (long_side_px(quad_px) / self._length_px, short_side_px(quad_px) / self._width_px)
        return min(sides) > SMALLEST and max(sides) < LARGEST

    def to_mm(self, corners_px: Floats) -> tuple[Point, Point, Point, Point]:
        """Corners (4, 2), pixels, in the table frame: millimetres from the picture's upper left, x right, y down.

        Raises:
            ValueError: if no card was ever seen.
        """
        if self._px_per_mm is None:
            raise ValueError("the scale of the table is not known before a card was seen")
        first, second, third, fourth = (np.asarray(corners_px, np.float64) / self._px_per_mm).tolist()
        return (first[0], first[1]), (second[0], second[1]), (third[0], third[1]), (fourth[0], fourth[1])


def _typical(lengths: Sequence[float]) -> float:
    """The median of the lengths that are like the median, or the median itself where none is."""
    middle = float(np.median(lengths))
    alike = [one for one in lengths if middle / LARGEST_SPREAD < one < middle * LARGEST_SPREAD]
    return float(np.median(alike or [middle]))
