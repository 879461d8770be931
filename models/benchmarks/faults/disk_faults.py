"""A disk that is full, locked, gone or slow in the middle of a game.

The bench calls ``python -m models.benchmarks.faults.disk_faults`` with a folder and a letter for the layer
``disk_log.c``, which then fails so; it tells in JSON how that went.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from firmware.referee import MatchSetup, Referee
from firmware.runtime.background_journal import BackgroundJournal
from firmware.runtime.live_match import LiveMatch
from firmware.signals import TableObservation
from firmware.storage.journal import Journal
from models.benchmarks.faults.disk_log import compiled
from models.benchmarks.faults.outcomes import FaultTrial
from models.benchmarks.faults.played import RULES, looks_of

FAULTS = {"F": "disk full", "R": "disk read-only", "G": "stick pulled", "S": "sync of 2 s"}
SHOWN = {"F": "disk_full", "R": "disk_lost", "G": "disk_lost", "S": "disk_slow"}
"""What the display says; that a disk is locked the real system tells, the layer does not."""
LONGEST_S = 20.0
"""Until all is written once the disk is well: an attempt every five seconds."""
LATE_S = 1.0
"""No look may take longer: half a second is waited for a disk, once, and a look on this machine takes 0.3 s at most."""


def trials(tries: int, seed: int, looks: int) -> Iterator[FaultTrial]:
    """Play a session for each fault.

    Args:
        tries: sessions for each.
        seed: of the first one; the others count on.
        looks: of each session.
    """
    with tempfile.TemporaryDirectory(prefix="hakam-faults-") as name:
        library = compiled(Path(name))
        for letter, fault in FAULTS.items():
            for number in range(tries):
                with tempfile.TemporaryDirectory(dir=name) as folder:
                    yield _tried(library, Path(folder), letter, fault, (seed + number, looks))


def _tried(library: Path, folder: Path, letter: str, fault: str, length: tuple[int, int]) -> FaultTrial:
    (folder / "stick").mkdir()
    watched = {"LD_PRELOAD": str(library), "DISK_LOG": os.devnull, "DISK_LOG_FOLDER": str(folder / "stick")}
    command = [sys.executable, "-m", "models.benchmarks.faults.disk_faults", str(folder), letter, *map(str, length)]
    environment = {**os.environ, **watched, "DISK_FAULT": str(folder / "fault")}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if said.returncode:
        return FaultTrial(fault, [said.stderr.strip().splitlines()[-1]], 0.0)
    told = json.loads(said.stdout.splitlines()[-1])
    return FaultTrial(fault, told["wrong"], told["recovery_s"])


def play(folder: Path, letter: str, looks: Sequence[TableObservation]) -> dict[str, object]:
    """Play, with a fault in the middle third.

    Args:
        folder: of the journal's folder and the fault's file.
        letter: the fault.
        looks: what is seen.
    """
    path, control, third = folder / "stick" / "journal.db", folder / "fault", len(looks) // 3
    Journal(path).__exit__()
    store = BackgroundJournal(partial(Journal, path, create=False))
    match = LiveMatch.begin(store, MatchSetup(2, 1, RULES))
    wrong: list[str] = []
    _feed(match, looks[:third], store)
    control.write_text(letter)
    slowest_s, shown = _feed(match, looks[third : 2 * third], store)
    if SHOWN[letter] not in shown:
        wrong.append(f"shown was {shown}")
    if slowest_s > LATE_S:
        wrong.append(f"a look took {slowest_s:.1f} s")
    control.write_text("")
    began_s = time.monotonic()
    while store.lost and time.monotonic() - began_s < LONGEST_S:
        store.attend()
        match.feed(_later(match))
        time.sleep(0.05)
    recovery_s = time.monotonic() - began_s
    _feed(match, [replace(look, t_ms=max(look.t_ms, match.t_ms)) for look in looks[2 * third :]], store)
    match.write()
    store.close(LONGEST_S)
    return {"wrong": [*wrong, *_differences(path, match.referee)], "recovery_s": recovery_s}


def _feed(match: LiveMatch, looks: Sequence[TableObservation], store: BackgroundJournal) -> tuple[float, set[str]]:
    """Tell looks; how long the slowest took, and which faults were shown."""
    slowest_s, shown = 0.0, set()
    for look in looks:
        began_s = time.monotonic()
        match.feed(look)
        slowest_s = max(slowest_s, time.monotonic() - began_s)
        store.attend()
        if store.lost:
            shown.add(store.name)
    return slowest_s, shown


def _later(match: LiveMatch) -> TableObservation:
    """A hand over the table, from which nothing follows but that time goes by."""
    return TableObservation(match.t_ms + 100, (), hand_present=True)


def _differences(path: Path, played: Referee) -> Iterator[str]:
    """What a referee who hears the journal has otherwise than the one who played."""
    referee = Referee(played.setup)
    with Journal(path, create=False) as journal:
        for entry in journal.entries(1):
            if entry.signal is not None:
                referee.feed(entry.signal)
    if (referee.plays, referee.scoreboard) != (played.plays, played.scoreboard):
        yield "the journal tells another game"


if __name__ == "__main__":
    place, asked, start, count = sys.argv[1:]
    print(json.dumps(play(Path(place), asked, looks_of(int(start), 4)[: int(count)])))
