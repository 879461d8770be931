"""Pictures with what was read drawn on them."""

from pathlib import Path

import cv2

from firmware.storage.atomic_file import write_atomic
from vision.frame import Picture


class Drawings:
    """A folder of pictures named like the originals, none written twice."""

    def __init__(self, folder: Path) -> None:
        """Use ``folder``; it is made when the first picture is written."""
        self._folder = folder
        self._names: set[str] = set()

    def write(self, name: str, picture: Picture) -> None:
        """Write the drawing made from the picture file ``name``.

        Raises:
            NotWrittenError: if it cannot be written.
        """
        own, count = Path(name), 1
        kind = ".jpg" if own.suffix.lower() in (".jpg", ".jpeg") else ".png"
        file = f"{own.stem}{kind}"
        while file in self._names:
            count += 1
            file = f"{own.stem}-{count}{kind}"
        self._names.add(file)
        _, content = cv2.imencode(kind, picture)
        write_atomic(self._folder / file, content.tobytes())
