"""Transcripts: a history as a written game, which the rules score as the referee did."""

from collections.abc import Iterable, Iterator

from firmware.decoding.history import HistoryEntry, Layout, Step, TimedSaying
from firmware.events import SayingRefused
from firmware.rules.events import WinRevoked
from firmware.rules.game import Game
from firmware.rules.notation.moves import (
    Move,
    RecordedAbandon,
    RecordedLayout,
    RecordedPlay,
    RecordedSaying,
    RecordedScores,
    RecordedTurn,
)
from firmware.rules.notation.record import Record
from firmware.rules.play import Play


def transcript(start: Game, history: Iterable[HistoryEntry]) -> Record:
    """The history of a game as a written one; what the rules did not allow stands in its notes and counts nothing.

    Args:
        start: the game before it.
        history: of all deals.
    """
    game, moves, notes = start, list[Move](), list[tuple[int, str]]()
    for entry in history:
        moves += _before(game, entry)
        move = _move(entry.fact)
        if _counted(entry):
            moves.append(move)
        else:
            notes.append((len(moves), f"counts nothing, since the rules do not allow it here: {move}"))
        game = entry.game
    return Record(start, tuple(moves), tuple(notes))


def _counted(entry: HistoryEntry) -> bool:
    """Whether the rules made something of it: a layout or a play that they allow is always told."""
    if isinstance(entry.fact, TimedSaying):
        return not any(isinstance(event, SayingRefused) for event in entry.events)
    return bool(entry.events)


def _move(fact: Step | TimedSaying) -> Move:
    if isinstance(fact, TimedSaying):
        return RecordedSaying(fact.saying)
    action = fact.action
    return RecordedLayout(action.cards) if isinstance(action, Layout) else RecordedPlay(action.card, action.seat)


def _before(game: Game, entry: HistoryEntry) -> Iterator[Move]:
    """What had to happen outside the rules, so that the fact could: a deal given up, a turn given, points put right."""
    match entry.fact:
        case Step(action=Layout()) if game.turn is not None:
            yield RecordedAbandon(game.match.after(game.dealer))
        case Step(action=Play(seat=seat), seat_fixed=True) if game.turn != seat and _had_turn(entry, seat):
            yield RecordedTurn(seat)
    yield from (RecordedScores(event.scores) for event in entry.events if isinstance(event, WinRevoked))


def _had_turn(entry: HistoryEntry, seat: int) -> bool:
    """Whether the seat played, or could have: a card that the rules forbid leaves him the turn that he was given."""
    return _counted(entry) or entry.game.turn == seat
