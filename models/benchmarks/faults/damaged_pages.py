"""Pages of a journal overwritten, as a card that rots does it: each is noticed, or changes nothing that is read."""

import logging
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.errors import HakamError
from firmware.runtime.live_match import LiveMatch
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS
from firmware.storage.salvage import check, repair
from models.benchmarks.faults.outcomes import FaultTrial
from models.benchmarks.faults.power_cuts import Rows, Truth, truth_of

FAULT = "page overwritten"
PAGE = 4096
RESUMED_EVERY = 50
"""Of so many journals one is gone on with by a referee, which takes a second."""


def trials(journal: Path, folder: Path, count: int, seed: int) -> Iterator[FaultTrial]:
    """Overwrite a page of a journal, look at it, and save what can be saved.

    Args:
        journal: a whole one, closed.
        folder: for the damaged ones.
        count: how many.
        seed: of all chance.
    """
    rng, content, truth = random.Random(seed), journal.read_bytes(), truth_of(journal)
    for number in range(count):
        path = folder / "damaged.db"
        for old in folder.glob("damaged*"):
            old.unlink()
        path.write_bytes(overwritten(content, rng))
        began_s = time.monotonic()
        try:
            with _quiet():
                wrong = list(_wrong(path, truth, resumes=number % RESUMED_EVERY == 0))
        except Exception as fault:  # a traceback is what a person would see
            wrong = [f"{type(fault).__name__}: {fault}"]
        yield FaultTrial(FAULT, wrong, time.monotonic() - began_s)


@contextmanager
def _quiet() -> Iterator[None]:
    """No lines of the log meanwhile: each damage has one."""
    log, level = logging.getLogger("firmware"), logging.getLogger("firmware").level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def overwritten(content: bytes, rng: random.Random) -> bytes:
    """A journal with a page of nothing, of noise, with bits turned, or with what belongs on another page."""
    pages = len(content) // PAGE
    place, other = rng.randrange(pages) * PAGE, rng.randrange(pages) * PAGE
    page = bytearray(content[place : place + PAGE])
    kind = rng.choice(("nothing", "noise", "bits", "another", "half"))
    if kind == "bits":
        for _ in range(rng.randint(1, 8)):
            page[rng.randrange(PAGE)] ^= 1 << rng.randrange(8)
    put = {
        "nothing": bytes(PAGE),
        "noise": rng.randbytes(PAGE),
        "another": content[other : other + PAGE],
        "half": bytes(page[: PAGE // 2]) + bytes(PAGE // 2),
    }.get(kind, bytes(page))
    return content[:place] + put + content[place + PAGE :]


def _wrong(path: Path, truth: Truth, *, resumes: bool) -> Iterator[str]:
    if resumes:
        _go_on(path)
    try:
        noticed = bool(check(path).damage)
    except HakamError:
        return  # it cannot be opened, and that is said
    if not noticed and _rows(path) != (truth.signals, truth.events):
        yield "changed, and nobody noticed"
    if noticed:
        try:
            repair(path, path.with_name("damaged-repaired.db"))
        except HakamError:
            return
        yield from _invented(path.with_name("damaged-repaired.db"), truth)


def _go_on(path: Path) -> None:
    """Take up the match in a copy, as a start does; whatever is damaged stops none, or is said in words."""
    try:
        with Journal(Path(shutil.copy(path, path.with_name("damaged-resumed.db"))), create=False) as journal:
            last = journal.sessions()[-1]
            LiveMatch.resume(journal, SETUPS.parse(last.header.setup))
    except HakamError:
        pass


def _rows(path: Path) -> tuple[dict[int, Rows], dict[int, Rows]]:
    truth = truth_of(path)
    return dict(truth.signals), dict(truth.events)


def _invented(path: Path, truth: Truth) -> Iterator[str]:
    """What a repaired journal has that never was."""
    with closing(sqlite3.connect(path)) as file:
        for session, t_ms, body in file.execute("SELECT session, t_ms, body FROM signal"):
            if (t_ms, body) not in {(row[2], row[3]) for row in truth.signals.get(session, [])}:
                yield "a repaired journal has what never was"
                return
