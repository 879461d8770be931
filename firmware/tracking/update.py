"""The update of a track by one look: its card was detected, or it was missed."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from firmware.cards import Card
from firmware.signals import Outline, Point, SeenCard, TableObservation
from firmware.tracking.arms import ARM_RESTS_MS, Arm
from firmware.tracking.geometry import bearing, distance
from firmware.tracking.hands import NO_DIRECTION, add_direction, may_occlude, near_hands
from firmware.tracking.track import (
    CONFIRMED_CONFIDENCE,
    HALF_KNOWN,
    REST_MS,
    Track,
    face_likelihoods,
    has_lain,
)

PASSING_MISSES = 2
"""Looks in which a card may be missed while something passes over it; after more it may be another card."""
REST_MM = 10.0
"""A card within this of its anchor lies still: twice the corner error that a covered corner leaves."""
UNCOVERED_MM = 15.0
"""Of a card that comes out from under an arm a part is seen at first: its middle seems to move so far meanwhile. (Of 20
that moved after 0.8 s or more under one, in 20 films, 16 did by 4 to 15 mm and the others by 19 to 28.)"""
MEMORY = 4.0
"""Looks that the mean remembers: a better view replaces a poor one within about this many looks."""
HIDDEN_WEIGHT = 0.4
"""A look with a hand in view counts this much: the card may be half covered. Each look counts by the square of its
confidence besides: what was hardly seen tells hardly anything."""
LOST_SIGHT = 20
"""Looks after which a card that was only ever seen under a hand is a new one: what is seen then was misread before."""
CONFIRMED_LOOKS = 3
"""Looks at one spot after which a card lies there and the hand that comes near it is perhaps another one."""

LAYING_MS = 300
"""A hand that is near a card so long after it came to lie is perhaps another one than that which laid it. (In 16
witnessed deals with sleeves eight times as often 8 cards had another seat's direction without this and 403 their own, 5
and 401 with it.)"""
SAME_WAY = 0.9
"""Cosine of the angle within which two directions are those of one arm, 25 degrees: a judgement."""
UNCHANGED_MS = 1000
"""So long a card under a hand counts as seen lying still from one look to the next, at most: while something moves
looks are nearer to each other (6868 of 6875 in the recorded sessions), and after that nothing changed in the picture:
what is seen beside a hand that rests is what it was. That it is a second and not less is a judgement."""
LONG_MS = 2000
"""A card first seen where an arm has lain for longer than this was not laid by the hand that is near now."""
ON_THE_WAY_MS = 2000
"""A card that was seen in passing not longer than this before it lay there, or an arm did, was carried there."""


def is_carried_to(passing: Track, track: Track) -> bool:
    """Whether what was seen in ``passing``, under one hand, was the card that ``track`` follows now.

    Where no hand is known that laid it a card on its way needs to be half known only. (In eight films that were
    misread two plays of 27 have one so, each from its player's side; in eight witnessed matches none of 40.)
    """
    stayed = passing.seen_ms - passing.born_ms > REST_MS
    if passing.id == track.id or passing.laying_direction == NO_DIRECTION or stayed:
        return False
    least = HALF_KNOWN if track.laying_direction == NO_DIRECTION else CONFIRMED_CONFIDENCE
    sure = track.identity_confidence > CONFIRMED_CONFIDENCE and passing.identity_confidence > least
    is_known = sure and passing.likeliest(1) == track.likeliest(1)
    return is_known and track.hidden_ms - ON_THE_WAY_MS < passing.seen_ms < track.born_ms


def has_stayed_by(arm: Arm, track: Track, t_ms: int) -> bool:
    """Whether the hand that seemed to lay a card is an arm that was there before, and has stayed for long since.

    Args:
        arm: one that rests.
        track: that of the card.
        t_ms: the time.
    """
    (x, y), (arm_x, arm_y) = track.laying_direction, bearing((arm.centre,), track.anchor)
    same_way = x * arm_x + y * arm_y > SAME_WAY
    return same_way and arm.since_ms <= track.born_ms < t_ms - ARM_RESTS_MS


def update_missed(track: Track, look: TableObservation, hands: Sequence[Outline], *, covered: bool = False) -> Track:
    """The track after a look that did not show its card.

    Args:
        track: the track before.
        look: the look without its card.
        hands: outlines of its hands that do not rest.
        covered: another card lies upon it, as far as is known.
    """
    first, near = track.missed_clear == 0, near_hands(hands, track.anchor)
    if covered or may_occlude(look, track.anchor):
        direction, looks = _taken_by(track, near if first else ())
        return replace(track, missed=track.missed + 1, taking_direction=direction, taking_looks=looks)
    return replace(
        track,
        missed=track.missed + 1,
        missed_clear=track.missed_clear + 1,
        lost_ms=look.t_ms if first else track.lost_ms,
        lost_in_view=track.missed == 0 and not track.hand_near if first else track.lost_in_view,
        missed_ms=look.t_ms,
        overruled=track.overruled and not first,
    )


def _taken_by(track: Track, near: Sequence[Outline]) -> tuple[Point, int]:
    """The directions of the hands that took a card away, and in how many looks, after one more look without it.

    A hand that was near while the card was still seen is forgotten: it may have come for another one. Looks with two
    hands count until one hand alone is seen.
    """
    if not near:
        return track.taking_direction, track.taking_looks
    before = track.taking_direction if track.taking_looks else NO_DIRECTION
    after = add_direction(before, near, track.anchor)
    return after, track.taking_looks + (after != before or before == NO_DIRECTION)


def update_detected(
    track: Track,
    seen: SeenCard,
    look: TableObservation,
    hands: Sequence[Outline],
    *,
    covered: bool = False,
    stayed: bool = False,
) -> Track:
    """The track after a look that showed its card.

    Args:
        track: the track before.
        seen: the card as the look shows it.
        look: the look.
        hands: outlines of its hands that do not rest.
        covered: another card lies upon it, or perhaps a hand that is named as one: no opinion changes then.
        stayed: it was missed in many looks, but something without a name was found there all the time.
    """
    clear = not may_occlude(look, track.anchor)
    moved, fresh, strayed, rested, still_ms = _motion(track, seen.centre, look.t_ms, stayed=stayed)
    near = near_hands(hands, seen.centre)
    born_ms = look.t_ms if fresh else track.born_ms
    anew = fresh and look.t_ms - track.seen_ms > ON_THE_WAY_MS  # by whoever is near now, not by a hand of long ago
    laid = not anew and (rested or _is_laid(track) or look.t_ms - born_ms > LAYING_MS)
    share = 1 / (min(track.rest_looks, MEMORY) + 1)
    logs, other, weight = _mean_log_probs(track, seen, clear=clear, covered=covered)
    return replace(
        _beside_hands(track, near, seen.centre, laid=laid),
        centre=seen.centre,
        anchor=seen.centre if moved else track.anchor,
        born_ms=born_ms,
        hidden_ms=look.t_ms if fresh and track.rest_looks and (strayed or track.missed_clear) else track.hidden_ms,
        rest_ms=look.t_ms if moved else track.rest_ms,
        seen_ms=look.t_ms,
        alone_ms=track.alone_ms if look.hand_present else look.t_ms,
        rest_looks=1 if moved else track.rest_looks + 1,
        clear_looks=int(clear) if moved else track.clear_looks + clear,
        lay_clear_ms=0 if fresh else track.lay_clear_ms + still_ms * clear,
        lay_hidden_ms=0 if fresh else track.lay_hidden_ms + _still_under_hand_ms(track, still_ms) * (not clear),
        missed_clear=0,
        missed=0,
        overruled=track.overruled and track.missed == 0,
        log_probs=logs,
        other_log_prob=other,
        weight=weight,
        existence=round(track.existence + (seen.confidence - track.existence) * share, 6),
    )


class _Motion(NamedTuple):
    """How a card that was detected has moved.

    Attributes:
        moved: it lies elsewhere, or is found again where it hardly lay.
        fresh: and it was being carried or slid before, or seen in passing only.
        strayed: it moved farther than one seems to that comes out from under an arm.
        rested: it has lain here before.
        still_ms: so long it has lain still since the look that saw it last.
    """

    moved: bool
    fresh: bool
    strayed: bool
    rested: bool
    still_ms: int


def _motion(track: Track, centre: Point, t_ms: int, *, stayed: bool) -> _Motion:
    """How the card of a track has moved that is detected at ``centre`` now; ``stayed`` as in the update."""
    known = track.clear_looks > 0 or (track.missed_clear < 2 and track.missed <= LOST_SIGHT)
    rested = (track.rest_looks >= CONFIRMED_LOOKS and known) or has_lain(track)
    moved_mm = distance(track.anchor, centre)
    strayed = moved_mm > (UNCOVERED_MM if track.hidden_ms < track.born_ms else REST_MM)
    was_away = track.missed > PASSING_MISSES and not stayed
    moved = moved_mm > REST_MM or (was_away and not rested)
    return _Motion(moved, moved and not rested, strayed, rested, 0 if moved or was_away else t_ms - track.seen_ms)


def _beside_hands(track: Track, near: Sequence[Outline], point: Point, *, laid: bool) -> Track:
    """The track of a card that is seen at a point with these hands near; ``laid``: none of them can have laid it."""
    return replace(
        track,
        laying_direction=track.laying_direction if laid else add_direction(NO_DIRECTION, near, point),
        taking_direction=add_direction(track.taking_direction, near, point) if near else NO_DIRECTION,
        taking_looks=0,
        hand_near=bool(near),
    )


def _is_laid(track: Track) -> bool:
    """Whether no hand that is near now can have laid the card: one has already, or it came to lie long unseen."""
    seen_laid = bool(track.clear_looks) or track.laying_direction != NO_DIRECTION
    return seen_laid or track.born_ms - track.hidden_ms > LONG_MS


def _still_under_hand_ms(track: Track, still_ms: int) -> int:
    """How much of the time since the last look counts, of a card under a hand now: all of it if none was in view."""
    return still_ms if track.alone_ms == track.seen_ms else min(still_ms, UNCHANGED_MS)


def _mean_log_probs(
    track: Track, seen: SeenCard, *, clear: bool, covered: bool
) -> tuple[dict[Card, float], float, float]:
    """Running means of log probabilities, likeliest first, rounded so that all machines' logarithms give the same."""
    weight = seen.confidence**2 * (1.0 if clear else HIDDEN_WEIGHT) * (not covered)
    shares, other = face_likelihoods(seen, hidden=not clear)
    old = min(track.weight, MEMORY)

    def mean(before: float, share: float) -> float:
        return round((before * old + math.log(share) * weight) / (old + weight), 6)

    cards = {*track.log_probs, *shares}
    logs = [(card, mean(track.observed_log_prob(card), shares.get(card, other))) for card in cards]
    ranked = dict(sorted(logs, key=lambda pair: (-pair[1], str(pair[0]))))
    return ranked, mean(track.other_log_prob, other), old + weight
