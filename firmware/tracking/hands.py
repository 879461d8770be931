"""Hands over the table: what they occlude, from where they reach, and which of them only rest there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from firmware.signals import Outline, Point, TableObservation
from firmware.tracking.geometry import bearing, distance, middle, reaches

OCCLUSION_MM = 80.0
"""A card whose middle is this near to a hand may be hidden by it: half its diagonal (57 mm), and the hand's shadow and
the cells of 10 mm in which it is seen."""
FULL_OCCLUSION_MM = 30.0
"""A card this near to a hand, half its width, is hidden for the most part."""
ARM_END_MM = 60.0
"""A hand that holds a card reaches no farther than this beyond its middle: what does is two hands that touch. (Half a
card's length, 47.5 mm, and a cell of 10 mm.)"""
ARM_GATE_MM = 45.0
"""What stays within this of where it was seen last is the same arm: a sleeve that lies there is seen to waver by 40."""
ARM_RESTS_MS = 2000
"""An arm that has stayed for so long rests there; nobody takes so long to lay a card."""
ARM_MISSES = 3
"""An arm that was not found in so many looks has gone; looks are far apart while little moves."""
CUT_MM = 2.0
"""Corners of an outline this near to its border lie on it."""
LEAST_CUT_MM = 35.0
"""An arm is cut off this broad or broader: fingertips are not. Of 1235 plays in six witnessed matches 98.5 % had a hand
within 30 degrees of their player's others so, with 20 mm 94.7, with the end farthest from the cards 92.5; of 432 in
twelve films 92.6, 90.5 and 90.1."""
SAME_SIDE = 0.7
"""Cosine of 45 degrees: where a hand near a card points further aside from where its arm comes from, two arms touch. So
from more than 60 degrees aside of their player's side came, of 346 known hands in twelve films, 0.3 % instead of 1.1
(of 359), of 1730 in ten witnessed matches 0.1 instead of 0.5 (of 1738)."""

NO_DIRECTION = (0.0, 0.0)

Hands: TypeAlias = tuple[tuple[Point, float], ...]
"""Hands of one seat: of each the direction, a vector of length one, and what it weighs."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand or a sleeve, followed from look to look.

    Attributes:
        centre: its middle, table millimetres.
        since_ms: since when it has stayed about there.
        seen_ms: when it was seen last; ``missed`` counts the looks since then.
    """

    centre: Point
    since_ms: int
    seen_ms: int
    missed: int = 0


def may_occlude(look: TableObservation, point: Point) -> bool:
    """Whether a hand in that look, or its sleeve, may hide a card at ``point``, wholly or in part."""
    return look.hand_present and (not look.covers or bool(near_hands((*look.covers, *look.hidden), point)))


def is_occluded(look: TableObservation, point: Point) -> bool:
    """Whether a card at ``point`` lies so far under an arm that it is not found, or nothing at all can be seen."""
    return bool(look.unseen) or any(
        reaches(outline, point, FULL_OCCLUSION_MM) for outline in (*look.covers, *look.hidden)
    )


def near_hands(outlines: Sequence[Outline], point: Point) -> list[Outline]:
    """The hands that are near a card at ``point``."""
    return [outline for outline in outlines if reaches(outline, point, OCCLUSION_MM)]


def add_direction(before: Point, hands: Sequence[Outline], point: Point) -> Point:
    """The sum of directions towards hands; two hands at once add nothing, for neither is known to be the one.

    Nor does an outline that comes from elsewhere than it seems to where the card lies: that of two that touch.

    Args:
        before: the sum so far, of vectors of length one.
        hands: outlines of the hands near the point.
        point: where the card lies, from where the direction is taken.
    """
    if len(hands) != 1:
        return before
    (x, y), (side_x, side_y) = bearing(hands[0], point), from_side(hands[0], point)
    past_mm = max((point[0] - px) * x + (point[1] - py) * y for px, py in hands[0])
    alone = past_mm < ARM_END_MM and x * side_x + y * side_y >= SAME_SIDE
    return (round(before[0] + x, 6), round(before[1] + y, 6)) if alone else before


def from_side(outline: Outline, cards: Point) -> Point:
    """Towards where an arm comes from: to where it leaves the picture, or else to its end farthest from the cards.

    Args:
        outline: of the arm; where the picture ends it is cut off straight.
        cards: where the cards lie, or the one that matters.
    """
    end = max(_cuts(outline) or outline, key=lambda point: distance(point, cards))
    x, y = bearing((end,), middle(outline))
    return round(x, 6), round(y, 6)


@lru_cache(maxsize=64)
def _cuts(outline: Outline) -> list[Point]:
    """The middles of those sides of an outline along which the picture may end."""
    cuts = []
    for axis, extreme in ((0, min), (0, max), (1, min), (1, max)):
        at = extreme(point[axis] for point in outline)
        along = [point[1 - axis] for point in outline if abs(point[axis] - at) <= CUT_MM]
        if max(along) - min(along) >= LEAST_CUT_MM:
            half = (max(along) + min(along)) / 2
            cuts.append((half, at) if axis else (at, half))
    return cuts


def update_arms(arms: tuple[Arm, ...], look: TableObservation) -> tuple[Arm, ...]:
    """The arms after one more look: those that stayed, those not seen for a moment, and new ones."""
    middles = [middle(outline) for outline in look.covers]
    stayed = tuple(_follow_arm(arm, middles, look.t_ms) for arm in arms if arm.missed < ARM_MISSES)
    new = (point for point in middles if not any(distance(arm.centre, point) < ARM_GATE_MM for arm in stayed))
    return (*stayed, *(Arm(point, look.t_ms, look.t_ms) for point in new))


def _follow_arm(arm: Arm, middles: Sequence[Point], t_ms: int) -> Arm:
    near = min(middles, key=lambda point: distance(arm.centre, point), default=None)
    if near is None or distance(arm.centre, near) >= ARM_GATE_MM:
        return replace(arm, missed=arm.missed + 1)
    return replace(arm, centre=near, seen_ms=t_ms, missed=0)


def active_hands(arms: Sequence[Arm], look: TableObservation) -> list[Outline]:
    """The hands of a look without those that rest: a resting hand neither lays a card nor takes one up."""
    resting = [arm.centre for arm in arms if is_resting(arm, look.t_ms)]
    return [outline for outline in look.covers if middle(outline) not in resting]


def is_resting(arm: Arm, t_ms: int) -> bool:
    """Whether an arm is seen at that time, and has stayed about there for long."""
    return arm.seen_ms == t_ms and t_ms - arm.since_ms >= ARM_RESTS_MS
