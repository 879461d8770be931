"""Reaches: from which side an arm was over the table, and from when to when; whoever plays reaches over it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from firmware.signals import Outline, Point, SeenCard, TableObservation
from firmware.tracking.geometry import middle
from firmware.tracking.hands import NO_DIRECTION, Ends, from_side, sides_at, widened

SAME_ARM = 0.9
"""Cosine of the angle within which an arm that is seen again is the same one, 25 degrees: a judgement."""
GAP_MS = 500
"""An arm that was not found for so long is the same one still: a hand leaves and comes again more slowly."""
LONGEST_MS = 60_000
"""No arm that has lain there for longer than this is looked for."""
REMEMBERED = 400
"""Reaches that are remembered: in four witnessed matches 1436 came with 915 plays, so a deal of 40 has about 65."""
MOST_ASKED = 4096
"""Answers that are remembered, a judgement: all hypotheses ask about each play of a deal."""
CARDS_SHARE = 0.005
"""How far the middle of the cards follows those of one look, once so many were seen; before, it is their mean. Of 2424
plays in 16 witnessed matches 12 were made without an arm from their player's side, 13 with 0.05 from the first look on;
where arms are seen beyond the picture's end, perfectly, 1 % of looks misfit the seats instead of 5."""


ArmQuery: TypeAlias = tuple[Point, float, float, float]
"""What is asked about arms, see :meth:`Reaches.nearest`."""


class Nearest(NamedTuple):
    """How near to some direction arms came from.

    Attributes:
        there: cosine of the angle to the nearest arm that was there between two times; -1: none was.
        arrived: the same of those that came after a third one.
    """

    there: float
    arrived: float


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm over the table.

    Attributes:
        direction: towards where it came from, a vector of length one; zero: nothing could be seen, so from anywhere.
        since_ms, until_ms: when it was seen first and last.
    """

    direction: Point
    since_ms: int
    until_ms: int


class Reaches:
    """The arms over the table, from look to look."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._reaches: list[Reach] = []
        self._middle: Point | None = None
        self._looks = 0
        self._ends: Ends | None = None
        self._before_ms = 0
        self._recent_cache: dict[ArmQuery, Nearest] = {}
        self._settled_cache: dict[ArmQuery, Nearest] = {}

    def add(self, look: TableObservation) -> None:
        """Take in a look."""
        self._recent_cache.clear()
        self._follow(look.cards)
        dark = self._unseen_until(look.t_ms)
        if look.unseen and not dark:
            self._reaches.append(Reach(NO_DIRECTION, look.t_ms, look.t_ms))
        self._ends = widened(self._ends, look.covers)
        for outline in look.covers:
            for direction in sides_at(outline, self._ends) or [from_side(outline, self._middle or middle(outline))]:
                self._extend(direction, look.t_ms)
        self._before_ms = look.t_ms
        if len(self._reaches) > REMEMBERED or len(self._settled_cache) > MOST_ASKED:
            del self._reaches[:-REMEMBERED]
            self._settled_cache.clear()

    def parted(self, outlines: Sequence[Outline]) -> list[Outline]:
        """The outlines of a look, each as often as it has sides at which it leaves the picture: so many arms touch."""
        return [outline for outline in outlines for _ in sides_at(outline, self._ends) or (outline,)]

    def nearest(self, direction: Point, since_ms: float, until_ms: float, arrived_ms: float = -math.inf) -> Nearest:
        """How near to a direction arms came from that were seen between two times.

        Args:
            direction: a vector of length one.
            since_ms: from when on.
            until_ms: until when; an arm that is still there may be seen on, what was long before is settled.
            arrived_ms: when arms have arrived that count apart, at the earliest.
        """
        asked = direction, since_ms, until_ms, arrived_ms
        known = self._settled_cache if until_ms <= self._before_ms - GAP_MS else self._recent_cache
        if asked not in known:  # hypotheses ask alike
            known[asked] = self._nearest(*asked)
        return known[asked]

    def _nearest(self, direction: Point, since_ms: float, until_ms: float, arrived_ms: float) -> Nearest:
        there = arrived = -1.0
        for reach in reversed(self._reaches):
            if reach.since_ms < since_ms - LONGEST_MS:
                break
            if reach.since_ms <= until_ms and reach.until_ms >= since_ms:
                cosine = _cosine(reach.direction, direction) if any(reach.direction) else 1.0
                there = max(there, cosine)
                arrived = max(arrived, cosine) if reach.since_ms >= arrived_ms else arrived
        return Nearest(there, arrived)

    def _follow(self, cards: Sequence[SeenCard]) -> None:
        """Let the middle of the cards follow those of a look."""
        if not cards:
            return
        self._looks += 1
        share, (x, y) = max(1 / self._looks, CARDS_SHARE), middle([seen.centre for seen in cards])
        before_x, before_y = self._middle or (x, y)
        self._middle = before_x + share * (x - before_x), before_y + share * (y - before_y)

    def _unseen_until(self, t_ms: int) -> bool:
        """Whether nothing could be seen from the look before until now; then anybody may have been there so long."""
        last = self._reaches[-1] if self._reaches else None
        if last is None or any(last.direction) or last.until_ms != self._before_ms:
            return False
        self._reaches[-1] = replace(last, until_ms=t_ms)
        return True

    def _extend(self, direction: Point, t_ms: int) -> None:
        """Note an arm: the one that was there a moment ago, if it came from that side, or another one."""
        for index in range(len(self._reaches) - 1, -1, -1):
            reach = self._reaches[index]
            if reach.until_ms >= min(self._before_ms, t_ms - GAP_MS) and _cosine(reach.direction, direction) > SAME_ARM:
                self._reaches[index] = replace(reach, until_ms=t_ms)
                return
            if reach.since_ms < t_ms - LONGEST_MS:
                break
        self._reaches.append(Reach(direction, t_ms, t_ms))


def _cosine(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1]
