"""Processes killed in the middle of what they do to files: what is there afterwards is whole, old or new."""

import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.referee import MatchSetup, Referee
from firmware.runtime.background_journal import BackgroundJournal
from firmware.runtime.live_match import LiveMatch
from firmware.signals import TableObservation
from firmware.storage.atomic_file import write_atomic
from firmware.storage.export import read_export, write_export
from firmware.storage.forgetting import forget
from firmware.storage.journal import EvidencePicture, Journal
from firmware.storage.moment import SETUPS, Moment
from firmware.storage.pruning import prune
from firmware.storage.salvage import check, repair
from firmware.storage.temporary import PREFIX, remove_leftovers
from models.benchmarks.faults.outcomes import FaultTrial
from models.benchmarks.faults.played import RULES, looks_of

DECK_BYTES = 400_000
"""As an enrolled deck has."""
PICTURE = bytes(30_000)


@dataclass(frozen=True, slots=True)
class Work:
    """What is done to files, and how to go on when it was killed.

    Attributes:
        do: the work.
        go_on: what the program does before it is ready again, timed.
        wrong: what is wrong then; may take long, since it reads everything.
    """

    do: Callable[[], object]
    go_on: Callable[[], object]
    wrong: Callable[[], list[str]]


class KilledWork:
    """What is done to the files of a folder, each in a process of its own that may be killed.

    Attributes:
        folder: of the files; fresh for each kill.
    """

    def __init__(self, journal: Path, looks: list[TableObservation]) -> None:
        """Work on copies of a journal that holds two sessions, and play with looks."""
        self._journal, self._looks = journal, looks
        self.folder = journal.parent / "killed"
        with Journal(journal) as opened:
            self._numbers = [one.number for one in opened.sessions()]

    @property
    def works(self) -> Mapping[str, Work]:
        """What is done, by its name."""
        path, new, fresh = (self.folder / name for name in ("journal.db", "new.db", "fresh.db"))
        opened, whole = partial(_opened, path), partial(self._whole, path)
        return {
            "kill: a match is played": Work(
                partial(self._play, path), partial(self._resume, path), partial(self._resumed, path)
            ),
            "kill: a journal is made": Work(partial(_make, new), partial(_make, new), partial(_is_made, new)),
            "kill: a journal is pruned": Work(partial(_prune, path, self._numbers[-1]), opened, whole),
            "kill: sessions are forgotten": Work(partial(forget, path, self._numbers[:1]), opened, whole),
            "kill: a session is exported": Work(partial(self._export, path), opened, self._exported),
            "kill: a journal is repaired": Work(partial(repair, path, fresh), opened, whole),
            "kill: a deck is kept": Work(self._keep_deck, self._deck, self._has_deck),
        }

    def renew(self) -> None:
        """Lay out the files as they are before."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        shutil.copy(self._journal, self.folder / "journal.db")
        (self.folder / "cafe.npz").write_bytes(b"old" * DECK_BYTES)

    def _play(self, path: Path) -> None:
        told = os.open(self.folder / "told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        store = BackgroundJournal(partial(Journal, path), patience_s=60.0)
        match = LiveMatch.begin(store, MatchSetup(2, 1, RULES))
        for number, look in enumerate(self._looks):
            moment = match.feed(look, _prove)
            if moment.events:
                os.write(told, json.dumps([moment.t_ms, moment.texts]).encode() + b"\n")
            if number % 20 == 0:
                match.save_checkpoint()

    def _resume(self, path: Path) -> LiveMatch | None:
        """Go on with the match, as a start does; nothing where it had not begun."""
        with Journal(path) as journal:
            last = journal.sessions()[-1]
            return LiveMatch.resume(journal, SETUPS.parse(last.header.setup)) if last.outcome is None else None

    def _resumed(self, path: Path) -> list[str]:
        """Whether all that was told is there, and the match goes on with it."""
        told = (self.folder / "told").read_text().splitlines() if (self.folder / "told").exists() else []
        with Journal(path) as journal:
            last = journal.sessions()[-1]
            kept = [[one.t_ms, list(one.events)] for one in journal.entries(last.number) if one.events]
            if [json.loads(line) for line in told] != kept[: len(told)]:
                return ["something told is missing"]
            if last.number in self._numbers:
                return []
            whole = Referee(SETUPS.parse(last.header.setup))
            for entry in journal.entries(last.number):
                if entry.signal:
                    whole.feed(entry.signal)
        again = self._resume(path)
        same = again is not None and again.referee.plays == whole.plays
        return [] if same else ["the match goes on otherwise"]

    def _whole(self, path: Path) -> list[str]:
        """Whether nothing is damaged, and the last session, which nothing was done to, is all there."""
        damage = [one.words for one in check(path).damage]
        fresh = self.folder / "fresh.db"
        return damage + ([one.words for one in check(fresh).damage] if fresh.exists() else []) + self._lost(path)

    def _lost(self, path: Path) -> list[str]:
        with Journal(self._journal) as before, Journal(path) as after:
            number = self._numbers[-1]
            same = list(before.entries(number, pictures=False)) == list(after.entries(number, pictures=False))
        return [] if same else [f"session {number} has lost something"]

    def _export(self, path: Path) -> None:
        with Journal(path) as journal:
            found = journal.session(self._numbers[-1])
            write_export(self.folder / "out.gz", found.header, journal.entries(found.number), found.outcome)

    def _exported(self) -> list[str]:
        out = self.folder / "out.gz"
        if out.exists():
            read_export(out)
        return []

    def _keep_deck(self) -> None:
        while True:
            for letter in (b"old", b"new"):
                write_atomic(self.folder / "cafe.npz", letter * DECK_BYTES)

    def _deck(self) -> bytes:
        return (self.folder / "cafe.npz").read_bytes()

    def _has_deck(self) -> list[str]:
        content = self._deck()
        return [] if content in (b"old" * DECK_BYTES, b"new" * DECK_BYTES) else ["neither the old deck nor the new"]


def trials(journal: Path, kills: int, seed: int) -> Iterator[FaultTrial]:
    """Kill each work at random moments.

    Args:
        journal: a whole one with two sessions and more.
        kills: of each work.
        seed: of the moments.
    """
    rng, work = random.Random(seed), KilledWork(journal, looks_of(seed, 1))
    for name, one in work.works.items():
        work.renew()
        longest_s = _took(one.do) if name != "kill: a deck is kept" else 0.05
        for _ in range(kills):
            work.renew()
            _killed(one.do, rng.uniform(0.0, longest_s))
            yield _judged(name, one, work.folder)


def _judged(name: str, work: Work, folder: Path) -> FaultTrial:
    """What came of one kill."""
    began_s = time.monotonic()
    ready_s = 0.0
    try:
        remove_leftovers(folder)
        work.go_on()
        ready_s = time.monotonic() - began_s
        found = work.wrong()
    except Exception as fault:  # whatever it is, a person would see it
        found = [f"{type(fault).__name__}: {fault}"]
    found += [f"{one.name} is left" for one in folder.glob(f"{PREFIX}*")]
    return FaultTrial(name, found, ready_s or time.monotonic() - began_s)


def _took(do: Callable[[], object]) -> float:
    """How long a work takes that is not killed, seconds, three at most."""
    began_s, child = time.monotonic(), _forked(do)
    while time.monotonic() - began_s < 3.0 and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.001)
    took_s = time.monotonic() - began_s
    if took_s >= 3.0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return took_s


def _killed(do: Callable[[], object], after_s: float) -> None:
    child = _forked(do)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _forked(do: Callable[[], object]) -> int:
    child = os.fork()
    if child == 0:
        try:
            do()
        finally:
            os._exit(0)
    return child


def _opened(path: Path) -> None:
    with Journal(path) as journal:
        journal.sessions()


def _make(path: Path) -> None:
    with Journal(path):
        pass


def _is_made(path: Path) -> list[str]:
    """Whether there is a whole journal, or none."""
    if path.exists():
        _make(path)
    return [one.words for one in check(path).damage] if path.exists() else []


def _prune(path: Path, playing: int) -> None:
    prune(path, 0, playing, journal_mb=0)


def _prove(moment: Moment, _referee: Referee) -> tuple[EvidencePicture, ...]:
    return (EvidencePicture(moment.t_ms, 400.0, PICTURE),)
