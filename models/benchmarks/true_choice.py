"""Which of the choices of a question is true, by how the deal was played."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from firmware.cards import Card
from firmware.dialogue.answers import shown_choices
from firmware.events import Doubt
from models.benchmarks.score import ComparedPlay, align, compared_plays, unlike

NEAR_MS = 2500
"""A play that was told, though nothing was played there, is what was played by the same player so long before or after:
as long as people wait for what is told (``patience_ms``)."""

ABOUT_MS = 10_000
"""So long before or after what is asked about somebody looks for the card that the question names. A judgement: a
sleeve hides what was played for less, and a player has one more turn or two in it."""


class TimedTruth(NamedTuple):
    """A play, and when it was made."""

    t_ms: int
    play: ComparedPlay


def true_plays(truth: Mapping[str, Any]) -> list[TimedTruth]:
    """The plays of a ``truth.json``."""
    times = (int(play["t_ms"]) for play in truth["plays"])
    return list(map(TimedTruth, times, compared_plays(truth["plays"])))


def true_choice(doubt: Doubt, play: int | None, true: Sequence[TimedTruth], read: Sequence[ComparedPlay]) -> int | None:
    """Which of the two choices is the truth, 0 or 1; ``None`` if neither is, or the question is about a layout.

    Args:
        doubt: the question.
        play: the index of the play it is about; ``None``: it is about a layout.
        true: the plays as they were.
        read: the plays as the referee reads them.
    """
    if play is None:
        return None
    truth = _played_after(doubt, true) or _truth(doubt, play, true, read)
    for number, choice in enumerate(shown_choices(doubt)):
        if _fits(choice, truth):
            return number
    return None


def _truth(doubt: Doubt, play: int, true: Sequence[TimedTruth], read: Sequence[ComparedPlay]) -> ComparedPlay | None:
    """What was played there; of what its player has played and was read otherwise, that nearest in time.

    By its place among the plays alone a missed one would be answered with the next.
    """
    plays = [one.play for one in true]
    pairs = align(plays, read)
    there = next(t for t, r in pairs if r == play)
    missed = [t for t, _ in unlike(pairs, plays, read) if t is not None and plays[t].seat == read[play].seat]
    if there is None:
        missed = [t for t in missed if abs(true[t].t_ms - doubt.t_ms) <= NEAR_MS]
    elif there not in missed:
        return plays[there]
    nearest = min(missed, key=lambda t: abs(true[t].t_ms - doubt.t_ms), default=None)
    return None if nearest is None else plays[nearest]


def _played_after(doubt: Doubt, true: Sequence[TimedTruth]) -> ComparedPlay | None:
    """Which of the choices its player has played after the card that the question names, about then."""
    choices = shown_choices(doubt)
    turns = [
        after
        for before, after in pairwise(true)
        if doubt.after and before.play.card.rank == doubt.after.rank and after.play.seat == doubt.seat
    ]
    about = [one for one in turns if abs(one.t_ms - doubt.t_ms) <= ABOUT_MS]
    chosen = [one for one in about if any(_fits(choice, one.play) for choice in choices)]
    nearest = min(chosen, key=lambda one: abs(one.t_ms - doubt.t_ms), default=None)
    return nearest and nearest.play


def _fits(choice: Card | int | None, truth: ComparedPlay | None) -> bool:
    """Whether a choice, a card or a seat or no play at all, is what was played."""
    if choice is None or truth is None:
        return choice is None and truth is None
    return choice.rank == truth.card.rank if isinstance(choice, Card) else choice == truth.seat
