"""Files of pictures into pixels, and in plain words why that cannot be."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO

import cv2
import numpy as np
from PIL import Image

from firmware.bounded.bounds import PICTURE_PIXELS, PIXELS_OF_A_BYTE
from vision.frame import Picture

FORMATS = ("JPEG", "PNG", "WEBP", "BMP")
"""Kinds of which Pillow tells the size by the same bytes as OpenCV; nothing else is unpacked."""
DAMAGED = (b"premature end", b"Premature end", b"libpng error", b"Corrupt JPEG data")
"""What libjpeg and libpng print of a damaged file, of which OpenCV gives what it could read."""
HARMLESS = b"extraneous bytes before marker 0xd9"  # behind the last line, as webcams write them
BEGINNINGS = (b"\xff\xd8", b"\x89PNG")  # JPEG: ITU-T T.81, B.1.1.3; PNG, 5.2


DAMAGED_FILE = "is a damaged picture: copy it once more"
NO_PICTURE = "is no picture: a JPEG or PNG file is expected"


class PictureError(ValueError):
    """Why a file cannot be read as a picture, to stand behind its name."""


def decoded(content: np.ndarray, most_pixels: int = PICTURE_PIXELS) -> Picture:
    """The picture in the bytes of a file: (H, W, 3) uint8 BGR.

    Args:
        content: the bytes, (N,) uint8.
        most_pixels: the largest that is unpacked.

    Raises:
        PictureError: if it is none, is cut off, or has more pixels.
    """
    begun = bytes(content[:4]).startswith(BEGINNINGS)
    size_px = _size_px(content, most_pixels)
    if size_px is None:
        raise PictureError(DAMAGED_FILE if begun else NO_PICTURE)
    if size_px[0] * size_px[1] > min(most_pixels, PIXELS_OF_A_BYTE * content.size):
        raise _too_large(most_pixels)
    picture, lines = _unpacked(content)
    if (picture is None and begun) or any(words in line for words in DAMAGED for line in lines):
        raise PictureError(DAMAGED_FILE)
    if picture is None:
        raise PictureError(NO_PICTURE)
    return np.asarray(picture, np.uint8)


def _size_px(content: np.ndarray, most_pixels: int) -> tuple[int, int] | None:
    """Width and height as the head of the file tells them; ``None``: it is no picture, or damaged."""
    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(BytesIO(content.tobytes()), formats=FORMATS) as opened,
        ):
            return opened.size
    except Image.DecompressionBombError:
        raise _too_large(most_pixels) from None
    except Exception:  # Pillow's readers raise of whatever stumbles over damage
        return None


def _too_large(most_pixels: int) -> PictureError:
    return PictureError(f"has more than {most_pixels // 10**6} million pixels: make it smaller")


def _unpacked(content: np.ndarray) -> tuple[np.ndarray | None, list[bytes]]:
    """The picture, and what was printed of damage."""
    with tempfile.TemporaryFile() as said, _printed_to(said):
        try:
            picture = cv2.imdecode(content, cv2.IMREAD_COLOR)
        except cv2.error:  # an empty file
            picture = None
        said.seek(0)
        return picture, [line for line in said.read().splitlines() if HARMLESS not in line]


@contextmanager
def _printed_to(file: BinaryIO) -> Iterator[None]:
    """Take what C libraries print on standard error, which is the only place where they tell of damage."""
    kept = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
