"""The folder of a replay's screens: it holds those of one replay, and no picture that another program numbered."""

import re
from collections.abc import Iterator
from pathlib import Path

from firmware.storage.atomic_file import write_atomic
from firmware.storage.outputs import NotWrittenError, OutputKind, check_folder, is_of_kind, written
from hardware.fake import SIGNATURE, PictureDisplay

ZOOM = 4
"""A saved screen is 512 by 256: large enough to look at, still sharp."""
SCREEN = OutputKind("screen that a replay wrote", SIGNATURE.encode())
NUMBERED = re.compile(r"\d+\.(png|jpe?g)", re.IGNORECASE)
"""Names as screens have them, and as the pictures of a recorded session have them, between which none may get."""


def check_screens(folder: Path) -> None:
    """Refuse a folder in which no screen can be written, or in which numbered pictures of another origin lie.

    Raises:
        NotWrittenError: if it is such a one.
    """
    check_folder(folder)
    with written(folder):
        for path in _numbered(folder):
            if path.is_symlink() or not is_of_kind(path, SCREEN):
                raise NotWrittenError(f"{path} is there already and is no {SCREEN.words}; choose another folder")


def screens_display(folder: Path) -> PictureDisplay:
    """What writes the screens into ``folder``, from which those of a former replay go.

    Raises:
        NotWrittenError: if they cannot be written there.
    """
    check_screens(folder)
    with written(folder):
        for path in _numbered(folder):
            path.unlink()
        return PictureDisplay(folder, zoom=ZOOM, write=lambda path, content: write_atomic(path, content, SCREEN))


def _numbered(folder: Path) -> Iterator[Path]:
    return (path for path in (folder.iterdir() if folder.is_dir() else ()) if NUMBERED.fullmatch(path.name))
