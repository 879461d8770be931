"""What people put right: a step changed, taken out or put in, a saying taken back; at any depth, in any reading.

Steps are counted through all deals, from 0. An amendment keeps all that follows: plays move on to the seats that are
in turn then, and what the rules no longer allow stays in the story and counts nothing until it is put right, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.decoding.history import DealHistory, Step, TimedSaying
from firmware.decoding.hypothesis import Hypothesis, carried_assignment, next_deal, rewrite
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
class AddSaying:
    """Something was said in deal ``deal``, from 0."""

    deal: int
    saying: TimedSaying


@dataclass(frozen=True, slots=True)
class WithdrawSaying:
    """It was not."""

    deal: int
    saying: TimedSaying


Amendment = InsertStep | DropStep | ChangeStep | AddSaying | WithdrawSaying


def inverse(hypothesis: Hypothesis, amendment: Amendment) -> Amendment:
    """What takes an amendment back that is about to be made to ``reading``."""
    if isinstance(amendment, InsertStep):
        return DropStep(amendment.index)
    if isinstance(amendment, AddSaying):
        return WithdrawSaying(amendment.deal, amendment.saying)
    if isinstance(amendment, WithdrawSaying):
        return AddSaying(amendment.deal, amendment.saying)
    step = step_at(hypothesis, amendment.index)
    assert step is not None  # amended checks it
    return (InsertStep if isinstance(amendment, DropStep) else ChangeStep)(amendment.index, step)


def amended(hypothesis: Hypothesis, amendment: Amendment) -> Hypothesis | None:
    """The reading put right; ``None`` if there is no such step, or a play more than the deal has."""
    if isinstance(amendment, AddSaying | WithdrawSaying):
        chapter = deals(hypothesis)[amendment.deal]
        return _replay(hypothesis, amendment.deal, chapter.steps, _edited_sayings(chapter.sayings, amendment))
    spot = _locate(hypothesis, amendment)
    if spot is None:
        return None
    chapter = deals(hypothesis)[spot[0]]
    return _replay(hypothesis, spot[0], _edited(chapter.steps, spot[1], amendment), chapter.sayings)


def _locate(hypothesis: Hypothesis, amendment: InsertStep | DropStep | ChangeStep) -> tuple[int, int] | None:
    """The deal, and the place among its steps; what is put in before a layout comes behind the last play before it."""
    if not isinstance(amendment, InsertStep):
        return locate(hypothesis, amendment.index)
    before = locate(hypothesis, amendment.index - 1)
    return None if before is None else (before[0], before[1] + 1)


def _edited(steps: tuple[Step, ...], position: int, amendment: InsertStep | DropStep | ChangeStep) -> tuple[Step, ...]:
    new = () if isinstance(amendment, DropStep) else (amendment.step,)
    return (*steps[:position], *new, *steps[position + (not isinstance(amendment, InsertStep)) :])


def _edited_sayings(heard: tuple[TimedSaying, ...], amendment: AddSaying | WithdrawSaying) -> tuple[TimedSaying, ...]:
    if isinstance(amendment, AddSaying):
        return (*heard, amendment.saying)
    return tuple(one for one in heard if one != amendment.saying)


def _replay(
    hypothesis: Hypothesis, deal: int, steps: Sequence[Step], heard: tuple[TimedSaying, ...]
) -> Hypothesis | None:
    """The story with another deal number ``deal``, and all that follows told once more."""
    told = deals(hypothesis)
    fresh = _before_deal(told, deal)
    now = _replay_deal(fresh, steps, heard)
    for chapter in told[deal + 1 :]:
        now = now and _replay_deal(next_deal(now), chapter.steps, chapter.sayings)
    return now and _merged(hypothesis, now)


def _before_deal(told: Sequence[DealHistory], deal: int) -> Hypothesis:
    """An empty reading that stands before a deal."""
    last = next((chapter.entries[-1] for chapter in reversed(told[:deal]) if chapter.entries), None)
    origin = told[deal].origin
    counts = told[deal].steps_before, told[deal].entries_before
    begun = Hypothesis(origin, origin, past=tuple(told[:deal]), steps_before=counts[0], entries_before=counts[1])
    return replace(begun, origin_key=last.key, origin_rank_key=last.rank_key) if last else begun


def _replay_deal(fresh: Hypothesis, steps: Sequence[Step], heard: tuple[TimedSaying, ...]) -> Hypothesis | None:
    """A deal told from its beginning: by the rules if they allow it, else leniently."""
    begun = replace(fresh, sayings=heard)
    return rewrite(begun, steps) or rewrite(replace(begun, lenient=True), steps)


def _merged(hypothesis: Hypothesis, now: Hypothesis) -> Hypothesis:
    """The amended story with what the old one knew of the places."""
    named = {**carried_assignment(hypothesis, now.steps), **now.assignment}
    return replace(
        now,
        assignment=named,
        past_tracks=hypothesis.past_tracks,
        seat_directions=hypothesis.seat_directions,
        base=hypothesis.base,
    )
