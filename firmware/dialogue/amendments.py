"""What people put right: a step changed, taken out or put in, a saying taken back; at any depth, in any reading.

Steps are counted through all deals, from 0. An amendment keeps all that follows: plays move on to the seats that are
in turn then, and what the rules no longer allow stays in the story and counts nothing until it is put right, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.decoding.history import Chapter, Heard, Step
from firmware.decoding.hypothesis import Reading, beside, following, rewrite
from firmware.decoding.numbering import chapters, located, step_at


@dataclass(frozen=True, slots=True)
class Put:
    """A step comes before step ``index``, or at the end."""

    index: int
    step: Step


@dataclass(frozen=True, slots=True)
class Drop:
    """Step ``index`` never happened."""

    index: int


@dataclass(frozen=True, slots=True)
class Change:
    """Step ``index`` was this one."""

    index: int
    step: Step


@dataclass(frozen=True, slots=True)
class Say:
    """Something was said in deal ``deal``, from 0."""

    deal: int
    heard: Heard


@dataclass(frozen=True, slots=True)
class Unsay:
    """It was not."""

    deal: int
    heard: Heard


Amendment = Put | Drop | Change | Say | Unsay


def inverse(reading: Reading, amendment: Amendment) -> Amendment:
    """What takes an amendment back that is about to be made to ``reading``."""
    if isinstance(amendment, Put):
        return Drop(amendment.index)
    if isinstance(amendment, Say):
        return Unsay(amendment.deal, amendment.heard)
    if isinstance(amendment, Unsay):
        return Say(amendment.deal, amendment.heard)
    step = step_at(reading, amendment.index)
    assert step is not None  # amended checks it
    return (Put if isinstance(amendment, Drop) else Change)(amendment.index, step)


def amended(reading: Reading, amendment: Amendment) -> Reading | None:
    """The reading put right; ``None`` if there is no such step, or a play more than the deal has."""
    if isinstance(amendment, Say | Unsay):
        chapter = chapters(reading)[amendment.deal]
        return _retold(reading, amendment.deal, chapter.steps, _heard(chapter.heard, amendment))
    spot = _spot(reading, amendment)
    if spot is None:
        return None
    chapter = chapters(reading)[spot[0]]
    return _retold(reading, spot[0], _edited(chapter.steps, spot[1], amendment), chapter.heard)


def _spot(reading: Reading, amendment: Put | Drop | Change) -> tuple[int, int] | None:
    """The deal, and the place among its steps; what is put in before a layout comes behind the last play before it."""
    if not isinstance(amendment, Put):
        return located(reading, amendment.index)
    before = located(reading, amendment.index - 1)
    return None if before is None else (before[0], before[1] + 1)


def _edited(steps: tuple[Step, ...], place: int, amendment: Put | Drop | Change) -> tuple[Step, ...]:
    new = () if isinstance(amendment, Drop) else (amendment.step,)
    return (*steps[:place], *new, *steps[place + (not isinstance(amendment, Put)) :])


def _heard(heard: tuple[Heard, ...], amendment: Say | Unsay) -> tuple[Heard, ...]:
    if isinstance(amendment, Say):
        return (*heard, amendment.heard)
    return tuple(one for one in heard if one != amendment.heard)


def _retold(reading: Reading, deal: int, steps: Sequence[Step], heard: tuple[Heard, ...]) -> Reading | None:
    """The story with another deal number ``deal``, and all that follows told once more."""
    told = chapters(reading)
    fresh = _before(told, deal)
    now = _deal(fresh, steps, heard)
    for chapter in told[deal + 1 :]:
        now = now and _deal(following(now), chapter.steps, chapter.heard)
    return now and _joined(reading, now)


def _before(told: Sequence[Chapter], deal: int) -> Reading:
    """An empty reading that stands before a deal."""
    last = next((chapter.record[-1] for chapter in reversed(told[:deal]) if chapter.record), None)
    origin = told[deal].origin
    counts = told[deal].steps_before, told[deal].entries_before
    begun = Reading(origin, origin, past=tuple(told[:deal]), steps_before=counts[0], entries_before=counts[1])
    return replace(begun, origin_key=last.key, origin_mark=last.mark) if last else begun


def _deal(fresh: Reading, steps: Sequence[Step], heard: tuple[Heard, ...]) -> Reading | None:
    """A deal told from its beginning: by the rules if they allow it, else leniently."""
    begun = replace(fresh, heard=heard)
    return rewrite(begun, steps) or rewrite(replace(begun, lenient=True), steps)


def _joined(reading: Reading, now: Reading) -> Reading:
    """The amended story with what the old one knew of the places."""
    named = {**beside(reading, now.steps), **now.named}
    return replace(now, named=named, stale=reading.stale, seated=reading.seated, base=reading.base)
