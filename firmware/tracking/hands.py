"""Hands over the table: what they occlude, and from where they reach."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from firmware.cards import Card
from firmware.signals import Outline, Point, SeenCard, TableObservation
from firmware.tracking.geometry import Box, bearing, box, distance, middle, reaches, spots
from firmware.tracking.track import TAKEN_FOR

OCCLUSION_MM = 80.0
"""A card whose middle is this near to a hand may be hidden by it: half its diagonal (57 mm), and the hand's shadow and
the cells of 10 mm in which it is seen."""
BESIDE_MM = 30.0
"""A card whose middle is this near to a hand, half its width, lies partly under it. It is found all the same: of 3771
looks at cards that lay so beside a hand in four witnessed matches 96 % show something there, of 1948 and 1380 in films
at 10 and 30 pictures a second 97 %; a middle up to 10 mm under it is found in 92, 90 and 90 %, up to 20 mm in 69, 88
and 86 %, farther in 10, 42 and 25 %."""
ARM_END_MM = 60.0
"""A hand that holds a card reaches no farther than this beyond its middle: what does is two hands that touch. (Half a
card's length, 47.5 mm, and a cell of 10 mm.)"""
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

HAND_SPOTS = 8
"""A two of clubs or swords with so many of its nine spots under hands is a hand. (Of 2151 looks that named one first
while a hand was in view, in eight films at 30 pictures a second, 226 had that: in 101 of them none was there, in 91 of
the others. A pale hand that rested was the two of clubs for a second and a half.)"""

NO_DIRECTION = (0.0, 0.0)
ENDS = (0, 1, 0, 1)
"""The axis along which each end of the picture lies: left, above, right, below."""

Ends: TypeAlias = Box
"""Where the picture ends, as far as arms have shown."""
Hands: TypeAlias = tuple[tuple[Point, float], ...]
"""Hands of one seat: of each the direction, a vector of length one, and what it weighs."""


def may_occlude(look: TableObservation, point: Point) -> bool:
    """Whether a hand in that look, or its sleeve, may hide a card at ``point``, wholly or in part."""
    return look.hand_present and (not look.covers or bool(near_hands((*look.covers, *look.hidden), point)))


def is_occluded(look: TableObservation, point: Point, beside_mm: float = 0.0) -> bool:
    """Whether the middle of a card at ``point`` lies under an arm, or nothing at all can be seen.

    Args:
        look: the look.
        point: where a card may lie.
        beside_mm: so far beside an arm counts, too.
    """
    return bool(look.unseen) or any(reaches(outline, point, beside_mm) for outline in (*look.covers, *look.hidden))


def is_hand(seen: SeenCard, hands: Sequence[Outline]) -> bool:
    """Whether what looks most like a card for which hands are taken is one: nearly all of it lies under hands."""
    named = next((face for face, _ in seen.faces if isinstance(face, Card)), None)
    if named not in TAKEN_FOR:
        return False
    hidden = (any(reaches(outline, spot, 0.0) for outline in hands) for spot in spots(seen.corners))
    return sum(hidden) >= HAND_SPOTS


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
    return _rounded(bearing((end,), middle(outline)))


def widened(ends: Ends | None, outlines: Sequence[Outline]) -> Ends | None:
    """Where the picture ends, by some more arms; ``None`` while none was seen.

    Args:
        ends: by the arms so far.
        outlines: of the others.
    """
    for outline in outlines:
        left, above, right, below = ends or box(outline)
        own = box(outline)
        ends = min(left, own[0]), min(above, own[1]), max(right, own[2]), max(below, own[3])
    return ends


def sides_at(outline: Outline, ends: Ends | None) -> list[Point]:
    """Towards where an outline leaves the picture, vectors of length one: two arms that touch leave it at two ends.

    Ends within the angle of :data:`SAME_SIDE` are those of one arm, which the picture cuts off at its corner. (Of 1397
    plays in 40 witnessed deals the hand that laid the card was unknown in 82, of 62 with this, and no more of them were
    another's.)

    Args:
        outline: of one arm, or of more.
        ends: where the picture ends.
    """
    cuts = [cut for cut in map(_cut, [outline] * 4, ENDS, ends or ()) if cut]
    sides = [bearing((cut,), middle(outline)) for cut in cuts]
    arms = [
        [cut for cut, (x, y) in zip(cuts, sides, strict=True) if x * to_x + y * to_y >= SAME_SIDE]
        for to_x, to_y in sides
    ]
    return list(dict.fromkeys(_rounded(bearing(arm, middle(outline))) for arm in arms))


@lru_cache(maxsize=64)
def _cuts(outline: Outline) -> list[Point]:
    """The middles of those sides of an outline along which the picture may end."""
    return [cut for cut in map(_cut, [outline] * 4, ENDS, box(outline)) if cut]


def _cut(outline: Outline, axis: int, at: float) -> Point | None:
    """The middle of the side along which an outline is cut off at a value of an axis; ``None`` if it is not."""
    along = [point[1 - axis] for point in outline if abs(point[axis] - at) <= CUT_MM]
    if not along or max(along) - min(along) < LEAST_CUT_MM:
        return None
    half = (max(along) + min(along)) / 2
    return (half, at) if axis else (at, half)


def _rounded(point: Point) -> Point:
    return round(point[0], 6), round(point[1], 6)
