"""The open question, as far as more than two answers to it are likely: a telephone has a key for each."""

from firmware.cards import Card
from firmware.events import Doubt
from firmware.standing.message import MatchStanding, events_of
from firmware.standing.questions import question_key

KEYS = 2
"""Answers that the referee's buttons give."""


def further_answers(match: MatchStanding) -> dict[str, Card]:
    """What a player may answer beside A and B, in the words of a correction, and the card of it."""
    asked = next(iter(events_of([match.question])), None)
    play = next((one.play for one in match.plays if isinstance(asked, Doubt) and one.t_ms == asked.t_ms), 0)
    if not isinstance(asked, Doubt) or not play or asked.seats or asked.slot is not None:
        return {}
    ranks: dict[object, Card | None] = {card and card.rank: card for card, _ in reversed(asked.candidates)}
    likeliest = list(dict.fromkeys(card and card.rank for card, _ in asked.candidates))
    cards = [ranks[rank] for rank in likeliest[KEYS:]]
    return {f"card {play} {card}": card for card in cards if card}


def is_answer(match: MatchStanding, words: str, asked: str) -> bool:
    """Whether a correction answers the question that is open.

    Args:
        match: as it stands.
        words: of the correction.
        asked: the question that was seen by whoever asks for it; empty: none.
    """
    is_open = asked == question_key(next(iter(events_of([match.question])), None))
    return bool(asked) and is_open and words in further_answers(match)
