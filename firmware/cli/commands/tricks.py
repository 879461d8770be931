"""What ``hakam score`` says of Mark Steere's game: a line for each trick, and who has most of them."""

from firmware.announce.seating import Seating
from firmware.presentation.json_lines import line
from firmware.rules.notation.steere import ScoredTricks, Trick
from firmware.rules.steere import CREDIT, PLAYERS

SEATING = Seating(PLAYERS)


def tricks_as_text(scored: ScoredTricks) -> list[str]:
    """Lines to read."""
    told = [_told(number, trick) for number, trick in enumerate(scored.tricks, 1)]
    tricks = ", ".join(f"{SEATING.player(seat, 'en')} {count}" for seat, count in enumerate(scored.counts))
    won = "" if scored.winner is None else f", {SEATING.player(scored.winner, 'en')} wins"
    return [CREDIT, "", *told, "", f"Tricks: {tricks}{won}"]


def _told(number: int, trick: Trick) -> str:
    cards = " ".join(map(str, trick.cards))
    leader, winner = (SEATING.player(seat, "en") for seat in (trick.leader, trick.winner))
    return f"Trick {number}: {leader} leads {cards}; {winner} takes it"


def tricks_as_json(scored: ScoredTricks) -> list[str]:
    """One object for each trick, and a last one as other records have it."""
    tricks = [
        line({"move": number, "event": "TrickTaken", "seat": one.winner, "cards": [str(card) for card in one.cards]})
        for number, one in enumerate(scored.tricks, 1)
    ]
    return [*tricks, line({"event": "RecordScored", "scores": scored.counts, "winner": scored.winner})]
