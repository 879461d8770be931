"""``make bench-day``: a day at the table in one process, sped up, with a fault in every deal by a seeded plan.

What is played is what real eyes saw of drawn films (``tests/sessions``), one deal after another, through the real
camera worker, loop, devices and journal on a clock of the bench; between two deals the table is watched while nobody
plays. Does the program grow, does it keep files or threads open, is each final score the true one?
``python -m models.benchmarks.day --help``.
"""

import argparse
import gc
import os
import random
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from models.benchmarks.faulty_camera import FilmFault
from models.benchmarks.faulty_table import FaultyTable, InjectedOutcome
from models.benchmarks.figures import Figure, share
from models.benchmarks.played_sessions import SESSIONS, recorded_sessions
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.table_clock import TableClock

MODULE = "models.benchmarks.day"
TITLE = "A day at the table: 24 hours sped up, one process, a fault in each deal"
DAY_S = 86_400.0
KINDS = (
    "no fault", "lamp out", "black", "white", "half the size", "another shape", "empty pictures", "pulled out",
    "close raises", "stalled", "frozen", "frozen, packed anew", "stamp ten years ahead", "stamp ten years behind",
    "display dropped", "buzzer gone", "button stuck", "all buttons pressed", "no memory",
)  # fmt: skip
"""Faults of pictures that the eyes are not needed for, of the camera, of other devices, of memory."""
LASTS_S = (5.0, 15.0)
WARM = 2
"""After so many deals all that is loaded once is there; from then on growth counts. `make bench-day` has the unit's
environment."""
MB = 1e6


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal of the day.

    Attributes:
        fault: what went wrong.
        outcome: what came of it.
        truth: what each side truly had in the end.
        memory_mb: of the process after it.
        handles: files that were open after it.
        threads: that were alive after it.
        journal_mb: of the journal's file after it.
        table_s: of the day, after it.
    """

    fault: FilmFault
    outcome: InjectedOutcome
    truth: tuple[int, ...]
    memory_mb: float
    handles: int
    threads: int
    journal_mb: float
    table_s: float

    @property
    def right(self) -> bool:
        """Whether the program went on, and its final score is the true one, at the latest once people have answered."""
        return self.outcome.is_right(self.truth)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 if a score was wrong or the program ended."""
    given = sys.argv[1:] if arguments is None else arguments
    words = argparse.ArgumentParser(prog=f"python -m {MODULE}", description=TITLE)
    words.add_argument("--deals", type=int, default=50, help="how many, in a day (default %(default)s)")
    words.add_argument("--seed", type=int, default=1, help="of the faults (default %(default)s)")
    add_option(words)
    asked = words.parse_args(given)
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory(prefix="hakam-day-") as folder:
        deals = list(_told(_day(Path(folder), asked.deals, asked.seed)))
    write(asked.result, BenchmarkRun("day", TITLE, MODULE, given, str(asked.seed)), list(_figures(deals)))
    return int(not all(one.right for one in deals))


def _day(folder: Path, deals: int, seed: int) -> Iterator[PlayedDeal]:
    rng, clock = random.Random(seed), TableClock()
    sessions = recorded_sessions(len(list(SESSIONS.glob("*.jsonl.gz"))))
    for number in range(deals):
        session = sessions[number % len(sessions)]
        at_s = round(4 * rng.uniform(session.middle_s - 20, session.middle_s + 20)) / 4
        fault = FilmFault(rng.choice(KINDS), at_s, rng.choice(LASTS_S), played_on=False)
        idle_s = max(DAY_S / deals - 2.2 * session.middle_s, 0.0)  # the deal goes on for a little more than that
        outcome = FaultyTable(folder, session, fault, seed + number, clock=clock, idle_s=idle_s).run()
        yield _measured(folder, fault, outcome, session.scores, clock())


def _measured(
    folder: Path, fault: FilmFault, outcome: InjectedOutcome, truth: tuple[int, ...], now_s: float
) -> PlayedDeal:
    """The deal with what the process takes now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    journal = sum(path.stat().st_size for path in folder.glob("journal.db*"))
    return PlayedDeal(
        fault,
        outcome,
        truth,
        pages * os.sysconf("SC_PAGE_SIZE") / MB,
        len(list(Path("/proc/self/fd").iterdir())),
        threading.active_count(),
        journal / MB,
        now_s - TableClock()(),
    )


def _told(deals: Iterator[PlayedDeal]) -> Iterator[PlayedDeal]:
    for number, one in enumerate(deals, 1):
        print(
            f"{number:3d} {'right' if one.right else 'WRONG':5} {one.fault.kind:24} {one.fault.lasts_s:4.0f} s  "
            f"{one.outcome.scores} of {one.truth}  {one.memory_mb:.1f} MB, {one.handles} handles, "
            f"{one.threads} threads, journal {one.journal_mb:.1f} MB, {one.table_s / 3600:.2f} h {one.outcome.crashed}",
            flush=True,
        )
        yield one


def _figures(deals: Sequence[PlayedDeal]) -> Iterator[Figure]:
    warm = deals[WARM:] or deals
    first, last = warm[0], warm[-1]
    yield share("final scores right", sum(one.right for one in deals), len(deals), target=1.0)
    grown = last.memory_mb - first.memory_mb
    yield Figure(name="memory grows", value=grown, unit="MB", n=len(warm), aim="under", target=10.0)
    for name, value in (("handles more", last.handles - first.handles), ("threads more", last.threads - first.threads)):
        yield Figure(name=f"{name} in the end", value=value, n=len(warm), aim="at most", target=0)
    yield Figure(name="journal, a deal", value=last.journal_mb / len(deals), unit="MB", n=len(deals))
    yield Figure(name="time at the table", value=last.table_s / 3600, unit="h", n=len(deals))


if __name__ == "__main__":
    sys.exit(main())
