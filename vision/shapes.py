"""All cards of a table have one shape: where one card covers another, the shape of the others tells where it ends."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Floats
from vision.quads import long_side_px, short_side_px

ENOUGH = 4
"""Cards whose middle shape is taken for that of all: one of two may be wrong, two of four hardly ever are alike."""

SPREAD = 0.06
"""Middle deviation of the shapes, in shares, above which they tell nothing: seen far aslant, each has its own."""

RIGHT, WRONG = 0.04, 0.4
"""A shape that differs by less than this is right; one that differs by more is none of a card."""


def fitted(quads_px: Sequence[Floats], others_px: Sequence[Floats] = (), shape: float | None = None) -> list[Floats]:
    """Cards, each with the shape that most have.

    The end that is moved is the one at which another card lies: what is hidden was guessed, and a card's own end upon
    another one of its like is hard to see. A card with no other, or with others at two ends, stays as it is.

    Args:
        quads_px: corners (4, 2) float32 each, clockwise from an end of a long side, pixels of the picture.
        others_px: further cards that lie there and stay as they are.
        shape: long side over short side of this table's cards, where it is known.
    """
    ends = [_covered_ends(quad, [one for one in (*quads_px, *others_px) if one is not quad]) for quad in quads_px]
    usual = _usual_shape(quads_px, ends) if shape is None else shape
    return [_fitted(quad, ends, usual) if usual else quad for quad, ends in zip(quads_px, ends, strict=True)]


def _usual_shape(quads_px: Sequence[Floats], ends: Sequence[Sequence[int]]) -> float | None:
    """Long side over short side of most cards, of those without another one at an end if they are enough.

    Args:
        quads_px: corners (4, 2) each.
        ends: for each of them the sides at which another card lies.
    """
    free = [_shape(quad) for quad, covered in zip(quads_px, ends, strict=True) if not covered]
    shapes = free if len(free) >= ENOUGH else [_shape(quad) for quad in quads_px]
    usual = float(np.median(shapes)) if len(shapes) >= ENOUGH else None
    return usual if usual and float(np.median(np.abs(np.array(shapes) / usual - 1))) < SPREAD else None


def _shape(quad: Floats) -> float:
    return long_side_px(quad) / max(short_side_px(quad), 1e-6)


def _covered_ends(quad: Floats, others: Sequence[Floats]) -> list[int]:
    """The sides, from corner 0 to 1 and so on, at which another card lies, and none at the opposite side."""
    within = [_within(quad[side] + quad[(side + 1) % 4], others) for side in range(4)]
    return [side for side in range(4) if within[side] and not within[(side + 2) % 4]]


def _fitted(quad: Floats, ends: Sequence[int], usual: float) -> Floats:
    """The card with its only end moved at which another card lies, until it has the usual shape."""
    longer = _shape(quad) / usual
    if not RIGHT < abs(longer - 1) < WRONG or len(ends) != 1:
        return quad
    return _moved(quad, ends[0], 1 / longer if ends[0] % 2 == 0 else longer)


def _within(twice: Floats, others: Sequence[Floats]) -> bool:
    """Whether the middle between two corners, given as their sum, lies in one of the other cards."""
    point = (float(twice[0]) / 2, float(twice[1]) / 2)
    return any(cv2.pointPolygonTest(other.reshape(-1, 1, 2), point, False) >= 0 for other in others)


def _moved(quad: Floats, side: int, share: float) -> Floats:
    """The card with one side, from corner ``side`` to the next, moved until it is ``share`` times as long that way."""
    moved = quad.copy()
    for corner, anchor in ((side, (side - 1) % 4), ((side + 1) % 4, (side + 2) % 4)):
        moved[corner] = quad[anchor] + share * (quad[corner] - quad[anchor])
    return moved
