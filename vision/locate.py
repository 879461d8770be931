"""Find every card as a quadrilateral with all four corners: a small network on a small picture."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.corners import CornerFinder
from vision.frame import Floats, Picture
from vision.grid import BINS, MULTIPLE, STRIDE, UNIT_PX
from vision.quads import long_side_px, sound
from vision.reduction import reduced
from vision.store import giving_back, load_model
from vision.suppress import distinct, same_card

Cells = NDArray[np.intp]

LOOK_PX = 640
"""Long side of the picture the network sees: cards from 52 to 430 px there are what it was trained on."""

THRESHOLD = 0.55
"""Least score of a new card; lower finds more of the covered ones and more of what is none. Of 600 cards of 24 makers
never seen, covered by up to 30 %, all are found from 0.50 to 0.60, beside 13, 4 and 2 that are none at 0.50, 0.56 and
0.60; the network before found 595 and 22 at 0.50."""

LEAST = 0.45
"""Least score reported: enough to confirm a card that was seen there before."""

SETTLED = 0.08
"""A look from near that moves the corners by more than this share of the long side is followed by a second one: it was
trained to mend 0.09. At 0.03 corners were off by 0.004 instead of 0.006, and no more ranks were read."""

SMALL_PX, SMALL_HEAT = 60.0, 0.5
"""A find shorter than this in the network's picture must be so hot: squares of a tablecloth look like small cards. On
drawn tables 3 of 27 colder ones of 52 to 60 px were cards; what is lost so at 50 px a closer look finds."""

AGREEING = 0.5
"""Neighbours of a peak have a say about its corners from this share of its heat: cells farther out were taught none."""

MOST_PEAKS = 96
"""Peaks looked at per picture: twice a pack of 48 lying open."""

DOWN, RIGHT = np.mgrid[-1:2, -1:2].reshape(2, 9)
"""A cell and its eight neighbours: rows and columns from it."""


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A card's place.

    Attributes:
        corners_px: (4, 2) float32 clockwise, beginning at one end of a long side (which end is the head is not known
            yet), pixels of the picture given, whole numbers in the middle of pixels; also where covered or outside.
        heat: how sure the look at the whole picture is, 0 to 1.
        chance: how sure the look from near is, 0 to 1.
    """

    corners_px: Floats
    heat: float
    chance: float = 1.0

    def scaled(self, factor: float) -> "Detection":
        """Its place in a picture ``factor`` times as large."""
        corners = (self.corners_px + 0.5) * factor - 0.5
        return Detection(corners.astype(np.float32), self.heat, self.chance)

    @property
    def score(self) -> float:
        """How sure both are together: their geometric mean, 0 to 1."""
        return math.sqrt(self.heat * self.chance)


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """What one look at a picture found.

    Attributes:
        cards: best first.
        cover: (rows, columns) float32, share of each cell that a hand or sleeve covers.
        cell_px: side of a cell of ``cover`` in pixels of the picture given.
    """

    cards: tuple[Detection, ...]
    cover: Floats
    cell_px: float


class Detector(Protocol):
    """Whatever finds cards: the locator, or a test's own."""

    def detect(self, picture: Picture, look_px: int = LOOK_PX, known: Sequence[Floats] = ()) -> Detections:
        """Find the cards of a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture.
            known: corners (4, 2) each, pixels of the picture, of cards that look as before, to be kept.
        """
        ...


