"""What hides the table beside the hands that the network knows: a broad sleeve, a newspaper, somebody leaning over."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.covers import Outline, outlines
from vision.frame import Picture

Floats = NDArray[np.float32]
Cells = NDArray[np.uint8]

STEP = 24.0
"""Change of a cell's colour that counts, 0 to 255: shirts on tables differ by more, the shade of a lamp that swings by
less. A cell averages at least 16 pixels, so noise is far below."""

BROAD_MM = 70.0
"""What is broader than this in every direction, and than a cell besides, which may be covered in part only, is neither
a card that came or went (61.5 mm) nor a hand's shadow."""

CELLS = 80
"""Cells along the longer side of the picture: of a table of 70 cm one measures 9 mm."""

SKIPPED = 4
"""Every so many rows and columns are looked at: enough for a cell, sixteen times faster."""


class Sleeves:
    """Remembers the table as it was when no hand was over it, and finds what broad thing hides it now."""

    def __init__(self) -> None:
        """Begin with no table seen."""
        self._bare: Floats | None = None

    def clear(self, picture: Picture) -> None:
        """Remember a picture, (H, W, 3) uint8 BGR, of a table that nobody reaches over."""
        self._bare = _small(picture)

    def broad(self, picture: Picture, px_per_mm: float) -> tuple[Outline, ...]:
        """Round each broad thing that was not there when the table was clear: convex outlines, table millimetres."""
        seen = _small(picture)
        if self._bare is None or self._bare.shape != seen.shape:
            return ()
        cell_mm = max(picture.shape[:2]) / CELLS / px_per_mm
        return outlines(_opened(_changed(seen, self._bare), math.ceil(BROAD_MM / cell_mm) + 1 | 1), cell_mm)


def _changed(seen: Floats, bare: Floats) -> Cells:
    """Cells that differ by more than the light does, which may have changed.

    One thing of one colour over more than half of the picture is taken for a change of light.
    """
    gain = np.median((seen + 1) / (bare + 1), axis=(0, 1))
    both = [(np.abs(seen - bare * light).max(2) > STEP).astype(np.uint8) for light in (1.0, gain)]
    return min(both, key=np.count_nonzero)


def _opened(mask: Cells, side: int) -> Cells:
    """What of a mask a disc of that many cells, an odd number, fits into; beyond the picture's edge things go on."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    framed = cv2.copyMakeBorder(mask, side, side, side, side, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.morphologyEx(framed, cv2.MORPH_OPEN, disc)[side:-side, side:-side], np.uint8)


def _small(picture: Picture) -> Floats:
    """The picture reduced to :data:`CELLS` along its longer side, in colour."""
    height, width = picture.shape[:2]
    size = (max(width * CELLS // max(height, width), 1), max(height * CELLS // max(height, width), 1))
    few = np.ascontiguousarray(picture[::SKIPPED, ::SKIPPED])
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_AREA), np.float32)
