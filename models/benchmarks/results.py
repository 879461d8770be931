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

import msgspec

from models.benchmarks.figures import Figure

ROOT = Path(__file__).parents[2]
RESULTS = Path("docs/benchmarks/results")
BY_ITSELF = Path("out/benchmarks")
NOWHERE = "-"
"""Where a result file goes that nobody wants."""
OPTION = "--result"
UNKNOWN = "unknown"


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
        picture: a plot of the figures, its place below ``docs``.
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
    picture: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkRun:
    """A run of a benchmark.

    Attributes:
        name: of its result file, without ending.
        title: what is measured.
        module: the module that is run.
        given: the arguments of the command line.
        seeds: of all chance, in words.
        picture: where its plot is drawn, below ``docs``.
    """

    name: str
    title: str
    module: str
    given: Sequence[str] = ()
    seeds: str = ""
    picture: str = ""

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
        picture=run.picture,
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
