"""Of several answers about one card keep the best, and keep all cards: also those that overlap or cross."""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.quads import long_side_px, overlap, turn_between_deg

SAME = 0.62
"""Overlap (shared over joined area) from which two answers of one direction are one card. Cards of one direction
shifted by a third of a side share 0.5, by a quarter 0.6."""

SAME_CROSSED = 0.72
"""The same for answers more than 30 degrees apart: a cross of two cards shares 0.48 at most, more is a square-looking
card answered twice."""

CROSSED_DEG = 30.0


class Scored(Protocol):
    """A place with a score."""

    @property
    def corners_px(self) -> NDArray[np.float32]:
        """Corners (4, 2)."""
        ...

    @property
    def score(self) -> float:
        """How sure, 0 to 1."""
        ...


Answer = TypeVar("Answer", bound=Scored)


def distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answers without weaker repetitions, best first."""
    kept: list[Answer] = []
    for answer in sorted(answers, key=lambda one: -one.score):
        if not repeats(answer, kept):
            kept.append(answer)
    return tuple(kept)


def repeats(answer: Scored, others: Sequence[Scored]) -> bool:
    """Whether one of ``others`` is the same card."""
    return any(same_card(answer.corners_px, other.corners_px) for other in others)


def same_card(first: NDArray[np.float32], second: NDArray[np.float32]) -> bool:
    """Whether two quadrilaterals are two answers about one card."""
    apart = float(np.linalg.norm(first.mean(0) - second.mean(0)))
    if apart > 0.5 * max(long_side_px(first), long_side_px(second)):
        return False
    limit = SAME_CROSSED if turn_between_deg(first, second) > CROSSED_DEG else SAME
    return overlap(first, second) > limit
