"""Files that are there whole or not at all: written under a temporary name, renamed when they are finished."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from firmware.errors import HakamError


class NotWrittenError(HakamError, OSError):
    """A file that could not be written."""


@contextmanager
def open_atomic(path: Path) -> Iterator[BinaryIO]:
    """Write ``path``; folders are made as needed, and an error or Ctrl-C leaves what was there before.

    Raises:
        OSError: if it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".hakam-", suffix=path.suffix)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_umask())  # mkstemp lets only the owner read
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_atomic(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``, whole or not at all.

    Raises:
        NotWrittenError: if it cannot be written.
    """
    try:
        with open_atomic(path) as file:
            file.write(content)
    except OSError as fault:
        raise NotWrittenError(f"{path} cannot be written ({fault.strerror or fault}); choose another place") from fault


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
