"""The ledger: every change of the score with its reason; whatever is read otherwise later, it sums to the score."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from firmware.decoding.history import HistoryEntry, Step, TimedSaying
from firmware.rules.events import PointsScored, PointsTakenBack, WinRevoked
from firmware.rules.transfer import is_transferred

NEW_ROUND = "new_round"
"""The reason for which points go when a match of several rounds begins its next one from nil (V17)."""

WIN_REVOKED = "win_revoked"
"""The reason for which points go that had been counted too much: by the count the match was won, and people play on."""


class FactKey(NamedTuple):
    """What tells a fact of the history apart, though a person puts its card right: when it was, and its tracks."""

    t_ms: int
    track_ids: tuple[int, ...] = ()

    @classmethod
    def of(cls, fact: Step | TimedSaying) -> "FactKey":
        """The key of a fact."""
        return cls(fact.t_ms, fact.track_ids if isinstance(fact, Step) else ())


@dataclass(frozen=True, slots=True)
class BookedPoints:
    """A change of one side's score.

    Attributes:
        fact: what brought it.
        side: whose score.
        points: how many more, or less.
        reason: a :class:`firmware.rules.events.Reason`, or :data:`NEW_ROUND` or :data:`WIN_REVOKED`.
        taken_back: the rules took back what they had given.
        in_cards: paid with captured cards (V3): the score is as before.
    """

    fact: FactKey
    side: int
    points: int
    reason: str
    taken_back: bool = False
    in_cards: bool = False

    @property
    def counted(self) -> int:
        """By how much the score changes."""
        return 0 if self.in_cards else self.points


def booked(history: Sequence[HistoryEntry]) -> tuple[BookedPoints, ...]:
    """All changes of the score in a history; for each side they sum to the score after its last entry."""
    found: list[BookedPoints] = []
    scores: Sequence[int] = ()
    for entry in history:
        scores = scores or (0,) * entry.game.sides
        found += _booked_by(entry, scores)
        scores = entry.game.scores
    return tuple(found)


def _booked_by(entry: HistoryEntry, before: Sequence[int]) -> Iterator[BookedPoints]:
    changes, fact = [*_told(entry)], FactKey.of(entry.fact)
    yield from changes
    revoked = any(isinstance(event, WinRevoked) for event in entry.events)
    for side, (was, now) in enumerate(zip(before, entry.game.scores, strict=True)):
        rest = now - was - sum(change.counted for change in changes if change.side == side)
        if rest:
            yield BookedPoints(fact, side, rest, WIN_REVOKED if revoked else NEW_ROUND)


def _told(entry: HistoryEntry) -> Iterator[BookedPoints]:
    fact, match = FactKey.of(entry.fact), entry.game.match
    for event in entry.events:
        if isinstance(event, PointsScored):
            paid = is_transferred(match, event)
            yield BookedPoints(fact, event.side, event.points, event.reason, in_cards=paid)
        elif isinstance(event, PointsTakenBack):
            back = PointsScored(event.side, event.points, event.reason, event.seat)
            yield BookedPoints(fact, event.side, -event.points, event.reason, True, is_transferred(match, back))


def changes(before: Sequence[BookedPoints], after: Sequence[BookedPoints]) -> Iterator[tuple[BookedPoints, bool]]:
    """What a later reading takes away (``True``) from an earlier one, the last first, and then what it adds."""
    for items, others, gone in ((before[::-1], after[::-1], True), (after, before, False)):
        left = Counter(others)
        for item in items:
            if left[item]:
                left[item] -= 1
            else:
                yield item, gone
