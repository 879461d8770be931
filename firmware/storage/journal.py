"""The journal: every signal that reached the referee, what it answered, and the pictures that prove it.

One transaction holds one signal with its events, so a power cut loses at most the signal in flight.
"""

import logging
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.storage import session_rows
from firmware.storage.codec import CodecError
from firmware.storage.journal_errors import DamagedJournalError, DiskError, JournalError, plain_errors
from firmware.storage.journal_file import JournalFile
from firmware.storage.records import (
    EMPTIED,
    SIGNALS,
    Checkpoint,
    EvidencePicture,
    JournalEntry,
    PackedEntry,
    SessionHeader,
    SessionRow,
    SessionStart,
    SessionSummary,
    packed,
)
from firmware.storage.row_sums import is_intact, summed

__all__ = ["SIGNALS", "Checkpoint", "EvidencePicture", "Journal", "JournalEntry", "SessionHeader", "SessionSummary"]
LOG = logging.getLogger(__name__)
MOST_SESSIONS = 2**63 - 1
"""The largest number that SQLite has."""


class Journal(JournalFile):
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
        super().__init__(path, create=create and not read_only, read_only=read_only)

    def begin(self, header: SessionHeader, number: int | None = None) -> int:
        """Open a new session and give its number, the next one unless another ``number`` is asked for.

        Raises:
            JournalError: if the file cannot be written, as in every method that writes.
        """
        with self._transaction() as file:
            return session_rows.begin(file, header, number).number

    def write(self, session: int, entry: JournalEntry) -> None:
        """Add one entry to ``session``: all of it, or nothing.

        Raises:
            JournalError: if the session is unknown or closed, or the file cannot be written.
        """
        self.write_all(session, (entry,))

    def write_all(self, session: int, entries: Iterable[JournalEntry], standing: str = "") -> None:
        """Add entries to ``session``: all of them, or nothing.

        Args:
            session: its number.
            entries: in their order; there may be none.
            standing: how the match stands after them, as JSON; empty: nobody says it.
        """
        self.write_packed(session, map(packed, entries), standing)

    def write_packed(self, session: int, entries: Iterable[PackedEntry], standing: str = "") -> None:
        """Add entries that are ready to be written, as :meth:`write_all` does.

        Args:
            session: its number.
            entries: in their order; there may be none.
            standing: how the match stands after them, as JSON; empty: nobody says it.
        """
        with self._transaction() as file:
            head = session_rows.add(file, self._open(session), entries)
            session_rows.keep_head(file, head)
            session_rows.keep_standing(file, head, standing)

    def close_session(self, session: int, entry: JournalEntry, outcome: str, standing: str = "") -> None:
        """Add the last entry and the closing line; nothing can be added afterwards.

        Args:
            session: its number.
            entry: what followed from the closing, without a signal.
            outcome: the closing line as JSON.
            standing: how the match stands in the end, as JSON; empty: nobody says it.
        """
        with self._transaction() as file:
            session_rows.keep_standing(file, session_rows.close(file, self._open(session), entry, outcome), standing)

    def succeed(self, session: int, entry: JournalEntry | PackedEntry, outcome: str, following: SessionStart) -> int:
        """Close a session and begin the one that follows, both or neither; give its number.

        Args:
            session: the number of the one that is over.
            entry: what followed from the closing, without a signal.
            outcome: the closing line as JSON.
            following: the next session.
        """
        with self._transaction() as file:
            session_rows.close(file, self._open(session), entry, outcome)
            head = session_rows.begin(file, following.header)
            head = session_rows.add(file, head, following.entries)
            session_rows.keep_head(file, head)
            session_rows.keep_standing(file, head, following.standing)
        return head.number

    def save_checkpoint(self, session: int, build: str, state: bytes) -> None:
        """Keep the referee as it stands after the last entry, in the place of what was kept before.

        Args:
            session: its number.
            build: the mark of the program that can read the state.
            state: the referee in bytes.
        """
        with self._transaction() as file:
            row = summed(session, self._open(session).entries, build, state)
            file.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?)", row)

    def checkpoint(self, session: int) -> Checkpoint | None:
        """The referee as it was kept last; ``None``: never, or it is damaged, or the session is closed."""
        query = "SELECT session, place, build, state, sum FROM snapshot WHERE session = ?"
        try:
            with plain_errors(self.path):
                row = self._file.execute(query, (session,)).fetchone()
        except DamagedJournalError:
            row = (session, None)
        if row and not is_intact(row):
            LOG.warning("the checkpoint of session %d is damaged: all its signals are read instead", session)
            return None
        return Checkpoint(*row[1:-1]) if row else None

    def sessions(self) -> list[SessionSummary]:
        """All sessions, oldest first."""
        return [_summary(head) for head in self._reader.heads("ORDER BY number")]

    def last(self, source: str) -> SessionSummary | None:
        """The newest session of a source; the others, of many evenings, are not gone through."""
        heads = self._reader.heads("ORDER BY number DESC")
        return next((_summary(head) for head in heads if head.source == source), None)

    def newest(self) -> int | None:
        """The number of the newest session in which anything was seen; ``None``: there is none."""
        return next((head.number for head in self._reader.heads("ORDER BY number DESC") if head.entries), None)

    def session(self, number: int) -> SessionSummary:
        """One session.

        Raises:
            JournalError: if there is none of that number.
        """
        return _summary(self._head(number))

    def entries(self, session: int, since: int = 0, *, pictures: bool = True) -> Iterator[JournalEntry]:
        """The entries of a session in order, one after the other from the disk.

        Args:
            session: its number.
            since: the place of the first one that is wanted.
            pictures: give the evidence too.

        Raises:
            DamagedJournalError: at the first one that is not as it was written.
            JournalError: if they were deleted to make room.
        """
        head = self._head(session)
        if head.pruned == EMPTIED:
            raise JournalError(f"{self.path}: of session {session} only the score is left, to make room")
        for place in range(since, head.entries):
            yield self._reader.entry(head, place, pictures=pictures)

    def intact_entries(self, session: int, since: int = 0, *, pictures: bool = True) -> Iterator[JournalEntry | None]:
        """The entries of a session that can be read, and ``None`` in the place of each that is damaged.

        Args:
            session: its number.
            since: the place of the first one that is wanted.
            pictures: give the evidence too.
        """
        head = self._head(session)
        for place in range(since, head.entries):
            try:
                entry = self._reader.entry(head, place, pictures=pictures)
            except (DamagedJournalError, CodecError):
                entry = None
            yield entry

    def evidence(self, session: int) -> Iterator[EvidencePicture]:
        """The pictures of a session, the newest first, one after the other from the disk; damaged ones are left out."""
        for picture in self._reader.evidence(session):
            if picture is None:
                LOG.warning("a picture of session %d is damaged and left out", session)
            else:
                yield picture

    def _head(self, number: int) -> SessionRow:
        head = self._reader.head(number) if number <= MOST_SESSIONS else None
        if head is None:
            raise JournalError(f"{self.path}: there is no session {number}; `hakam sessions` lists those there are")
        return head

    def _open(self, number: int) -> SessionRow:
        """A session to which something can be added."""
        head = self._head(number)
        if head.outcome is not None:
            raise JournalError(f"{self.path}: session {number} is closed, nothing can be added to it")
        return head

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with plain_errors(self.path):
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield self._file
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:  # SQLite has taken it back itself where the disk is full
                    self._file.execute("ROLLBACK")
                raise


def _summary(head: SessionRow) -> SessionSummary:
    return SessionSummary(head.number, head.header, head.outcome, head.entries, head.last_ms)


@contextmanager
def readable(path: Path) -> Iterator[Journal | None]:
    """The journal at ``path``, a new one where there is none; ``None`` where the disk does not even let it be read.

    Raises:
        JournalError: if it cannot be used for another reason than that the disk is full or takes nothing.
    """
    journal = None
    try:
        journal = _opened(path)
    except DiskError as fault:
        LOG.warning("what is told now is written later, if at all: %s", fault)
    try:
        yield journal
    finally:
        if journal:
            journal.__exit__()


def _opened(path: Path) -> Journal:
    try:
        return Journal(path)
    except DiskError as fault:
        if fault.kind == "disk_lost":
            raise JournalError(str(fault)) from fault
        if not path.exists():
            raise
        return Journal(path, create=False, read_only=True)
