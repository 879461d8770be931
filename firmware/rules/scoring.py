"""Points and the end of a match (rules S1, W1 to W4)."""

from collections.abc import Iterable
from typing import TypeVar

from firmware.rules.events import Event, GameWon, PointsScored
from firmware.rules.match import Match
from firmware.rules.position import Position

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with the one at ``place`` replaced."""
    return (*items[:place], item, *items[place + 1 :])


def book(position: Position, points: Iterable[PointsScored], events: list[Event]) -> Position:
    """Write down points that fall at the same instant, without asking who has won (W4)."""
    scores = list(position.scores)
    for scored in points:
        scores[scored.side] += scored.points
        events.append(scored)
    return position._replace(scores=tuple(scores))


def decide(match: Match, position: Position, events: list[Event]) -> Position:
    """End the match if one side is at the target and ahead of all others (W1, W2); level sides play on (W4)."""
    best = max(position.scores)
    if best < match.ruleset.target or position.scores.count(best) > 1:
        return position
    winners = (position.scores.index(best),)
    events.append(GameWon(winners))
    return position._replace(winners=winners, turn=None, chain=None)  # W3: nothing pending is paid after that


def award(match: Match, position: Position, points: tuple[PointsScored, ...], events: list[Event]) -> Position:
    """Score points of one instant at once (S1); they may end the match."""
    if not points:
        return position
    return decide(match, book(position, points, events), events)
