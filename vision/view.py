"""Whether a picture can be judged: a lamp that goes out or a covered lens takes no card off the table.

Cards that are found prove a view best. Where none is, the table between them tells: players take up cards, and the
table stays; darkness, a cloth over the lens and noise leave nothing of it. An unsharp picture shows a pale blot where a
card lay, and no card. What cannot be judged so (a bare table seen for the first time) is judged by brightness alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Picture
from vision.known_cards import KnownCard, remembered
from vision.locate import Detection

TOO_DARK, TOO_BRIGHT, VIEW_LOST, OTHER_SIZE = "too_dark", "too_bright", "view_lost", "other_size"
"""Why nothing can be seen: the names of faults in the tables of texts."""

DARK_GREY = 30.0
"""Darker than this in its brightest cells a picture shows no card: of four on drawn wood and cloth, dimmed, all are
read at 37, two or none at 24. An empty table of black wood (27 in `metaworld-darkwood`) is dark till cards lie
there."""
BRIGHTEST_SHARE = 0.005
"""The brightest cells are a two-hundredth of the picture: half of a card of 90 px in 1280 by 720."""
BURNT_GREY, BURNT_SHARE = 250.0, 0.9
"""Burnt out: of four cards on drawn cloth all are read with 0.14 of the picture at this grey, three at 0.95, none at
0.98; a white ceramic table and the photographs of real ones have 0.39 at most."""
BURNT_MORE = 0.25
"""Burnt out, too, if so much more of the picture is than before and fewer than half of the cards are found, or one is
missed whose place is burnt out: on wood three of four are found at 0.38, two of them with their names."""

STEP = 12.0
"""Change of a cell's colour that counts, 0 to 255; a cell averages 16 pixels at least, so noise is far below."""
LIGHT = 1.6
"""A lamp makes a table brighter or darker by this factor at most before it counts as another picture, a judgement."""
SAME_SHARE = 0.3
"""Share of the table that looks as before, from which on it is the same table. With hands and sleeves 0.64 at least in
the bundled film; under a cloth over the lens 0.02, in pure noise 0.07."""
BLOT, BLUR_CELLS, BLOT_LEFT = 20.0, 5, 0.4
"""An unsharp card is a blot that differs from the table by so much, smeared over so many cells, the size of a card; it
is still there if it has changed by less than this share. (On eight drawn tables unsharp cards change by 0.02 to 0.33,
and those taken away by 0.45 or more but for one upon a joint of tiles, 0.23: so most of them have to be there.)"""
MOVING_BLOTS = 2
"""While something moves a card may be missed under a hand; so many at once that look as before are not."""


@dataclass(frozen=True, slots=True, eq=False)
class _KnownView:
    """The table as it was last seen well.

    Attributes:
        colours: (rows, columns, 3) float32, the small picture.
        burnt: share of it that is burnt out.
        cards: those that lay there.
    """

    colours: Floats
    burnt: float
    cards: Sequence[KnownCard]


class ViewMonitor:
    """Remembers the table as it was last seen well, and tells when a picture does not show it."""

    def __init__(self) -> None:
        """Begin with no table seen."""
        self._known: _KnownView | None = None
        self._lost = False

    def learn(self, colours: Floats, grey: Floats, cards: Sequence[KnownCard]) -> None:
        """Remember a table that nobody reaches over.

        Args:
            colours: (rows, columns, 3) float32 BGR, the small picture.
            grey: the small grey one, 0 to 255.
            cards: those that lie there.
        """
        self._known = _KnownView(colours, _burnt_share(grey), cards)

    def fault(self, colours: Floats, grey: Floats, found: Sequence[Detection], *, cell_px: float, still: bool) -> str:
        """Why a picture does not show the table; empty: it does, as far as can be told.

        Args:
            colours: (rows, columns, 3) float32 BGR, the small picture.
            grey: the small grey one, 0 to 255.
            found: the cards that are found in it.
            cell_px: side of a cell of ``colours`` in the picture.
            still: whether nothing moves.
        """
        known = self._known
        if known is None:
            return ""
        if _burnt_share(grey) > known.burnt + BURNT_MORE and _burnt_away(grey, found, known, cell_px):
            return TOO_BRIGHT
        self._lost = self._is_lost(colours, found, known, cell_px=cell_px, still=still)
        return VIEW_LOST if self._lost else ""

    def _is_lost(
        self, colours: Floats, found: Sequence[Detection], known: _KnownView, *, cell_px: float, still: bool
    ) -> bool:
        """Whether covered, unsharp or noisy. A view that was lost is so till cards are found, or nothing moves."""
        if not found and (_same_share(colours, known.colours) < SAME_SHARE or (self._lost and not still)):
            return True
        if not still and found:
            return False
        missed = [card for card in known.cards if remembered(found, card.corners_px) is None]
        blots = _blots(colours, known.colours, missed, cell_px)
        return blots > max(len(found), len(missed) / 2) and (still or blots >= MOVING_BLOTS)


