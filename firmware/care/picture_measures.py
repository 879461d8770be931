"""What a picture of a table with some cards tells of camera, lens and lamp."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from hardware.brightness import GLARE
from hardware.lenses import MODULE_3
from vision.focus import blur_px
from vision.frame import Floats, Picture
from vision.quads import long_side_px
from vision.stills import ReadCard

SPREAD = 6
"""Cards that tell of a lean: with fewer a hand taken for a card tells more than they."""
NAMED_CONFIDENCE = 0.9
"""A card named with more than this counts as read."""
CUT_PX = 3.0
"""A corner that is so far outside the picture is cut off: an outline is that exact. (Of cards of 163 px in the bundled
film of which a twentieth was cut off, the corner was placed 3 to 21 px outside.)"""
CORNER, LEAST_SIDES = 0.6, 1.5
"""In long sides of a card: so near to the corners of a rectangle people lay cards who want to mark it, and so short may
its sides be. Judgements."""


class CutEdges(NamedTuple):
    """How much of the cards lies beyond each edge of the picture, millimetres of the table; nil: nothing."""

    left: float = 0.0
    right: float = 0.0
    top: float = 0.0
    bottom: float = 0.0


WHOLE = CutEdges()
"""Nothing is cut off."""


@dataclass(frozen=True, slots=True)
class PictureMeasures:
    """What one picture tells.

    Attributes:
        named: the cards that are read surely.
        card_px: long side of a card, pixels, the median; ``None``: no card is seen.
        height_m: of the camera above the table, if it is a Module 3 (a guess for others); ``None`` without a card.
        growth: by how much cards grow from left to right and from top to bottom of the picture, as a share.
        grey: mean grey value.
        glare: share of pixels that are white.
        edges: how sharp the cards are, for comparison with other pictures of them.
        blur: standard deviation of their blur, as a share of a card's long side; nil: not known.
        cut: what of named cards the picture cuts off.
        table_mm: width of the table in the picture; nil: not known.
        ratio: width of the picture by its height.
        cards: how many are seen.
        turned_deg: by how much the rectangle is turned clockwise in whose corners cards lie, -45 to 45; nil also where
            they lie in no rectangle's corners.
    """

    named: frozenset[Card]
    card_px: float | None
    height_m: float | None
    growth: tuple[float, float]
    grey: float
    glare: float
    edges: float
    blur: float = 0.0
    cut: CutEdges = WHOLE
    table_mm: float = 0.0
    ratio: float = 16 / 9
    cards: int = SPREAD
    turned_deg: float = 0.0


def measured(picture: Picture, cards: Sequence[ReadCard], card_height_mm: float) -> PictureMeasures:
    """Measure a picture with the cards that were read in it.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: what was read in it, corners in its pixels.
        card_height_mm: long side of the cards.
    """
    corners = [card.corners_px for card in cards]
    long_px = float(np.median([long_side_px(quad) for quad in corners])) if corners else None
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    named = [card for card in cards if isinstance(card.face, Card) and card.confidence > NAMED_CONFIDENCE]
    mm_of_px = card_height_mm / long_px if long_px else 0.0
    table_mm = picture.shape[1] * mm_of_px
    return PictureMeasures(
        named=frozenset(card.face for card in named if isinstance(card.face, Card)),
        card_px=long_px,
        height_m=MODULE_3.height_cm(table_mm / 10) / 100 if long_px else None,
        growth=_growth(corners, picture),
        grey=float(grey.mean()),
        glare=float((grey >= GLARE).mean()),
        edges=_edges(grey, corners),
        blur=(blur_px(grey, corners) or 0.0) / long_px if long_px else 0.0,
        cut=_cut([card.corners_px for card in named], picture, mm_of_px),
        table_mm=table_mm,
        ratio=picture.shape[1] / picture.shape[0],
        cards=len(cards),
        turned_deg=_turned(corners, long_px) if long_px else 0.0,
    )


def _cut(corners: Sequence[Floats], picture: Picture, mm_of_px: float) -> CutEdges:
    """What of some cards lies beyond the edges of the picture."""
    if not corners:
        return WHOLE
    height, width = picture.shape[:2]
    (left, top), (right, bottom) = (way(np.concatenate(corners), axis=0) for way in (np.min, np.max))
    beyond = (-left, right - width, -top, bottom - height)
    return CutEdges(*(float(px) * mm_of_px if px > CUT_PX else 0.0 for px in beyond))


def _turned(corners: Sequence[Floats], card_px: float) -> float:
    """How the rectangle lies that the outermost cards make; nil where a corner of it has no card."""
    centres = np.array([quad.mean(axis=0) for quad in corners], np.float32)
    box = cv2.boxPoints(cv2.minAreaRect(centres))
    away = np.linalg.norm(box[:, None] - centres[None], axis=2).min(axis=1)
    sides = np.linalg.norm(box - np.roll(box, 1, axis=0), axis=1)
    if away.max() > CORNER * card_px or sides.min() < LEAST_SIDES * card_px:
        return 0.0
    across, down = box[1] - box[0]
    return (math.degrees(math.atan2(down, across)) + 45.0) % 90.0 - 45.0


def _growth(corners: Sequence[Floats], picture: Picture) -> tuple[float, float]:
    """By how much cards grow across and down the picture; none with too few of them."""
    if len(corners) < SPREAD:
        return (0.0, 0.0)
    height, width = picture.shape[:2]
    places = np.array([[*(quad.mean(axis=0) / (width, height)), 1.0] for quad in corners])
    sizes = np.log([long_side_px(quad) for quad in corners])
    (across, down, _), *_ = np.linalg.lstsq(places, sizes, rcond=None)
    return float(across), float(down)


def _edges(grey: NDArray[Any], corners: Sequence[Floats]) -> float:
    """How sharp the cards' prints are: the variance of the Laplacian within them; of the whole picture without any."""
    lines = cv2.Laplacian(grey, cv2.CV_32F)
    inside = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(inside, [quad.astype(np.int32) for quad in corners], 1)
    found = lines[inside > 0] if corners else lines
    return float(found.var())
