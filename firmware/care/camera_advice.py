"""What to move, light or turn so that the cards are read well: from single pictures of a table with some cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from hardware.brightness import BEST
from hardware.lenses import MODULE_3
from vision.frame import Picture
from vision.quads import long_side_px
from vision.stills import ReadCard

LEAST_PX, MOST_PX = 85.0, 170.0
"""Long side of a card, pixels: below, covered cards are missed (of cards of 52 px 2 in 100 more than of 75); above,
less than 70 cm of the table are in a picture of 1280."""
ASKEW = 0.25
"""From one edge of the picture to the other cards may grow by this much: a camera that leans by some ten degrees."""
SPREAD = 6
"""Cards that tell of a lean: with fewer a hand taken for a card tells more than they."""
GLARE, GLARING = 250, 0.02
"""Grey from which nothing can be read, and the share of such pixels from which a lamp is reflected or too near."""
BLURRED = 0.6
"""Share of the sharpest picture so far below which the lens was sharper before."""
NAMED_CONFIDENCE = 0.9
"""A card named with more than this counts as read."""
TO_PLAY = 5
"""Cards that are played to end with."""


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
        edges: how sharp the cards are.
    """

    named: frozenset[Card]
    card_px: float | None
    height_m: float | None
    growth: tuple[float, float]
    grey: float
    glare: float
    edges: float


class PlayedCards:
    """Which cards were played since all was well for the first time.

    Attributes:
        cards: in their order.
    """

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.cards: list[Card] = []
        self._known = frozenset[Card]()

    def see(self, named: frozenset[Card]) -> None:
        """Take note of a look: cards that were not there at first have been played."""
        self._known = self._known or named
        self.cards += sorted(named - self._known - {*self.cards}, key=str)


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
    named = frozenset(card.face for card in cards if isinstance(card.face, Card) and card.confidence > NAMED_CONFIDENCE)
    height_m = long_px and MODULE_3.height_cm(picture.shape[1] / long_px * card_height_mm / 10) / 100
    glare = float((grey >= GLARE).mean())
    return PictureMeasures(
        named, long_px, height_m, _growth(corners, picture), float(grey.mean()), glare, _edges(grey, corners)
    )


def advice(seen: PictureMeasures, sharpest: float) -> tuple[str, dict[str, object]]:
    """What to do first: the name of a text, and its words; ``good``: nothing.

    Args:
        seen: the newest picture.
        sharpest: the most edges of any picture so far.
    """
    if seen.grey < BEST.dark:
        return "dark", {}
    if seen.grey > BEST.bright or seen.glare > GLARING:
        return "glare", {}
    if seen.card_px is None or seen.height_m is None:
        return "no_cards", {}
    return _to_move(seen.card_px, seen.height_m) or _to_turn(seen, sharpest)


def _to_move(card_px: float, height_m: float) -> tuple[str, dict[str, object]] | None:
    """Whether the camera is too high or too low, and by how much."""
    if card_px < LEAST_PX:
        return "lower", {"cm": _cm(height_m * (1 - card_px / (1.1 * LEAST_PX)))}
    return ("raise", {"cm": _cm(height_m * (1.1 * card_px / MOST_PX - 1))}) if card_px > MOST_PX else None


def _to_turn(seen: PictureMeasures, sharpest: float) -> tuple[str, dict[str, object]]:
    """Whether camera or lens are to be turned."""
    if max(map(abs, seen.growth)) > ASKEW:
        return _nearest(seen.growth), {}
    return ("blurred", {}) if seen.edges < BLURRED * sharpest else ("good", {})


def _nearest(growth: tuple[float, float]) -> str:
    """Which edge of the picture the camera is too near to."""
    across, down = growth
    if abs(across) > abs(down):
        return "right_near" if across > 0 else "left_near"
    return "bottom_near" if down > 0 else "top_near"


def _cm(metres: float) -> int:
    return max(round(metres * 20) * 5, 5)


def _growth(corners: Sequence[NDArray[np.float32]], picture: Picture) -> tuple[float, float]:
    """By how much cards grow across and down the picture; none with too few of them."""
    if len(corners) < SPREAD:
        return (0.0, 0.0)
    height, width = picture.shape[:2]
    places = np.array([[*(quad.mean(axis=0) / (width, height)), 1.0] for quad in corners])
    sizes = np.log([long_side_px(quad) for quad in corners])
    (across, down, _), *_ = np.linalg.lstsq(places, sizes, rcond=None)
    return float(across), float(down)


def _edges(grey: NDArray[Any], corners: Sequence[NDArray[np.float32]]) -> float:
    """How sharp the cards' prints are: the variance of the Laplacian within them; of the whole picture without any."""
    lines = cv2.Laplacian(grey, cv2.CV_32F)
    inside = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(inside, [quad.astype(np.int32) for quad in corners], 1)
    found = lines[inside > 0] if corners else lines
    return float(found.var())
