"""``make bench-arm``: how many instructions a look takes on the processors of the Pi Zero 2 W, Pi 4 and Pi 5.

The program runs on an emulated processor that counts, so that the figure is the same on every run and every machine
(within two in 10,000): what grows by more than ``GROWTH`` since the figures that are kept fails the check. Milliseconds
are calculated from it. Needs Debian's ``mmdebstrap``, ``ninja-build``, ``pkg-config`` and ``libglib2.0-dev``, root, a
network and 2 GB below ``out/pi``; three minutes on idle cores, and four more the first time.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from check import SYSTEMS, unpack, wheels_of
from counting import counting_emulator
from tools import OUT, ROOT, CheckError, run

from models.benchmarks import results
from models.benchmarks.eyes_speed import table_with
from models.benchmarks.figures import Figure

SYSTEM = SYSTEMS[-1]
GROWTH = 1.05
TITLE = "Instructions on emulated processors, one thread, and milliseconds calculated from them"
COUNTED = "tests/pi/counted_looks.py"


@dataclass(frozen=True, slots=True)
class Board:
    """A board whose time is calculated.

    Attributes:
        name: of the board.
        processor: as QEMU calls it.
        ghz: its clock, https://www.raspberrypi.com/documentation/computers/processors.html
        each_cycle: instructions in a cycle. Most are four multiplications and additions at once: the A53 takes two
            cycles for these and issues two instructions at most, the A72 takes one a cycle, the A76 two (Arm's
            software optimisation guides of the A72, UAN 0016A, and the A76, PJDOC-466751330-7215); of what is possible
            then about two thirds is taken to be reached, a judgement.
    """

    name: str
    processor: str
    ghz: float
    each_cycle: float

    def ms(self, instructions: float) -> float:
        """Calculated milliseconds."""
        return instructions / (self.ghz * self.each_cycle * 1e6)


BOARDS = (
    Board("Zero 2 W", "cortex-a53", 1.0, 0.7),
    Board("Pi 4", "cortex-a72", 1.5, 1.0),
    Board("Pi 5", "cortex-a76", 2.4, 2.0),
)
AIMS_MS = {
    ("Pi 4", "look, one card of eight is new"): 30.0,
    ("Pi 4", "full look, eight cards"): 90.0,
    ("Zero 2 W", "look, one card of eight is new"): 60.0,
    ("Zero 2 W", "full look, eight cards"): 180.0,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, print and write it; 1 if something grew or the emulator cannot be had."""
    parser = argparse.ArgumentParser(prog="bench-arm", description=__doc__)
    results.add_option(parser)
    parser.add_argument("--accept", action="store_true", help="let the figures grow")
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given)
    try:
        counts = {board.name: _counts(board) for board in BOARDS}
    except CheckError as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    figures = [figure for board in BOARDS for figure in _figures(board, counts[board.name])]
    for figure in figures:
        print(f"{figure.name:58s} {figure.value:9.2f} {figure.unit}")
    grown = [] if asked.accept else _grown(figures, asked.result / "arm.json")
    for line in grown:
        print(f"GREW: {line}", file=sys.stderr)
    if not grown:
        results.write(asked.result, results.BenchmarkRun("arm", TITLE, "tests.pi.instructions", given), figures)
    return 1 if grown else 0


def _counts(board: Board) -> dict[str, float]:
    """Instructions of each case on a board's processor."""
    emulator, plugin = counting_emulator()
    unpack(SYSTEM)
    wheels_of(SYSTEM)
    pictures, counted = OUT / "looks.npz", OUT / f"count-{board.processor}.txt"
    np.savez(pictures, before=table_with(7, of=8), after=table_with(8))
    python = str(SYSTEM.folder / "usr" / "bin" / f"python{SYSTEM.python}")
    options = ("-plugin", f"{plugin},to={counted}", "-L", str(SYSTEM.folder), "-cpu", board.processor)
    site = {"PYTHONHOME": "/usr", "PYTHONPATH": f"{SYSTEM.folder / 'site'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    fixed = {"PYTHONHASHSEED": "0"}
    command = ("setarch", "-R", "taskset", "-c", "0", str(emulator), *options, python, COUNTED, str(pictures))
    names = run(*command, environment=site | fixed).splitlines()
    return _each(names, counted)


def _each(names: Sequence[str], counted: Path) -> dict[str, float]:
    """The counts between each two marks; of ``... of N`` the count of one."""
    marks = [int(line) for line in counted.read_text().split()]
    between = [end - start for start, end in zip(marks[::2], marks[1::2], strict=True)]
    parts = [name.partition(" of ") if name[-1].isdigit() else (name, "", "1") for name in names]
    return {name: count / int(many) for (name, _, many), count in zip(parts, between, strict=True)}


def _figures(board: Board, counts: Mapping[str, float]) -> list[Figure]:
    """Two figures of each case: millions of instructions, and milliseconds."""
    figures = []
    for case, count in counts.items():
        name = f"{case}: {board.name} ({board.processor})"
        figures.append(Figure(name=name, value=count / 1e6, unit="million instructions", aim="under"))
        aim = AIMS_MS.get((board.name, case))
        told = Figure(name=f"{name}, calculated", value=board.ms(count), unit="ms", aim="under", target=aim)
        figures.append(told)
    return figures


def _grown(figures: Sequence[Figure], kept: Path) -> list[str]:
    """What takes more instructions than when it was counted last, in words."""
    if not kept.exists():
        return []
    before = {figure.name: figure.value for figure in results.read(kept).figures}
    counted = [figure for figure in figures if figure.unit != "ms" and figure.name in before]
    more = [figure for figure in counted if figure.value > GROWTH * before[figure.name]]
    return [f"{one.name}: {before[one.name]:.2f} to {one.value:.2f} {one.unit}" for one in more]


if __name__ == "__main__":
    sys.exit(main())
