"""Power cuts at every write of a played session, as the disk sees them: what opens afterwards, and what is missing."""

import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from firmware.errors import HakamError
from firmware.referee import Referee
from firmware.storage.checkpoint import resume
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS
from firmware.storage.row_sums import is_intact
from models.benchmarks.faults.disk_log import CallKind, DiskCall, compiled, logged
from models.benchmarks.faults.disk_model import Disk
from models.benchmarks.faults.outcomes import FaultTrial
from models.benchmarks.faults.played import TOLD

FAULT = "power cut"
RESUMED_EVERY = 40
"""Of so many states one is gone on with by a referee, which takes a second."""
Rows: TypeAlias = list[tuple[Any, ...]]


@dataclass(slots=True)
class Truth:
    """What was written of each session in the end, and what had been told by now.

    Attributes:
        signals: the rows of each session's entries, and ``events`` those of what followed.
        begun: the sessions that had begun.
        told: the moments with events that had been told, of each session: time and texts.
    """

    signals: Mapping[int, Rows]
    events: Mapping[int, Rows]
    begun: set[int] = field(default_factory=set)
    told: dict[int, list[tuple[int, list[str]]]] = field(default_factory=dict)

    def hear(self, line: bytes) -> None:
        """Take note of something that was told."""
        what = json.loads(line)
        self.begun.add(what["session"])
        if "events" in what:
            self.told.setdefault(what["session"], []).append((what["t_ms"], what["events"]))


def trials(states: int, seed: int, looks: int) -> Iterator[FaultTrial]:
    """Play a session under the layer, and cut the power at moments spread over all of its writes.

    Args:
        states: how many states of the disk are opened.
        seed: of all chance.
        looks: how long the session is.
    """
    with tempfile.TemporaryDirectory(prefix="hakam-faults-") as name:
        folder = Path(name)
        played = folder / "played"
        played.mkdir()
        command = [sys.executable, "-m", "models.benchmarks.faults.played", str(played)]
        command += ["--seed", str(seed), "--looks", str(looks)]
        calls = logged(compiled(folder), command, played, folder / "log")
        yield from cuts(calls, played, folder, states, seed)


def cuts(calls: Sequence[DiskCall], played: Path, folder: Path, states: int, seed: int) -> Iterator[FaultTrial]:
    """Open what power cuts leave between calls.

    Args:
        calls: all of them.
        played: the folder in which they were made, as it was in the end.
        folder: for the states, which are written anew below it.
        states: how many there are to be.
        seed: of all chance.
    """
    truth, disk, rng, done = truth_of(played / "journal.db"), Disk(), random.Random(seed), 0
    moments = sum(1 for call in calls if not call.path.endswith(TOLD))
    for number, call in enumerate(one for one in calls):
        if call.path.endswith(TOLD):
            if call.kind is CallKind.WRITE:
                truth.hear(call.data)
            continue
        disk.do(call)
        wanted = min(states * (number + 1) // moments, states) - done
        if wanted > 0 and disk.is_pending:
            done += wanted
            for files in disk.states(wanted, rng):
                yield tried(files, played, folder / "state", truth, resumes=rng.random() < 1 / RESUMED_EVERY)


def truth_of(path: Path) -> Truth:
    """All rows of a journal that was written to its end."""
    with closing(sqlite3.connect(path)) as file:
        return Truth(_by_session(file, "signal", "place"), _by_session(file, "event", "place, turn"))


def tried(files: Mapping[str, bytes], played: Path, folder: Path, truth: Truth, *, resumes: bool) -> FaultTrial:
    """Write a state, and open it.

    Args:
        files: what the disk holds.
        played: the folder in which it was written.
        folder: where it is opened; it is made anew.
        truth: what was written in the end, and told by now.
        resumes: have a referee go on with it too.
    """
    path = _written(files, played, folder)
    began_s = time.monotonic()
    took_s = 0.0
    try:
        if path.exists():
            with Journal(path, create=False):
                took_s = time.monotonic() - began_s
        faults = list(_faults(path, truth, resumes=resumes)) if path.exists() or truth.begun else []
    except (HakamError, sqlite3.Error, AssertionError) as fault:
        faults = [f"{type(fault).__name__}: {fault}"]
    return FaultTrial(FAULT, faults, took_s)


def _written(files: Mapping[str, bytes], played: Path, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        if Path(name).parent == played:
            (folder / Path(name).name).write_bytes(content)
    return folder / "journal.db"


def _faults(path: Path, truth: Truth, *, resumes: bool) -> Iterator[str]:
    with Journal(path, create=False) as journal:
        sessions = journal.sessions()
        if resumes and sessions:
            yield from _resumed_otherwise(journal, sessions[-1].number)
    missing = truth.begun - {one.number for one in sessions}
    if missing:
        yield f"sessions {sorted(missing)} are missing"
    with closing(sqlite3.connect(path)) as file:
        if (found := file.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
            yield f"structure: {found[0][0]}"
        yield from _changed(file, truth, {one.number: one.signals for one in sessions})


def _changed(file: sqlite3.Connection, truth: Truth, counts: Mapping[int, int]) -> Iterator[str]:
    signals, events = _by_session(file, "signal", "place"), _by_session(file, "event", "place, turn")
    for number, count in counts.items():
        kept = signals.get(number, [])
        if kept != truth.signals.get(number, [])[: len(kept)] or len(kept) != count:
            yield f"session {number} never was as it is"
        seen = [row for row in truth.events.get(number, []) if row[1] < count]
        if events.get(number, []) != seen:
            yield f"the events of session {number} never were as they are"
        told = truth.told.get(number, [])
        if told != _moments(kept, events.get(number, []))[: len(told)]:
            yield f"something told of session {number} is missing"
    for table in ("picture", "snapshot"):
        if not all(map(is_intact, file.execute(f"SELECT * FROM {table}").fetchall())):
            yield f"a {table} is damaged"


def _moments(signals: Rows, events: Rows) -> list[tuple[int, list[str]]]:
    """The moments with events: time and texts."""
    times, texts = {row[1]: row[2] for row in signals}, dict[int, list[str]]()
    for row in events:
        texts.setdefault(row[1], []).append(row[3])
    return [(times[place], told) for place, told in sorted(texts.items())]


def _resumed_otherwise(journal: Journal, number: int) -> Iterator[str]:
    """What a referee who goes on has otherwise than one who hears everything."""
    last = journal.session(number)
    setup, whole = SETUPS.parse(last.header.setup), Referee(SETUPS.parse(last.header.setup))
    for entry in journal.entries(number, pictures=False):
        if entry.signal is not None:
            whole.feed(entry.signal)
    again = resume(journal, number, Referee(setup))
    if (again.plays, again.scoreboard) != (whole.plays, whole.scoreboard):
        yield f"session {number} goes on otherwise than it was"


def _by_session(file: sqlite3.Connection, table: str, order: str) -> dict[int, Rows]:
    found: dict[int, Rows] = {}
    for row in file.execute(f"SELECT * FROM {table} ORDER BY session, {order}"):
        found.setdefault(row[0], []).append(row)
    return found
