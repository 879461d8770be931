"""Inputs of one reader, in a process of their own: what kills or hangs it is told of the input that did."""

import logging
import multiprocessing
import os
import random
import signal
import tempfile
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from models.benchmarks.fuzzing.guard import Guard
from models.benchmarks.fuzzing.seeds import seeds
from models.benchmarks.fuzzing.targets import TARGETS

HANGS_S = 60.0
"""Without a sign for so long an input hangs, on a machine that does other things as well."""
EVERY = 50
"""Inputs between two signs of life."""


@dataclass(frozen=True, slots=True)
class FuzzFault:
    """An input at which a limit was passed.

    Attributes:
        target: which reader.
        number: of the input; with the seed it is made again.
        words: what happened.
    """

    target: str
    number: int
    words: str


def made_input(target: str, seed: int, number: int) -> bytes:
    """An input.

    Args:
        target: which reader it is for.
        seed: of all chance.
        number: of the input.
    """
    rng = random.Random(f"{seed} {target} {number}")
    return TARGETS[target].change(rng.choice(seeds()[target]), rng)


def faults(target: str, seed: int, count: int, keep: Path | None = None) -> Iterator[FuzzFault]:
    """Every input among ``count`` at which a limit was passed.

    Args:
        target: which reader.
        seed: of all chance.
        count: how many inputs.
        keep: folder in which the inputs that are told are kept; ``None``: nowhere.
    """
    begin = 0
    seeds()  # before the fork: once for all
    while begin < count:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(target=_work, args=(target, seed, begin, count, theirs))
        process.start()
        theirs.close()
        with ours:
            for number, words in _heard(ours):
                begin = number + 1
                if words is not None:
                    yield _kept(FuzzFault(target, number, words), seed, keep)
        if process.is_alive():
            process.join(1.0)
        dead = process.exitcode is None or process.exitcode != 0
        process.kill()
        process.join()
        if dead:
            begin = yield from _culprit(target, seed, begin, count, keep)


def _heard(ours: Connection) -> Iterator[tuple[int, str | None]]:
    while ours.poll(HANGS_S):
        try:
            yield ours.recv()
        except EOFError:
            return


def _culprit(target: str, seed: int, begin: int, count: int, keep: Path | None) -> Generator[FuzzFault, None, int]:
    """Find which input of the last few killed or stopped the process, one process each; gives where to go on."""
    for number in range(begin, min(count, begin + EVERY)):
        pid = os.fork()
        if not pid:
            _work(target, seed, number, number + 1, None)
            os._exit(0)
        _, status = _waited(pid)
        if status:
            yield _kept(FuzzFault(target, number, f"ends the process ({status})"), seed, keep)
    return begin + EVERY


def _waited(pid: int) -> tuple[int, int]:
    for _ in range(int(HANGS_S * 20)):
        found = os.waitpid(pid, os.WNOHANG)
        if found[0]:
            return found
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    return os.waitpid(pid, 0)


def _kept(fault: FuzzFault, seed: int, keep: Path | None) -> FuzzFault:
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        name = f"{fault.target.replace(' ', '-')}-{seed}-{fault.number}"
        (keep / name).write_bytes(made_input(fault.target, seed, fault.number))
    return fault


def _work(target: str, seed: int, begin: int, count: int, theirs: Connection | None) -> None:
    """Read the inputs from ``begin`` on, and say what went wrong at which."""
    logging.disable(logging.WARNING)  # what is left out with a line is no fault
    with tempfile.TemporaryDirectory(prefix="hakam-fuzz-") as folder:
        place = Path(folder) / "place"
        place.mkdir()
        os.chdir(place)
        tempfile.tempdir = str(place)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        guard, one = Guard(place), TARGETS[target]
        for number in range(begin, count):
            data = made_input(target, seed, number)
            path = place / one.name
            path.write_bytes(data)
            words = guard.fault(one.read, path)
            left = [other.name for other in Path(folder).iterdir() if other.name != "place"]
            words = words or (f"left {left[0]}" if left else None)
            guard.clear()
            if theirs and (words or number % EVERY == EVERY - 1 or number == count - 1 or guard.is_full):
                theirs.send((number, words))
            if guard.is_full:
                return
