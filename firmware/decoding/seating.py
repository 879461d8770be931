"""Seating: where the hands come from, and so who sits where; what it tells of who laid a card, and who took one up."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from firmware.decoding import weights
from firmware.decoding.facts import Reached
from firmware.decoding.history import Capture, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play
from firmware.signals import Point
from firmware.tracking.hands import NO_DIRECTION, Hands
from firmware.tracking.reaches import Nearest
from firmware.tracking.track import Track, is_found_late
from firmware.tracking.tracker import MOST_LAYINGS, Tracker

MAX_PRIOR = 6
"""What the deals before tell of a seat counts like so many hands laying a card at most: people may change places."""
TAKING_MS = 3000
"""A hand takes up what it captured within this: of 52 cards that were hidden for longer 23 % were more than 45 degrees
aside: that was a sleeve, or a hand that rested there."""
AGREED = 0.9
"""As long as this share of their number are directions, added up, that are those of one hand: within 26 degrees."""
REACHING_MS, WITHDRAWING_MS = 300, 200
"""A hand is over the table so long before and after its card may have been laid: within 60 degrees of their side were
97 % of those who made 600 plays of three witnessed matches, and 9 % of those who did not play; in twelve films 94 % of
432, and 23 %. (With 500 and 300 ms 99 and 11, 98 and 28 %.)"""
STRANGE_MS = (200, 100)
"""So much earlier and later than that where a card was seen to be laid, not by whose hand: of 139 such 5 % of those who
played were not there within 500 ms before and 300 after, and 58 % of others; within 300 and 200 9 and 69 %."""
ARRIVED_MS = 2000
"""An arm comes so shortly before its player's card may have been laid: before 2473 of 2496 plays of 12 witnessed
matches and twelve films at which it was there; of others that were there then 54 of 445 had come earlier."""
SLEEVE_MS = 5000
"""An arm that came earlier than this is a sleeve that lies there, and tells nothing: while one lay over the table in
100 witnessed matches, such an arm was there at the plays of 10 % of the players and of 10 % of the others."""
ROUND_MS = 7000
"""Another player's arm comes within a time t with a chance of 1 - exp(-t / this): in 0.9, 1.5, 2.5, 4.5 and 8.5 s came
10, 15, 28, 52 and 80 % of the arms of 1152 who did not play, while a sleeve lay there, in the same matches."""
OWN_SIDE = 0.87
"""Cosine of 30 degrees: a hand within it comes from the side of its player's others. Of 978 plays in six witnessed
matches 98.1 % were laid by one, of 359 in twelve films 94.2 %."""
OTHER_SIDE = 0.42
"""Cosine of 65 degrees: a hand beyond it comes from elsewhere. 0.3 and 1.0 % of the same were laid by one."""
ALIKE = 0.8
"""Hands come from one side where their directions, added up, are this long, as a share of what they weigh."""
MOST_SIDES = 128
"""Hypotheses whose sides are remembered: five times as many as are kept from look to look."""

Directions: TypeAlias = tuple[tuple[int, Point], ...]
"""Seats, each with a direction that is as long as it weighs."""


class Sides(NamedTuple):
    """From where the hands come.

    Attributes:
        of_seats: from which side each seat's hands come, a vector of length one.
        aside: how much those weigh that came from elsewhere.
        strange: the plays that were seen, without a hand that is known to have laid them.
    """

    of_seats: Mapping[int, Point]
    aside: float
    strange: Sequence[Reached]


def seating_log_likelihood(hypothesis: Hypothesis, sides: Sides, tracker: Tracker) -> float:
    """Log-likelihood of who played by the hands: zero where each player's hands all came from one side, else less.

    A hand that came from elsewhere is as unlikely wherever that was: two hands touched, or somebody else's was near.

    Args:
        hypothesis: who played what.
        sides: from where the hands come by that.
        tracker: all tracks.
    """
    unseen, rested = _not_there(hypothesis.facts.reached, sides.of_seats, tracker)
    seen, rested_seen = _not_there(sides.strange, sides.of_seats, tracker)
    not_there = weights.NOT_THERE * unseen + weights.NOT_THERE_SEEN * seen
    return weights.SEATING * sides.aside + not_there + rested + rested_seen


def _not_there(reached: Sequence[Reached], sides: Mapping[int, Point], tracker: Tracker) -> tuple[float, float]:
    """How many of those who played had no hand over the table then, and what it tells that one had rested there.

    As far as it is known from where they reach.
    """
    known = [(sides[seat], since, until) for seat, since, until in reached if seat in sides]
    nearest = [_nearest(*one, ARRIVED_MS, tracker) for one in known]
    unseen = [_beside(one.there) for one in nearest]
    late = [_beside(one.arrived) - gone for one, gone in zip(nearest, unseen, strict=True)]
    rested = [_rested(*one, share, tracker) for one, share in zip(known, late, strict=True) if share]
    return sum(unseen), sum(rested)


def _rested(side: Point, since_ms: float, until_ms: float, share: float, tracker: Tracker) -> float:
    """What it tells that the arm of somebody who played had rested there, where none came from his side.

    Of one that comes anew it tells for him that it came, the more the less time there was for anybody's. A sleeve that
    lies there hides the hand of its owner.
    """
    near = _nearest(side, since_ms, until_ms, SLEEVE_MS, tracker)
    sleeve = _beside(near.arrived) - _beside(near.there)
    chance = 1 - math.exp((since_ms - until_ms - REACHING_MS - WITHDRAWING_MS) / ROUND_MS)
    return weights.RESTED * (share - sleeve) + weights.OTHERS_CAME * math.log(chance) * sleeve


def sides_of(hypothesis: Hypothesis, captures: Sequence[tuple[Capture, tuple[int, ...]]], tracker: Tracker) -> Sides:
    """From where the hands come, by what a hypothesis says; it is worked out once, until a direction changes.

    Args:
        hypothesis: who played what.
        captures: its captures, and where their cards were seen last.
        tracker: all tracks.
    """
    directions = _directions(hypothesis, captures, tracker)
    known, asked = tracker.sides_cache, (hypothesis.entries[-1:], directions)
    if asked not in known:
        if len(known) > MOST_SIDES:
            known.clear()
        known[asked] = _sides(hypothesis, directions, tracker)
    return cast(Sides, known[asked])


def _sides(hypothesis: Hypothesis, directions: Directions, tracker: Tracker) -> Sides:
    found = {seat: _side_of(hands) for seat, hands in _hands_by_seat(hypothesis, directions, tracker).items()}
    of_seats, aside = {seat: side for seat, (side, _) in found.items()}, sum([aside for _, aside in found.values()])
    return Sides(of_seats, aside, _by_strange_hands(hypothesis, tracker))


def _by_strange_hands(hypothesis: Hypothesis, tracker: Tracker) -> list[Reached]:
    """The plays that were seen, without a hand that is known to have laid them; in a span they are among the facts."""
    seen = [step for step in hypothesis.steps if step.track_ids and not (step.span or step.is_fixed)]
    plays = [(step, step.action.seat) for step in seen if isinstance(step.action, Play)]
    laid = [(seat, tracker[step.track_ids[0]], step.t_ms) for step, seat in plays]
    strange = [(seat, track.hidden_ms, t_ms) for seat, track, t_ms in laid if not any(track.laying_direction)]
    earlier_ms, later_ms = STRANGE_MS
    return [(seat, min(hidden_ms, t_ms) - earlier_ms, t_ms + later_ms) for seat, hidden_ms, t_ms in strange]


def _side_of(hands: Hands) -> tuple[Point, float]:
    """From which side somebody's hands come, and how much those weigh that came from elsewhere.

    Where they disagree it is the side of that one of them with which most agree.
    """
    x, y = _sum_of(hands)
    length = math.hypot(x, y)
    if length >= ALIKE * sum([weight for _, weight in hands]):
        return (x / length, y / length), _aside((x / length, y / length), hands)
    return min([(side, _aside(side, hands)) for side, _ in hands], key=lambda pair: pair[1])


def _sum_of(hands: Hands) -> Point:
    return sum([x * weight for (x, _), weight in hands]), sum([y * weight for (_, y), weight in hands])


def _aside(side: Point, hands: Hands) -> float:
    """How much those hands weigh that came from elsewhere than ``side``."""
    cosines = [(x * side[0] + y * side[1], weight) for (x, y), weight in hands]
    return sum([weight * _beside(cosine) for cosine, weight in cosines if cosine < OWN_SIDE])


def _nearest(side: Point, since_ms: float, until_ms: float, before_ms: int, tracker: Tracker) -> Nearest:
    """How near the arms came from that were over the table when somebody on that side may have played.

    Those that came no longer than ``before_ms`` before count apart.
    """
    return tracker.reaches.nearest(side, since_ms - REACHING_MS, until_ms + WITHDRAWING_MS, since_ms - before_ms)


def _beside(cosine: float) -> float:
    """Zero for a direction within the angle of :data:`OWN_SIDE`, one beyond that of :data:`OTHER_SIDE`."""
    if cosine >= OWN_SIDE:
        return 0.0
    return 1.0 if cosine <= OTHER_SIDE else (OWN_SIDE - cosine) / (OWN_SIDE - OTHER_SIDE)


def accumulated_directions(hypothesis: Hypothesis, tracker: Tracker) -> dict[int, Point]:
    """Where each seat's hands came from in this deal and those before: to be known from the next one's first card."""
    directions = _directions(hypothesis, hypothesis.capture_tracks(tracker), tracker)
    hands = _hands_by_seat(hypothesis, directions, tracker)
    return {seat: _shortened(_sum_of(seen), MAX_PRIOR * weights.LAID_WEIGHT) for seat, seen in hands.items()}


def _shortened(point: Point, length: float) -> Point:
    share = min(length / max(math.hypot(*point), 1e-9), 1.0)
    return round(point[0] * share, 6), round(point[1] * share, 6)


def _hands_by_seat(hypothesis: Hypothesis, directions: Directions, tracker: Tracker) -> dict[int, Hands]:
    """Each seat's hands in this deal: those that laid cards, and of the directions by their weight."""
    hands = dict(_laying_hands(hypothesis, tracker))
    for seat, (x, y) in directions:
        if length := math.hypot(x, y):
            hands[seat] = (*hands.get(seat, ()), ((x / length, y / length), length))
    return hands


