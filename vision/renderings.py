"""Renderings of a card's picture: what a classifier makes of the same card in other light and print."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.frame import Picture

INK, PAPER = 2, 90
"""Percentiles of a card's own pixels that are taken for its darkest ink and for its paper."""
INK_LEVEL, PAPER_LEVEL = 12.0, 237.0
"""Where these are put: a fresh print in good light."""
EDGE_PX = 8
"""The crop's border, where the table may be seen, has no say about ink and paper."""
SHARPER, SHARP_PX = 1.2, 2.0
"""How much of what a blur of this deviation takes away is added."""


def stretched(crops: Picture) -> Picture:
    """Crops (n, H, W, 3) uint8 BGR with their paper white and their ink dark: a washed-out print, a coloured lamp."""
    return np.stack([_stretched(crop.astype(np.float32)) for crop in crops])


def _stretched(crop: np.ndarray) -> Picture:
    inner = crop[EDGE_PX:-EDGE_PX, EDGE_PX:-EDGE_PX].reshape(-1, 3)
    ink, paper = np.percentile(inner.min(axis=1), INK), np.percentile(inner, PAPER, axis=0)
    level = (crop - ink) / np.maximum(paper - ink, 1.0) * (PAPER_LEVEL - INK_LEVEL) + INK_LEVEL
    return np.asarray(np.clip(level, 0, 255), np.uint8)


def sharpened(crops: Picture) -> Picture:
    """Crops (n, H, W, 3) uint8 BGR with harder edges: a blurred picture, a worn print."""
    blurred = np.stack([cv2.GaussianBlur(crop, (0, 0), SHARP_PX) for crop in crops]).astype(np.float32)
    return np.asarray(np.clip(crops + SHARPER * (crops - blurred), 0, 255), np.uint8)


def uncoloured(crops: Picture) -> Picture:
    """Crops (n, H, W, 3) uint8 BGR in grey: another maker's inks."""
    grey = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in crops]
    return np.repeat(np.stack(grey)[..., None], 3, axis=3)


VIEWS: tuple[Callable[[Picture], Picture], ...] = (stretched, sharpened, uncoloured)
"""On 17 decks shown carelessly, 7 of them in inks and prints that the classifier did not know, the mean over these
named no card wrongly where picture and turned picture alone named 6 so, with as many questions."""

HUES_DEG = (0, 60, 120, 180, 240, 300)


def mirrored(crops: Picture) -> Picture:
    """Crops (n, H, W, 3) uint8 BGR left for right: a maker whose courts look the other way."""
    return np.ascontiguousarray(crops[:, :, ::-1])


def turned_hues(crops: Picture, turn_deg: int) -> Picture:
    """Crops (n, H, W, 3) uint8 BGR with all hues turned: a maker's other inks."""
    return np.stack([_turned(crop, turn_deg) for crop in crops])


def _turned(crop: Picture, turn_deg: int) -> Picture:
    """A crop in OpenCV's hues, which count from 0 to 179."""
    coloured = cv2.cvtColor(crop, cv2.COLOR_BGR2HSV)
    coloured[..., 0] = (coloured[..., 0].astype(np.int32) + turn_deg // 2) % 180
    return np.asarray(cv2.cvtColor(coloured, cv2.COLOR_HSV2BGR), np.uint8)


def other_prints(crops: Picture) -> Iterator[Picture]:
    """Crops (n, H, W, 3) uint8 BGR as other makers might have printed these cards: twelve times as many."""
    level = stretched(crops)
    for side in (level, mirrored(level)):
        yield from (turned_hues(side, turn) for turn in HUES_DEG)
