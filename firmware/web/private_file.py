"""Files beside the journal that nobody reads but the user who runs the page."""

import os
import stat
from pathlib import Path

from firmware.storage.atomic_file import write_atomic

OWNER_ALONE = 0o600
OTHERS = 0o077
MOST_BYTES = 100_000
"""Of a file that is read; the largest, of 64 people who were let in, has 12,000."""


def write_private(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, so that only its owner reads it.

    Args:
        path: of the file.
        content: all of it.

    Raises:
        OSError: if it cannot be written, or something else lies there.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, OWNER_ALONE))
    path.chmod(OWNER_ALONE)
    write_atomic(path, content)


def read_private(path: Path) -> bytes:
    """Read a file that nobody else can have written or read; what is another one is as if it were not there.

    Raises:
        OSError: if there is none.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & OTHERS:
            raise PermissionError(f"{path} is not ours alone")
        return file.read(MOST_BYTES)
