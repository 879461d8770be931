"""Windows of a picture: where something changed, and so much round it that a card is seen whole."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.frame import Floats, Picture
from vision.motion import ChangedCells
from vision.quads import middle


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a picture, in pixels: columns ``left`` up to ``right``, rows ``top`` up to ``bottom``."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Pixels in it."""
        return (self.right - self.left) * (self.bottom - self.top)

    def holds(self, corners_px: Floats) -> bool:
        """Whether the middle of corners (4, 2), pixels of the picture, lies in it."""
        x, y = middle(corners_px)
        return self.left <= x < self.right and self.top <= y < self.bottom

    def grown(self, by_px: float, size_px: tuple[int, int], step_px: float = 1.0) -> "Window":
        """It and what lies so near to it, within a picture.

        Args:
            by_px: how far it grows to each side.
            size_px: height and width of the picture.
            step_px: its sides become whole multiples of this, where the picture is large enough.
        """
        top, bottom = _side(self.top - by_px, self.bottom + by_px, size_px[0], step_px)
        left, right = _side(self.left - by_px, self.right + by_px, size_px[1], step_px)
        return Window(left, top, right, bottom)


def _side(start: float, end: float, most: int, step: float) -> tuple[int, int]:
    """One side of a window, widened to a multiple of ``step`` and moved into the picture."""
    length = min(float(np.ceil((end - start) / step) * step), float(most))
    begun = int(min(max(start - (length - (end - start)) / 2, 0.0), most - length))
    return begun, min(begun + int(np.ceil(length)), most)


def window_round(changed: ChangedCells, quads: Sequence[Floats], size_px: tuple[int, int]) -> Window | None:
    """The smallest window that holds all that changed.

    Args:
        changed: (rows, columns) bool, cells of the small picture.
        quads: corners (4, 2) of cards that may have changed, pixels of the picture.
        size_px: height and width of the picture.

    Returns:
        ``None`` if nothing did.
    """
    cell_px = size_px[1] / changed.shape[1]
    columns, rows = (np.flatnonzero(changed.any(axis=axis)) for axis in (0, 1))
    points = list(quads)
    if len(rows):
        points.append(np.array([[columns[0], rows[0]], [columns[-1] + 1, rows[-1] + 1]], np.float32) * cell_px)
    if not points:
        return None
    every = np.concatenate(points)
    (left, top), (right, bottom) = np.floor(every.min(0)), np.ceil(every.max(0))
    return Window(int(left), int(top), int(right), int(bottom)).grown(0.0, size_px)


def touched(changed: ChangedCells, corners_px: Floats, picture: Picture) -> bool:
    """Whether a cell changed in the upright rectangle round a card.

    Args:
        changed: (rows, columns) bool, cells of the small picture.
        corners_px: (4, 2) float32, pixels of the picture.
        picture: (H, W, 3) uint8 BGR.
    """
    cell_px = picture.shape[1] / changed.shape[1]
    columns, rows = ([int(at / cell_px) for at in axis] for axis in zip(*corners_px.tolist(), strict=True))
    return bool(changed[max(min(rows), 0) : max(rows) + 1, max(min(columns), 0) : max(columns) + 1].any())
