"""The journal: every signal that reached the referee, what it answered, and the pictures that prove it.

One transaction holds one signal with its events, so a power cut loses at most the signal in flight.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, get_args

from firmware.signals import Signal
from firmware.storage.codec import Vocabulary
from firmware.storage.schema import JournalError, connect, plain_errors

MOST_SESSIONS = 2**63 - 1
"""The largest number that SQLite has."""
SIGNALS: Vocabulary[Signal] = Vocabulary(get_args(Signal))


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """Evidence: what the camera saw.

    Attributes:
        t_ms: time of the frame, milliseconds since the session began.
        width_mm: width of the picture on the table, which ties it to the corners of an observation.
        jpeg: the picture, compressed.
    """

    t_ms: int
    width_mm: float
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """What is known of a session before its first signal.

    Attributes:
        started: date and time, ISO 8601, UTC.
        source: where the looks came from.
        setup: the match setup as one line of JSON.
    """

    started: str
    source: str
    setup: str


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One transaction: a signal and what followed from it.

    Attributes:
        t_ms: time of the signal, or of the closing.
        signal: what reached the referee; ``None`` where the session was closed.
        events: what the referee answered, one line of JSON each.
        pictures: the evidence for these events.
    """

    t_ms: int
    signal: Signal | None
    events: tuple[str, ...] = ()
    pictures: tuple[EvidencePicture, ...] = ()


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The referee as it stood before the signal at ``place``; only the same ``build`` of the program can read it."""

    place: int
    build: str
    state: bytes


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list of sessions; ``outcome`` is the closing line as JSON, ``None`` if it was never closed."""

    number: int
    header: SessionHeader
    outcome: str | None
    signals: int
    last_ms: int


