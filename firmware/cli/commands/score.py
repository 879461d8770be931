"""``hakam score``: score a game that was written down."""

import argparse
import sys
from pathlib import Path

from firmware.announce.closing import closing, final_score, tricks_taken
from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.errors import HakamError
from firmware.rules.events import PointsScored, PointsTakenBack
from firmware.rules.notation.moves import RecordedPlay, RecordedScores
from firmware.rules.notation.record import ScoredMove, ScoredRecord, score_record
from firmware.rules.notation.steere import ScoredTricks, Trick, is_steere, score_steere
from firmware.rules.steere import CREDIT, PLAYERS
from firmware.settings.model import load_settings
from firmware.settings.text_file import read_text, read_text_file
from firmware.storage.codec import fields, line

STEERE_SEATING = Seating(PLAYERS)


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
        lines = (_tricks_as_json if asked.json else _tricks_as_text)(score_steere(text), language)
    else:
        lines = (_as_json if asked.json else _as_text)(score_record(text), language)
    sys.stdout.write("".join(f"{one}\n" for one in lines))


def _text(record: str) -> str:
    try:
        return read_text(sys.stdin) if record == "-" else read_text_file(Path(record))
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
    return [*told, "", final_score(seating, scored.scores, scored.winners, language)]


def _move(move: ScoredMove, seating: Seating, language: str) -> list[str]:
    """What followed from a move, the score at the end of a line that scored."""
    corrected = isinstance(move.move, RecordedScores)
    lines = [closing("scores_corrected", language)] if corrected else []
    lines += [phrase(event, language, seating=seating) for event in move.events]
    if corrected or any(isinstance(event, PointsScored | PointsTakenBack) for event in move.events):
        lines[-1] += f"   [{' – '.join(map(str, move.scores))}]"
    return lines


def _tricks_as_text(scored: ScoredTricks, language: str) -> list[str]:
    """A line for each trick of Mark Steere's game, and who has most of them."""
    told = [_trick(number, trick, language) for number, trick in enumerate(scored.tricks, 1)]
    winners = () if scored.winner is None else (scored.winner,)
    return [CREDIT, "", *told, "", tricks_taken(STEERE_SEATING, scored.counts, winners, language)]


def _trick(number: int, trick: Trick, language: str) -> str:
    cards = " ".join(map(str, trick.cards))
    leader, winner = (STEERE_SEATING.player(seat, language) for seat in (trick.leader, trick.winner))
    return closing("trick", language, number=number, leader=leader, cards=cards, winner=winner)


def _tricks_as_json(scored: ScoredTricks, _language: str) -> list[str]:
    """One object for each trick, and a last one as other records have it."""
    tricks = [
        line({"move": number, "event": "TrickTaken", "seat": one.winner, "cards": [str(card) for card in one.cards]})
        for number, one in enumerate(scored.tricks, 1)
    ]
    return [*tricks, line({"event": "RecordScored", "scores": scored.counts, "winner": scored.winner})]
