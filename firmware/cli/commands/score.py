"""``hakam score``: score a game that was written down."""

import argparse
import sys
from pathlib import Path

from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cli.commands.tricks import tricks_as_json, tricks_as_text
from firmware.errors import HakamError
from firmware.presentation.json_lines import line
from firmware.rules.events import PointsScored, PointsTakenBack
from firmware.rules.notation.record import RecordedPlay, ScoredMove, ScoredRecord, score_record
from firmware.rules.notation.steere import is_steere, score_steere
from firmware.settings.model import load_settings
from firmware.storage.codec import fields


class NoRecordError(HakamError, OSError):
    """A record that cannot be read from the disk."""


def score(asked: argparse.Namespace) -> None:
    """Do what ``asked`` says.

    Raises:
        HakamError: if the record cannot be read or tells a play that the rules do not allow.
    """
    language = asked.lang or load_settings(asked.config).language
    text = _text(asked.record)
    if is_steere(text):
        lines = (tricks_as_json if asked.json else tricks_as_text)(score_steere(text))
    else:
        lines = (_as_json if asked.json else _as_text)(score_record(text), language)
    sys.stdout.write("".join(f"{one}\n" for one in lines))


def _text(record: str) -> str:
    try:
        return sys.stdin.read() if record == "-" else Path(record).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise NoRecordError(
            f"{record}: the record cannot be read ({reason}); name a text file, or - for input"
        ) from fault


def _as_json(scored: ScoredRecord, _language: str) -> list[str]:
    """One line for each event with the number of its move, and a last one as ``replay`` has it."""
    events = [
        line({"move": number, "event": event.tag, **fields(event)})
        for number, move in enumerate(scored.moves, start=1)
        for event in move.events
    ]
    plays = [
        {"move": number, "seat": move.seat, "card": str(move.move.card)}
        for number, move in enumerate(scored.moves, start=1)
        if isinstance(move.move, RecordedPlay)
    ]
    winner = scored.winners[0] if scored.winners else None
    closing = {"event": "RecordScored", "scores": scored.scores, "winner": winner, "plays": plays}
    return [*events, line({**closing, "deals": scored.game.deal})]


def _as_text(scored: ScoredRecord, language: str) -> list[str]:
    seating = Seating(scored.game.players)
    told = [text for move in scored.moves for text in _move(move, seating, language)]
    sides = [f"{seating.side_in_full(side, language)} {points}" for side, points in enumerate(scored.scores)]
    won = "".join(f", {seating.side_in_full(side, language)} wins" for side in scored.winners)
    return [*told, "", f"Final score: {', '.join(sides)}{won}"]


def _move(move: ScoredMove, seating: Seating, language: str) -> list[str]:
    """What followed from a move, the score at the end of a line that scored."""
    lines = [phrase(event, language, seating=seating) for event in move.events]
    if any(isinstance(event, PointsScored | PointsTakenBack) for event in move.events):
        lines[-1] += f"   [{' – '.join(map(str, move.scores))}]"
    return lines
