"""A journal's file, opened: what whoever writes it and whoever follows it have in common."""

from pathlib import Path
from typing import Self

from firmware.storage.entry_reader import EntryReader
from firmware.storage.schema import connect


class JournalFile:
    """The file at one path; a context manager that closes it.

    Attributes:
        path: where it is.
    """

    def __init__(self, path: Path, *, create: bool, read_only: bool) -> None:
        """Open it.

        Args:
            path: of the file.
            create: make a new one where there is none.
            read_only: nothing in it is changed.

        Raises:
            JournalError: if it cannot be opened, is none, or has another schema.
        """
        self.path = path
        self._file = connect(path, create=create, read_only=read_only)
        self._place = _file_place(path)
        self._reader = EntryReader(self._file, path)

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Close it."""
        self._file.close()

    @property
    def is_moved(self) -> bool:
        """Whether it is no longer this file that has its name."""
        return _file_place(self.path) != self._place


def _file_place(path: Path) -> tuple[int, int] | None:
    """Where on which disk a file is; ``None``: nowhere."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino
