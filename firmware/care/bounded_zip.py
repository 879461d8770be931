"""A ZIP that stays below a bound: what finds no room stays out, and that is known."""

import shutil
from pathlib import PurePosixPath
from typing import BinaryIO, Self
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

EACH_BYTES = 400
"""What a file costs beside its content, more than the 76 bytes of its two headers and twice a name of 100 (PKWARE's
APPNOTE, 4.3.7 and 4.3.12)."""
PACKED = (".gz", ".jpg", ".bin")
"""Files that are compressed already."""
READABLE = 0o644 << 16  # the rights of a file, where Unix has them in a ZIP


class BoundedZip:
    """Takes files until it is full; a context manager that finishes the ZIP.

    Attributes:
        left_out: the names of what found no room.
    """

    def __init__(self, file: BinaryIO, limit_bytes: int) -> None:
        """Write into ``file``, which can be gone back in, ``limit_bytes`` at most."""
        self.left_out: list[str] = []
        self._offered: set[str] = set()
        self._file, self._limit_bytes, self._free_bytes = file, limit_bytes, 0
        self._zip = ZipFile(file, "w")

    def __enter__(self) -> Self:
        """The ZIP itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Write the table of contents."""
        self._zip.close()

    @property
    def names(self) -> list[str]:
        """The names of the files that were put in."""
        return self._zip.namelist()

    def was_offered(self, name: str) -> bool:
        """Whether the file was put in, or left out."""
        return name in self._offered

    def keep_free(self, size_bytes: int) -> None:
        """Keep ``size_bytes`` free for the last file from now on; 0 where that one comes next."""
        self._free_bytes = size_bytes

    def put(self, name: str, content: bytes) -> bool:
        """Put a file in; whether there was room."""
        fits = self._fits(name, len(content))
        if fits:
            self._zip.writestr(_entry(name), content)
        return fits

    def put_file(self, name: str, content: BinaryIO) -> bool:
        """Put in all that was written to an open file; whether there was room."""
        fits = self._fits(name, content.tell())
        if fits:
            content.seek(0)
            with self._zip.open(_entry(name), "w") as place:
                shutil.copyfileobj(content, place)
        return fits

    def _fits(self, name: str, size_bytes: int) -> bool:
        self._offered.add(name)
        headers_bytes = (len(self.names) + 2) * EACH_BYTES
        fits = self._file.tell() + size_bytes + headers_bytes + self._free_bytes <= self._limit_bytes
        if not fits:
            self.left_out.append(name)
        return fits


def _entry(name: str) -> ZipInfo:
    """A file without a date: a Pi that does not know the day has 1970, which a ZIP cannot tell."""
    entry = ZipInfo(name)
    entry.compress_type = ZIP_STORED if PurePosixPath(name).suffix in PACKED else ZIP_DEFLATED
    entry.external_attr = READABLE
    return entry