def _laying_hands(hypothesis: Hypothesis, tracker: Tracker) -> Mapping[int, Hands]:
    """The hands that laid cards alone; hypotheses that begin alike share what is worked out of that."""
    known, entries = tracker.laying_cache, hypothesis.entries
    index = next((index for index in range(len(entries), 0, -1) if entries[index - 1] in known), 0)
    hands = known[entries[index - 1]] if index else {}
    for entry in entries[index:]:
        for seat, track in _laid(entry.fact, hypothesis.origin.dealer, tracker):
            weight = weights.LAID_HIDDEN_WEIGHT if is_found_late(track) else weights.LAID_WEIGHT
            hands = {**hands, seat: (*hands.get(seat, ()), (track.laying_direction, weight))}
        if len(known) > MOST_LAYINGS:  # thousands of proposals may be weighed in one look
            known.clear()
        known[entry] = hands
    return hands


def _laid(fact: Step | TimedSaying, dealer: int, tracker: Tracker) -> Iterator[tuple[int, Track]]:
    """The cards that a fact says were laid, each with the seat, as far as the hand is known."""
    if isinstance(fact, Step):
        seat = fact.action.seat if isinstance(fact.action, Play) else dealer
        tracks = (tracker[track_id] for track_id in fact.track_ids)
        yield from ((seat, track) for track in tracks if any(track.laying_direction))


