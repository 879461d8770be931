"""Runs odd commands, each in a fork of a process that has loaded the program already.

``python -m tests.support.odd_runs [EVERY]`` runs each EVERYth of them, two at a time, and tells how each one ended.
What ended otherwise than it may is told once more at the end: a traceback, a strange status, silence where there was
a fault, more than two lines on standard error, or something replaced.
"""

import importlib
import io
import locale
import os
import resource
import shlex
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

import hakam.__main__  # noqa: F401 - as the program does it, so that its packages are found
from firmware.cli.arguments import COMMANDS
from firmware.cli.main import main
from tests.support.odd_commands import LOCALES, OddCommand, odd_commands
from tests.support.odd_world import HOME, SIGNALS, kept_signals, made_locales, make_world, restore, state
from tests.support.rights import drop_rights

STATUSES, MOST_LINES, AT_ONCE = (0, 1, 2, 130), 2, 2
LONGEST_S, BUSIEST_S = 300, 20  # by the clock, which a busy machine stretches, and of the processor
ROOM_BYTES = 8 << 30  # of addresses: a file without end must not take the machine's memory
DEVICES = ("/dev/null", "/dev/full")
CODED = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}  # otherwise Python speaks UTF-8 in the locale C (PEP 538, 540)

WORLD: list[Path] = []
"""Of this process: made once."""


class Ending(NamedTuple):
    """How a command ended: its status, what it said, how long it took, and what is wrong with that."""

    status: int
    out: str
    err: str
    took_s: float
    faults: tuple[str, ...] = ()


def run(every: int = 1) -> dict[OddCommand, Ending]:
    """How each ``every``-th odd command ends, told as it does."""
    endings: dict[OddCommand, Ending] = {}
    wanted = odd_commands()[::every]
    with tempfile.TemporaryDirectory() as place:
        locales = made_locales(Path(place), LOCALES)
        os.environ |= {"LOCPATH": place, "OMP_NUM_THREADS": "1", **CODED}
        for name in locales:
            os.environ["LC_ALL"] = name
            some = [one for one in wanted if one.locale == name]
            with ProcessPoolExecutor(AT_ONCE, get_context("spawn"), _begin, (place,)) as pool:
                for one, ending in zip(some, pool.map(ended, some), strict=True):
                    endings[one] = ending
                    print(_told(len(endings), len(wanted), one, ending), flush=True)
    for name in set(LOCALES).difference(locales):
        print(f"left out: the locale {name}, which localedef did not make")
    return endings


def _told(number: int, count: int, command: OddCommand, ending: Ending) -> str:
    words = shlex.join(("hakam", *command.arguments)).encode("ascii", "backslashreplace").decode()
    where = f"[{command.locale}, {command.output}]"
    line = f"{number:4d}/{count}  {ending.status}  {ending.took_s:4.1f} s  {words}  {where}"
    return "\n".join([line, *(f"      FAULT: {one}" for one in ending.faults)])


def _begin(place: str) -> None:
    """Load the program and make a world for this process."""
    tqdm.set_lock(threading.RLock())  # its own is shared with other processes, and warns at the end of this one
    for command in COMMANDS:
        importlib.import_module(f"firmware.cli.commands.{command.name}")
    world = Path(tempfile.mkdtemp(dir=place)) / "world"
    make_world(world)
    os.environ |= {name: str(world / path) for name, path in HOME.items()}
    WORLD[:] = [world]


def ended(command: OddCommand) -> Ending:
    """How a command ends, and what is wrong with that."""
    (world,) = WORLD
    before = state(world)
    ending = _ran(command, world)
    found = [*_faults_of(ending, command), *_losses(before, world)]
    restore(world, before)
    return ending._replace(faults=tuple(found))


def _faults_of(ending: Ending, command: OddCommand) -> Iterator[str]:
    said = ending.out + ending.err
    lines = [line for line in ending.err.splitlines() if not line.startswith(("usage:", " "))]
    if "Traceback" in said or "Exception" in said:
        yield f"a traceback: {said.splitlines()[-1]}"
    if ending.status not in STATUSES:
        yield f"status {ending.status}"
    if len(lines) > MOST_LINES:
        yield f"{len(lines)} lines: {lines}"
    if ending.status and not (lines or (ending.out and command.arguments[0] == "doctor")):  # it tells all on its output
        yield "no word of what is wrong"


def _losses(before: dict[str, tuple[object, ...]], world: Path) -> Iterator[str]:
    after = state(world)
    changed = [name for name, what in before.items() if after.get(name) != what]
    if changed:
        yield f"replaced: {changed}"
    if any(".hakam-" in name for name in after):
        yield "a temporary file is left"
    if kept_signals(world) != SIGNALS:
        yield "the journal has lost its session"
    if not all(Path(device).is_char_device() for device in DEVICES):
        yield "a device was replaced"


def _ran(command: OddCommand, world: Path) -> Ending:
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _be(command, world, out.fileno(), err.fileno())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        out.seek(0)
        err.seek(0)
        said = [stream.read().decode(errors="replace") for stream in (out, err)]
        return Ending(status, said[0], said[1], time.monotonic() - began)


def _be(command: OddCommand, world: Path, out: int, err: int) -> None:
    """Be that command, as somebody who may not write everywhere, and end."""
    status: object = 1
    try:
        os.chdir(world)
        signal.alarm(LONGEST_S)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM_BYTES, ROOM_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (BUSIEST_S, BUSIEST_S))
        drop_rights()
        _redirect(command.output, out, err)
        status = main([os.fsdecode(one.encode("utf-8", "surrogateescape")) for one in command.arguments])
    except SystemExit as end:
        status = end.code
    except BaseException:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    finally:
        sys.stderr.flush()
        os._exit(int(str(status or 0)))


def _redirect(output: str, out: int, err: int) -> None:
    """Streams as a process has them that a shell starts in this locale."""
    full = os.open("/dev/full", os.O_WRONLY)
    null = os.open(os.devnull, os.O_RDWR)
    for number, target in ((0, null), (1, full if output == "full" else out), (2, err)):
        os.dup2(target, number)
    coding = locale.getencoding()
    sys.stdin = io.TextIOWrapper(io.FileIO(0), coding)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), coding)
    sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "w")), coding, "backslashreplace", line_buffering=True)
    if output == "closed":
        os.close(1)
        sys.stdout = None  # type: ignore[assignment]


if __name__ == "__main__":
    endings = run(int(sys.argv[1]) if sys.argv[1:] else 1)
    wrong = [(n, one) for n, one in enumerate(endings, 1) if endings[one].faults]
    print("\n".join(["", *(_told(n, len(endings), one, endings[one]) for n, one in wrong)]))
    statuses = sorted(Counter(ending.status for ending in endings.values()).items())
    counts = ", ".join(f"{count} with {status}" for status, count in statuses)
    print(f"{len(endings)} odd commands ended: {counts}; {len(wrong)} otherwise than they may")
    sys.exit(bool(wrong))
