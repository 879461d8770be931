"""Who keeps a journal has it for himself: a second referee on it is refused, and a kill gives it free."""

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import HakamError
from firmware.storage.outputs import real

LOG = logging.getLogger(__name__)
ENDING = ".lock"
"""What is added to the name of a journal for the file beside it that is locked; it stays, empty, and means nothing."""


class JournalInUseError(HakamError, OSError):
    """Another program keeps this journal."""


@contextmanager
def kept_alone(path: Path) -> Iterator[None]:
    """Keep the journal at ``path`` alone; others may read it, and add sessions of their own.

    Where no lock can be had, since the disk is full or takes nothing, nobody can write the journal anyway.

    Raises:
        JournalInUseError: if another program keeps it.
    """
    handle = _opened(real(path))
    try:
        if handle is not None:
            _lock(handle, path)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def is_kept(path: Path) -> bool:
    """Whether a program keeps the journal at ``path``."""
    try:
        with kept_alone(path):
            return False
    except JournalInUseError:
        return True


def _opened(path: Path) -> int | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path.with_name(path.name + ENDING), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as fault:
        LOG.debug("%s: no lock can be had (%s)", path, fault)
        return None


def _lock(handle: int, path: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalInUseError(
            f"{path}: another hakam keeps this journal; stop it, or name another journal with --journal"
        ) from None
