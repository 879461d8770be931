"""The journal does not fill the card: the evidence pictures of the oldest sessions go, everything else stays.

The file does not shrink by that: SQLite keeps the freed pages and writes what comes next into them.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from firmware.storage.entry_reader import EntryReader
from firmware.storage.journal import keep_head
from firmware.storage.schema import DamagedJournalError, connect, plain_errors

LOG = logging.getLogger(__name__)

BATCH = 16
"""Pictures deleted in one transaction: half a megabyte, 0.9 ms (median of 30, in 0.5 GB) and one sync of the disk."""
PAUSE_S = 0.1
"""Between two: SQLite's busy handler tries at least that often, so who waits for the journal writes next. At 5 MB a
second the pictures still go much faster than they come."""
CLOSING_S = 5.0
"""How long the end of the program waits for whatever a thread has in hand: a third of systemd's TimeoutStopSec."""


def prune(path: Path, limit_mb: int, playing: int, stop: Callable[[float], bool] = lambda _pause_s: False) -> int:
    """Delete the pictures of the oldest sessions, until those of all sessions are not larger than ``limit_mb``.

    Args:
        path: of the journal.
        limit_mb: megabytes; pictures of a session go all together, so that it may become less.
        playing: the session in progress, which keeps all of its own.
        stop: waits that many seconds between two transactions, and tells whether to leave the rest for another time.

    Returns:
        How many were deleted.

    Raises:
        JournalError: if the journal cannot be read or written.
    """
    deleted = 0
    with closing(connect(path, create=False)) as file, plain_errors(path):
        file.execute("PRAGMA secure_delete = OFF")  # Debian has it on: all that goes is overwritten, 27 times the wear
        for session in _surplus(file, limit_mb * 1_000_000, playing):
            _mark(file, path, session)
            while count := _delete(file, session):
                deleted += count
                if stop(PAUSE_S):
                    return deleted
    return deleted


class Pruner:
    """Prunes a journal in a thread with a connection of its own. Neither that nor its faults stop anybody."""

    def __init__(self, path: Path, limit_mb: int) -> None:
        """Keep the pictures of the journal at ``path`` below ``limit_mb``, megabytes."""
        self._path, self._limit_mb = path, limit_mb
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
            deleted = prune(self._path, self._limit_mb, playing, self._over.wait)
        except Exception as fault:  # a game is worth more than room on the card
            LOG.warning("the journal is not pruned: %s", fault)
        else:
            if deleted:
                LOG.warning("%d evidence pictures of the oldest sessions deleted to make room", deleted)


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


def _mark(file: sqlite3.Connection, path: Path, session: int) -> None:
    """Note with a session that pictures which its entries had may be missing; a damaged one stays known as such."""
    file.execute("BEGIN IMMEDIATE")  # another hakam may add to it
    with suppress(DamagedJournalError):
        head = EntryReader(file, path).head(session)
        if head:
            keep_head(file, head._replace(pruned=1))
    file.execute("COMMIT")


def _delete(file: sqlite3.Connection, session: int) -> int:
    """Delete some pictures of a session; how many."""
    some = "SELECT rowid FROM picture WHERE session = ? ORDER BY place LIMIT ?"
    return file.execute(f"DELETE FROM picture WHERE rowid IN ({some})", (session, BATCH)).rowcount
