"""A reading's story by number: entries and steps are counted through all deals, from 0."""

from firmware.decoding.history import Chapter, Entry, Step
from firmware.decoding.hypothesis import Reading


def _chapter(reading: Reading, number: int) -> Chapter:
    return reading.past[number] if number < len(reading.past) else _present(reading)


def _present(reading: Reading) -> Chapter:
    before = reading.steps_before, reading.entries_before
    return Chapter(reading.origin, reading.steps, reading.record, reading.heard, *before)


def chapters(reading: Reading) -> tuple[Chapter, ...]:
    """Every deal, the present one last."""
    return (*reading.past, _present(reading))


def entries(reading: Reading, first: int = 0) -> tuple[Entry, ...]:
    """What was done and said from entry ``first`` on."""
    begins, found = reading.entries_before, reading.record[max(first - reading.entries_before, 0) :]
    for chapter in reversed(reading.past):
        if begins <= first:
            break
        begins = chapter.entries_before
        found = (*chapter.record[max(first - begins, 0) :], *found)
    return found


def length(reading: Reading) -> int:
    """The number of entries of the whole story."""
    return reading.entries_before + len(reading.record)


def count(reading: Reading) -> int:
    """The number of steps of the whole story."""
    return reading.steps_before + len(reading.steps)


def count_before(reading: Reading) -> int:
    """The number of steps before the present deal."""
    return sum(len(chapter.steps) for chapter in reading.past)


def marks(reading: Reading) -> list[int]:
    """The mark of the story after each step of the present deal."""
    return [entry.mark for entry in reading.record if isinstance(entry.fact, Step)]


def located(reading: Reading, index: int) -> tuple[int, int] | None:
    """Which deal (from 0) holds step ``index``, and which of its steps it is; ``None`` if there is none."""
    if not 0 <= index < count(reading):
        return None
    if index >= reading.steps_before:
        return len(reading.past), index - reading.steps_before
    for number in range(len(reading.past) - 1, -1, -1):
        if index >= reading.past[number].steps_before:
            return number, index - reading.past[number].steps_before
    return None


def step_at(reading: Reading, index: int) -> Step | None:
    """Step ``index`` of the story."""
    spot = located(reading, index)
    return None if spot is None else _chapter(reading, spot[0]).steps[spot[1]]


def mark_at(reading: Reading, index: int) -> int | None:
    """The mark of the story up to step ``index``, that one included; ``None`` if it is not that long."""
    spot = located(reading, index)
    if spot is None:
        return None
    record = _chapter(reading, spot[0]).record
    return [entry.mark for entry in record if isinstance(entry.fact, Step)][spot[1]]
