"""``make bench-faults``: power cuts, kills, damaged pages and failing disks in a session that is being played.

Of each fault is told how often it was tried, how often nothing that had been told was lost and nothing was read that
never was, and how long it took at most until what there was could be gone on with. A power cut is one of the states
that a disk may have when the power fails between two of the program's calls: what was synced is there, of the rest any
part, with a torn write at its end. ``python -m models.benchmarks.faults --help``; kills of the whole program are
``make bench-kills``.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from models.benchmarks.faults import damaged_pages, disk_faults, killed, power_cuts
from models.benchmarks.faults.outcomes import HEAD, FaultOutcome, FaultTrial, figures, outcomes
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.faults"
TITLE = "Power cuts, kills, damaged pages and failing disks"
PART_LOOKS = 60
"""Looks of the session whose journal is killed at work and damaged: half a megabyte."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 if anything was lost."""
    parser = argparse.ArgumentParser(prog="bench-faults", description=__doc__)
    parser.add_argument("--cuts", type=int, default=5000, help="states after power cuts (default %(default)s)")
    parser.add_argument("--pages", type=int, default=500, help="pages overwritten (default %(default)s)")
    parser.add_argument("--kills", type=int, default=72, help="of each of seven works (default %(default)s)")
    parser.add_argument("--disks", type=int, default=3, help="sessions for each failing disk (default %(default)s)")
    parser.add_argument("--looks", type=int, default=60, help="a third of the session (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (default %(default)s)")
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory(prefix="hakam-faults-") as folder:
        print(HEAD, flush=True)
        found = [one for part in _parts(asked, Path(folder)) for one in _told(outcomes(part()))]
    write(asked.result, BenchmarkRun("faults", TITLE, MODULE, given, str(asked.seed)), figures(found))
    for fault in sorted({f"{one.fault}: {wrong}" for one in found for wrong in one.wrong}):
        print("wrong:", fault)
    return int(any(one.wrong for one in found))


def _told(found: list[FaultOutcome]) -> list[FaultOutcome]:
    """Print what came of some faults, since the others take a while."""
    for one in found:
        print(one.row, flush=True)
    return found


def _parts(asked: argparse.Namespace, folder: Path) -> Iterator[Callable[[], Iterator[FaultTrial]]]:
    """The faults that are wanted."""
    if asked.cuts:
        yield partial(power_cuts.trials, asked.cuts, asked.seed, asked.looks)
    if asked.disks:
        yield partial(disk_faults.trials, asked.disks, asked.seed, asked.looks)
    if asked.pages or asked.kills:
        command = [sys.executable, "-m", "models.benchmarks.faults.played", str(folder), "--looks", str(PART_LOOKS)]
        subprocess.run([*command, "--seed", str(asked.seed)], check=True)
        if asked.kills:
            yield partial(killed.trials, folder / "journal.db", asked.kills, asked.seed)
        if asked.pages:
            yield partial(damaged_pages.trials, folder / "journal.db", folder, asked.pages, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
