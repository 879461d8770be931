"""Result files: what a benchmark measured, with which program, networks, seeds and machine.

``make bench...`` writes them to ``docs/benchmarks/results``, and ``docs/benchmarks.md`` is generated from them. A bench
that is called by itself, perhaps for a few cases, leaves those alone and writes to ``out/benchmarks``.
"""

import argparse
import hashlib
import os
import platform
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from models.benchmarks.intervals import Interval, order_statistics, poisson, wilson

ROOT = Path(__file__).parents[2]
RESULTS = Path("docs/benchmarks/results")
BY_ITSELF = Path("out/benchmarks")
NOWHERE = "-"
"""Where a result file goes that nobody wants."""
OPTION = "--result"
UNKNOWN = "unknown"

Aim = Literal["at least", "at most", "under"]


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One number that was measured.

    Attributes:
        name: what it is.
        value: the number; a share is of 1.
        unit: of the value, its interval and its target; ``share`` is told in percent.
        n: how many cases it is of.
        count: how many of these, where it is a share or a rate.
        interval: from and to, with 95 % confidence; ``None`` where none can be had.
        method: how the interval was computed.
        aim, target: what it should be; ``None``: nothing was aimed at.
    """

    name: str
    value: float
    unit: str = ""
    n: int | None = None
    count: int | None = None
    interval: Interval | None = None
    method: str = ""
    aim: Aim = "at least"
    target: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the value is what was aimed at; ``None`` if nothing was."""
        if self.target is None:
            return None
        if self.aim == "under":
            return self.value < self.target
        return self.value >= self.target if self.aim == "at least" else self.value <= self.target


class Machine(msgspec.Struct, frozen=True):
    """Where it was measured: model of the processor, cores that could be used, Python and operating system."""

    cpu: str
    cores: int
    python: str
    platform: str


class BenchmarkResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A result file.

    Attributes:
        title: what was measured, as the heading of its table.
        command: the command line.
        commit: the program's; ``dirty``: with changes that were not committed.
        date: when it was measured, ISO 8601; in words where the figures were entered by hand.
        machine: where; ``None`` if that was not noted.
        seeds: of all chance, in words.
        networks: SHA-256 of each, by the name of its file.
        figures: what came of it.
        entered: where the figures stand, if the benchmark did not write them itself.
        note: what else has to be known.
    """

    title: str
    command: str
    commit: str
    dirty: bool = False
    date: str
    machine: Machine | None = None
    seeds: str = ""
    networks: dict[str, str] = {}
    figures: tuple[Figure, ...]
    entered: str = ""
    note: str = ""


def share(name: str, count: int, n: int, *, target: float | None = None, aim: Aim = "at least") -> Figure:
    """A share, ``count`` of ``n`` cases, with the interval of Wilson; without cases it has none.

    Args:
        name: what they have in common.
        count: how many have it.
        n: of how many.
        target: the share that is aimed at, 0 to 1.
        aim: on which side of it.
    """
    of = count / n if n else 0.0
    interval = wilson(of, n) if n else None
    return Figure(
        name=name, value=of, unit="share", n=n, count=count, interval=interval, method="Wilson", target=target, aim=aim
    )


def per_thousand(name: str, count: int, n: int, *, unit: str, target: float | None = None) -> Figure:
    """A rate in 1,000, ``count`` of ``n`` cases, with the interval of Wilson.

    Args:
        name: what they have in common.
        count: how many have it.
        n: of how many.
        unit: what is counted in thousands.
        target: under which number in 1,000 it should be.
    """
    low, high = wilson(count / n, n)
    return Figure(
        name=name,
        value=1000 * count / n,
        unit=f"in 1,000 {unit}",
        n=n,
        count=count,
        interval=(1000 * low, 1000 * high),
        method="Wilson",
        target=target,
        aim="under",
    )


def events(name: str, count: int, n: int, *, unit: str, each: float = 1.0, target: float | None = None) -> Figure:
    """How many events happen in so much of something, with the interval of a Poisson count.

    Args:
        name: what happens.
        count: how often it did.
        n: in how many cases.
        unit: what the value is told in.
        each: how many cases one such unit has; itself taken as exact.
        target: under which number it should be.
    """
    low, high = poisson(count)
    return Figure(
        name=name,
        value=each * count / n,
        unit=unit,
        n=n,
        count=count,
        interval=(each * low / n, each * high / n),
        method="Poisson",
        target=target,
        aim="under",
    )


def quantile(
    name: str,
    values: Sequence[float],
    unit: str,
    *,
    share: float = 0.5,
    target: float | None = None,
    aim: Aim = "under",
) -> Figure:
    """A quantile of at least one value, with the interval of order statistics.

    Args:
        name: what the values are.
        values: all of them, in any order.
        unit: of the values.
        share: of the values that lie below; 0.5 is the median.
        target: what is aimed at.
        aim: on which side of it.
    """
    ranked = sorted(values)
    middle = (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2
    value = middle if share == 0.5 else ranked[int(share * (len(ranked) - 1))]
    interval = order_statistics(ranked, share)
    return Figure(
        name=name,
        value=value,
        unit=unit,
        n=len(ranked),
        interval=interval,
        method="order statistics" if interval else "",
        target=target,
        aim=aim,
    )


@dataclass(frozen=True, slots=True)
class BenchmarkRun:
    """A run of a benchmark.

    Attributes:
        name: of its result file, without ending.
        title: what is measured.
        module: the module that is run.
        given: the arguments of the command line.
        seeds: of all chance, in words.
    """

    name: str
    title: str
    module: str
    given: Sequence[str] = ()
    seeds: str = ""

    @property
    def command(self) -> str:
        """The command line, without where the result goes: that changes nothing of what is measured."""
        kept, skip = [], False
        for word in self.given:
            if not skip and word != OPTION and not word.startswith(f"{OPTION}="):
                kept.append(word)
            skip = word == OPTION
        return shlex.join(["python", "-m", self.module, *kept])


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let the command line say where the result file goes."""
    words = f"the result file, or its folder (default %(default)s; {NOWHERE} writes none)"
    parser.add_argument(OPTION, type=Path, metavar="FILE", default=BY_ITSELF, help=words)


