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

from vision.frame import Picture

MOST_PIXELS = 2 * (Image.MAX_IMAGE_PIXELS or 0)
"""From here on Pillow takes a picture for an attack on the memory: 179 million, half a gigabyte once it is unpacked."""
DAMAGED = (b"premature end", b"Premature end", b"libpng error", b"Corrupt JPEG data")
"""What libjpeg and libpng print of a damaged file, of which OpenCV gives what it could read."""
HARMLESS = b"extraneous bytes before marker 0xd9"  # behind the last line, as webcams write them
BEGINNINGS = (b"\xff\xd8", b"\x89PNG")  # JPEG: ITU-T T.81, B.1.1.3; PNG, 5.2


class PictureError(ValueError):
    """Why a file cannot be read as a picture, to stand behind its name."""


def decoded(content: np.ndarray) -> Picture:
    """The picture in the bytes of a file: (H, W, 3) uint8 BGR.

    Raises:
        PictureError: if it is none, is cut off, or has more pixels than a camera gives.
    """
    _check_size(content)
    with tempfile.TemporaryFile() as said, _printed_to(said):
        try:
            picture = cv2.imdecode(content, cv2.IMREAD_COLOR)
        except cv2.error:  # an empty file
            picture = None
        said.seek(0)
        lines = [line for line in said.read().splitlines() if HARMLESS not in line]
    begun = bytes(content[:4]).startswith(BEGINNINGS)
    if (picture is None and begun) or any(words in line for words in DAMAGED for line in lines):
        raise PictureError("is a damaged picture: copy it once more")
    if picture is None:
        raise PictureError("is no picture: a JPEG or PNG file is expected")
    return np.asarray(picture, np.uint8)


def _check_size(content: np.ndarray) -> None:
    try:
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            Image.open(BytesIO(content.tobytes())).close()
    except Image.DecompressionBombError:
        raise PictureError(f"has more than {MOST_PIXELS // 10**6} million pixels: make it smaller") from None
    except (OSError, ValueError, SyntaxError):  # OpenCV says what it is, if it is anything
        return


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
