"""Pictures with what was read drawn on them."""

import struct
import zlib
from pathlib import Path

import cv2

from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import OutputKind, check_folder
from vision.frame import Picture

SIGNATURE = b"Software\0drawn by Hakam"  # a key and a value, as PNG has them (11.3.3.2)
DRAWING = OutputKind("drawing of Hakam's", SIGNATURE)


class Drawings:
    """A folder of pictures named like the originals, none written twice; a picture of another origin is kept."""

    def __init__(self, folder: Path) -> None:
        """Use ``folder``; it is made when the first picture is written.

        Raises:
            NotWrittenError: if nothing can be written there.
        """
        check_folder(folder)
        self._folder = folder
        self._names: set[str] = set()

    def write(self, name: str, picture: Picture) -> Path:
        """Write the drawing made from the picture file ``name``, and tell where it lies.

        Raises:
            NotWrittenError: if it cannot be written, or if a picture lies there that was not drawn here.
        """
        own, count = Path(name), 1
        kind = ".jpg" if own.suffix.lower() in (".jpg", ".jpeg") else ".png"
        file = f"{own.stem}{kind}"
        while file in self._names:
            count += 1
            file = f"{own.stem}-{count}{kind}"
        self._names.add(file)
        write_drawing(self._folder / file, picture)
        return self._folder / file


def write_drawing(path: Path, picture: Picture) -> None:
    """Write a drawing to ``path``, as JPEG if it is called so, else as PNG.

    Raises:
        NotWrittenError: if it cannot be written, or if a picture lies there that was not drawn here.
    """
    kind = ".jpg" if path.suffix.lower() in (".jpg", ".jpeg") else ".png"
    write_atomic(path, _signed(cv2.imencode(kind, picture)[1].tobytes(), kind), DRAWING)


def _signed(content: bytes, kind: str) -> bytes:
    """The file with a word in it by which it is known again, where its kind has room for one."""
    if kind == ".jpg":  # a comment behind the first marker: ITU-T T.81, B.2.4.5
        return content[:2] + b"\xff\xfe" + struct.pack(">H", len(SIGNATURE) + 2) + SIGNATURE + content[2:]
    text = b"tEXt" + SIGNATURE  # behind the first chunk, IHDR, which ends at byte 33: PNG, 5.3 and 11.2.1
    chunk = struct.pack(">I", len(SIGNATURE)) + text + struct.pack(">I", zlib.crc32(text))
    return content[:33] + chunk + content[33:]
