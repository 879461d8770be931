"""What is told of a journal that cannot be used: errors of SQLite and of the disk as one sentence."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.errors import HakamError

NO_ROOM_BESIDE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY_DIRECTORY)  # https://sqlite.org/rescode.html
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
PRIMARY = 0xFF  # the bits of a code that name the kind of error, https://sqlite.org/rescode.html
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
LEAST_BYTES = 100_000
"""With less room SQLite cannot make the index of its log, 32 kB, and says that in many ways."""


class JournalError(HakamError, OSError):
    """A journal or exported session that cannot be opened, read or written."""


class DiskError(JournalError):
    """A journal that the disk does not take or give now; it may again.

    Attributes:
        kind: ``disk_full``, ``disk_read_only`` or ``disk_lost``, as the display's texts call it.
    """

    kind = "disk_lost"


class DamagedJournalError(JournalError):
    """A journal of which a part is not as it was written."""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the disk into one sentence about ``path``.

    Raises:
        JournalError: instead of them.
    """
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeDecodeError) as fault:
        if isinstance(fault, JournalError):
            raise
        if _is_damage(fault):
            raise DamagedJournalError(
                f"{path}: the journal is damaged ({fault}); `hakam journal check --repair` saves what can be saved"
            ) from fault
        told = DiskError(f"{path}: the journal cannot be used ({_why(fault)}); choose another with --journal")
        told.kind = _kind(path, fault)
        raise told from fault


def _is_damage(fault: Exception) -> bool:
    """Whether SQLite says so; its message may itself hold what is no text any more."""
    return isinstance(fault, UnicodeDecodeError) or getattr(fault, "sqlite_errorcode", 0) & PRIMARY in DAMAGED


def _kind(path: Path, fault: Exception) -> str:
    """What is wrong with the disk, as far as SQLite or the system can tell."""
    code, number = getattr(fault, "sqlite_errorcode", 0) & PRIMARY, getattr(fault, "errno", None)
    state = disk_state(path)
    if code == sqlite3.SQLITE_FULL or number in NO_ROOM or (state and state.f_bavail * state.f_frsize < LEAST_BYTES):
        return "disk_full"
    return "disk_read_only" if state and state.f_flag & os.ST_RDONLY else "disk_lost"


def disk_state(path: Path) -> os.statvfs_result | None:
    """How the disk is on which a file is, or is to be."""
    for place in (path, *path.parents):
        with suppress(OSError):
            return os.statvfs(place)
    return None


def _why(fault: Exception) -> str:
    beside = getattr(fault, "sqlite_errorcode", None) in NO_ROOM_BESIDE
    return (
        "SQLite may not read it, or not write in its folder, as it has to"
        if beside
        else getattr(fault, "strerror", None) or str(fault)
    )
