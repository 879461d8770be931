"""Where files may be written: told before the work begins, and nothing that this program did not write is replaced."""

import errno
import os
import pwd
import stat
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from firmware.errors import HakamError

LOOKED_AT_BYTES = 4096  # at the beginning and at the end of a file: all marks are within
GZIP = b"\x1f\x8b"  # RFC 1952, section 2.3.1
GZIP_WINDOW = 31  # zlib's name for "the largest window, with the head of gzip"
NO_FILES = {
    stat.S_IFDIR: "it is a folder: name a file in it",
    stat.S_IFBLK: "it is a disk",
    stat.S_IFSOCK: "it is a socket",
    stat.S_IFIFO: "it is a named pipe",  # whoever reads it would be waited for without end
}


class NotWrittenError(HakamError, OSError):
    """A file that could not be written."""


class OutputKind(NamedTuple):
    """A kind of file that this program writes.

    Attributes:
        words: what it is called.
        mark: bytes near its beginning or its end by which one is known.
    """

    words: str
    mark: bytes


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Turn the errors of the disk into one sentence about ``path``.

    Raises:
        NotWrittenError: instead of them.
    """
    try:
        yield
    except HakamError:
        raise
    except OSError as fault:
        raise NotWrittenError(f"{path} cannot be written ({fault.strerror or fault}); choose another place") from fault


def check_file(path: Path, kind: OutputKind | None = None) -> None:
    """Refuse a place to which no file of that kind can be written; nothing is changed there.

    Args:
        path: of the file; behind a link it is the file that the link leads to.
        kind: what is to be written: a file of another kind that lies there is kept. ``None``: whatever lies there.

    Raises:
        NotWrittenError: if it cannot be written, or if what lies there would be lost.
    """
    with written(path):
        mode = file_mode(path)
        if path.is_symlink():  # one that was laid ready could lead anywhere
            check_owner(path.parent)
        if mode is not None and not stat.S_ISREG(mode):
            _check_device(path, mode)
        else:
            _check_access(path, there=mode is not None)
            _check_folder(real(path).parent)
        if kind and mode is not None and stat.S_ISREG(mode):
            _check_kind(path, kind)


def check_folder(folder: Path) -> None:
    """Refuse a folder in which no file can be written; nothing is changed there, nor is it made.

    Raises:
        NotWrittenError: if none can be.
    """
    with written(folder):
        _check_folder(real(folder))


def nearest_folder(folder: Path) -> Path:
    """The folder itself, or the one that is there and in which it would be made."""
    return next(one for one in (folder, *folder.absolute().parents) if one.exists())


def check_owner(folder: Path) -> None:
    """Refuse root a folder of somebody else, who could have laid links there, and could not use what root leaves.

    Raises:
        NotWrittenError: if this is root, and the folder, or the nearest one that is there, is another user's.
    """
    nearest = nearest_folder(folder)
    owner = nearest.stat().st_uid
    if os.geteuid() == 0 != owner:
        name = _user(owner)
        raise NotWrittenError(f"{nearest} belongs to {name} and not to root: do this as {name}, with sudo -u {name}")


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"


def real(path: Path) -> Path:
    """The file that ``path`` leads to; it need not be there."""
    return Path(os.path.realpath(path))


def file_mode(path: Path) -> int | None:
    """The kind and the rights of the file that ``path`` leads to; ``None``: there is none.

    Raises:
        OSError: if that cannot be found out.
    """
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _check_device(path: Path, mode: int) -> None:
    """A device is written to, and so is a pipe of the shell, which has no name among the files."""
    what = NO_FILES.get(stat.S_IFMT(mode))
    if what and not (stat.S_ISFIFO(mode) and not real(path).exists()):
        raise NotWrittenError(f"{path} cannot be written ({what}); choose another place")
    _check_access(path, there=True)


def _check_access(path: Path, *, there: bool) -> None:
    """A file that may not be written is not replaced either, though its folder would allow that."""
    if there and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_folder(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=nearest_folder(folder)):
        pass


def is_of_kind(path: Path, kind: OutputKind) -> bool:
    """Whether the file at ``path`` bears the mark of that kind.

    Raises:
        OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(LOOKED_AT_BYTES)
        file.seek(-min(LOOKED_AT_BYTES, file.seek(0, os.SEEK_END)), os.SEEK_END)
        return kind.mark in _unpacked(head) + file.read()


def _check_kind(path: Path, kind: OutputKind) -> None:
    if path.stat().st_size and not is_of_kind(path, kind):
        raise NotWrittenError(f"{path} is there already and is no {kind.words}; choose another name, or remove it")


def _unpacked(head: bytes) -> bytes:
    try:
        return zlib.decompressobj(GZIP_WINDOW).decompress(head) if head.startswith(GZIP) else head
    except zlib.error:
        return head
