"""The rows of a journal read with their checksums: each is as it was written, or it is said which is not."""

import sqlite3
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

from firmware.storage.codec import CodecError
from firmware.storage.journal_errors import DamagedJournalError, plain_errors
from firmware.storage.look_check import checked
from firmware.storage.records import SIGNALS, EvidencePicture, JournalEntry, SessionRow
from firmware.storage.row_sums import Value, is_intact

SESSION = "SELECT number, started, source, setup, outcome, entries, last_ms, pruned, program, sum FROM session"
SIGNAL = "SELECT session, place, t_ms, body, events, pictures, sum FROM signal WHERE session = ? AND place = ?"
EVENTS = "SELECT session, place, turn, body, sum FROM event WHERE session = ? AND place = ? ORDER BY turn"
PICTURE = "SELECT session, place, t_ms, width_mm, jpeg, sum FROM picture"
PICTURES = f"{PICTURE} WHERE session = ? AND place = ? ORDER BY rowid"

COUNT = SessionRow._fields.index("entries")
LEAST_BYTES = 10
"""An entry takes more: seven columns have a byte each in the head of the row, https://sqlite.org/fileformat2.html, 2.1,
and its checksum up to four behind that."""


class EntryReader:
    """Reads the sessions of one open journal."""

    def __init__(self, file: sqlite3.Connection, path: Path) -> None:
        """Read the journal that is open as ``file``; ``path`` is named in errors."""
        self._file, self._path = file, path

    def heads(self, where: str = "", *values: Value) -> Iterator[SessionRow]:
        """The sessions for which a condition holds.

        Raises:
            DamagedJournalError: if one is not as it was written.
        """
        with plain_errors(self._path):
            most = self.most_entries
            for row in self._file.execute(f"{SESSION} {where}", values):
                if not (is_intact(row) and 0 <= row[COUNT] <= most):
                    raise self.damage(f"the head of session {row[0]} is damaged")
                yield SessionRow(*row[:-1])

    def head(self, session: int) -> SessionRow | None:
        """One session; ``None``: there is none of that number.

        Raises:
            DamagedJournalError: if it is not as it was written.
        """
        return next(self.heads("WHERE number = ?", session), None)

    def entry(self, head: SessionRow, place: int, *, pictures: bool = True) -> JournalEntry:
        """One entry of a session.

        Args:
            head: the session.
            place: of the entry, from 0.
            pictures: give the evidence too.

        Raises:
            DamagedJournalError: if any part of it is missing, or not as it was written.
        """
        key = (head.number, place)
        with plain_errors(self._path):
            (row,) = self._rows(SIGNAL, key, 1)
            _, _, t_ms, body, events, shown, _ = row
            texts = tuple(one[3] for one in self._rows(EVENTS, key, events))
            evidence = self._evidence(key, shown, pruned=bool(head.pruned)) if pictures and shown else ()
        try:
            signal = None if body is None else checked(SIGNALS.parse(body))
        except CodecError:  # whoever can write a checksum can write anything
            raise self._damaged_at(key) from None
        return JournalEntry(t_ms, signal, texts, evidence)

    def evidence(self, session: int) -> Iterator[EvidencePicture | None]:
        """The pictures of a session, the newest first; ``None`` for one that is damaged."""
        with plain_errors(self._path):
            for row in self._file.execute(f"{PICTURE} WHERE session = ? ORDER BY place DESC, rowid DESC", (session,)):
                yield EvidencePicture(*row[2:5]) if _is_whole(row) else None

    def damage(self, what: str) -> DamagedJournalError:
        """The error that says what is damaged, and what to do."""
        return DamagedJournalError(f"{self._path}: {what}; `hakam journal check --repair` saves what can be saved")

    @property
    def most_entries(self) -> int:
        """As many as a file of this length can hold: a forged head must not have us look for two thousand millions."""
        sizes = (self._file.execute(f"PRAGMA page_{what}").fetchone()[0] for what in ("count", "size"))
        return int(prod(sizes)) // LEAST_BYTES

    def _rows(self, query: str, key: tuple[int, int], count: int) -> list[tuple[Any, ...]]:
        """The rows of an entry, of which there are so many."""
        rows = self._file.execute(query, key).fetchall() if count else []
        # a tree whose pages are mixed up gives rows that nobody asked for
        if len(rows) != count or not all(is_intact(row) and row[:2] == key for row in rows):
            raise self._damaged_at(key)
        return rows

    def _evidence(self, key: tuple[int, int], count: int, *, pruned: bool) -> tuple[EvidencePicture, ...]:
        rows = self._file.execute(PICTURES, key).fetchall()
        if not all(map(_is_whole, rows)) or (len(rows) != count and not (pruned and len(rows) < count)):
            raise self._damaged_at(key)
        return tuple(EvidencePicture(*row[2:5]) for row in rows)

    def _damaged_at(self, key: tuple[int, int]) -> DamagedJournalError:
        return self.damage(f"session {key[0]} is damaged at its entry {key[1] + 1}")


def _is_whole(row: tuple[Any, ...]) -> bool:
    """Whether a picture is as it was written; those of earlier schemas have no checksum."""
    return row[-1] is None or is_intact(row)
