"""Files and folders that become others when they are finished, and what a kill has left of such."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

PREFIX = ".hakam-"
"""With what their names begin. Whoever uses one holds a lock on it (flock(2)), which ends with his process."""


@contextmanager
def temporary_file(folder: Path, suffix: str = "") -> Iterator[tuple[Path, BinaryIO]]:
    """A new file in a folder, which only its owner may read; whoever uses it renames it, or it goes with an error.

    Args:
        folder: in which it is made.
        suffix: with what its name ends.

    Raises:
        OSError: if none can be made.
    """
    handle, name = tempfile.mkstemp(dir=folder, prefix=PREFIX, suffix=suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            yield Path(name), file
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """A new folder in a folder, which only its owner may read; it goes in the end.

    Raises:
        OSError: if none can be made.
    """
    with tempfile.TemporaryDirectory(dir=folder, prefix=PREFIX) as name:
        handle = os.open(name, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH)
            yield Path(name)
        finally:
            os.close(handle)


def remove_leftovers(folder: Path) -> None:
    """Remove what nobody uses any more, as far as that is allowed; never what a link leads to."""
    with suppress(OSError):
        for path in folder.glob(f"{PREFIX}*"):
            with suppress(OSError):
                _remove_unused(path)


def _remove_unused(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: somebody uses it
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    finally:
        os.close(handle)
