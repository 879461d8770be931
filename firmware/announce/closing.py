"""What a command says when it is over: the score, who has won."""

from collections.abc import Iterable, Sequence

from firmware.announce.seating import Seating
from firmware.announce.texts import text
from firmware.announce.words import numbers


def closing(key: str, language: str, **values: object) -> str:
    """A text of ``[closing]`` with its placeholders filled.

    Args:
        key: the name of the text there.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        **values: what its placeholders stand for.
    """
    return text("closing", key, language).format(**values)


def final_score(seating: Seating, scores: Sequence[int], winners: Iterable[int], language: str) -> str:
    """The last line of a match: ``"Final score: Amina 41, Youssef 38, Amina wins"``.

    Args:
        seating: who sits there.
        scores: of each side.
        winners: the sides that have won.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
    """
    return _standing("final", seating, scores, winners, language)


def tricks_taken(seating: Seating, counts: Sequence[int], winners: Iterable[int], language: str) -> str:
    """The last line of Mark Steere's game, as :func:`final_score`.

    Args:
        seating: who sits there.
        counts: tricks of each player.
        winners: who has won.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
    """
    return _standing("tricks", seating, counts, winners, language)


def score_line(scores: Iterable[int], language: str, session: int | None = None) -> str:
    """How things stand, and as which session that is kept, if it is.

    Args:
        scores: of each side.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        session: its number.
    """
    key = "score" if session is None else "kept"
    return closing(key, language, scores=numbers(scores), number=session)


def _standing(key: str, seating: Seating, counts: Sequence[int], winners: Iterable[int], language: str) -> str:
    sides = [f"{seating.side_in_full(side, language)} {count}" for side, count in enumerate(counts)]
    won = [closing("wins", language, side=seating.side_in_full(side, language)) for side in winners]
    return closing(key, language, sides=", ".join([*sides, *won]))
