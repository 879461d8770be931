"""Suppression: keeps the best of several answers about one card, and every card, also where cards overlap or cross."""

import math
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import NEXT, area, long_side_px, middle, overlap, turn_between_deg

SAME = 0.62
"""Overlap (shared over joined area) from which two answers of one direction are one card. Cards of one direction
shifted by a third of a side share 0.5, by a quarter 0.6."""

SAME_CROSSED = 0.72
"""Overlap from which two answers more than 30 degrees apart are one card: a cross of two cards shares 0.48 at most,
more is a square-looking card answered twice."""

CROSSED_DEG = 30.0

ECHO_APART, ECHO_SHARE = 0.1, 0.75
"""A much weaker answer in the very same place but another direction is an echo of the stronger one, not a card under
it: closer than this share of a long side, and its score below this share of the other's. Measured on rendered tables:
echoes score 0.53 where the card scores 0.8; two cards lying so exactly crosswise are the price."""

INSIDE, LARGER, DOUBLE = 0.8, 1.25, 2
"""An outline of which so much lies in another one that is so many times as large is a part of it; one that has so many
others in it is no card. The far cards of a table seen aslant are smaller, but lie beside the near ones."""


class Scored(Protocol):
    """A place with a score."""

    @property
    def corners_px(self) -> NDArray[np.float32]:
        """Corners (4, 2) float32, pixels of the picture."""
        ...

    @property
    def score(self) -> float:
        """How sure, 0 to 1."""
        ...


ScoredItem = TypeVar("ScoredItem", bound=Scored)


def distinct(answers: Iterable[ScoredItem]) -> tuple[ScoredItem, ...]:
    """The answers without weaker repetitions, best first."""
    ranked = sorted(answers, key=lambda one: -one.score)
    if not ranked:
        return ()
    close = _close(np.stack([answer.corners_px for answer in ranked]))
    kept: list[int] = []
    for index, answer in enumerate(ranked):
        near = (ranked[other] for other in kept if close[index, other])
        if not any(repeats(answer, other) for other in near):
            kept.append(index)
    return tuple(ranked[index] for index in kept)


def _close(quads: NDArray[np.float32]) -> NDArray[np.bool_]:
    """For each pair of quadrilaterals whether their middles are less than half a long side apart, (n, n)."""
    sides, middles = quads[:, NEXT] - quads, quads.mean(1)
    longest = (sides**2).sum(2).max(1)
    apart = ((middles[:, None] - middles) ** 2).sum(2)
    return np.asarray(apart < 0.25 * np.maximum(longest[:, None], longest))


def repeats(answer: Scored, other: Scored) -> bool:
    """Whether the stronger ``other`` is the same card."""
    return same_card(answer.corners_px, other.corners_px) or echoes(answer, other)


def parts(quads: Sequence[NDArray[np.float32]]) -> list[bool]:
    """Which outlines (4, 2) hold two others, or lie in a larger one.

    Cards of one deck have one size, so a card in a larger one is a half of it, or a number on it.
    """
    double = [sum(lies_in(other, quad) for other in quads if other is not quad) >= DOUBLE for quad in quads]
    single = [quad for quad, both in zip(quads, double, strict=True) if not both]
    half = [any(lies_in(quad, other) for other in single if other is not quad) for quad in quads]
    return [one or other for one, other in zip(double, half, strict=True)]


def lies_in(quad: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether most of an outline lies in another one that is clearly larger."""
    small, large = area(quad), area(other)
    if small * LARGER > large or math.dist(middle(quad), middle(other)) > long_side_px(other):
        return False
    return covered(quad, other) > INSIDE


def covered(quad: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The share of the outline ``quad`` (4, 2) that lies in another one, 0 to 1."""
    return float(cv2.intersectConvexConvex(quad, other)[0]) / max(area(quad), 1.0)


def larger_share(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """The share of one of two outlines (4, 2) that lies in the other, of whichever it is more, 0 to 1."""
    return max(covered(first, second), covered(second, first))


def echoes(answer: Scored, other: Scored) -> bool:
    """Whether a weak answer only repeats a strong one in another direction."""
    if answer.score >= ECHO_SHARE * other.score:
        return False
    apart = float(np.linalg.norm(answer.corners_px.mean(0) - other.corners_px.mean(0)))
    length = long_side_px(other.corners_px)
    return apart < ECHO_APART * length and 0.7 < long_side_px(answer.corners_px) / length < 1.4


def same_card(first: NDArray[np.float32], second: NDArray[np.float32]) -> bool:
    """Whether two quadrilaterals (4, 2) float32 of one picture are two answers about one card."""
    if math.dist(middle(first), middle(second)) > long_side_px(first):
        return False  # most pairs: cheaper than their overlap
    shared = overlap(first, second)
    if shared <= SAME:
        return False
    return shared > SAME_CROSSED or turn_between_deg(first, second) <= CROSSED_DEG
