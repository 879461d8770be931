"""An answer that no hypothesis has: a play before that in question was not seen, or was none, and others moved on.

Who says that he played neither card has often played that which somebody else seems to have played just before or
after.
"""

import math
from collections.abc import Iterator
from dataclasses import replace

from firmware.cards import Card, Rank
from firmware.decoding.beam_search import LEADING, BeamSearch
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.likelihood import log_likelihood
from firmware.decoding.proposals.steps import takeable_before, with_steps_replaced
from firmware.decoding.proposals.unseen_times import unseen_before
from firmware.events import Doubt
from firmware.rules.play import Play


def shifted(beam: BeamSearch, doubt: Doubt, card: Card) -> list[Hypothesis]:
    """The histories with a play more or less before the one in question, which is that card then; the likeliest first.

    Those are left out that are not likelier than that the card itself was misread.

    Args:
        beam: the hypotheses; none has that card there.
        doubt: a question about a play.
        card: the answer.
    """
    if doubt.step < beam.best.steps_before:
        return []  # of a deal that is over no look tells any more
    misread = (log_likelihood(one, beam.tracker) for one in _renamed(beam.best, doubt, card))
    least = max(misread, default=-math.inf)
    moved = (other for one in beam.hypotheses[:LEADING] for other in _moved(one, doubt, card.rank))
    weighed = [(log_likelihood(one, beam.tracker), one) for one in moved]
    return [one for weight, one in sorted(weighed, key=lambda pair: -pair[0]) if weight > least]


def _renamed(hypothesis: Hypothesis, doubt: Doubt, card: Card) -> list[Hypothesis]:
    """The history in which that play was that card; none if the rules forbid it."""
    place = doubt.step - hypothesis.steps_before
    step = hypothesis.steps[place]
    return with_steps_replaced(hypothesis, place, place + 1, replace(step, action=Play(step.seat, card)))


def _moved(hypothesis: Hypothesis, doubt: Doubt, rank: Rank) -> Iterator[Hypothesis]:
    """The histories with a play more or less, after which the play in question is one of that rank."""
    place = doubt.step - hypothesis.steps_before
    if _rank_at(hypothesis, place - 1) == rank:
        for index in range(1, place):
            for unseen in takeable_before(hypothesis, index):
                yield from with_steps_replaced(hypothesis, index, index, unseen_before(hypothesis, index, unseen))
    if _rank_at(hypothesis, place + 1) == rank:
        for index in range(1, place + 1):
            if not hypothesis.steps[index].is_fixed:
                yield from with_steps_replaced(hypothesis, index, index + 1)


def _rank_at(hypothesis: Hypothesis, place: int) -> Rank | None:
    """The rank that was played at a place among the steps of the present deal; ``None``: none was."""
    step = next(iter(hypothesis.steps[place : place + 1]), None)
    return step.action.card.rank if step and isinstance(step.action, Play) else None
