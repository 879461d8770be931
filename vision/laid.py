"""Cards laid out side by side: which outlines are whole cards lying apart, and what is wrong with the others."""

from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Picture
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
"""Cards from which on the size is told place by place: a table seen aslant has its far cards smaller."""
ROUGHLY = 1.45
"""Cards whose sides differ by more than this factor from the middle ones say nothing about the size of others."""
BURNT = 252
"""From this value on in all channels a pixel tells nothing: mirrored light, or paper in too bright a picture."""


class Flaw(StrEnum):
    """Why a card has to be shown once more."""

    CUT = "cut"
    COVERED = "covered"
    GLARE = "glare"


def whole_cards(quads: Sequence[Floats], shape: tuple[int, int]) -> list[tuple[Floats, Flaw | None]]:
    """The outlines that are of cards, each with its flaw; halves of cards and doubles are left out.

    Args:
        quads: corners (4, 2) float32 each, pixels of the picture.
        shape: rows and columns of the picture.
    """
    single = [quad for quad, part in zip(quads, parts(quads), strict=True) if not part]
    cards = [quad for quad, fits in zip(single, _of_one_size(single), strict=True) if fits]
    return [(quad, _flaw(quad, [one for one in cards if one is not quad], shape)) for quad in cards]


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


def _of_one_size(quads: Sequence[Floats]) -> list[bool]:
    """Which outlines have about the size that the others have at their place."""
    if len(quads) < ENOUGH:
        return [True] * len(quads)
    sides = np.log([[long_side_px(quad), short_side_px(quad)] for quad in quads])
    places = np.array([[1.0, *quad.mean(axis=0)] for quad in quads])
    size = np.exp(sides - _expected(places, sides))
    return [bool(one.min() > LEAST_SIZE and one.max() < MOST_SIZE) for one in size]


def _expected(places: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms (n, 2) of the sides that cards at these places (n, 3) have, by those of about the middle size."""
    usual = (np.abs(sides - np.median(sides, axis=0)) < np.log(ROUGHLY)).all(axis=1)
    if usual.sum() < ENOUGH:
        return np.median(sides, axis=0, keepdims=True).repeat(len(sides), axis=0)
    slope = np.linalg.lstsq(places[usual], sides[usual], rcond=None)[0]
    middle = np.median((sides - places @ slope)[usual], axis=0)
    return np.asarray(places @ slope + middle, np.float64)
