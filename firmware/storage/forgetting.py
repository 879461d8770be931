"""Sessions deleted for good: afterwards none of their bytes is in the journal or in the files beside it."""

import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from firmware.storage.journal_errors import JournalError, plain_errors
from firmware.storage.pruning import delete_entries, mark_emptied
from firmware.storage.schema import connect

SPARE = 3
"""Times the size of the journal that must be free: SQLite writes what stays into a temporary file and into its log."""


OF_SESSION = ("snapshot", "standing", "picture", "event", "signal")


def forget(path: Path, sessions: Iterable[int]) -> None:
    """Delete sessions, overwrite what they were, and write the journal anew without them.

    The cells that SQLite once moved are gone by that as well, and so are pictures deleted earlier to make room. A
    referee at work goes on, and writes what it hears meanwhile afterwards.

    Args:
        path: of the journal.
        sessions: their numbers.

    Raises:
        JournalError: if there is too little room, before anything is deleted; or if another program reads the journal
            for so long that it cannot be finished.
    """
    with closing(connect(path, create=False)) as file, plain_errors(path):
        _check_room(path)
        file.execute("PRAGMA secure_delete = ON")  # what goes is overwritten with zeros
        for session in sessions:
            mark_emptied(file, path, session)
            while delete_entries(file, session):
                pass
            for table in OF_SESSION:  # what damage has left alone too
                file.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
            file.execute("DELETE FROM session WHERE number = ?", (session,))
        file.execute("VACUUM")
        _empty_log(file, path)


def _check_room(path: Path) -> None:
    needed = SPARE * path.stat().st_size
    if shutil.disk_usage(path.parent).free < needed:
        raise JournalError(
            f"{path}: {needed / 1e6:.0f} MB must be free to write the journal anew; nothing was forgotten"
        )


def _empty_log(file: sqlite3.Connection, path: Path) -> None:
    """Bring all that is in SQLite's log into the file itself, and cut the log off."""
    (busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise JournalError(f"{path}: another program reads the journal; `hakam forget` finishes once it is stopped")
