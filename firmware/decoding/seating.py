"""Where the hands come from, and so who sits where: what it tells of who laid a card, and who took one up."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware.decoding.history import Step, Taken
from firmware.decoding.hypothesis import Reading
from firmware.rules.play import Play
from firmware.signals import Point
from firmware.tracking.track import Place
from firmware.tracking.tracker import Places

SEATED = 2.0
"""A player's hand comes from where he sits: the worth of a play whose hand comes from where his others came from. The
dealer's hand lays the layout too (rule L1): else all seats could be read one place further round."""
KNOWN = 6 * SEATED
"""What the deals before tell of a seat counts like this many hands at most: people may change places."""
TOOK = 1.5
"""The same of a hand that takes up a capture: of 391, 3.6 % were more than 45 degrees aside, ..."""
TAKING_MS = 3000
"""... and of 52 cards that were hidden for longer than this 23 %: that was a sleeve, or a hand that rested there."""


def seating(reading: Reading, collected: Iterable[tuple[Taken, tuple[int, ...]]], places: Places) -> float:
    """What the hands tell of who played: zero where each player's hands all came from one direction, else less.

    The directions of a seat, added up, are as long as they are many if they agree (von Mises, mean not known).

    Args:
        reading: who played what.
        collected: its captures, and where their cards were seen last.
        places: all places.
    """
    sums, most = _sums(reading, collected, places)
    return sum([math.hypot(x, y) for x, y in sums.values()]) - most


def seats_of(reading: Reading, places: Places) -> dict[int, Point]:
    """Where each seat's hands came from in this deal and those before: to be known from the next one's first card."""
    sums, _ = _sums(reading, reading.collected(places), places)
    return {seat: _at_most(point, KNOWN) for seat, point in sums.items()}


def _at_most(point: Point, length: float) -> Point:
    share = min(length / max(math.hypot(*point), 1e-9), 1.0)
    return round(point[0] * share, 6), round(point[1] * share, 6)


def _sums(
    reading: Reading, collected: Iterable[tuple[Taken, tuple[int, ...]]], places: Places
) -> tuple[dict[int, Point], float]:
    """The directions of each seat's hands, added up by their worth, and how long all were if each seat's agreed."""
    laid, most = _laid(reading, places)
    sums = dict(reading.seated)
    for seat, (x, y) in laid.items():
        sums[seat] = _plus(sums.get(seat), x, y, 1.0)
    for seat, (x, y) in _took(reading, collected, places):
        sums[seat] = _plus(sums.get(seat), x, y, TOOK)
        most += TOOK
    return sums, most + sum([math.hypot(x, y) for x, y in reading.seated.values()])


def _plus(before: Point | None, x: float, y: float, worth: float) -> Point:
    return (worth * x, worth * y) if before is None else (before[0] + worth * x, before[1] + worth * y)


def _laid(reading: Reading, places: Places) -> tuple[Mapping[int, Point], float]:
    """The same of the hands that laid cards alone; stories that begin alike share what is worked out of that."""
    known, record = places.laid, reading.record
    index = next((index for index in range(len(record), 0, -1) if record[index - 1] in known), 0)
    sums, most = known[record[index - 1]] if index else ({}, 0.0)
    for entry in record[index:]:
        if isinstance(entry.fact, Step) and entry.fact.places:
            action = entry.fact.action
            seat = action.seat if isinstance(action, Play) else reading.origin.dealer
            for x, y in [places[spot].hand for spot in entry.fact.places if any(places[spot].hand)]:
                sums, most = {**sums, seat: _plus(sums.get(seat), x, y, SEATED)}, most + SEATED
        known[entry] = sums, most
    return sums, most


def _took(
    reading: Reading, collected: Iterable[tuple[Taken, tuple[int, ...]]], places: Places
) -> Iterator[tuple[int, Point]]:
    """Whose hand took up each capture that is gone, but for the last of a deal, when all is gathered."""
    over_ms = reading.steps[-1].t_ms if reading.steps and reading.game.turn is None else None
    for taken, spots in collected:
        if taken.t_ms != over_ms:
            if spots not in places.takers:
                places.takers[spots] = _taker([places[spot] for spot in spots])
            if any(places.takers[spots]):
                yield taken.seat, places.takers[spots]


def _taker(spots: Sequence[Place]) -> Point:
    """The mean direction of the hands that took cards away from there, of length one; zero: unknown."""
    gone = [place.taker for place in spots if place.missed_clear and place.lost_ms - place.seen_ms <= TAKING_MS]
    x, y = sum([x for x, _ in gone]), sum([y for _, y in gone])
    length = math.hypot(x, y)
    return (x / length, y / length) if length else (0.0, 0.0)
