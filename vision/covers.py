"""Where hands and sleeves hide the table, as outlines in table millimetres."""

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.signals import Point
from vision.locate import Detections

Outline = tuple[Point, ...]

COVERED = 0.5  # chance from which a cell counts as covered by a hand
LEAST_COVERED_CELLS = 8  # fewer cells are a freckle of the map, a finger tip covers about ten
LEAST_OUTLINE_CELLS = 2  # beside a hand: fingers that come in over the picture's edge


def covered_cells(look: Detections) -> int:
    """How many cells of the map a hand or sleeve covers."""
    return int((look.cover > COVERED).sum())


def covers_of(look: Detections, px_per_mm: float | None) -> tuple[Outline, ...]:
    """A convex outline round each hand or sleeve, table millimetres; none before the scale is known."""
    if px_per_mm is None or covered_cells(look) < LEAST_COVERED_CELLS:
        return ()
    return outlines((look.cover > COVERED).astype(np.uint8), look.cell_px / px_per_mm)


def outlines(mask: NDArray[np.uint8], cell_mm: float) -> tuple[Outline, ...]:
    """A convex outline round each connected part of a mask of cells that is no speck."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    big = [label for label in range(1, len(stats)) if stats[label, cv2.CC_STAT_AREA] >= LEAST_OUTLINE_CELLS]
    return tuple(_outline(labels == label, cell_mm) for label in big)


def _outline(cells: NDArray[np.bool_], cell_mm: float) -> Outline:
    """The convex hull of whole cells, rounded to millimetres."""
    rows, columns = np.nonzero(cells)
    corners = np.concatenate([np.stack([columns + right, rows + down], 1) for right in (0, 1) for down in (0, 1)])
    hull = cv2.convexHull(corners.astype(np.int32))[:, 0]
    return tuple((float(round(x)), float(round(y))) for x, y in hull * cell_mm)