def _directions(
    hypothesis: Hypothesis, captures: Sequence[tuple[Capture, tuple[int, ...]]], tracker: Tracker
) -> Directions:
    """Of each seat where its hands came from in the deals before, and those that took captures up, by their weight."""
    return (*hypothesis.seat_directions.items(), *_taking_directions(hypothesis, captures, tracker))


def _taking_directions(
    hypothesis: Hypothesis, captures: Sequence[tuple[Capture, tuple[int, ...]]], tracker: Tracker
) -> list[tuple[int, Point]]:
    """Who took up each capture that is gone, and the direction, by its weight; not the last, when all are gathered."""
    over_ms = hypothesis.steps[-1].t_ms if hypothesis.steps and hypothesis.game.turn is None else None
    known = tracker.taking_cache
    for _, track_ids in captures:
        if track_ids not in known:
            known[track_ids] = _mean_taking_direction([tracker[track_id] for track_id in track_ids])
    directions = [(one.seat, known[track_ids]) for one, track_ids in captures if one.t_ms != over_ms]
    return [one for one in directions if one[1] is not NO_DIRECTION]


def _mean_taking_direction(tracks: Sequence[Track]) -> Point:
    """The mean direction of the hands that took cards away from there, as long as it weighs; zero: unknown."""
    gone = [track for track in tracks if track.missed_clear and track.lost_ms - track.seen_ms <= TAKING_MS]
    x, y = (sum([track.taking_direction[axis] for track in gone]) for axis in (0, 1))
    length = math.hypot(x, y)
    agreed = length >= AGREED * sum([track.taking_looks for track in gone])
    share = (weights.TOOK_WEIGHT if agreed else weights.TOOK_CONTESTED_WEIGHT) / length if length else 0.0
    return (x * share, y * share) if share else NO_DIRECTION
