"""Points and the end of a match (rules S1, W1 to W5)."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from firmware.rules.claims import is_proven
from firmware.rules.events import GameEvent, PointsScored, Reason, WinHeld
from firmware.rules.match import Match
from firmware.rules.options import Scoring, UnprovenWin, Win
from firmware.rules.position import HeldWin, Position
from firmware.rules.rounds import counts_cards, first_with_a_share, win
from firmware.rules.transfer import give_back, is_transferred, owe

T = TypeVar("T")

_SAID = (Reason.ANNOUNCEMENT, Reason.FALSE_ANNOUNCEMENT, Reason.CONCEALED)


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with the one at ``place`` replaced.

    Args:
        items: any values.
        place: from 0.
        item: the new one.
    """
    return (*items[:place], item, *items[place + 1 :])


def book(match: Match, position: Position, points: Iterable[PointsScored], events: list[GameEvent]) -> Position:
    """Write down points that fall at the same instant, without asking who has won (W4).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        points: what is scored.
        events: what it causes is added to these.
    """
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
    """Take back points of an announcement (S3).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        side: who loses them.
        points: how many.
    """
    if match.ruleset.scoring is Scoring.TRANSFER:
        return give_back(match, position, side, points)  # V3: in cards, as it was paid (docs/decisions/0104)
    ledger = position.ledger
    if match.ruleset.win is Win.END_OF_DEAL:
        ledger = (*ledger, PointsScored(side, -points, Reason.ANNOUNCEMENT, None))
    return position._replace(scores=with_item(position.scores, side, position.scores[side] - points), ledger=ledger)


def decide(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """End the match, or a round of it, if one side is at the target and ahead of all others; level sides play on.

    W1, W2, W4; in the round that cards win points do not count (V17).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        events: what it causes is added to these.
    """
    if max(position.scores) < match.ruleset.target or position.held is not None or counts_cards(match, position):
        return position
    winner = _last_in(match, position) if match.ruleset.win is Win.END_OF_DEAL else ahead(match, position.scores)
    if winner is None:
        return position
    if match.ruleset.unproven_win is UnprovenWin.HELD and _unproven(match, position, winner):
        events.append(WinHeld(winner))
        return position._replace(held=HeldWin(winner))
    return win(match, position, (winner,), events)


def decide_by_cards(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """The position in which whoever owns an even share of the cards has won the first round (V17).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        events: what it causes is added to these.
    """
    side = first_with_a_share(match, position) if position.taken and position.turn is not None else None
    return position if side is None else win(match, position, (side,), events)


def review(match: Match, position: Position, events: list[GameEvent]) -> Position:
    """Decide a held win: it stands once the cards prove it, and falls with what was announced (part 9: ACCEPT).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        events: what it causes is added to these.
    """
    held = position.held
    if held is None or _unproven(match, position, held.side):
        return position
    if position.scores[held.side] >= match.ruleset.target:
        return win(match, position, (held.side,), events)  # it was there first, whoever has more by now
    return decide(match, position._replace(held=None), events)


def _unproven(match: Match, position: Position, side: int) -> bool:
    """Whether the side is at the target by announcements alone that its own cards have not proven yet."""
    if not position.scores[side] - position.awarded[side] < match.ruleset.target <= position.scores[side]:
        return False
    claims = [seat for seat, voice in enumerate(position.voices) if voice.claim and match.side_of[seat] == side]
    return not all(is_proven(position.voices[s], position.hands[s], match.pack, match.ruleset) for s in claims)


def ahead(match: Match, scores: Sequence[int]) -> int | None:
    """The one side that is at the target and ahead of all others (W1, W2)."""
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
        if (winner := ahead(match, running)) is not None:
            return winner
    return None


def _instants(ledger: Sequence[PointsScored]) -> list[list[PointsScored]]:
    """The points of a deal as W5 counts them: the cards at once, then the others one by one."""
    cards = [scored for scored in ledger if scored.reason is Reason.CARDS]
    said = [scored for scored in ledger if scored.reason in _SAID]
    plays = [scored for scored in ledger if scored.reason not in (Reason.CARDS, *_SAID)]
    return [cards, *([scored] for scored in (*said, *plays))]


def award(match: Match, position: Position, points: tuple[PointsScored, ...], events: list[GameEvent]) -> Position:
    """Score points of one instant at once (S1); they may end the match.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        points: what is scored.
        events: what it causes is added to these.
    """
    if not points:
        return position
    return decide(match, book(match, position, points, events), events)
