"""How one look changes what is believed of a place: its card was seen there, or it was not."""

import math
from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.observation import Point, SeenCard, TableObservation
from firmware.table.belief import Place, chances, is_gone
from firmware.table.geometry import bearing, distance, reaches

PASSING = 2
"""Looks in which a card may be missed while something passes over it; after more it may be another card."""
REST_MM = 10.0
"""A card within this of its anchor lies still: twice the corner error that a covered corner leaves."""
MEMORY = 4.0
"""Looks that the mean remembers: a better view replaces a poor one within about this many looks."""
HIDDEN_WEIGHT = 0.4
"""A look with a hand in view counts this much: the card may be half covered. Each look counts by the square of its
confidence besides: what was hardly seen tells hardly anything."""
LAID = 3
"""Looks at one spot after which a card lies there and the hand that comes near it is perhaps another one."""
COVER_MM = 80.0
"""A card whose middle is this near to a hand may be hidden by it: half its diagonal (57 mm), and the hand's shadow and
the cells of 10 mm in which it is seen."""
PAST_MM = 60.0
"""A hand that holds a card reaches no farther than this beyond its middle: what does is two hands that touch. (Half a
card's length, 47.5 mm, and a cell of 10 mm.)"""

NOWHERE = (0.0, 0.0)


def hides(look: TableObservation, place: Place) -> bool:
    """Whether a hand in that look, or its sleeve, may hide the card at ``place``, wholly or in part."""
    return look.hand_present and (not look.covers or bool(_at((*look.covers, *look.hidden), place.anchor)))


def _at(outlines: Sequence[tuple[Point, ...]], point: Point) -> list[tuple[Point, ...]]:
    return [outline for outline in outlines if reaches(outline, point, COVER_MM)]


def _and_from(before: Point, hands: Sequence[tuple[Point, ...]], point: Point) -> Point:
    """Directions added up, with the one from ``point`` towards the hand; two hands at once tell nothing."""
    if len(hands) != 1:
        return before
    x, y = bearing(hands[0], point)
    past_mm = max((point[0] - px) * x + (point[1] - py) * y for px, py in hands[0])
    return (round(before[0] + x, 6), round(before[1] + y, 6)) if past_mm < PAST_MM else before


def missed(place: Place, look: TableObservation, *, covered: bool = False) -> Place:
    """The place after a look that did not show its card; ``covered``: another card lies upon it, as far as is known."""
    first = place.missed_clear == 0
    if covered or hides(look, place) or is_gone(place):
        hands = _at(look.covers, place.anchor) if first else ()
        return replace(place, missed=place.missed + 1, taker=_and_from(place.taker, hands, place.anchor))
    return replace(
        place,
        missed=place.missed + 1,
        missed_clear=place.missed_clear + 1,
        lost_ms=look.t_ms if first else place.lost_ms,
        missed_ms=look.t_ms,
        excused=place.excused and not first,
    )


def seen_again(place: Place, seen: SeenCard, look: TableObservation, *, covered: bool = False) -> Place:
    """The place after a look that showed ``seen`` there; a look at a ``covered`` card changes no opinion."""
    clear = not hides(look, place)
    rested = place.rest_looks >= LAID and (place.clear_looks > 0 or place.missed_clear < 2)
    moved = distance(place.anchor, seen.centre) > REST_MM or (place.missed > PASSING and not rested)
    fresh = moved and not rested  # it was being carried or slid, or seen in passing only
    still_ms = 0 if moved else look.t_ms - place.seen_ms
    hands = _at(look.covers, seen.centre)
    logs, other, weight = _mean(place, seen, seen.confidence**2 * (1.0 if clear else HIDDEN_WEIGHT) * (not covered))
    return replace(
        place,
        centre=seen.centre,
        anchor=seen.centre if moved else place.anchor,
        born_ms=look.t_ms if fresh else place.born_ms,
        rest_ms=look.t_ms if moved else place.rest_ms,
        seen_ms=look.t_ms,
        alone_ms=place.alone_ms if look.hand_present else look.t_ms,
        rest_looks=1 if moved else place.rest_looks + 1,
        clear_looks=int(clear) if moved else place.clear_looks + clear,
        lay_clear_ms=0 if fresh else place.lay_clear_ms + still_ms * clear,
        lay_hidden_ms=0 if fresh else place.lay_hidden_ms + still_ms * (not clear),
        missed_clear=0,
        missed=0,
        excused=place.excused and place.missed == 0,
        logs=logs,
        other=other,
        weight=weight,
        hand=place.hand if rested or place.hand != NOWHERE else _and_from(NOWHERE, hands, seen.centre),
        taker=_and_from(place.taker, hands, seen.centre) if hands else NOWHERE,
    )


def _mean(place: Place, seen: SeenCard, weight: float) -> tuple[dict[Card, float], float, float]:
    """Running means of log probabilities, likeliest first, rounded so that all machines' logarithms give the same."""
    shares, other = chances(seen)
    old = min(place.weight, MEMORY)

    def mean(before: float, share: float) -> float:
        return round((before * old + math.log(share) * weight) / (old + weight), 6)

    logs = [(card, mean(place.seen_as(card), shares.get(card, other))) for card in {*place.logs, *shares}]
    ranked = dict(sorted(logs, key=lambda pair: (-pair[1], str(pair[0]))))
    return ranked, mean(place.other, other), old + weight
