"""Questions: what the hypotheses agree on, and the doubt that remains where they do not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.history import Layout, Step
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import rank_key_before, rank_keys, step_at
from firmware.events import Doubt, DoubtSettled, LayoutCorrected, LayoutSettled, ReadingCorrected
from firmware.rules.play import Play

T = TypeVar("T")


def settlement_of(beam: BeamSearch, index: int) -> DoubtSettled:
    """The answer to the question about step ``index``."""
    step = step_at(beam.best, index)
    if step and isinstance(step.action, Layout):
        return LayoutSettled(index, None, step.cards)
    return DoubtSettled(index, card_of(step) if step else None)


def correction_of(beam: BeamSearch, index: int, was: Step, scores: tuple[int, ...]) -> ReadingCorrected:
    """The correction of a step that was committed otherwise.

    Args:
        beam: the hypotheses; the leading one counts.
        index: which step, from 0.
        was: the step as it was committed.
        scores: the new total of each side.
    """
    step = step_at(beam.best, index)
    if step and isinstance(step.action, Layout):
        return LayoutCorrected(index, card_of(was), None, scores, step.cards)
    return ReadingCorrected(index, card_of(was), card_of(step) if step else None, scores)


def card_of(step: Step) -> Card | None:
    """The card played; ``None`` for a layout."""
    return None if isinstance(step.action, Layout) else step.action.card


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the hypotheses agree with the leading one on the present deal.

    Attributes:
        first: the number of the deal's first step.
        shares: probability that the first 0, 1, 2 ... of its steps happened as committed.
    """

    first: int
    shares: tuple[float, ...]

    def share_of(self, index: int) -> float:
        """Probability that step ``index`` is as committed, given that all before it is: each question is asked once."""
        position = index - self.first
        if not 0 <= position < len(self.shares) - 1:
            return 1.0
        return self.shares[position + 1] / self.shares[position]

    def share_of_first(self, count: int) -> float:
        """Probability that the first ``count`` steps of the deal are as committed, given the deals before it."""
        return self.shares[min(max(count, 0), len(self.shares) - 1)] / self.shares[0]


def agreement(beam: BeamSearch) -> Agreement:
    """How far the hypotheses agree now."""
    keys = rank_keys(beam.best, len(beam.best.past))
    shares = [0.0] * (len(keys) + 1)
    for hypothesis, share in zip(beam.hypotheses, beam.probabilities(), strict=True):
        for count in range(_agreeing_steps(hypothesis, beam.best, keys) + 1):
            shares[count] += share
    return Agreement(beam.best.steps_before, tuple(shares))


def _agreeing_steps(hypothesis: Hypothesis, best: Hypothesis, keys: Sequence[int]) -> int:
    """How many steps of the best one's present deal a hypothesis shares with it; rank keys are chained.

    It may have gone on to a later deal: where the best one has the match won, and another layout lies there.
    """
    number = len(best.past)
    if len(hypothesis.past) < number or rank_key_before(hypothesis, number) != best.origin_rank_key:
        return -1
    return sum(one == other for one, other in zip(rank_keys(hypothesis, number), keys, strict=False))


def question_about(beam: BeamSearch, index: int) -> Doubt:
    """The question that step ``index`` of the leading hypothesis leaves open."""
    step = step_at(beam.best, index)
    assert step is not None  # the leading hypothesis has asked
    steps = [(step_at(one, index), share) for one, share in zip(beam.hypotheses, beam.probabilities(), strict=True)]
    if isinstance(step.action, Layout):
        slot = _doubtful_slot(step, steps)
        cards = ranked(
            (_layout_card(one, track_id), share) for one, share in steps for track_id in step.track_ids[slot : slot + 1]
        )
        return Doubt(step.t_ms, index, None, cards, slot=slot)
    cards = ranked((card_of(one) if one else None, share) for one, share in steps)
    if len({card and card.rank for card, _ in cards}) > 1:
        return Doubt(step.t_ms, index, step.action.seat, cards, after=_card_before(beam.best, index))
    seats = ranked((one.action.seat, share) for one, share in steps if one and isinstance(one.action, Play))
    return Doubt(step.t_ms, index, step.action.seat, cards, seats if len(seats) > 1 else ())


def _card_before(best: Hypothesis, index: int) -> Card | None:
    """The card that was played before a step; ``None`` where it is the first of its deal."""
    before = step_at(best, index - 1) if index else None
    return card_of(before) if before else None


def ranked(weighed: Iterable[tuple[T, float]]) -> tuple[tuple[T, float], ...]:
    """Each thing once with the probability of all its mentions, likeliest first."""
    shares: dict[T, float] = {}
    for thing, share in weighed:
        shares[thing] = shares.get(thing, 0.0) + share
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return tuple((thing, round(share, 4)) for thing, share in ranked)


def _doubtful_slot(step: Step, steps: Sequence[tuple[Step | None, float]]) -> int:
    """The card of a layout on which the hypotheses agree least; the first where none has a track."""
    agreed = [
        sum(share for one, share in steps if (laid := _layout_card(one, track_id)) and laid.rank == card.rank)
        for track_id, card in zip(step.track_ids, step.cards, strict=False)
    ]
    return agreed.index(min(agreed)) if agreed else 0


def _layout_card(step: Step | None, track_id: int) -> Card | None:
    """The card that a layout has at a track."""
    if step is None or track_id not in step.track_ids:
        return None
    return step.cards[step.track_ids.index(track_id)]
