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
from vision.window import Window, window_round

MARGIN = 0.15
"""A card whose middle lies so near to what changed, in long sides, may have changed: its pale rim does not show."""
CONTEXT = 0.35
"""So much more is looked at, in long sides. A card reaches 0.6 of one from its middle, so a fifth of one beside what
changed may be cut off: of 995 new cards (24 makers never seen) 99.2 % are found with 0.35, 0.45 and 0.65, and of 329
beside them 97.6, 98.2 and 98.2 %, in windows of 0.18, 0.22 and 0.29 million pixels. With 0.3 it is 98.9 and 97.9 %."""
LARGEST_SHARE = 0.6
"""A window over more than this share of the picture saves less than a second look costs."""
SWEEP_MS = 1500
"""So long after a look at a part of the table one at all of it follows, if nothing happens: longer than a capture takes
(half a second), shorter than most players think."""


@dataclass(frozen=True, slots=True, eq=False)
class LookRequest:
    """What a look is taken for.

    Attributes:
        t_ms: when.
        still: whether nothing moves.
        look_px: long side of the reduced picture.
        card_px: long side of a card; ``None``: not known yet.
        changed: (rows, columns) bool, cells of the small picture that differ from the last one at rest.
        resting: corners (4, 2) each, pixels of the picture, of cards that look as they did at rest, to be kept.
        doubtful: those of cards that may have changed.
    """

    t_ms: int
    still: bool
    look_px: int
    card_px: float | None
    changed: ChangedCells
    resting: Sequence[Floats]
    doubtful: Sequence[Floats]


@dataclass(frozen=True, slots=True, eq=False)
class _TableAtRest:
    """What the last look at a table at rest has found.

    Attributes:
        look_px: long side of the network's picture.
        size_px: height and width of the picture.
        found: what came of it.
    """

    look_px: int
    size_px: tuple[int, int]
    found: Detections


class TableDetector:
    """Finds the cards of a table that is looked at again and again."""

    def __init__(self, detector: Detector) -> None:
        """Look with this detector."""
        self._detector = detector
        self._believed: _TableAtRest | None = None
        self._sweep_ms: int | None = None

    def believes(self, t_ms: int, *, still: bool) -> bool:
        """Whether a look now believes what is known of the table at rest, where nothing changed."""
        return self._believed is not None and not (still and self.is_due(t_ms))

    def is_due(self, t_ms: int) -> bool:
        """Whether all of a table at rest is to be looked at once more."""
        return self._sweep_ms is not None and t_ms >= self._sweep_ms

    def forget(self) -> None:
        """Believe nothing: the next look is a whole one."""
        self._believed = None

    def believe(self, picture: Picture, look_px: int, found: Detections) -> None:
        """Believe what a look at a table at rest has found.

        Args:
            picture: (H, W, 3) uint8 BGR.
            look_px: long side of the reduced picture.
            found: what came of the look.
        """
        self._believed = _TableAtRest(look_px, (picture.shape[0], picture.shape[1]), found)

    def detect(self, picture: Picture, asked: LookRequest) -> Detections:
        """Find the cards of a picture: where something changed, or everywhere if that is due.

        Args:
            picture: (H, W, 3) uint8 BGR.
            asked: what the look is taken for.
        """
        believed = self._believed if self.believes(asked.t_ms, still=asked.still) else None
        part = self._part(picture, asked, believed) if believed else None
        if asked.still:
            self._sweep_ms = None if part is None else asked.t_ms + SWEEP_MS
        return part if part is not None else self._detector.detect(picture, asked.look_px, asked.resting)

    def _part(self, picture: Picture, asked: LookRequest, believed: _TableAtRest) -> Detections | None:
        """What is found in a window, and what is believed outside it; ``None``: no window would do."""
        size_px = believed.size_px
        if asked.card_px is None or believed.look_px != asked.look_px or size_px != picture.shape[:2]:
            return None
        changed = window_round(asked.changed, asked.doubtful, size_px)
        if changed is None:
            return replace(believed.found, cards=_at(asked.resting))
        core = changed.grown(MARGIN * asked.card_px, size_px)
        seen = core.grown(CONTEXT * asked.card_px, size_px, MULTIPLE * max(size_px) / asked.look_px)
        if seen.area > LARGEST_SHARE * size_px[0] * size_px[1]:
            return None
        known = [quad for quad in asked.resting if seen.holds(quad)]
        found = self._seen_in(seen, picture, asked.look_px, known)
        rest = _at([quad for quad in asked.resting if not core.holds(quad)])
        here = [card for card in found.cards if core.holds(card.corners_px)]
        return replace(believed.found, cards=(*here, *rest), cover=_pasted(believed.found, found, seen))

    def _seen_in(self, window: Window, picture: Picture, look_px: int, known: Sequence[Floats]) -> Detections:
        """What the detector finds in a window, in pixels of the picture."""
        shift = np.array([window.left, window.top], np.float32)
        part = picture[window.top : window.bottom, window.left : window.right]
        part_px = max(round(look_px * max(part.shape[:2]) / max(picture.shape[:2])), MULTIPLE)
        found = self._detector.detect(part, part_px, [quad - shift for quad in known])
        moved = tuple(Detection(card.corners_px + shift, card.heat, card.chance) for card in found.cards)
        return replace(found, cards=moved)


def _at(quads: Sequence[Floats]) -> tuple[Detection, ...]:
    """Cards that are believed to lie at these corners."""
    return tuple(Detection(quad, 1.0) for quad in quads)


def _pasted(before: Detections, found: Detections, seen: Window) -> Floats:
    """The map of hands with the part that was looked at anew."""
    cover = before.cover.copy()
    top, left = round(seen.top / before.cell_px), round(seen.left / before.cell_px)
    bottom = min(round(seen.bottom / before.cell_px), cover.shape[0])
    right = min(round(seen.right / before.cell_px), cover.shape[1])
    if bottom > top and right > left:
        cover[top:bottom, left:right] = cv2.resize(found.cover, (right - left, bottom - top))
    return cover
