"""A live picture for whoever aims the camera: outlines of the cards, a cross in the middle, and what to move."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from firmware.errors import HakamError
from firmware.presentation.drawings import DRAWING, write_drawing
from firmware.storage.outputs import check_file
from vision.draw import draw
from vision.frame import Picture
from vision.stills import ReadCard

EVERY_S = 0.5
"""The file is renewed so often at most: a viewer that looks once a second is not far behind, and the card is spared."""
BANNER_SHARE, TEXT_SHARE, CROSS_SHARE = 0.09, 0.045, 0.03  # of the picture's height; judged by eye
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
TITLE = "Hakam"

ShowAiming = Callable[[Picture], object]


class NoWindowError(HakamError, OSError):
    """A window that was asked for where nothing could show it."""


def aiming_picture(picture: Picture, cards: Sequence[ReadCard], words: str) -> Picture:
    """A copy of the picture with the cards outlined, a cross in its middle and the advice beneath.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: what was read in it.
        words: what to do.

    Returns:
        (H + banner, W, 3) uint8 BGR.
    """
    drawn = draw(picture, cards)
    height, width = drawn.shape[:2]
    middle = (width // 2, height // 2)
    cv2.drawMarker(drawn, middle, BLACK, cv2.MARKER_CROSS, round(2 * CROSS_SHARE * height), 5, cv2.LINE_AA)
    cv2.drawMarker(drawn, middle, WHITE, cv2.MARKER_CROSS, round(2 * CROSS_SHARE * height), 2, cv2.LINE_AA)
    return np.concatenate([drawn, _banner(words, width, round(BANNER_SHARE * height))])


def _banner(words: str, width: int, height: int) -> Picture:
    canvas = Image.new("RGB", (width, height), BLACK)
    size, pen = height * TEXT_SHARE / BANNER_SHARE, ImageDraw.Draw(canvas)
    wide = pen.textlength(words, font=ImageFont.load_default(size))
    font = ImageFont.load_default(size * min(1.0, 0.96 * width / max(wide, 1.0)))  # long advice on a small picture
    pen.text((width / 2, height / 2), words, font=font, fill=WHITE, anchor="mm")
    return np.ascontiguousarray(np.asarray(canvas, np.uint8)[:, :, ::-1])


class RenewedFile:
    """A picture file that is written anew, whole, for a viewer that follows it."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to ``path``.

        Raises:
            NotWrittenError: if no drawing can be written there.
        """
        check_file(path, DRAWING)
        self._path, self._clock, self._written_s = path, clock, -EVERY_S

    def show(self, picture: Picture) -> None:
        """Write the picture, unless one was written just now."""
        if self._clock() - self._written_s >= EVERY_S:
            self._written_s = self._clock()
            write_drawing(self._path, picture)


class PictureWindow:
    """A window on the screen of a laptop."""

    def __init__(self) -> None:
        """Ask for a screen; the window opens with its first picture.

        Raises:
            NoWindowError: if there is none.
        """
        if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            raise NoWindowError("there is no screen for a window here; --picture FILE.jpg writes the picture to a file")

    def show(self, picture: Picture) -> None:
        """Show the picture in the place of the one before."""
        cv2.imshow(TITLE, picture)
        cv2.waitKey(1)

    def close(self) -> None:
        """Close the window."""
        cv2.destroyAllWindows()
