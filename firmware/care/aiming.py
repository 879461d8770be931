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
ARROWS = {
    "left_near": (((0.04, 0.5), (0.24, 0.5)),),
    "right_near": (((0.96, 0.5), (0.76, 0.5)),),
    "top_near": (((0.5, 0.04), (0.5, 0.24)),),
    "bottom_near": (((0.5, 0.96), (0.5, 0.76)),),
    "lower": tuple(((0.5 + 0.2 * x, 0.5 + 0.2 * y), (0.5 + 0.4 * x, 0.5 + 0.4 * y)) for x in (-1, 1) for y in (-1, 1)),
    "cut_left": (((0.24, 0.5), (0.04, 0.5)),),
    "cut_right": (((0.76, 0.5), (0.96, 0.5)),),
    "cut_top": (((0.5, 0.24), (0.5, 0.04)),),
    "cut_bottom": (((0.5, 0.76), (0.5, 0.96)),),
    "raise": tuple(((0.5 + 0.4 * x, 0.5 + 0.4 * y), (0.5 + 0.2 * x, 0.5 + 0.2 * y)) for x in (-1, 1) for y in (-1, 1)),
}
"""From where to where, as shares of the picture, by the names of the advice: away from the edge that the camera leans
to, and to the one that cuts cards off; outwards where it comes down, as what it sees then grows, and inwards where it
goes up."""

ShowAiming = Callable[[Picture], object]


class NoWindowError(HakamError, OSError):
    """A window that was asked for where nothing could show it."""


class WindowClosedError(HakamError, EOFError):
    """Somebody has closed the window, and so wants to see no more."""


def aiming_picture(picture: Picture, cards: Sequence[ReadCard], words: str, name: str = "") -> Picture:
    """The picture with outlines and arrows (:func:`aimed`), and the advice beneath.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: what was read in it.
        words: what to do.
        name: of that advice.

    Returns:
        (H + banner, W, 3) uint8 BGR.
    """
    height, width = picture.shape[:2]
    banner = _banner(words, width, round(BANNER_SHARE * height))
    return np.concatenate([aimed(picture, cards, name), banner])


def aimed(picture: Picture, cards: Sequence[ReadCard], name: str) -> Picture:
    """A copy of the picture with the cards outlined, a cross in its middle, and arrows.

    Args:
        picture: (H, W, 3) uint8 BGR.
        cards: what was read in it.
        name: of the advice.
    """
    drawn = draw(picture, cards)
    height, width = drawn.shape[:2]
    middle = (width // 2, height // 2)
    cv2.drawMarker(drawn, middle, BLACK, cv2.MARKER_CROSS, round(2 * CROSS_SHARE * height), 5, cv2.LINE_AA)
    cv2.drawMarker(drawn, middle, WHITE, cv2.MARKER_CROSS, round(2 * CROSS_SHARE * height), 2, cv2.LINE_AA)
    for start, end in ARROWS.get(name, ()):
        _arrow(drawn, start, end)
    return drawn


def _arrow(drawn: Picture, *ends: tuple[float, float]) -> None:
    height, width = drawn.shape[:2]
    start, end = ((round(x * width), round(y * height)) for x, y in ends)
    for colour, thick in ((BLACK, 12), (WHITE, 6)):
        cv2.arrowedLine(drawn, start, end, colour, thick, cv2.LINE_AA, tipLength=0.3)


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
        self._opened = False

    def show(self, picture: Picture) -> None:
        """Show the picture in the place of the one before.

        Raises:
            WindowClosedError: if somebody has closed the window meanwhile.
        """
        if self._opened and not _is_open():  # otherwise it would be opened anew
            raise WindowClosedError("the window was closed")
        cv2.imshow(TITLE, picture)
        cv2.waitKey(1)
        self._opened = self._opened or _is_open()

    def close(self) -> None:
        """Close the window."""
        cv2.destroyAllWindows()


def _is_open() -> bool:
    """Whether the window is there; where it was the last one OpenCV knows of no windows any more."""
    try:
        return cv2.getWindowProperty(TITLE, cv2.WND_PROP_VISIBLE) >= 1
    except cv2.error:
        return False