def write(path: Path, run: BenchmarkRun, figures: Sequence[Figure]) -> None:
    """Write what was measured just now, with where and with what; nothing if ``path`` is :data:`NOWHERE`.

    Args:
        path: the result file, which ends in ``.json``, or the folder where it gets the run's name; the folder is made.
        run: what was run.
        figures: what came of it.

    Raises:
        OSError: if it cannot be written.
    """
    if str(path) == NOWHERE:
        return
    path = path if path.suffix == ".json" else path / f"{run.name}.json"
    commit, dirty = _commit()
    result = BenchmarkResult(
        title=run.title,
        command=run.command,
        commit=commit,
        dirty=dirty,
        date=datetime.now(UTC).date().isoformat(),
        machine=machine(),
        seeds=run.seeds,
        networks=networks(),
        figures=tuple(figures),
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")


def read(path: Path) -> BenchmarkResult:
    """A result file.

    Raises:
        OSError: if it cannot be read.
        msgspec.MsgspecError: if it is not a result file.
    """
    return msgspec.json.decode(path.read_bytes(), type=BenchmarkResult)


def machine() -> Machine:
    """The machine that this runs on; its name is not told."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    system = f"{platform.system()} {platform.machine()}"
    return Machine(_cpu(), cores, f"{platform.python_implementation()} {platform.python_version()}", system)


def networks() -> dict[str, str]:
    """SHA-256 of each shipped network."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(ROOT.glob("models/*.onnx"))}


def _cpu() -> str:
    """The processor's model as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return (names or [platform.processor() or UNKNOWN])[0]


def _commit() -> tuple[str, bool]:
    """The commit of the checkout, and whether anything but results differs from it."""
    head = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--", ".", ":!docs") if head else ""
    return head or UNKNOWN, bool(changed)


def _git(*words: str) -> str:
    """What git answers; nothing where there is no git or no checkout."""
    try:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True, timeout=30
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
