"""A damaged journal: what in it is not as it was written, and a new one of all that still is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from firmware.storage.codec import CodecError
from firmware.storage.entry_reader import SESSION, EntryReader
from firmware.storage.journal import Journal
from firmware.storage.journal_errors import DamagedJournalError, JournalError, plain_errors
from firmware.storage.moment import SETUPS
from firmware.storage.records import JournalEntry, SessionRow
from firmware.storage.row_sums import is_intact
from firmware.storage.schema import connect
from firmware.storage.temporary import temporary_folder

MOST_FAULTS = 20
"""Faults of the file's own structure that are told: the first ones say it all, a judgement."""
NUMBERS = ("SELECT number FROM session", "SELECT DISTINCT session FROM signal")
ENDS = "SELECT coalesce(max(place) + 1, 0), coalesce(max(t_ms), 0) FROM signal WHERE session = ?"


class Damage(NamedTuple):
    """Something that is not as it was written.

    Attributes:
        words: the sentence that says it.
        session: the number of its session; ``None``: the file as a whole.
        entry: which of the session's entries, counted from 1; ``None``: another part of it.
    """

    words: str
    session: int | None = None
    entry: int | None = None


class Salvage:
    """All that can be read of a journal.

    Attributes:
        damage: what was found so far to be damaged.
        sessions: how many were gone through, and ``entries`` how many of theirs could be read.
    """

    def __init__(self, file: sqlite3.Connection, path: Path) -> None:
        """Go through the journal that is open as ``file``; ``path`` is named in errors."""
        self.damage: list[Damage] = []
        self.sessions = self.entries = 0
        self._file, self._path, self._reader = file, path, EntryReader(file, path)

    def check_file(self) -> None:
        """Have SQLite look at the structure of the whole file."""
        for (fault,) in self._read(f"PRAGMA integrity_check({MOST_FAULTS})"):
            if fault != "ok":
                self.damage.append(Damage(f"the structure of the file is damaged ({' '.join(fault.split())})"))

    def heads(self) -> Iterator[SessionRow]:
        """The sessions, oldest first; one whose head is damaged comes as it is, if it is of any use."""
        found = {row[0] for query in NUMBERS for row in self._read(query)}
        for number in sorted(one for one in found if isinstance(one, int)):  # a damaged page may hold anything
            head = self._head(number)
            if head:
                self.sessions += 1
                self._check_checkpoint(number)
                yield head

    def entries_of(self, head: SessionRow) -> Iterator[JournalEntry]:
        """The entries of a session that are as they were written, without pictures that are not."""
        for place in range(head.entries):
            entry = self._entry(head, place)
            if entry:
                self.entries += 1
                yield entry

    def _head(self, number: int) -> SessionRow | None:
        try:
            return self._reader.head(number)
        except DamagedJournalError:
            usable = self._as_it_is(number)
        lost = "" if usable else ": it is lost"
        self.damage.append(Damage(f"the head of session {number} is damaged{lost}", number))
        return usable

    def _as_it_is(self, number: int) -> SessionRow | None:
        """A session with a damaged head, if its setup is one; its entries are counted, since nobody else knows."""
        for row in map(_legible, self._read(f"{SESSION} WHERE number = ?", number)):
            try:
                SETUPS.parse(row[3])
            except (CodecError, TypeError):
                return None
            outcome = row[4] if isinstance(row[4], str) else None
            entries, last_ms = next(iter(self._read(ENDS, number)), (0, 0))
            entries = min(entries, self._reader.most_entries)
            return SessionRow(number, str(row[1]), str(row[2]), row[3], outcome, entries, last_ms)
        return None

    def _entry(self, head: SessionRow, place: int) -> JournalEntry | None:
        for pictures in (True, False):
            try:
                entry = self._reader.entry(head, place, pictures=pictures)
            except (DamagedJournalError, CodecError):
                continue
            if not pictures:
                self._tell(head, place, "a picture of ")
            return entry
        self._tell(head, place)
        return None

    def _tell(self, head: SessionRow, place: int, part: str = "") -> None:
        words = f"{part}session {head.number} is damaged at its entry {place + 1}"
        self.damage.append(Damage(words, head.number, place + 1))

    def _check_checkpoint(self, number: int) -> None:
        query = "SELECT session, place, build, state, sum FROM snapshot WHERE session = ?"
        if not all(map(is_intact, self._read(query, number))):
            words = f"the checkpoint of session {number} is damaged: all its signals are read instead"
            self.damage.append(Damage(words, number))

    def _read(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        """The rows of a query, as far as the file gives them."""
        rows: list[tuple[Any, ...]] = []
        try:
            with plain_errors(self._path):
                rows.extend(self._file.execute(query, values))
        except DamagedJournalError as fault:
            told = Damage(f"the structure of the file is damaged ({fault.__cause__})")
            self.damage += [told] if told not in self.damage else []
        return rows


def _legible(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row with a sign of its own for each byte that is no text, since none of these can be written again."""
    return tuple(
        one.encode(errors="surrogateescape").decode(errors="replace") if isinstance(one, str) else one for one in row
    )


def check(path: Path) -> Salvage:
    """Go through all of a journal; nothing in it is changed.

    Raises:
        JournalError: if it cannot be opened at all.
    """
    with closing(connect(path, create=False, read_only=True)) as file:
        salvage = Salvage(file, path)
        salvage.check_file()
        for head in salvage.heads():
            for _ in salvage.entries_of(head):
                pass
    return salvage


def repair(path: Path, into: Path) -> Salvage:
    """Write all that is whole in a journal into a new one, the sessions by their numbers; the old one stays.

    Entries that are lost leave no gap. A match that was not closed is to be heard from its beginning again.

    Raises:
        JournalError: if the journal cannot be opened at all, or the new one is there already or cannot be written.
    """
    if into.exists():
        raise JournalError(f"{into} is there already; move it away, or remove it")
    with (
        closing(connect(path, create=False, read_only=True)) as file,
        temporary_folder(into.parent) as folder,
        plain_errors(into),
    ):
        salvage, fresh = Salvage(file, path), folder / into.name
        with Journal(fresh) as journal:
            for head in salvage.heads():
                _copy(journal, head, salvage.entries_of(head))
        fresh.rename(into)
    return salvage


def _copy(journal: Journal, head: SessionRow, entries: Iterator[JournalEntry]) -> None:
    number, ends = journal.begin(head.header, head.number), [JournalEntry(head.last_ms, None)]
    journal.write_all(number, _signals(entries, ends))
    if head.outcome is not None:
        journal.close_session(number, ends[-1], head.outcome)


def _signals(entries: Iterator[JournalEntry], ends: list[JournalEntry]) -> Iterator[JournalEntry]:
    """The entries with a signal; the other one is where the session was closed."""
    for entry in entries:
        if entry.signal is None:
            ends.append(entry)
        else:
            yield entry
