"""Files that are there whole or not at all: written under a temporary name, renamed when they are finished."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from firmware.storage.outputs import OutputKind, check_file, file_mode, real, written
from firmware.storage.temporary import temporary_file


@contextmanager
def open_atomic(path: Path, kind: OutputKind | None = None) -> Iterator[BinaryIO]:
    """Write ``path``; folders are made as needed, and an error or Ctrl-C leaves what was there before.

    A link stays, and the file that it leads to is written; a device stays, and is written to once all is there.

    Args:
        path: of the file.
        kind: of what is written: a file of another kind is not replaced. ``None``: whatever lies there.

    Raises:
        NotWrittenError: if what lies there would be lost.
        OSError: if it cannot be written.
    """
    check_file(path, kind)
    mode = file_mode(path)
    plain = mode is None or stat.S_ISREG(mode)
    with _renamed(real(path), mode) if plain else _copied(path) as file:
        yield file


def write_atomic(path: Path, content: bytes, kind: OutputKind | None = None) -> None:
    """Write ``content`` to ``path``, whole or not at all.

    Args:
        path: of the file.
        content: all of it.
        kind: as of :func:`open_atomic`.

    Raises:
        NotWrittenError: if it cannot be written.
    """
    with written(path), open_atomic(path, kind) as file:
        file.write(content)


@contextmanager
def _renamed(path: Path, mode: int | None) -> Iterator[BinaryIO]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_file(path.parent, path.suffix) as (made, file):
        yield file
        file.flush()
        os.fsync(file.fileno())
        made.chmod(0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))  # until then only its owner reads it
        made.replace(path)


@contextmanager
def _copied(device: Path) -> Iterator[BinaryIO]:
    with tempfile.TemporaryFile() as file:
        yield file
        file.seek(0)
        with device.open("wb") as out:
            shutil.copyfileobj(file, out)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
