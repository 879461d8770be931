"""Points and the end of a match (rules S1, W1 to W5)."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from firmware.rules.events import Event, GameWon, PointsScored, Reason
from firmware.rules.match import Match
from firmware.rules.options import Scoring, Win
from firmware.rules.position import Position
from firmware.rules.transfer import give_back, is_transferred, owe

T = TypeVar("T")

_SAID = (Reason.ANNOUNCEMENT, Reason.FALSE_ANNOUNCEMENT, Reason.CONCEALED)


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with the one at ``place`` replaced."""
    return (*items[:place], item, *items[place + 1 :])


def book(match: Match, position: Position, points: Iterable[PointsScored], events: list[Event]) -> Position:
    """Write down points that fall at the same instant, without asking who has won (W4)."""
    booked = tuple(points)
    events.extend(booked)
    scores = list(position.scores)
    for scored in booked:
        if is_transferred(match, scored):
            position = owe(match, position, scored)
        else:
            scores[scored.side] += scored.points
    ledger = (*position.ledger, *booked) if match.ruleset.win is Win.END_OF_DEAL else ()
    return position._replace(scores=tuple(scores), ledger=ledger)


def unbook(match: Match, position: Position, side: int, points: int) -> Position:
    """Take back points of an announcement (S3)."""
    if match.ruleset.scoring is Scoring.TRANSFER:
        return give_back(match, position, side, points)
    ledger = position.ledger
    if match.ruleset.win is Win.END_OF_DEAL:
        ledger = (*ledger, PointsScored(side, -points, Reason.ANNOUNCEMENT, None))
    return position._replace(scores=with_item(position.scores, side, position.scores[side] - points), ledger=ledger)


def decide(match: Match, position: Position, events: list[Event]) -> Position:
    """End the match if one side is at the target and ahead of all others (W1, W2); level sides play on (W4)."""
    if max(position.scores) < match.ruleset.target:
        return position
    winner = _last_in(match, position) if match.ruleset.win is Win.END_OF_DEAL else _ahead(match, position.scores)
    if winner is None:
        return position
    events.append(GameWon((winner,)))
    return position._replace(winners=(winner,), turn=None, chain=None)  # W3: nothing pending is paid after that


def _ahead(match: Match, scores: Sequence[int]) -> int | None:
    """The one side that is at the target and ahead of all others."""
    best = max(scores)
    return scores.index(best) if best >= match.ruleset.target and scores.count(best) == 1 else None


def _last_in(match: Match, position: Position) -> int | None:
    """W5: when the deal is over; of several at the target the first, by cards, announcements, plays in that order."""
    if position.turn is not None:
        return None
    running = list(position.scores)
    for scored in position.ledger:
        running[scored.side] -= scored.points
    for instant in _instants(position.ledger):
        for scored in instant:
            running[scored.side] += scored.points
        if (winner := _ahead(match, running)) is not None:
            return winner
    return None


def _instants(ledger: Sequence[PointsScored]) -> list[list[PointsScored]]:
    """The points of a deal as W5 counts them: the cards at once, then the others one by one."""
    cards = [scored for scored in ledger if scored.reason is Reason.CARDS]
    said = [scored for scored in ledger if scored.reason in _SAID]
    plays = [scored for scored in ledger if scored.reason not in (Reason.CARDS, *_SAID)]
    return [cards, *([scored] for scored in (*said, *plays))]


def award(match: Match, position: Position, points: tuple[PointsScored, ...], events: list[Event]) -> Position:
    """Score points of one instant at once (S1); they may end the match."""
    if not points:
        return position
    return decide(match, book(match, position, points, events), events)
