"""``make bench-evenings``: evenings are recorded, refereed by the real eyes, and their reports are looked at.

One of ten deals; one that is put right in the middle and afterwards; games on which another deck lies than the one that
is named. Each gets a folder with the recording, its journal, the reports and pictures of them, and is asked: does every
report add up, is it what the game counts to when it is written down, how large is it, how fast does it open?
``python -m models.benchmarks.evenings --help``.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.errors import HakamError
from models.benchmarks.evening import Evening
from models.benchmarks.evening_reading import EveningReading, read_evening
from models.benchmarks.figures import Figure, share
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.evenings"
EVENINGS = (
    Evening("ten-deals", 3, 10),
    Evening("corrected", 5, 3, corrected=True),
    Evening("other-pattern", 391, 60, "cadiz", enrolled=True),
    Evening("other-maker", 391, 60, "castilian", enrolled=True),
    Evening("same-deck", 391, 60, enrolled=True),
)
MOST_BYTES = 5_000_000  # of a report of ten deals


def main(arguments: Sequence[str] | None = None) -> int:
    """Record, read and look; 1 if a report does not add up, or it could not be done."""
    given = sys.argv[1:] if arguments is None else arguments
    asked = _parser().parse_args(given)
    chosen = [one for one in EVENINGS if one.name in (asked.only or one.name)]
    try:
        readings = list(_told(one for evening in chosen for one in read_evening(evening, asked.folder / evening.name)))
        seeds = ", ".join(str(one.seed) for one in chosen)
        write(asked.result, BenchmarkRun("evenings", "Recorded evenings", MODULE, given, seeds), [*_figures(readings)])
    except (HakamError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return int(any(one.faults for one in readings))


def _told(readings: Iterator[EveningReading]) -> Iterator[EveningReading]:
    for one in readings:
        print("\n  wrong: ".join((one.line, *one.faults)), flush=True)
        yield one


def _figures(readings: Sequence[EveningReading]) -> Iterator[Figure]:
    yield share("reports that add up", sum(not one.faults for one in readings), len(readings), target=1.0)
    for one in readings:
        yield share(f"{one.name}: plays with the right seat and rank", one.result.rank_right, one.result.plays)
        yield Figure(name=f"{one.name}: corrections", value=one.corrections)
        yield Figure(name=f"{one.name}: questions", value=one.result.questions)
    largest = max(readings, key=lambda one: one.size_bytes)
    name = f"{largest.name}: the largest report"
    yield Figure(name=name, value=largest.size_bytes / 1e6, unit="MB", aim="under", target=MOST_BYTES / 1e6)
    yield Figure(name=f"{name}, until it is loaded", value=largest.load_ms, unit="ms")


def _parser() -> argparse.ArgumentParser:
    words = argparse.ArgumentParser(
        prog=f"python -m {MODULE}",
        description="Record evenings with drawn cards, referee them, check their reports and take pictures of them.",
        epilog=f"example: python -m {MODULE} out/evenings --only ten-deals",
    )
    words.add_argument("folder", type=Path, help="where all of it goes; a recording that is there is not made again")
    names = [one.name for one in EVENINGS]
    words.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=f"some of {', '.join(names)}")
    add_option(words)
    return words


if __name__ == "__main__":
    sys.exit(main())