def exposure_fault(grey: Floats) -> str:
    """Whether a small grey picture, 0 to 255, is too dark or burnt out for any card to be seen; empty: it is not."""
    if np.count_nonzero(grey >= DARK_GREY) < BRIGHTEST_SHARE * grey.size:
        return TOO_DARK
    return TOO_BRIGHT if _burnt_share(grey) > BURNT_SHARE else ""


def fitted_to(picture: Picture, size: tuple[int, ...]) -> Picture | None:
    """A picture, (H, W, 3) uint8 BGR, in the size (H, W) of those before; ``None``: it shows another part of the table.

    A camera that is opened again may give its pictures smaller; of another shape, it shows more of the table, or less.
    """
    if picture.shape[:2] == size:
        return picture
    height, width = picture.shape[:2]
    if abs(height * size[1] - width * size[0]) > size[1]:  # more than a row
        return None
    return np.asarray(cv2.resize(picture, (size[1], size[0]), interpolation=cv2.INTER_AREA), np.uint8)


def _burnt_share(grey: Floats) -> float:
    return np.count_nonzero(grey >= BURNT_GREY) / grey.size


def _burnt_away(grey: Floats, found: Sequence[Detection], known: _KnownView, cell_px: float) -> bool:
    """Whether cards may be missed only because all is white where they lay."""
    missed = [card for card in known.cards if remembered(found, card.corners_px) is None]
    cells = _middles([card.corners_px for card in missed], grey.shape, cell_px)
    return 2 * len(found) < len(known.cards) or any(grey[at] >= BURNT_GREY for at in cells)


def _middles(quads: Sequence[Floats], shape: tuple[int, ...], cell_px: float) -> list[tuple[int, int]]:
    """Row and column of the cell in which each outline's middle lies, of those in the small picture.

    Args:
        quads: corners (4, 2) each, pixels of the picture.
        shape: rows and columns of the small picture.
        cell_px: side of a cell.
    """
    cells = ((quad.mean(axis=0) / cell_px).astype(int) for quad in quads)
    return [(int(y), int(x)) for x, y in cells if 0 <= y < shape[0] and 0 <= x < shape[1]]


def _same_share(seen: Floats, known: Floats) -> float:
    """Share of the cells that look as before, in another light perhaps, 0 to 1."""
    light = float(np.clip(np.median((seen + 1) / (known + 1)), 1 / LIGHT, LIGHT))
    return float(np.mean(np.abs(seen - known * light).max(axis=2) < STEP))


def _blots(seen: Floats, known: Floats, cards: Sequence[KnownCard], cell_px: float) -> int:
    """How many cards that are not found have left a blot where they lay.

    Args:
        seen: the small picture.
        known: the small picture of the table as it was, with the cards.
        cards: those that are not found.
        cell_px: side of a cell.
    """
    if not cards:
        return 0
    now, before = (cv2.blur(one, (BLUR_CELLS, BLUR_CELLS)) for one in (seen, known))
    table = np.median(known, axis=(0, 1))
    inside = _middles([card.corners_px for card in cards], now.shape, cell_px)
    changes = [(np.abs(now[at] - before[at]).max(), np.abs(before[at] - table).max()) for at in inside]
    return sum(bool(blot > BLOT and change < BLOT_LEFT * blot) for change, blot in changes)
