"""A reading's story by number: entries and steps are counted through all deals, from 0."""

from firmware.decoding.history import DealHistory, HistoryEntry, Step
from firmware.decoding.hypothesis import Hypothesis


def _deal(hypothesis: Hypothesis, number: int) -> DealHistory:
    return hypothesis.past[number] if number < len(hypothesis.past) else _present_deal(hypothesis)


def _present_deal(hypothesis: Hypothesis) -> DealHistory:
    before = hypothesis.steps_before, hypothesis.entries_before
    return DealHistory(hypothesis.origin, hypothesis.steps, hypothesis.entries, hypothesis.sayings, *before)


def deals(hypothesis: Hypothesis) -> tuple[DealHistory, ...]:
    """Every deal, the present one last."""
    return (*hypothesis.past, _present_deal(hypothesis))


def entries(hypothesis: Hypothesis, first: int = 0) -> tuple[HistoryEntry, ...]:
    """What was done and said from entry ``first`` on."""
    begins, found = hypothesis.entries_before, hypothesis.entries[max(first - hypothesis.entries_before, 0) :]
    for chapter in reversed(hypothesis.past):
        if begins <= first:
            break
        begins = chapter.entries_before
        found = (*chapter.entries[max(first - begins, 0) :], *found)
    return found


def entry_count(hypothesis: Hypothesis) -> int:
    """The number of entries of the whole story."""
    return hypothesis.entries_before + len(hypothesis.entries)


def step_count(hypothesis: Hypothesis) -> int:
    """The number of steps of the whole story."""
    return hypothesis.steps_before + len(hypothesis.steps)


def count_before(hypothesis: Hypothesis) -> int:
    """The number of steps before the present deal."""
    return sum(len(chapter.steps) for chapter in hypothesis.past)


def rank_keys(hypothesis: Hypothesis) -> list[int]:
    """The mark of the story after each step of the present deal."""
    return [entry.rank_key for entry in hypothesis.entries if isinstance(entry.fact, Step)]


def locate(hypothesis: Hypothesis, index: int) -> tuple[int, int] | None:
    """Which deal (from 0) holds step ``index``, and which of its steps it is; ``None`` if there is none."""
    if not 0 <= index < step_count(hypothesis):
        return None
    if index >= hypothesis.steps_before:
        return len(hypothesis.past), index - hypothesis.steps_before
    for number in range(len(hypothesis.past) - 1, -1, -1):
        if index >= hypothesis.past[number].steps_before:
            return number, index - hypothesis.past[number].steps_before
    return None


def step_at(hypothesis: Hypothesis, index: int) -> Step | None:
    """Step ``index`` of the story."""
    spot = locate(hypothesis, index)
    return None if spot is None else _deal(hypothesis, spot[0]).steps[spot[1]]


def rank_key_at(hypothesis: Hypothesis, index: int) -> int | None:
    """The mark of the story up to step ``index``, that one included; ``None`` if it is not that long."""
    spot = locate(hypothesis, index)
    if spot is None:
        return None
    record = _deal(hypothesis, spot[0]).entries
    return [entry.rank_key for entry in record if isinstance(entry.fact, Step)][spot[1]]