class Journal:
    """The sessions in one file, numbered from 1; a context manager that closes the file."""

    def __init__(self, path: Path, *, create: bool = True, read_only: bool = False) -> None:
        """Open the journal at ``path``; one that is only to be read must be there.

        Args:
            path: of the file.
            create: make a new one where there is none.
            read_only: nothing in it is changed, so that one of an earlier schema is refused.

        Raises:
            JournalError: if it cannot be opened, is none, or has another schema.
        """
        self.path = path
        self._file = connect(path, create=create and not read_only, read_only=read_only)

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Close the file."""
        self._file.close()

    def begin(self, header: SessionHeader) -> int:
        """Open a new session and give its number.

        Raises:
            JournalError: if the file cannot be written, as in every method that writes.
        """
        row = (header.started, header.source, header.setup)
        with self._transaction() as file:
            number = file.execute("INSERT INTO session (started, source, setup) VALUES (?, ?, ?)", row).lastrowid
        assert number is not None
        return number

    def write(self, session: int, entry: JournalEntry) -> None:
        """Add one entry to ``session``: all of it, or nothing.

        Raises:
            JournalError: if the session is unknown or closed, or the file cannot be written.
        """
        self.write_all(session, (entry,))

    def write_all(self, session: int, entries: Iterable[JournalEntry]) -> None:
        """Add entries to ``session``: all of them, or nothing."""
        with self._transaction() as file:
            for entry in entries:
                self._add(file, session, entry)

    def close_session(self, session: int, entry: JournalEntry, outcome: str) -> None:
        """Add the last entry and the closing line; nothing can be added afterwards.

        Args:
            session: its number.
            entry: what followed from the closing, without a signal.
            outcome: the closing line as JSON.
        """
        with self._transaction() as file:
            self._add(file, session, entry)
            file.execute("UPDATE session SET outcome = ? WHERE number = ?", (outcome, session))
            file.execute("DELETE FROM snapshot WHERE session = ?", (session,))

    def save_checkpoint(self, session: int, build: str, state: bytes) -> None:
        """Keep the referee as it stands after the last entry, in the place of what was kept before.

        Args:
            session: its number.
            build: the mark of the program that can read the state.
            state: the referee in bytes.
        """
        query = (
            "INSERT OR REPLACE INTO snapshot SELECT ?, coalesce(max(place) + 1, 0), ?, ? FROM signal WHERE session = ?"
        )
        with self._transaction() as file:
            file.execute(query, (session, build, state, session))

    def checkpoint(self, session: int) -> Checkpoint | None:
        """The referee as it was kept last; ``None``: never, or the session is closed."""
        query = "SELECT place, build, state FROM snapshot WHERE session = ?"
        with plain_errors(self.path):
            row = self._file.execute(query, (session,)).fetchone()
        return Checkpoint(*row) if row else None

    def sessions(self) -> list[SessionSummary]:
        """All sessions, oldest first."""
        return self._summaries("SELECT number FROM session")

    def last(self, source: str) -> SessionSummary | None:
        """The newest session of a source; the others, of many evenings, are not gone through."""
        newest = "SELECT number FROM session WHERE source = ? ORDER BY number DESC LIMIT 1"
        return next(iter(self._summaries(newest, source)), None)

    def newest(self) -> int | None:
        """The number of the newest session in which anything was seen; ``None``: there is none."""
        with plain_errors(self.path):
            ((number,),) = self._file.execute("SELECT max(session) FROM signal")
        return number if isinstance(number, int) else None

    def session(self, number: int) -> SessionSummary:
        """One session.

        Raises:
            JournalError: if there is none of that number.
        """
        for summary in self._summaries("SELECT ?", number) if number <= MOST_SESSIONS else ():
            return summary
        raise JournalError(f"{self.path}: there is no session {number}; `hakam sessions` lists those there are")

    def entries(self, session: int, since: int = 0, *, pictures: bool = True) -> Iterator[JournalEntry]:
        """The entries of a session in order, one after the other from the disk.

        Args:
            session: its number.
            since: the place of the first one that is wanted.
            pictures: give the evidence too.
        """
        query = "SELECT place, t_ms, body FROM signal WHERE session = ? AND place >= ? ORDER BY place"
        with plain_errors(self.path):
            for place, t_ms, body in self._file.execute(query, (session, since)):
                signal = None if body is None else SIGNALS.parse(body)
                evidence = self._pictures(session, place) if pictures else ()
                yield JournalEntry(t_ms, signal, self._events(session, place), evidence)

    def evidence(self, session: int) -> Iterator[EvidencePicture]:
        """The pictures of a session, the newest first, one after the other from the disk."""
        query = "SELECT t_ms, width_mm, jpeg FROM picture WHERE session = ? ORDER BY place DESC, rowid DESC"
        with plain_errors(self.path):
            for row in self._file.execute(query, (session,)):
                yield EvidencePicture(*row)

    def _summaries(self, numbers: str, *values: object) -> list[SessionSummary]:
        """The sessions whose numbers a query gives."""
        query = (
            "SELECT number, started, source, setup, outcome, count(place), coalesce(max(t_ms), 0) FROM session"
            f" LEFT JOIN signal ON session = number WHERE number IN ({numbers}) GROUP BY number ORDER BY number"
        )
        with plain_errors(self.path):
            rows = self._file.execute(query, values).fetchall()
        return [SessionSummary(row[0], SessionHeader(*row[1:4]), *row[4:]) for row in rows]

    def _add(self, file: sqlite3.Connection, session: int, entry: JournalEntry) -> None:
        ((outcome, place),) = file.execute(
            "SELECT (SELECT outcome FROM session WHERE number = :n), coalesce(max(place) + 1, 0)"
            " FROM signal WHERE session = :n",
            {"n": session},
        )
        if outcome is not None:
            raise JournalError(f"{self.path}: session {session} is closed, nothing can be added to it")
        body = None if entry.signal is None else SIGNALS.text(entry.signal)
        file.execute("INSERT INTO signal VALUES (?, ?, ?, ?)", (session, place, entry.t_ms, body))
        events = [(session, place, turn, event) for turn, event in enumerate(entry.events)]
        file.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", events)
        pictures = [(session, place, picture.t_ms, picture.width_mm, picture.jpeg) for picture in entry.pictures]
        file.executemany("INSERT INTO picture VALUES (?, ?, ?, ?, ?)", pictures)

    def _events(self, session: int, place: int) -> tuple[str, ...]:
        query = "SELECT body FROM event WHERE session = ? AND place = ? ORDER BY turn"
        return tuple(body for (body,) in self._file.execute(query, (session, place)))

    def _pictures(self, session: int, place: int) -> tuple[EvidencePicture, ...]:
        query = "SELECT t_ms, width_mm, jpeg FROM picture WHERE session = ? AND place = ? ORDER BY rowid"
        return tuple(EvidencePicture(*row) for row in self._file.execute(query, (session, place)))

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with plain_errors(self.path):
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")
