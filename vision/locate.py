"""Find every card as a quadrilateral with all four corners: a small network on a small picture."""

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.frame import Picture
from vision.grid import BINS, MULTIPLE, STRIDE, UNIT_PX
from vision.quads import area, convex
from vision.store import load_model
from vision.suppress import distinct

Floats = NDArray[np.float32]

LOOK_PX = 640
"""Long side of the picture the network sees: cards from 52 to 430 px there are what it was trained on."""

THRESHOLD = 0.35
"""Least score of a new card; lower finds more of the covered ones and more of what is none."""

LEAST = 0.2
"""Least score reported: enough to confirm a card that was seen there before."""

MOST_PEAKS = 96
"""Peaks looked at per picture: twice a pack of 48 lying open."""


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A card's place.

    Attributes:
        corners_px: (4, 2) float32 clockwise, beginning at one end of a long side (which end is the head is not known
            yet), pixels of the picture given, whole numbers in the middle of pixels; also where covered or outside.
        score: 0 to 1.
    """

    corners_px: Floats
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one look at a picture found.

    Attributes:
        cards: best first.
        cover: (rows, columns) float32, share of each cell that a hand or sleeve covers.
        cell_px: side of a cell of ``cover`` in pixels of the picture given.
    """

    cards: tuple[Located, ...]
    cover: Floats
    cell_px: float


class Finder(Protocol):
    """Whatever finds cards: the locator, or a test's own."""

    def look(self, picture: Picture, look_px: int = LOOK_PX) -> Look:
        """Find cards; see :meth:`Locator.look`."""
        ...


class Locator:
    """The network and the reading of its maps."""

    def __init__(self, session: onnxruntime.InferenceSession, least: float = LEAST) -> None:
        """Use an opened ``locate`` model (``vision.store.load_model("locate")``)."""
        self._session = session
        self._least = least

    @classmethod
    def load(cls) -> "Locator":
        """Open the shipped model.

        Raises:
            ModelError: if it is missing or not the one that ``model.toml`` describes.
        """
        return cls(load_model("locate"))

    def look(self, picture: Picture, look_px: int = LOOK_PX) -> Look:
        """Find the cards of a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture; cards of 52 to 430 px there are found.
        """
        scale = look_px / max(picture.shape[:2])
        heat, corners, cover = self._session.run(None, {"pictures": prepared(picture, scale)})
        found = decoded(heat[0], corners[0], self._least)
        cards = [Located((quad / scale - 0.5).astype(np.float32), score) for quad, score in found]
        rows, columns = (max(round(side * scale / STRIDE), 1) for side in picture.shape[:2])
        return Look(distinct(cards), cover[0, 0, :rows, :columns], STRIDE / scale)


def prepared(picture: Picture, scale: float) -> Floats:
    """The network's input (1, 3, h, w): reduced, filled with black to multiples of 32, -1 to 1."""
    size = (max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=way)
    right, bottom = -size[0] % MULTIPLE, -size[1] % MULTIPLE
    framed = cv2.copyMakeBorder(small, 0, bottom, 0, right, cv2.BORDER_CONSTANT)
    planes = np.empty((1, 3, *framed.shape[:2]), np.float32)
    for plane, channel in zip(planes[0], cv2.split(framed), strict=True):
        np.multiply(channel, np.float32(1 / 127.5), out=plane)
    return np.subtract(planes, np.float32(1), out=planes)


def decoded(heat: Floats, corners: Floats, threshold: float) -> list[tuple[Floats, float]]:
    """Quadrilaterals and scores of the peaks of the maps, best first.

    Args:
        heat: (BINS, h, w) in 0 to 1.
        corners: (BINS * 8, h, w) in ``UNIT_PX`` from the cells' middles.
        threshold: least score.
    """
    top = np.stack([cv2.dilate(bin_heat, np.ones((3, 3), np.uint8)) for bin_heat in heat])
    bins, rows, columns = np.nonzero((heat >= top) & (heat >= threshold))
    order = np.argsort(-heat[bins, rows, columns])[:MOST_PEAKS]
    found = []
    for bin_index, row, column in zip(bins[order], rows[order], columns[order], strict=True):
        quad = _answer(heat[bin_index], corners.reshape(BINS, 4, 2, *heat.shape[1:])[bin_index], row, column)
        if convex(quad) and area(quad) > STRIDE**2:
            found.append((quad, float(heat[bin_index, row, column])))
    return found


def _answer(heat: Floats, corners: Floats, row: int, column: int) -> Floats:
    """The corners (4, 2) that a peak and its eight neighbours agree on, weighted by their heat squared."""
    rows = slice(max(row - 1, 0), row + 2)
    columns = slice(max(column - 1, 0), column + 2)
    weight = heat[rows, columns] ** 2
    middles = np.stack(np.meshgrid(np.arange(heat.shape[1])[columns], np.arange(heat.shape[0])[rows]))
    places = corners[:, :, rows, columns] * UNIT_PX + (middles + 0.5) * STRIDE
    return np.asarray((places * weight).sum((2, 3)) / weight.sum(), np.float32)
