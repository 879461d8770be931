"""How one look changes what is believed of a place: its card was seen there, or it was not."""

import math
from collections.abc import Sequence
from dataclasses import replace

from firmware.cards import Card
from firmware.signals import SeenCard, TableObservation
from firmware.tracking.geometry import distance
from firmware.tracking.hands import NOWHERE, Outline, and_from, at, hides
from firmware.tracking.track import HELD_MS, PLAIN, REST_MS, Place, chances

PASSING = 2
"""Looks in which a card may be missed while something passes over it; after more it may be another card."""
REST_MM = 10.0
"""A card within this of its anchor lies still: twice the corner error that a covered corner leaves."""
MEMORY = 4.0
"""Looks that the mean remembers: a better view replaces a poor one within about this many looks."""
HIDDEN_WEIGHT = 0.4
"""A look with a hand in view counts this much: the card may be half covered. Each look counts by the square of its
confidence besides: what was hardly seen tells hardly anything."""
LOST_SIGHT = 20
"""Looks after which a card that was only ever seen under a hand is a new one: what is seen then was misread before."""
LAID = 3
"""Looks at one spot after which a card lies there and the hand that comes near it is perhaps another one."""

LONG_MS = 2000
"""A card first seen where an arm has lain for longer than this was not laid by the hand that is near now."""
ON_THE_WAY_MS = 2000
"""A card that was seen in passing not longer than this before it lay there, or an arm did, was carried there."""


def is_on_the_way(passing: Place, place: Place) -> bool:
    """Whether what was seen in ``passing``, under one hand, was the card that lies at ``place`` now."""
    if passing.id == place.id or passing.hand == NOWHERE or passing.seen_ms - passing.born_ms > REST_MS:
        return False
    known = min(passing.sharpness, place.sharpness) > PLAIN and passing.likeliest(1) == place.likeliest(1)
    return known and place.hidden_ms - ON_THE_WAY_MS < passing.seen_ms < place.born_ms


def missed(place: Place, look: TableObservation, hands: Sequence[Outline], *, covered: bool = False) -> Place:
    """The place after a look that did not show its card.

    Args:
        place: what was believed of it.
        look: without its card.
        hands: those of the look that do not rest.
        covered: another card lies upon it, as far as is known.
    """
    first = place.missed_clear == 0
    if covered or hides(look, place.anchor):
        near = at(hands, place.anchor) if first else ()
        return replace(place, missed=place.missed + 1, taker=and_from(place.taker, near, place.anchor))
    return replace(
        place,
        missed=place.missed + 1,
        missed_clear=place.missed_clear + 1,
        lost_ms=look.t_ms if first else place.lost_ms,
        missed_ms=look.t_ms,
        excused=place.excused and not first,
    )


def seen_again(
    place: Place, seen: SeenCard, look: TableObservation, hands: Sequence[Outline], *, covered: bool = False
) -> Place:
    """The place after a look that showed ``seen`` there; a look at a ``covered`` card changes no opinion.

    Arguments as of :func:`missed`.
    """
    clear = not hides(look, place.anchor)
    known = place.clear_looks > 0 or (place.missed_clear < 2 and place.missed <= LOST_SIGHT)
    here = place.rest_looks >= LAID and known
    rested = here or place.lay_clear_ms >= HELD_MS
    moved = distance(place.anchor, seen.centre) > REST_MM or (place.missed > PASSING and not rested)
    fresh = moved and not rested  # it was being carried or slid, or seen in passing only
    still_ms = 0 if moved or place.missed > PASSING else look.t_ms - place.seen_ms
    near = at(hands, seen.centre)
    laid = rested or place.clear_looks or place.hand != NOWHERE or place.born_ms - place.hidden_ms > LONG_MS
    share = 1 / (min(place.rest_looks, MEMORY) + 1)
    logs, other, weight = _mean(place, seen, clear=clear, covered=covered)
    return replace(
        place,
        centre=seen.centre,
        anchor=seen.centre if moved else place.anchor,
        born_ms=look.t_ms if fresh else place.born_ms,
        hidden_ms=look.t_ms if fresh and place.rest_looks else place.hidden_ms,
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
        found=round(place.found + (seen.confidence - place.found) * share, 6),
        hand=place.hand if laid else and_from(NOWHERE, near, seen.centre),
        taker=and_from(place.taker, near, seen.centre) if near else NOWHERE,
    )


def _mean(place: Place, seen: SeenCard, *, clear: bool, covered: bool) -> tuple[dict[Card, float], float, float]:
    """Running means of log probabilities, likeliest first, rounded so that all machines' logarithms give the same."""
    weight = seen.confidence**2 * (1.0 if clear else HIDDEN_WEIGHT) * (not covered)
    shares, other = chances(seen, hidden=not clear)
    old = min(place.weight, MEMORY)

    def mean(before: float, share: float) -> float:
        return round((before * old + math.log(share) * weight) / (old + weight), 6)

    logs = [(card, mean(place.seen_as(card), shares.get(card, other))) for card in {*place.logs, *shares}]
    ranked = dict(sorted(logs, key=lambda pair: (-pair[1], str(pair[0]))))
    return ranked, mean(place.other, other), old + weight
