"""Occluders: hands that the network knows, and broad things that it does not, as outlines in table millimetres."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.signals import Outline
from vision.frame import Floats, Picture
from vision.locate import Detections

Mask = NDArray[np.uint8]

COVERED = 0.5  # chance from which a cell counts as covered by a hand
LEAST_COVERED_CELLS = 8  # fewer cells are a freckle of the map, a finger tip covers about ten
LEAST_OUTLINE_CELLS = 2  # beside a hand: fingers that come in over the picture's edge

STEP = 24.0
"""Change of a cell's colour that counts, 0 to 255: shirts on tables differ by more, the shade of a lamp that swings by
less. A cell averages at least 16 pixels, so noise is far below."""

BROAD_MM = 70.0
"""What is broader than this in every direction, and than a cell besides, which may be covered in part only, is neither
a card that came or went (61.5 mm) nor a hand's shadow."""

CELLS = 80
"""Cells along the longer side of the picture: of a table of 70 cm one measures 9 mm."""

MOST_LIGHT = 2.0
"""One of two lamps that is switched halves or doubles the light; what changes more than half of the table by more is a
thing upon it."""

LIGHT_ROWS = 4
"""The light is told by one of so many rows of cells, which saves three quarters of that work: a judgement."""

SKIPPED = 4
"""One of so many rows and columns is looked at: enough for a cell, sixteen times faster."""


def covered_cells(detections: Detections) -> int:
    """How many cells of the detector's map a hand or sleeve covers."""
    return int(np.count_nonzero(detections.cover > COVERED))


def hand_outlines(detections: Detections, px_per_mm: float | None) -> tuple[Outline, ...]:
    """A convex outline round each hand or sleeve, table frame, millimetres; none before the scale is known."""
    if px_per_mm is None or covered_cells(detections) < LEAST_COVERED_CELLS:
        return ()
    return outlines((detections.cover > COVERED).astype(np.uint8), detections.cell_px / px_per_mm)


class BackgroundSubtractor:
    """Remembers the table as it was when no hand was over it, and finds what broad thing hides it now.

    A broad sleeve, a newspaper, somebody who leans over the table: what the network was not taught. Two cards of which
    one was laid upon the other are broad, too: where they were taken up the table is bare as it was before.
    """

    def __init__(self) -> None:
        """Begin with no table seen."""
        self._background: Floats | None = None
        self._bare: Floats | None = None

    def learn(self, seen: Floats, cards_px: Sequence[Floats] = (), cell_px: float = 1.0) -> None:
        """Remember a table that nobody reaches over, and what of it is bare.

        Args:
            seen: the small picture, (rows, columns, 3) float32 BGR.
            cards_px: corners (4, 2) of each card that lies there, pixels of the picture.
            cell_px: side of a cell of the small picture in it.
        """
        before, self._background, self._bare = self._bare, seen, seen
        if cards_px and before is not None and before.shape == seen.shape:
            self._bare = _as_bare(seen, before, _clear_of(seen.shape, np.array(cards_px) / np.float32(cell_px)))

    def occluders(self, seen: Floats, cell_mm: float) -> tuple[Outline, ...]:
        """A convex outline round each broad thing that was not there before, table frame, millimetres.

        Args:
            seen: the small picture, (rows, columns, 3) float32 BGR.
            cell_mm: side of one of its cells.
        """
        if self._background is None or self._bare is None or self._background.shape != seen.shape:
            return ()
        changed, side = _changed(seen, self._background), math.ceil(BROAD_MM / cell_mm) + 1 | 1
        if not _opened(changed, side).any():
            return ()
        return outlines(_opened(changed & _changed(seen, self._bare), side), cell_mm)


def _clear_of(shape: tuple[int, ...], corners: Floats) -> Mask:
    """The cells (rows, columns), 1, in which no part of a card can lie; corners (n, 4, 2), in cells."""
    mask = np.ones(shape[:2], np.uint8)
    boxes = np.maximum(np.concatenate([corners.min(1), corners.max(1) + 1], 1).astype(int), 0)
    for left, top, right, bottom in boxes.tolist():
        mask[top:bottom, left:right] = 0
    return mask


def _as_bare(seen: Floats, bare: Floats, clear: Mask) -> Floats:
    """The bare table as it is seen now; below cards as it was, in the light of now."""
    some = clear[::LIGHT_ROWS]
    now, before = (sum(cv2.mean(picture[::LIGHT_ROWS], some)) for picture in (seen, bare))
    return np.asarray(cv2.copyTo(seen, clear, bare * np.float32((now + 1) / (before + 1))), np.float32)


def outlines(mask: Mask, cell_mm: float) -> tuple[Outline, ...]:
    """A convex outline, table frame, millimetres, round each connected part that is not a speck.

    Args:
        mask: (rows, columns) uint8, 1 where a cell is hidden; its first cell lies at the table frame's origin.
        cell_mm: side of a cell.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    big = [label for label in range(1, len(stats)) if stats[label, cv2.CC_STAT_AREA] >= LEAST_OUTLINE_CELLS]
    return tuple(_outline(labels == label, cell_mm) for label in big)


def _outline(cells: NDArray[np.bool_], cell_mm: float) -> Outline:
    """The convex hull of whole cells, rounded to millimetres."""
    rows, columns = np.nonzero(cells)
    corners = np.concatenate([np.stack([columns + right, rows + down], 1) for right in (0, 1) for down in (0, 1)])
    hull = cv2.convexHull(corners.astype(np.int32))[:, 0]
    return tuple((float(round(x)), float(round(y))) for x, y in hull * cell_mm)


def _changed(seen: Floats, background: Floats) -> Mask:
    """Cells that differ by more than the light does, which may have changed.

    One thing of one colour over more than half of the picture is taken for a change of light, unless it is darker than
    half of the table or lighter than twice.
    """
    gain = np.clip(np.median((seen + 1) / (background + 1), axis=(0, 1)), 1 / MOST_LIGHT, MOST_LIGHT)
    both = [(np.abs(seen - background * light).max(2) > STEP).astype(np.uint8) for light in (1.0, gain)]
    return min(both, key=np.count_nonzero)


def _opened(mask: Mask, side: int) -> Mask:
    """What of a mask a disc of that many cells, an odd number, fits into; beyond the picture's edge things go on."""
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    framed = cv2.copyMakeBorder(mask, side, side, side, side, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.morphologyEx(framed, cv2.MORPH_OPEN, disc)[side:-side, side:-side], np.uint8)


def small_colours(picture: Picture) -> Floats:
    """The picture reduced to :data:`CELLS` along its longer side, (rows, columns, 3) float32 BGR, 0 to 255."""
    height, width = picture.shape[:2]
    size = (max(width * CELLS // max(height, width), 1), max(height * CELLS // max(height, width), 1))
    fewer = (max(width // SKIPPED, 1), max(height // SKIPPED, 1))
    few = cv2.resize(picture, fewer, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_AREA), np.float32)
