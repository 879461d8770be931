"""Look where something changed: the detector is given a window of the picture, and the rest is believed.

What is believed is disproved by whole looks: the first one, one some time after the table came to rest, and wherever
more changed than a window pays for. A card outside the window is believed only while its place looks as before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.frame import Floats, Picture
from vision.grid import MULTIPLE
from vision.locate import Detection, Detections, Detector
from vision.motion import ChangedCells
from vision.quads import middle

MARGIN = 0.15
"""A card whose middle lies so near to what changed, in long sides, may have changed: its pale rim does not show."""
CONTEXT = 0.65
"""So much more is looked at, in long sides: a card reaches 0.6 of one from its middle, whichever way it lies."""
LARGEST_SHARE = 0.6
"""A window over more than this share of the picture saves less than a second look costs."""


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
    begun = min(max(start - (length - (end - start)) / 2, 0.0), most - length)
    return int(begun), min(int(np.ceil(begun + length)), most)


def window_round(changed: ChangedCells, quads: Sequence[Floats], size_px: tuple[int, int]) -> Window | None:
    """The smallest window that holds all that changed.

    Args:
        changed: (rows, columns) bool, cells of the small picture.
        quads: corners (4, 2) of cards that may have changed, pixels of the picture.
        size_px: height and width of the picture.

    Returns:
        ``None`` if nothing did.
    """
    rows, columns = np.nonzero(changed)
    cell_px = size_px[1] / changed.shape[1]
    cells = np.stack([columns, rows], 1) * cell_px
    points = (
        np.concatenate([cells, cells + cell_px, *quads]) if len(quads) else np.concatenate([cells, cells + cell_px])
    )
    if not len(points):
        return None
    (left, top), (right, bottom) = np.floor(points.min(0)), np.ceil(points.max(0))
    return Window(int(left), int(top), int(right), int(bottom)).grown(0.0, size_px)


def touched(changed: ChangedCells, corners_px: Floats, picture: Picture) -> bool:
    """Whether a cell changed in the upright rectangle round a card.

    Args:
        changed: (rows, columns) bool, cells of the small picture.
        corners_px: (4, 2) float32, pixels of the picture.
        picture: (H, W, 3) uint8 BGR.
    """
    cell_px = picture.shape[1] / changed.shape[1]
    (left, top), (right, bottom) = (corners_px.min(0) / cell_px).tolist(), (corners_px.max(0) / cell_px).tolist()
    return bool(changed[max(int(top), 0) : int(bottom) + 1, max(int(left), 0) : int(right) + 1].any())


@dataclass(frozen=True, slots=True, eq=False)
class _Believed:
    """What the last whole look, or one at rest after it, found.

    Attributes:
        look_px: long side of the network's picture.
        cover: share of each cell that a hand covers.
        cell_px: side of a cell of ``cover``.
        size_px: height and width of the picture.
    """

    look_px: int
    cover: Floats
    cell_px: float
    size_px: tuple[int, ...]


class WindowedDetector:
    """Finds the cards of a table that is looked at again and again."""

    def __init__(self, detector: Detector) -> None:
        """Look with this detector."""
        self._detector = detector
        self._believed: _Believed | None = None

    @property
    def believes(self) -> bool:
        """Whether anything is known of the table at rest."""
        return self._believed is not None

    def forget(self) -> None:
        """Believe nothing: the next look is a whole one."""
        self._believed = None

    def whole(self, picture: Picture, look_px: int, known: Sequence[Floats]) -> Detections:
        """Look at all of a picture.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture.
            known: corners (4, 2) each, pixels of the picture, of cards that look as before, to be kept.
        """
        return self._detector.detect(picture, look_px, known)

    def believe(self, picture: Picture, look_px: int, found: Detections) -> None:
        """Believe what a look at a table at rest has found.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture.
            found: what came of the look.
        """
        self._believed = _Believed(look_px, found.cover, found.cell_px, picture.shape[:2])

    def window(
        self, picture: Picture, look_px: int, changed: ChangedCells, quads: Sequence[Floats], card_px: float
    ) -> "WindowedLook | None":
        """A look that is enough for what changed since what is believed was found.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture.
            changed: (rows, columns) bool, cells of the small picture that differ from the one believed in.
            quads: corners (4, 2) of cards that may have changed, pixels of the picture.
            card_px: long side of a card.

        Returns:
            ``None`` where a whole look is due.
        """
        before = self._believed
        if before is None or before.look_px != look_px or before.size_px != picture.shape[:2]:
            return None
        size_px = (picture.shape[0], picture.shape[1])
        core = window_round(changed, quads, size_px)
        if core is None:
            return WindowedLook(self._detector, before, None, None)
        core = core.grown(MARGIN * card_px, size_px)
        seen = core.grown(CONTEXT * card_px, size_px, MULTIPLE * max(size_px) / look_px)
        return (
            None
            if seen.area > LARGEST_SHARE * size_px[0] * size_px[1]
            else WindowedLook(self._detector, before, core, seen)
        )


@dataclass(frozen=True, slots=True)
class WindowedLook:
    """A look at a part of the picture.

    Attributes:
        detector: looks.
        believed: what is believed of the rest.
        core: what is found with its middle here counts; ``None``: nothing changed.
        seen: what the detector is shown.
    """

    detector: Detector
    believed: _Believed
    core: Window | None
    seen: Window | None

    def detect(self, picture: Picture, known: Sequence[Floats]) -> Detections:
        """What is found in the window, and what is believed outside it.

        Args:
            picture: (H, W, 3) uint8 BGR.
            known: corners (4, 2), pixels of the picture, of cards whose places look as they did.
        """
        before = self.believed
        if self.core is None or self.seen is None:
            return Detections(tuple(Detection(quad, 1.0) for quad in known), before.cover, before.cell_px)
        seen, shift = self.seen, np.array([self.seen.left, self.seen.top], np.float32)
        part = picture[seen.top : seen.bottom, seen.left : seen.right]
        look_px = max(round(before.look_px * max(part.shape[:2]) / max(picture.shape[:2])), MULTIPLE)
        inside = [quad for quad in known if self.core.holds(quad)]
        found = self.detector.detect(part, look_px, [quad - shift for quad in inside])
        moved = [replace(card, corners_px=card.corners_px + shift) for card in found.cards]
        here = [card for card in moved if self.core.holds(card.corners_px)]
        rest = [Detection(quad, 1.0) for quad in known if not self.core.holds(quad)]
        return Detections((*here, *rest), _pasted(before, found, seen), before.cell_px)


def _pasted(before: _Believed, found: Detections, seen: Window) -> Floats:
    """The map of hands with the part that was looked at anew."""
    cover = before.cover.copy()
    top, left = round(seen.top / before.cell_px), round(seen.left / before.cell_px)
    bottom = min(round(seen.bottom / before.cell_px), cover.shape[0])
    right = min(round(seen.right / before.cell_px), cover.shape[1])
    if bottom > top and right > left:
        cover[top:bottom, left:right] = cv2.resize(found.cover, (right - left, bottom - top))
    return cover
