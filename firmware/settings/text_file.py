"""Files that people name, and texts that they write by hand, which may be something else."""

import io
import os
from pathlib import Path
from typing import TextIO

from firmware.bounded.bounds import TEXT_BYTES
from firmware.bounded.file import read_bounded, too_large


def named_path(name: str) -> Path:
    """The path that a person writes, with ``~`` for a home; of a user who is not there it stays as it is."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 - Path's own raises a RuntimeError there


def read_text_file(path: Path, most_bytes: int = TEXT_BYTES) -> str:
    """The text in a file; a mark of its encoding before it and the ends of its lines do not matter.

    Raises:
        OSError: if it cannot be read, or is longer than any such text.
        UnicodeError: if it is not text in UTF-8.
    """
    content = io.BytesIO(read_bounded(path, most_bytes))
    return io.TextIOWrapper(content, encoding="utf-8-sig").read()  # Windows' editors begin with the mark


def read_text(file: TextIO) -> str:
    """The text in an open file.

    Raises:
        OSError: if it is longer than any such text.
        UnicodeError: if it is not text in UTF-8.
    """
    text = file.read(TEXT_BYTES + 1)
    if len(text) > TEXT_BYTES:
        raise too_large(Path(file.name))
    return text
