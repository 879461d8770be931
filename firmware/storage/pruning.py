"""The journal does not fill the card: the pictures of the oldest sessions go, then all that was seen in them.

The file does not shrink by that: SQLite keeps the freed pages and writes what comes next into them.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from firmware.storage.entry_reader import EntryReader
from firmware.storage.journal_errors import DamagedJournalError, plain_errors
from firmware.storage.records import EMPTIED, WITHOUT_PICTURES, SessionRow
from firmware.storage.schema import connect
from firmware.storage.session_rows import keep_head

LOG = logging.getLogger(__name__)

BATCH = 16
"""Pictures deleted in one transaction: half a megabyte, 0.9 ms (median of 30, in 0.5 GB) and one sync of the disk."""
PAUSE_S = 0.1
"""Between two: SQLite's busy handler tries at least that often, so who waits for the journal writes next. At 5 MB a
second the pictures still go much faster than they come."""
ENTRIES = 400
"""Entries deleted in one transaction: half a megabyte, as of pictures."""
SIZES = ("page_count", "freelist_count", "page_size")
CLOSING_S = 5.0
"""How long the end of the program waits for whatever a thread has in hand: a third of systemd's TimeoutStopSec."""


class Pruned(NamedTuple):
    """How much was deleted.

    Attributes:
        pictures: how many of the oldest sessions' went to keep room for those of others.
        sessions: of how many nothing but the score is left.
    """

    pictures: int = 0
    sessions: int = 0


def prune(
    path: Path,
    limit_mb: int,
    playing: int,
    stop: Callable[[float], bool] = lambda _pause_s: False,
    journal_mb: int | None = None,
) -> Pruned:
    """Delete what the oldest sessions have, until pictures and journal have the room that they may have.

    Args:
        path: of the journal.
        limit_mb: for the pictures of all sessions, megabytes; they go session by session, so that it may become less.
        playing: the session in progress, which keeps all of its own.
        stop: waits that many seconds between two transactions, and tells whether to leave the rest for another time.
        journal_mb: for all of the journal, megabytes: the oldest sessions keep nothing but their score. ``None``: any.

    Raises:
        JournalError: if the journal cannot be read or written.
    """
    pictures = sessions = 0
    with closing(connect(path, create=False)) as file, plain_errors(path):
        file.execute("PRAGMA secure_delete = OFF")  # Debian has it on: all that goes is overwritten, 27 times the wear
        for session in _surplus(file, limit_mb * 1_000_000, playing):
            mark_pruned(file, path, session)
            while count := _delete(file, session):
                pictures += count
                if stop(PAUSE_S):
                    return Pruned(pictures)
        for session in _oldest(file, playing):
            if journal_mb is None or _used(file) <= journal_mb * 1_000_000:
                break
            mark_emptied(file, path, session)
            sessions += 1
            while delete_entries(file, session):
                if stop(PAUSE_S):
                    return Pruned(pictures, sessions)
    return Pruned(pictures, sessions)


class Pruner:
    """Prunes a journal in a thread with a connection of its own. Neither that nor its faults stop anybody."""

    def __init__(self, path: Path, limit_mb: int, journal_mb: int | None = None) -> None:
        """Keep a journal within its room.

        Args:
            path: of the journal.
            limit_mb: for its pictures, megabytes.
            journal_mb: for all of it, megabytes; ``None``: any.
        """
        self._path, self._limit_mb, self._journal_mb = path, limit_mb, journal_mb
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, playing: int) -> None:
        """Prune while session ``playing`` goes on, unless that is still being done for the one before."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, args=(playing,), name="prune", daemon=True)
            self._thread.start()

    def finish(self, wait_s: float | None = None) -> None:
        """Wait until it is done, ``wait_s`` at most."""
        if self._thread:
            self._thread.join(wait_s)

    def close(self) -> None:
        """Leave the rest for the next time."""
        self._over.set()
        self.finish(CLOSING_S)

    def _run(self, playing: int) -> None:
        try:
            deleted = prune(self._path, self._limit_mb, playing, self._over.wait, self._journal_mb)
        except Exception as fault:  # a game is worth more than room on the card
            LOG.warning("the journal is not pruned: %s", fault)
        else:
            if deleted.pictures:
                LOG.warning("%d evidence pictures of the oldest sessions deleted to make room", deleted.pictures)
            if deleted.sessions:
                LOG.warning("of the %d oldest sessions only the score is left, to make room", deleted.sessions)


def _surplus(file: sqlite3.Connection, limit: int, playing: int) -> list[int]:
    """The oldest sessions, as many as must lose their pictures for all to fit ``limit``, bytes."""
    query = "SELECT session, sum(length(jpeg)) FROM picture GROUP BY session ORDER BY session"
    sizes = dict(file.execute(query).fetchall())
    over = sum(sizes.values()) - limit
    chosen = []
    for session in (one for one in sizes if one != playing):
        if over <= 0:
            break
        chosen.append(session)
        over -= sizes[session]
    return chosen


def _oldest(file: sqlite3.Connection, playing: int) -> list[int]:
    """The sessions of which anything is kept, oldest first, without the one in progress."""
    found = file.execute(
        "SELECT DISTINCT session FROM signal WHERE session != ?"
        " AND session < (SELECT max(number) FROM session) ORDER BY session",
        (playing,),
    )
    return [number for (number,) in found.fetchall()]


def _used(file: sqlite3.Connection) -> int:
    """Bytes of the file that hold something."""
    pages, free, size = (
        file.execute(f"PRAGMA {one}").fetchone()[0] for one in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def mark_pruned(file: sqlite3.Connection, path: Path, session: int) -> None:
    """Note with a session that pictures which its entries had may be missing; a damaged one stays known as such.

    Args:
        file: the journal.
        path: named in errors.
        session: its number.
    """
    _mark(file, path, session, lambda head: head._replace(pruned=max(head.pruned, WITHOUT_PICTURES)))


def mark_emptied(file: sqlite3.Connection, path: Path, session: int) -> None:
    """Note with a session that nothing but its score is kept; what it had can be deleted bit by bit then.

    Args:
        file: the journal.
        path: named in errors.
        session: its number.
    """
    _mark(file, path, session, lambda head: head._replace(pruned=EMPTIED, entries=0))


def _mark(file: sqlite3.Connection, path: Path, session: int, change: Callable[[SessionRow], SessionRow]) -> None:
    file.execute("BEGIN IMMEDIATE")  # another hakam may add to it
    with suppress(DamagedJournalError):
        head = EntryReader(file, path).head(session)
        if head:
            keep_head(file, change(head))
    file.execute("COMMIT")


def _delete(file: sqlite3.Connection, session: int) -> int:
    """Delete some pictures of a session; how many."""
    some = "SELECT rowid FROM picture WHERE session = ? ORDER BY place LIMIT ?"
    return file.execute(f"DELETE FROM picture WHERE rowid IN ({some})", (session, BATCH)).rowcount


def delete_entries(file: sqlite3.Connection, session: int) -> int:
    """Delete some entries of a session with all that belongs to them, in one transaction; how many."""
    some = "SELECT place FROM signal WHERE session = ? ORDER BY place LIMIT ?"
    file.execute("BEGIN IMMEDIATE")
    for table in ("snapshot", "standing"):
        file.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
    for table in ("picture", "event", "signal"):  # what refers to a signal first
        gone = file.execute(
            f"DELETE FROM {table} WHERE session = ? AND place IN ({some})", (session, session, ENTRIES)
        ).rowcount
    file.execute("COMMIT")
    return gone
