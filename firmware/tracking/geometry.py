"""Distances on the table; points are (x, y) in millimetres of the table's frame."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from firmware.signals import Outline, Point

Box: TypeAlias = tuple[float, float, float, float]
"""Left, above, right and below, table millimetres."""


def distance(one: Point, other: Point) -> float:
    """Millimetres between two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def reaches(outline: Outline, point: Point, reach_mm: float) -> bool:
    """Whether a point lies inside a convex outline or near it.

    Args:
        outline: its corners, in order.
        point: the point.
        reach_mm: how far outside it may lie.
    """
    left, above, right, below = box(outline)
    if not (left - reach_mm <= point[0] <= right + reach_mm and above - reach_mm <= point[1] <= below + reach_mm):
        return False  # as a rule
    sides = list(pairwise((*outline, outline[0])))
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    inside = all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
    return inside or any(_from_side(a, b, point) < reach_mm for a, b in sides)


@lru_cache(maxsize=64)
def box(outline: Outline) -> Box:
    """The least and greatest coordinates of an outline; that of an arm is asked for many times a look."""
    (left, above), (right, below) = (tuple(map(extreme, zip(*outline, strict=True))) for extreme in (min, max))
    return left, above, right, below


def middle(outline: Sequence[Point]) -> Point:
    """The mean of the corners of an outline."""
    x, y = (sum(values) / len(outline) for values in zip(*outline, strict=True))
    return (x, y)


def spots(corners: tuple[Point, Point, Point, Point]) -> list[Point]:
    """Nine spots of a card with these corners, in three rows; the outer ones a fifth of its sides from its edges."""
    shares = (0.2, 0.5, 0.8)
    one, two, three, four = corners
    rows = [(_between(one, four, share), _between(two, three, share)) for share in shares]
    return [_between(left, right, share) for left, right in rows for share in shares]


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def bearing(outline: Sequence[Point], point: Point) -> Point:
    """The direction from ``point`` to the middle of an outline, as a vector of length one."""
    x, y = middle(outline)
    away = distance((x, y), point) or 1.0
    return ((x - point[0]) / away, (y - point[1]) / away)


def _from_side(a: Point, b: Point, point: Point) -> float:
    """Distance of ``point`` from the line between two corners."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    share = min(max(along, 0.0), 1.0)
    return distance((a[0] + share * dx, a[1] + share * dy), point)
