"""The open question, as far as more than two answers to it are likely: a telephone has a key for each."""

from firmware.cards import Card
from firmware.events import SHOWN, Doubt
from firmware.standing.message import MatchStanding, StandingPlay
from firmware.standing.questions import asked_now, question_key


def asked_play(match: MatchStanding) -> StandingPlay | None:
    """The play that is asked about; ``None``: nothing is, or it is none of the last ones."""
    asked = asked_now(match)
    return next((one for one in match.plays if isinstance(asked, Doubt) and one.play and one.t_ms == asked.t_ms), None)


def further_answers(match: MatchStanding) -> dict[str, Card]:
    """What a player may answer beside A and B, in the words of a correction, and the card of it."""
    asked, play = asked_now(match), asked_play(match)
    if not isinstance(asked, Doubt) or not play or asked.seats or asked.slot is not None:
        return {}
    ranks: dict[object, Card | None] = {card and card.rank: card for card, _ in reversed(asked.candidates)}
    likeliest = list(dict.fromkeys(card and card.rank for card, share in asked.candidates if share))
    cards = [ranks[rank] for rank in likeliest[SHOWN:]]
    return {f"card {play.play} {card}": card for card in cards if card}


def is_answer(match: MatchStanding, words: str, asked: str) -> bool:
    """Whether a correction answers the question that is open.

    Args:
        match: as it stands.
        words: of the correction.
        asked: the question that was seen by whoever asks for it; empty: none.
    """
    return bool(asked) and asked == question_key(asked_now(match)) and words in further_answers(match)
