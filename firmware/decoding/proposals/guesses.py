"""Proposals that revise plays that nobody saw: left out, or of another rank."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from firmware.cards import Card, Rank
from firmware.decoding.branching import rewrite
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.proposals.steps import OF_RANK, is_guess, last_places, unused_cards, with_steps_replaced
from firmware.rules.play import Play


def without_guess(hypothesis: Hypothesis, card: Card) -> Iterator[Hypothesis]:
    """The hypotheses without the play that nobody saw and that was put in since ``card`` was gone."""
    capture = hypothesis.captured.get(card)
    for index, step in enumerate(hypothesis.steps):
        if capture and step.t_ms == capture.t_ms and is_guess(step):
            yield from with_steps_replaced(hypothesis, index, index + 1)


def needless_guesses(hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """The hypotheses without one or two of the last plays that nobody saw: what was seen since may explain as much.

    Of two, one may have been put in to be taken by the other.
    """
    for hypothesis in hypotheses:
        places = last_places(hypothesis)
        yield from without_a_guess(hypothesis, places.start)
        guesses = filter(is_guess, hypothesis.steps[places.start :])
        for pair in combinations(guesses, 2):
            steps = [step for step in hypothesis.steps if not any(step is one for one in pair)]
            yield from filter(None, [rewrite(hypothesis, steps)])


def without_a_guess(hypothesis: Hypothesis, begin: int = 1) -> Iterator[Hypothesis]:
    """The hypothesis without one of the plays, from step ``begin`` on, that nobody saw and nobody has spoken of."""
    for index, step in enumerate(hypothesis.steps[begin:], begin):
        if is_guess(step):
            yield from with_steps_replaced(hypothesis, index, index + 1)


def guesses_of_other_rank(hypothesis: Hypothesis, rank: Rank) -> Iterator[Hypothesis]:
    """The hypotheses in which all plays guessed to be of a rank were of another one, if no card of that rank is left.

    One more has turned up.

    Args:
        hypothesis: the hypothesis before.
        rank: that of the card that turned up.
    """
    used_up = _is_used_up(hypothesis, rank)
    guesses = [step for step in hypothesis.steps if used_up and is_guess(step) and step.cards[0].rank == rank]
    for other in OF_RANK if guesses else ():
        if other != rank and len(unused_cards(hypothesis, other)) >= len(guesses):
            card = Card(other)
            steps = [replace(one, action=Play(0, card)) if one in guesses else one for one in hypothesis.steps]
            yield from filter(None, [rewrite(hypothesis, steps)])


def _is_used_up(hypothesis: Hypothesis, rank: Rank) -> bool:
    played = sum(card.rank == rank for step in hypothesis.steps for card in step.cards)
    return played >= len(OF_RANK[rank]) * hypothesis.packs
