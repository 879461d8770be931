"""``make bench-fuzz``: files of strangers, a million of them, and every reader held to its limits.

Each input is a valid file that was changed at random: bytes, words, values, types, lengths, packing; checksums are made
anew. A reader may refuse it by an error of the program, in a second of one core and with half a gigabyte at most, and
writes nothing outside its folder. ``python -m models.benchmarks.fuzzing --help``.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from models.benchmarks.figures import Figure, share
from models.benchmarks.fuzzing.targets import TARGETS
from models.benchmarks.fuzzing.worker import FuzzFault, faults
from models.benchmarks.results import BenchmarkRun, add_option, write

MODULE = "models.benchmarks.fuzzing"
TITLE = "Files of strangers: changed at random, read within limits"
FAULTS_SHOWN = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 if any input passed a limit."""
    parser = argparse.ArgumentParser(prog="bench-fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many in all (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all chance (default %(default)s)")
    parser.add_argument("--only", choices=TARGETS, nargs="+", default=list(TARGETS), help="these readers alone")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the inputs that passed a limit there")
    add_option(parser)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    counts = _counts(asked.inputs, asked.only)
    found = list[FuzzFault]()
    for target, count in counts.items():
        own = list(faults(target, asked.seed, count, asked.keep))
        print(f"{target}: {count} inputs, {len(own)} passed a limit", flush=True)
        for one in own[:FAULTS_SHOWN]:
            print(f"  {one.number}: {one.words}", flush=True)
        found += own
    write(asked.result, BenchmarkRun("fuzzing", TITLE, MODULE, given, str(asked.seed)), _figures(counts, found))
    print(f"{sum(counts.values())} inputs, {len(found)} passed a limit")
    return int(bool(found))


def _counts(inputs: int, targets: Sequence[str]) -> dict[str, int]:
    """How many inputs each reader gets."""
    parts = sum(TARGETS[name].share for name in targets)
    return {name: max(1, inputs * TARGETS[name].share // parts) for name in targets}


def _figures(counts: dict[str, int], found: Sequence[FuzzFault]) -> list[Figure]:
    total = sum(counts.values())
    wrong = Counter(one.target for one in found)
    rows = [
        share(f"within all limits: {name}", count - wrong[name], count, target=1.0) for name, count in counts.items()
    ]
    return [share("inputs within all limits", total - len(found), total, target=1.0), *rows]


if __name__ == "__main__":
    sys.exit(main())
