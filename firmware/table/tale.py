"""A reading's story by number: entries and steps are counted through all deals, from 0."""

from firmware.table.reading import Reading
from firmware.table.story import Chapter, Entry, Step


def chapters(reading: Reading) -> tuple[Chapter, ...]:
    """Every deal, the present one last."""
    now = Chapter(reading.origin, reading.steps, reading.record, reading.heard)
    return (*reading.past, now)


def entries(reading: Reading, first: int = 0) -> tuple[Entry, ...]:
    """What was done and said from entry ``first`` on."""
    found: tuple[Entry, ...] = ()
    end = length(reading)
    for chapter in reversed(chapters(reading)):
        end -= len(chapter.record)
        found = (*chapter.record[max(first - end, 0) :], *found)
        if end <= first:
            break
    return found


def length(reading: Reading) -> int:
    """The number of entries of the whole story."""
    return sum(len(chapter.record) for chapter in chapters(reading))


def count(reading: Reading) -> int:
    """The number of steps of the whole story."""
    return sum(len(chapter.steps) for chapter in chapters(reading))


def count_before(reading: Reading) -> int:
    """The number of steps before the present deal."""
    return sum(len(chapter.steps) for chapter in reading.past)


def marks(reading: Reading) -> list[int]:
    """The mark of the story after each step of the present deal."""
    return [entry.mark for entry in reading.record if isinstance(entry.fact, Step)]


def located(reading: Reading, index: int) -> tuple[int, int] | None:
    """Which deal (from 0) holds step ``index``, and which of its steps it is; ``None`` if there is none."""
    first = count(reading)
    for number, chapter in reversed(list(enumerate(chapters(reading)))):
        first -= len(chapter.steps)
        if first <= index < first + len(chapter.steps):
            return number, index - first
    return None


def step_at(reading: Reading, index: int) -> Step | None:
    """Step ``index`` of the story."""
    spot = located(reading, index)
    return None if spot is None else chapters(reading)[spot[0]].steps[spot[1]]


def mark_at(reading: Reading, index: int) -> int | None:
    """The mark of the story up to step ``index``, that one included; ``None`` if it is not that long."""
    spot = located(reading, index)
    if spot is None:
        return None
    record = chapters(reading)[spot[0]].record
    return [entry.mark for entry in record if isinstance(entry.fact, Step)][spot[1]]
