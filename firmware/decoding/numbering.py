"""Entries and steps of a hypothesis by number, counted through all deals, from 0."""

from firmware.decoding.history import DealHistory, HistoryEntry, Step
from firmware.decoding.hypothesis import Hypothesis


def deals(hypothesis: Hypothesis) -> tuple[DealHistory, ...]:
    """Every deal, the present one last."""
    return (*hypothesis.past, hypothesis.deal)


def entries(hypothesis: Hypothesis, first: int = 0) -> tuple[HistoryEntry, ...]:
    """What was done and said from entry ``first`` on."""
    begins, found = hypothesis.entries_before, hypothesis.entries[max(first - hypothesis.entries_before, 0) :]
    for deal in reversed(hypothesis.past):
        if begins <= first:
            break
        begins = deal.entries_before
        found = (*deal.entries[max(first - begins, 0) :], *found)
    return found


def entry_count(hypothesis: Hypothesis) -> int:
    """The number of entries of all deals."""
    return hypothesis.entries_before + len(hypothesis.entries)


def step_count(hypothesis: Hypothesis) -> int:
    """The number of steps of all deals."""
    return hypothesis.steps_before + len(hypothesis.steps)


def rank_keys(hypothesis: Hypothesis, number: int) -> list[int]:
    """The rank key of the history after each step of a deal that was begun, by its number from 0."""
    entries = hypothesis.past[number].entries if number < len(hypothesis.past) else hypothesis.entries
    return [entry.rank_key for entry in entries if isinstance(entry.fact, Step)]


def rank_key_before(hypothesis: Hypothesis, number: int) -> int:
    """The rank key of the history before a deal that was begun, by its number from 0."""
    if number == len(hypothesis.past):
        return hypothesis.origin_rank_key
    return hypothesis.past[number - 1].entries[-1].rank_key if number else 0


def locate(hypothesis: Hypothesis, index: int) -> tuple[int, int] | None:
    """The deal (from 0) that holds step ``index``, and its index in that deal; ``None`` if there is none."""
    if not 0 <= index < step_count(hypothesis):
        return None
    if index >= hypothesis.steps_before:
        return len(hypothesis.past), index - hypothesis.steps_before
    for number in range(len(hypothesis.past) - 1, -1, -1):
        if index >= hypothesis.past[number].steps_before:
            return number, index - hypothesis.past[number].steps_before
    return None


def step_at(hypothesis: Hypothesis, index: int) -> Step | None:
    """Step ``index``; ``None`` if there is none."""
    found = locate(hypothesis, index)
    return None if found is None else deals(hypothesis)[found[0]].steps[found[1]]


def rank_key_at(hypothesis: Hypothesis, index: int) -> int | None:
    """The rank key of the history up to step ``index``, that one included; ``None`` if it is not that long."""
    found = locate(hypothesis, index)
    if found is None:
        return None
    entries = deals(hypothesis)[found[0]].entries
    return [entry.rank_key for entry in entries if isinstance(entry.fact, Step)][found[1]]