class Locator:
    """Two looks: one at the whole picture for rough places, one at each place for its corners."""

    def __init__(self, session: onnxruntime.InferenceSession, near: CornerFinder, least: float = LEAST) -> None:
        """Use opened models.

        Args:
            session: the model ``locate``, for the first look.
            near: what refines corners in the second look.
            least: least score reported.
        """
        self._session, self._near = session, near
        self._least = least

    @classmethod
    def load(cls) -> "Locator":
        """Open the shipped models.

        Raises:
            ModelError: if one is missing or not the one that ``model.toml`` describes.
        """
        return cls(load_model("locate"), CornerFinder(load_model("corners")))

    def detect(self, picture: Picture, look_px: int = LOOK_PX, known: Sequence[Floats] = ()) -> Detections:
        """Find the cards of a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture; cards of 52 to 430 px there are found.
            known: corners (4, 2) each, pixels of the picture, of places that look as they did when they were found;
                what is found there again is given these corners without a look from near.
        """
        scale = look_px / max(picture.shape[:2])
        small = reduced(picture, scale)
        options = giving_back() if look_px > LOOK_PX else None
        heat, corners, cover = self._session.run(None, {"pictures": prepared(small)}, options)
        found = decoded(heat[0], corners[0], self._least**2)
        factor = picture.shape[1] / small.shape[1]
        large = [(quad, heat) for quad, heat in found if heat >= SMALL_HEAT or long_side_px(quad) >= SMALL_PX]
        rough = distinct(Detection(quad - np.float32(0.5), heat).scaled(factor) for quad, heat in large)
        again, fresh = _parted(rough, known)
        cards = distinct([*again, *self._exact(picture, fresh)])
        rows, columns = (max(round(side / STRIDE), 1) for side in small.shape[:2])
        return Detections(cards, cover[0, 0, :rows, :columns], STRIDE / scale)

    def _exact(self, picture: Picture, rough: Sequence[Detection]) -> list[Detection]:
        """The roughly found cards with exact corners, without detections that turn out not to be cards."""
        once = self._near_look(picture, rough)
        done = [new for old, new in once if _shift(old, new) < SETTLED]
        twice = self._near_look(picture, [new for old, new in once if _shift(old, new) >= SETTLED])
        return [*done, *(new for _, new in twice)]

    def _near_look(self, picture: Picture, cards: Sequence[Detection]) -> list[tuple[Detection, Detection]]:
        """Each card before and after a look from near, where it may still be one."""
        quads, chances = self._near.refine(picture, [card.corners_px for card in cards])
        again = zip(cards, quads, chances, strict=True)
        pairs = [(card, Detection(quad, card.heat, float(chance))) for card, quad, chance in again]
        return [pair for pair in pairs if pair[1].score >= self._least]


def _parted(rough: Sequence[Detection], known: Sequence[Floats]) -> tuple[list[Detection], list[Detection]]:
    """The detections parted in two: those at a known place, given its corners, and all others as they are."""
    again, fresh = [], []
    for card in rough:
        place = next((quad for quad in known if same_card(quad, card.corners_px)), None)
        fresh += [card] if place is None else []
        again += [] if place is None else [Detection(place, card.heat)]
    return again, fresh


def _shift(old: Detection, new: Detection) -> float:
    """How far a card's corners moved, mean, in long sides."""
    apart = np.linalg.norm(new.corners_px - old.corners_px, axis=1).mean()
    return float(apart / max(long_side_px(old.corners_px), 1e-6))


def prepared(small: Picture) -> Floats:
    """The network's input (1, 3, h, w) float32, -1 to 1: (H, W, 3) uint8 filled with black to multiples of 32."""
    right, bottom = -small.shape[1] % MULTIPLE, -small.shape[0] % MULTIPLE
    framed = cv2.copyMakeBorder(small, 0, bottom, 0, right, cv2.BORDER_CONSTANT)
    planes = np.asarray(cv2.split(framed), np.float32)[None]
    planes *= np.float32(1 / 127.5)
    return np.subtract(planes, np.float32(1), out=planes)


def decoded(heat: Floats, corners: Floats, threshold: float) -> list[tuple[Floats, float]]:
    """Quadrilaterals and scores of the peaks of the maps, best first.

    Args:
        heat: (BINS, h, w) float32, 0 to 1.
        corners: (BINS * 8, h, w) float32, offsets from the cells' middles in units of ``UNIT_PX``.
        threshold: least score.

    Returns:
        Corners (4, 2) float32, pixels of the network's picture, and score of each.
    """
    top = np.stack([cv2.dilate(bin_heat, np.ones((3, 3), np.uint8)) for bin_heat in heat])
    bins, rows, columns = np.nonzero((heat >= top) & (heat >= threshold))
    order = np.argsort(-heat[bins, rows, columns])[:MOST_PEAKS]
    peaks = bins[order], rows[order], columns[order]
    quads = _answers(heat, corners.reshape(BINS, 4, 2, *heat.shape[1:]), *peaks)
    good = sound(quads, STRIDE**2)
    return list(zip(quads[good], heat[peaks][good].tolist(), strict=True))


def _answers(heat: Floats, corners: Floats, bins: Cells, rows: Cells, columns: Cells) -> Floats:
    """The corners (n, 4, 2) that each peak and its eight neighbours agree on, weighted by their heat squared."""
    row, column = rows[:, None] + DOWN, columns[:, None] + RIGHT
    inside = (row >= 0) & (row < heat.shape[1]) & (column >= 0) & (column < heat.shape[2])
    row, column = row.clip(0, heat.shape[1] - 1), column.clip(0, heat.shape[2] - 1)
    warmth = heat[bins[:, None], row, column]
    weight = warmth**2 * (inside & (warmth >= AGREEING * warmth[:, 4:5]))
    middles = (np.stack([column, row], -1)[:, :, None] + 0.5) * STRIDE
    places = corners[bins[:, None], :, :, row, column] * UNIT_PX + middles
    share = (weight / weight.sum(1, keepdims=True))[:, :, None, None]
    return np.asarray((places * share).sum(1), np.float32)
