"""What is pulled out and put back: camera, display, and the plug."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from firmware.care.acceptance.course import Progress
from firmware.care.acceptance.verdict import Clock, Person, PointResult, judged
from firmware.signals import Tick
from firmware.storage.journal import Journal, JournalEntry, SessionHeader

LOST_S = 3.0
"""Without a picture until that is told: two seconds of waiting (hardware.camera_worker) and half of that again."""
PULL_S = 30.0
"""To reach for the cable; and a camera is opened again every ten seconds at least (hardware.camera_worker)."""
POLL_S = 0.25
"""Between two looks; the live display is drawn as often."""
COUNT_S = 0.5
"""Between two numbers: a person can follow."""
CUT_S = 120.0
"""To reach for the plug."""
FILE = "acceptance.db"
SOURCE = "acceptance"


@dataclass(frozen=True, slots=True)
class Pluggable:
    """Something with a cable.

    Attributes:
        name: what to call it.
        lost: whether it is missed now.
        silent_s: for how long nothing has come from it; 0 where that cannot be known.
        touch: uses it once more; only then does a display notice.
    """

    name: str
    lost: Callable[[], bool]
    silent_s: Callable[[], float] = lambda: 0.0
    touch: Callable[[], object] = lambda: None


def check_reconnection(part: Pluggable, person: Person, clock: Clock) -> PointResult:
    """Have it pulled out and put back: it must be missed soon, and come back without help.

    Args:
        part: what is pulled.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    if not _waited(lambda: not part.lost(), part, clock):
        return judged(False, f"the {part.name} does not answer from the beginning")
    person.tell(f"Pull out the cable of the {part.name} now")
    if not _waited(part.lost, part, clock):
        return judged(False, f"the {part.name} was not missed within {PULL_S:.0f} s")
    silent_s = part.silent_s()
    person.tell(f"The {part.name} is missed. Put its cable back")
    put_s = clock.monotonic()
    if not _waited(lambda: not part.lost(), part, clock):
        return judged(False, f"the {part.name} did not come back within {PULL_S:.0f} s")
    after = f"missed after {silent_s:.1f} s without a picture, " if silent_s else ""
    return judged(silent_s <= LOST_S, f"{after}there again {clock.monotonic() - put_s:.0f} s after it was asked for")


def _waited(whether: Callable[[], bool], part: Pluggable, clock: Clock) -> bool:
    until_s = clock.monotonic() + PULL_S
    while clock.monotonic() < until_s:
        part.touch()
        if whether():
            return True
        clock.sleep(POLL_S)
    return False


def check_power_cut(folder: Path, progress: Progress, boot: str, person: Person, clock: Clock) -> PointResult:
    """Have the plug pulled; in the machine's next run see what is left.

    Args:
        folder: of the journal in which numbers are kept.
        progress: knows whether a cut was expected.
        boot: name of this run of the machine.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    if progress.cut not in ("", boot):
        return check_kept_numbers(folder, person)
    progress.expect_cut(boot)
    return count_until_cut(folder, person, clock)


def count_until_cut(folder: Path, person: Person, clock: Clock) -> PointResult:
    """Write numbers into a journal, each told once it is on the disk, until somebody pulls the plug.

    Args:
        folder: of the journal.
        person: does what is told, and answers.
        clock: tells the time, and waits.
    """
    person.ask("Numbers will appear. After ten or so pull the plug of the board; remember the last one. Enter to begin")
    until_s = clock.monotonic() + CUT_S
    with Journal(folder / FILE) as journal:
        session = journal.begin(SessionHeader(datetime.now(UTC).isoformat(timespec="seconds"), SOURCE, "{}"))
        numbers = count(1)
        while clock.monotonic() < until_s:
            number = next(numbers)
            journal.write(session, JournalEntry(number, Tick(number)))
            person.tell(str(number))
            clock.sleep(COUNT_S)
    return judged(False, f"the plug was not pulled within {CUT_S:.0f} s")


def check_kept_numbers(folder: Path, person: Person) -> PointResult:
    """After the cut: all numbers that were told must be there, and none missing between them."""
    told = person.ask("Which was the last number before the plug was pulled?")
    kept = list(_kept(folder))
    whole = kept == list(range(1, len(kept) + 1))
    well = told.isdecimal() and len(kept) >= int(told) > 0 and whole
    return judged(well, f"{told or 'nothing'} was read, {len(kept)} numbers are kept{'' if whole else ', with gaps'}")


def _kept(folder: Path) -> Iterator[int]:
    with Journal(folder / FILE, create=False) as journal:
        last = journal.last(SOURCE)
        yield from (entry.t_ms for entry in journal.intact_entries(last.number) if entry) if last else ()
