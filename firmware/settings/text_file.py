"""Files that people name, and texts that they write by hand, which may be something else."""

import errno
import os
from pathlib import Path
from typing import TextIO

MOST_SIGNS = 10_000_000
"""A session.json of an evening with a press a second has a tenth of it; a device may never end."""


def named_path(name: str) -> Path:
    """The path that a person writes, with ``~`` for a home; of a user who is not there it stays as it is."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 - Path's own raises a RuntimeError there


def read_text_file(path: Path) -> str:
    """The text in a file.

    Raises:
        OSError: if it cannot be read, or is longer than any such text.
        UnicodeError: if it is not text in UTF-8.
    """
    with path.open(encoding="utf-8") as file:
        return read_text(file)


def read_text(file: TextIO) -> str:
    """The text in an open file.

    Raises:
        OSError: if it is longer than any such text.
        UnicodeError: if it is not text in UTF-8.
    """
    text = file.read(MOST_SIGNS + 1)
    if len(text) > MOST_SIGNS:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return text
