"""When piles grow: whoever takes up a capture lays it upon his own, which then lies a little otherwise than before."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.signals import Point, TableObservation, Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.hands import may_occlude
from firmware.tracking.piles import PILE_GATE_MM
from firmware.tracking.recent_looks import RecentLooks

SHIFTED_MM = 3.0
"""A back that is seen so far from where it lay is another one, laid upon it. A judgement: of 11,727 looks in the clear,
each within a second of the one before, in 13 kept sessions, 11,420 showed it at the same spot, 205 nearer than this,
102 farther."""
ONE_GROWTH_MS = 1500
"""What shifts again within this is one growth: cards laid upon it by one hand, and put straight. A judgement."""
REMEMBERED = 64
"""Growths, and places, that are remembered: the piles and the stock grew 19 times a deal in 24 films."""


@dataclass(frozen=True, slots=True)
class PileGrowth:
    """A pile came to lie otherwise, or began.

    Attributes:
        place: the number of its place.
        since_ms: when it was last seen in the clear as it lay before; of one that begins, when its place was bare.
        until_ms: when it was first seen in the clear as it lies now.
    """

    place: int
    since_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class PilePlace:
    """Where a pile lies; unlike a :class:`~firmware.tracking.piles.Pile` it outlasts that it is taken up, and put back.

    Attributes:
        number: of the place.
        centre: the pile's middle, table millimetres.
        seen_ms: when it was last seen in the clear.
    """

    number: int
    centre: Point
    seen_ms: int


class PileGrowths:
    """The places of piles, and when each grew, from look to look.

    Sets of growths are whole numbers with one bit for each of the latest; the next look may number them anew.
    """

    def __init__(self) -> None:
        """No pile was seen yet."""
        self.latest: tuple[PileGrowth, ...] = ()
        self._places: tuple[PilePlace, ...] = ()
        self._count = 0
        self._between_cache: dict[tuple[float, float], int] = {}
        self._by_place_cache: list[tuple[int, int]] = []

    def add(self, look: TableObservation, recent: RecentLooks) -> None:
        """Take in a look; ``recent``: those before it."""
        self._between_cache.clear()
        self._by_place_cache.clear()
        for seen in look.cards:
            if seen.face is Unnamed.BACK and not may_occlude(look, seen.centre):
                self._see(seen.centre, look.t_ms, recent)

    def between(self, since_ms: float, until_ms: float) -> int:
        """The growths that may have been between two times."""
        asked = since_ms, until_ms
        if asked not in self._between_cache:  # hypotheses ask alike
            within = [since_ms < one.until_ms and one.since_ms < until_ms for one in self.latest]
            self._between_cache[asked] = sum([grew << index for index, grew in enumerate(within)])
        return self._between_cache[asked]

    def by_place(self) -> Sequence[tuple[int, int]]:
        """Of each place of a pile that grew its growths, and when it was last seen in the clear."""
        if not self._by_place_cache:
            grown = [(place, self._at(place.number)) for place in self._places]
            self._by_place_cache += [(growths, place.seen_ms) for place, growths in grown if growths]
        return self._by_place_cache

    def _at(self, number: int) -> int:
        """The growths at a place."""
        return sum([(one.place == number) << index for index, one in enumerate(self.latest)])

    def _see(self, centre: Point, t_ms: int, recent: RecentLooks) -> None:
        """Take in a back."""
        known = next((place for place in self._places if distance(place.centre, centre) < PILE_GATE_MM), None)
        if known is None:
            known, self._count = PilePlace(self._count, centre, t_ms), self._count + 1
            self._grow(PileGrowth(known.number, recent.hidden_since(centre, t_ms), t_ms))
        elif distance(known.centre, centre) >= SHIFTED_MM:
            self._grow(PileGrowth(known.number, known.seen_ms, t_ms))
        else:
            centre = known.centre
        others = [place for place in self._places if place.number != known.number]
        self._places = (PilePlace(known.number, centre, t_ms), *others)[:REMEMBERED]

    def _grow(self, growth: PileGrowth) -> None:
        """Note a growth: the last one of its place goes on, or it is another one."""
        before = next((one for one in reversed(self.latest) if one.place == growth.place), None)
        if before and growth.until_ms - before.until_ms < ONE_GROWTH_MS:
            self.latest = tuple([one for one in self.latest if one is not before])
            growth = PileGrowth(growth.place, before.since_ms, growth.until_ms)
        self.latest = (*self.latest, growth)[-REMEMBERED:]
