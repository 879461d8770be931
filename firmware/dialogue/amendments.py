"""Amendments: a step changed, dropped or inserted, a saying withdrawn; at any depth, in any hypothesis.

Steps are counted through all deals, from 0. An amendment keeps all that follows: plays move on to the seats that are in
turn then, and what the rules no longer allow stays in the history and counts nothing until it is put right, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from firmware.decoding.branching import carried_assignment, next_deal, rewrite
from firmware.decoding.history import DealHistory, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis
from firmware.decoding.numbering import deals, locate, step_at


@dataclass(frozen=True, slots=True)
class InsertStep:
    """A step comes before step ``index``, or at the end."""

    index: int
    step: Step


@dataclass(frozen=True, slots=True)
class DropStep:
    """Step ``index`` never happened."""

    index: int


@dataclass(frozen=True, slots=True)
class ChangeStep:
    """Step ``index`` was this one."""

    index: int
    step: Step


@dataclass(frozen=True, slots=True)
class ChangeDeal:
    """Deal ``deal``, from 0, was played with these steps."""

    deal: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class AddSaying:
    """A saying belongs to deal ``deal``, from 0."""

    deal: int
    saying: TimedSaying


@dataclass(frozen=True, slots=True)
class WithdrawSaying:
    """A saying of deal ``deal``, from 0, was none."""

    deal: int
    saying: TimedSaying


StepAmendment: TypeAlias = InsertStep | DropStep | ChangeStep
Amendment = StepAmendment | AddSaying | WithdrawSaying


def inverse(hypothesis: Hypothesis, amendment: Amendment) -> Amendment:
    """The amendment that reverses one that is about to be made to ``hypothesis``."""
    if isinstance(amendment, InsertStep):
        return DropStep(amendment.index)
    if isinstance(amendment, AddSaying):
        return WithdrawSaying(amendment.deal, amendment.saying)
    if isinstance(amendment, WithdrawSaying):
        return AddSaying(amendment.deal, amendment.saying)
    step = step_at(hypothesis, amendment.index)
    assert step is not None  # amended checks it
    return (InsertStep if isinstance(amendment, DropStep) else ChangeStep)(amendment.index, step)


def amended(hypothesis: Hypothesis, amendment: Amendment | ChangeDeal) -> Hypothesis | None:
    """The hypothesis put right; ``None`` if the step does not exist, or it is a play more than the deal has."""
    if isinstance(amendment, ChangeDeal):
        return _replay(hypothesis, amendment.deal, amendment.steps, deals(hypothesis)[amendment.deal].sayings)
    if isinstance(amendment, AddSaying | WithdrawSaying):
        deal = deals(hypothesis)[amendment.deal]
        return _replay(hypothesis, amendment.deal, deal.steps, _edited_sayings(deal.sayings, amendment))
    found = place_of(hypothesis, amendment)
    if found is None:
        return None
    deal = deals(hypothesis)[found[0]]
    return _replay(hypothesis, found[0], edited(deal.steps, found[1], amendment), deal.sayings)


def place_of(hypothesis: Hypothesis, amendment: StepAmendment) -> tuple[int, int] | None:
    """The deal, and the index among its steps; what is inserted before a layout comes behind the last play before."""
    if not isinstance(amendment, InsertStep):
        return locate(hypothesis, amendment.index)
    before = locate(hypothesis, amendment.index - 1)
    return None if before is None else (before[0], before[1] + 1)


def edited(steps: tuple[Step, ...], position: int, amendment: StepAmendment) -> tuple[Step, ...]:
    """The steps of a deal with an amendment made.

    Args:
        steps: those of the deal.
        position: which of them is meant, from 0.
        amendment: what happened there.
    """
    new = () if isinstance(amendment, DropStep) else (amendment.step,)
    return (*steps[:position], *new, *steps[position + (not isinstance(amendment, InsertStep)) :])


def _edited_sayings(sayings: tuple[TimedSaying, ...], amendment: AddSaying | WithdrawSaying) -> tuple[TimedSaying, ...]:
    if isinstance(amendment, AddSaying):
        return (*sayings, amendment.saying)
    return tuple(one for one in sayings if one != amendment.saying)


def _replay(
    hypothesis: Hypothesis, number: int, steps: Sequence[Step], sayings: tuple[TimedSaying, ...]
) -> Hypothesis | None:
    """The hypothesis with another deal number ``number``, and all that follows once more."""
    played = deals(hypothesis)
    fresh = _before_deal(played, number)
    now = _replay_deal(fresh, steps, sayings)
    for deal in played[number + 1 :]:
        now = now and _replay_deal(next_deal(now), deal.steps, deal.sayings)
    return now and _merged(hypothesis, now)


def _before_deal(played: Sequence[DealHistory], number: int) -> Hypothesis:
    """An empty hypothesis that stands before a deal."""
    last = next((deal.entries[-1] for deal in reversed(played[:number]) if deal.entries), None)
    origin = played[number].origin
    counts = played[number].steps_before, played[number].entries_before
    begun = Hypothesis(origin, origin, past=tuple(played[:number]), steps_before=counts[0], entries_before=counts[1])
    return replace(begun, origin_key=last.key, origin_rank_key=last.rank_key) if last else begun


def _replay_deal(fresh: Hypothesis, steps: Sequence[Step], sayings: tuple[TimedSaying, ...]) -> Hypothesis | None:
    """A deal from its beginning: if need be without what a person ruled out before; by the rules, else leniently."""
    begun, anew = replace(fresh, sayings=sayings), [replace(step, ruled_out=()) for step in steps]
    return rewrite(begun, steps) or rewrite(begun, anew) or rewrite(replace(begun, lenient=True), anew)


def _merged(hypothesis: Hypothesis, now: Hypothesis) -> Hypothesis:
    """The amended hypothesis with what the old one knew of the tracks."""
    assignment = {**carried_assignment(hypothesis, now.steps), **now.assignment}
    return replace(
        now,
        assignment=assignment,
        past_tracks=hypothesis.past_tracks,
        seat_directions=hypothesis.seat_directions,
        base=hypothesis.base,
        base_before=hypothesis.base_before,
    )
