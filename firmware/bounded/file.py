"""Files of strangers, read whole within a bound: no pipe is waited for, no device read, no memory taken for a lie."""

import errno
import os
import stat
from pathlib import Path

NO_FILE = "it is no file"


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """The bytes of a file.

    Args:
        path: of the file; a link is followed.
        most_bytes: the longest that is read.

    Raises:
        OSError: if it cannot be read, is not a file or is longer.
    """
    handle = open_plain(path)
    with os.fdopen(handle, "rb") as file:
        size = os.fstat(handle).st_size
        if size > most_bytes:
            raise too_large(path)
        content = file.read(size + 1)
        if len(content) > size:  # one of /proc says 0
            content += file.read(most_bytes)
    if len(content) > most_bytes:
        raise too_large(path)
    return content


def open_plain(path: Path) -> int:
    """The handle of a file opened for reading; whoever calls closes it. The null device is an empty file to people.

    Raises:
        OSError: if it cannot be opened, or is a folder, a pipe, a device or anything else but a file.
    """
    check_name(path)
    # opening a pipe or a terminal can wait without end, and a terminal can become that of the process
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    state = os.fstat(handle)
    if stat.S_ISREG(state.st_mode) or os.path.samestat(state, Path(os.devnull).stat()):
        return handle
    os.close(handle)
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise OSError(errno.EINVAL, NO_FILE, str(path))


def check_name(path: Path) -> None:
    """Refuse what no file is called.

    Raises:
        OSError: if there is a sign in it that the system has no name with.
    """
    try:
        name = os.fsencode(path)
    except UnicodeEncodeError:  # half of a pair of surrogates, as JSON can tell it
        name = b"\0"
    if b"\0" in name:
        raise OSError(errno.EINVAL, "no file can be called so", str(path))


def too_large(path: Path) -> OSError:
    """The error about a file that is longer than anything of its kind."""
    return OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
