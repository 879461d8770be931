"""Processes killed in the middle of what they do to files: what is there afterwards is whole, old or new."""

import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping
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
    def works(self) -> Mapping[str, tuple[Callable[[], object], Callable[[], list[str]]]]:
        """What is done, by its name, and what says afterwards whether anything is wrong."""
        path, new, fresh = (self.folder / name for name in ("journal.db", "new.db", "fresh.db"))
        return {
            "kill: a match is played": (partial(self._play, path), partial(self._resumed, path)),
            "kill: a journal is made": (
                partial(_make, new),
                partial(_is_made, new),
            ),
            "kill: a journal is pruned": (partial(_prune, path, self._numbers[-1]), partial(self._whole, path)),
            "kill: sessions are forgotten": (partial(forget, path, self._numbers[:1]), partial(self._whole, path)),
            "kill: a session is exported": (partial(self._export, path), self._exported),
            "kill: a journal is repaired": (
                partial(repair, path, fresh),
                partial(self._whole, path),
            ),
            "kill: a deck is kept": (self._keep_deck, self._has_deck),
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
            setup = SETUPS.parse(last.header.setup)
            again, whole = LiveMatch.resume(journal, setup), Referee(setup)
            for entry in journal.entries(last.number):
                if entry.signal:
                    whole.feed(entry.signal)
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

    def _has_deck(self) -> list[str]:
        content = (self.folder / "cafe.npz").read_bytes()
        return [] if content in (b"old" * DECK_BYTES, b"new" * DECK_BYTES) else ["neither the old deck nor the new"]


def trials(journal: Path, kills: int, seed: int) -> Iterator[FaultTrial]:
    """Kill each work at random moments.

    Args:
        journal: a whole one with two sessions and more.
        kills: of each work.
        seed: of the moments.
    """
    rng, work = random.Random(seed), KilledWork(journal, looks_of(seed, 1))
    for name, (do, wrong) in work.works.items():
        work.renew()
        longest_s = _took(do) if name != "kill: a deck is kept" else 0.05
        for _ in range(kills):
            work.renew()
            _killed(do, rng.uniform(0.0, longest_s))
            began_s = time.monotonic()
            remove_leftovers(work.folder)
            try:
                found = wrong()
            except Exception as fault:  # whatever it is, a person would see it
                found = [f"{type(fault).__name__}: {fault}"]
            found += [f"{one.name} is left" for one in work.folder.glob(f"{PREFIX}*")]
            yield FaultTrial(name, found, time.monotonic() - began_s)


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
