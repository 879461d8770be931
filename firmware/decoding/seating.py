"""Seating: where the hands come from, and so who sits where; what it tells of who laid a card, and who took one up."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware.decoding import weights
from firmware.decoding.history import Capture, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.rules.play import Play
from firmware.signals import Point
from firmware.tracking.track import Track, is_found_late
from firmware.tracking.tracker import MOST_LAYINGS, Tracker

MAX_PRIOR = 6
"""What the deals before tell of a seat counts like so many hands laying a card at most: people may change places."""
TAKING_MS = 3000
"""A hand takes up what it captured within this: of 52 cards that were hidden for longer 23 % were more than 45 degrees
aside: that was a sleeve, or a hand that rested there."""
AGREED = 0.9
"""As long as this share of their number are directions, added up, that are those of one hand: within 26 degrees."""


def seating_log_likelihood(
    hypothesis: Hypothesis, captures: Iterable[tuple[Capture, tuple[int, ...]]], tracker: Tracker
) -> float:
    """Log-likelihood of who played by the hands: zero where each player's hands all came from one direction, else less.

    The directions of a seat, added up, are as long as they are many if they agree (von Mises, mean not known).

    Args:
        hypothesis: who played what.
        captures: its captures, and where their cards were seen last.
        tracker: all tracks.
    """
    sums, most = _direction_sums(hypothesis, captures, tracker)
    return weights.SEATING * (sum([math.hypot(x, y) for x, y in sums.values()]) - most)


def accumulated_directions(hypothesis: Hypothesis, tracker: Tracker) -> dict[int, Point]:
    """Where each seat's hands came from in this deal and those before: to be known from the next one's first card."""
    sums, _ = _direction_sums(hypothesis, hypothesis.capture_tracks(tracker), tracker)
    return {seat: _shortened(point, MAX_PRIOR * weights.LAID_WEIGHT) for seat, point in sums.items()}


def _shortened(point: Point, length: float) -> Point:
    share = min(length / max(math.hypot(*point), 1e-9), 1.0)
    return round(point[0] * share, 6), round(point[1] * share, 6)


def _direction_sums(
    hypothesis: Hypothesis, captures: Iterable[tuple[Capture, tuple[int, ...]]], tracker: Tracker
) -> tuple[dict[int, Point], float]:
    """The directions of each seat's hands, added up by their weight, and how long all were if each seat's agreed."""
    laid, most = _laying_sums(hypothesis, tracker)
    sums = dict(hypothesis.seat_directions)
    for seat, (x, y) in laid.items():
        sums[seat] = _add(sums.get(seat), x, y, 1.0)
    for seat, (x, y) in _taking_directions(hypothesis, captures, tracker):
        sums[seat] = _add(sums.get(seat), x, y, 1.0)
        most += math.hypot(x, y)
    return sums, most + sum([math.hypot(x, y) for x, y in hypothesis.seat_directions.values()])


def _add(before: Point | None, x: float, y: float, weight: float) -> Point:
    return (weight * x, weight * y) if before is None else (before[0] + weight * x, before[1] + weight * y)


def _laying_sums(hypothesis: Hypothesis, tracker: Tracker) -> tuple[Mapping[int, Point], float]:
    """The sums of the hands that laid cards alone; hypotheses that begin alike share what is worked out of that."""
    known, entries = tracker.laying_cache, hypothesis.entries
    index = next((index for index in range(len(entries), 0, -1) if entries[index - 1] in known), 0)
    sums, most = known[entries[index - 1]] if index else ({}, 0.0)
    for entry in entries[index:]:
        for seat, track in _laid(entry.fact, hypothesis.origin.dealer, tracker):
            weight = weights.LAID_HIDDEN_WEIGHT if is_found_late(track) else weights.LAID_WEIGHT
            sums, most = {**sums, seat: _add(sums.get(seat), *track.laying_direction, weight)}, most + weight
        if len(known) > MOST_LAYINGS:  # thousands of proposals may be weighed in one look
            known.clear()
        known[entry] = sums, most
    return sums, most


def _laid(fact: Step | TimedSaying, dealer: int, tracker: Tracker) -> Iterator[tuple[int, Track]]:
    """The cards that a fact says were laid, each with the seat, as far as the hand is known."""
    if isinstance(fact, Step):
        seat = fact.action.seat if isinstance(fact.action, Play) else dealer
        tracks = (tracker[track_id] for track_id in fact.track_ids)
        yield from ((seat, track) for track in tracks if any(track.laying_direction))


def _taking_directions(
    hypothesis: Hypothesis, captures: Iterable[tuple[Capture, tuple[int, ...]]], tracker: Tracker
) -> Iterator[tuple[int, Point]]:
    """Who took up each capture that is gone, and the direction, by its weight; not the last, when all are gathered."""
    over_ms = hypothesis.steps[-1].t_ms if hypothesis.steps and hypothesis.game.turn is None else None
    for capture, track_ids in captures:
        if capture.t_ms != over_ms:
            if track_ids not in tracker.taking_cache:
                tracker.taking_cache[track_ids] = _mean_taking_direction([tracker[track_id] for track_id in track_ids])
            if any(tracker.taking_cache[track_ids]):
                yield capture.seat, tracker.taking_cache[track_ids]


def _mean_taking_direction(tracks: Sequence[Track]) -> Point:
    """The mean direction of the hands that took cards away from there, as long as it weighs; zero: unknown."""
    gone = [track for track in tracks if track.missed_clear and track.lost_ms - track.seen_ms <= TAKING_MS]
    x, y = (sum([track.taking_direction[axis] for track in gone]) for axis in (0, 1))
    length = math.hypot(x, y)
    agreed = length >= AGREED * sum([track.taking_looks for track in gone])
    share = (weights.TOOK_WEIGHT if agreed else weights.TOOK_CONTESTED_WEIGHT) / length if length else 0.0
    return x * share, y * share
