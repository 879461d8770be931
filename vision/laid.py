"""Cards laid out side by side: which outlines are whole cards lying apart, and what is wrong with the others."""

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Picture
from vision.joint import Doubles
from vision.quads import area, long_side_px, short_side_px
from vision.suppress import parts

CUT_SHARE = 0.05
"""A card of which more lies outside the picture is cut off."""
COVERED_SHARE = 0.08
"""Cards that share more of their area lie on one another. Of 1,600 cards laid out carelessly all that were covered by
more than a tenth shared as much, and their crops show pieces of two cards."""
LEAST_SIZE, MOST_SIZE = 0.82, 1.22
"""Sides, in those that the other cards have at that place, between which an outline is a whole card."""
ENOUGH = 6
"""Cards from which on the size is told place by place: a table seen aslant has its far cards smaller. Where there are
fewer, they have it :data:`ROUGHLY`."""
ROUGHLY = 1.45
"""Outlines whose sides differ by more than this factor from the middle ones say nothing about the size of others."""
SHEET = 4.0
"""An outline with so many times the usual area is a pattern of the table, and what lies in it no part of it: a joint
between tiles made one round a card. A judgement: the near cards of a table seen aslant have twice the area."""
BURNT = 252
"""From this value on in all channels a pixel tells nothing: mirrored light, or paper in too bright a picture."""


class Flaw(StrEnum):
    """Why a card is not learned from a look."""

    CUT = "cut"
    COVERED = "covered"
    GLARE = "glare"
    UNTOLD = "untold"
    """It could not be told, and was laid out once more, by its name."""


def whole_cards(
    quads: Sequence[Floats], shape: tuple[int, int], weights: Sequence[float] | None = None
) -> list[tuple[Floats, Flaw | None]]:
    """The outlines that are of cards, each with its flaw; halves of cards and doubles are left out.

    Args:
        quads: corners (4, 2) float32 each, pixels of the picture.
        shape: rows and columns of the picture.
        weights: how far each tells the size of the cards: a pattern of the cloth does not; ``None``: all alike.
    """
    weights = [1.0] * len(quads) if weights is None else weights
    quads, weights = _without_sheets(quads, weights)
    single = [k for k, part in enumerate(parts(quads)) if not part]
    fits = _of_one_size([quads[k] for k in single], np.array([weights[k] for k in single]))
    cards = [quads[k] for k, one in zip(single, fits, strict=True) if one]
    return [(quad, _flaw(quad, [one for one in cards if one is not quad], shape)) for quad in cards]


def _without_sheets(quads: Sequence[Floats], weights: Sequence[float]) -> tuple[list[Floats], list[float]]:
    """The outlines and weights of what is no :data:`SHEET`."""
    areas = np.array([[area(quad)] for quad in quads])
    most = SHEET * _middle(areas, np.array(weights))[0] if quads else 0.0
    kept = [k for k, one in enumerate(areas) if one[0] <= most]
    return [quads[k] for k in kept], [weights[k] for k in kept]


def burnt_share(crop: Picture) -> float:
    """Share of a card's picture (H, W, 3) uint8 BGR that is burnt out."""
    return float((crop.min(axis=2) >= BURNT).mean())


def _flaw(quad: Floats, others: Sequence[Floats], shape: tuple[int, int]) -> Flaw | None:
    height, width = shape
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    if _shared(quad, frame) < 1 - CUT_SHARE:
        return Flaw.CUT
    return Flaw.COVERED if any(_shared(quad, other) > COVERED_SHARE for other in others) else None


def _shared(quad: Floats, other: Floats) -> float:
    """Share of a card's area that lies in another outline."""
    return float(cv2.intersectConvexConvex(quad, other)[0]) / max(area(quad), 1e-6)


def _of_one_size(quads: Sequence[Floats], weights: Doubles) -> list[bool]:
    """Which outlines have about the size that the others have at their place."""
    if not quads:
        return []
    sides = np.log([[long_side_px(quad), short_side_px(quad)] for quad in quads])
    usual = (np.abs(sides - _middle(sides, weights)) < np.log(ROUGHLY)).all(axis=1)
    if usual.sum() < ENOUGH:
        return [bool(one) for one in usual]
    places = np.array([[1.0, *quad.mean(axis=0)] for quad in quads])
    size = np.exp(sides - _expected(places, sides, usual))
    return [bool(one.min() > LEAST_SIZE and one.max() < MOST_SIZE) for one in size]


def _expected(places: Doubles, sides: Doubles, usual: NDArray[np.bool_]) -> Doubles:
    """Logarithms (n, 2) of the sides that cards at these places (n, 3) have, by the ``usual`` ones."""
    slope = np.linalg.lstsq(places[usual], sides[usual], rcond=None)[0]
    middle = np.median((sides - places @ slope)[usual], axis=0)
    return np.asarray(places @ slope + middle, np.float64)


def _middle(sides: Doubles, weights: Doubles) -> Doubles:
    """The weighted median (2,) of each column of (n, 2)."""
    order = np.argsort(sides, axis=0)
    heaped = np.cumsum(weights[order], axis=0)
    rows = (heaped >= heaped[-1] / 2).argmax(axis=0)
    return np.asarray([sides[order[row, k], k] for k, row in enumerate(rows)], np.float64)
