"""Cut a card out of the picture as if it lay straight under the camera."""

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.frame import Floats, Picture

HALVING = 1.6  # a card more than this many times larger than its crop is averaged first, or thin numerals alias


def rectify(picture: Picture, corners_px: Floats, size_px: tuple[int, int]) -> Picture:
    """The card between four corners as an upright picture.

    Args:
        picture: (H, W, 3) uint8; the full resolution, for the numerals' sake.
        corners_px: (4, 2) clockwise from the corner that becomes the upper left; parts outside the picture are black.
        size_px: width and height of the crop.

    Returns:
        (height, width, 3) uint8.
    """
    patch, corners = _patch(picture, np.asarray(corners_px, np.float32))
    while _height_px(corners) > HALVING * size_px[1] and min(patch.shape[:2]) > 8:
        patch, corners = _halved(patch, corners)
    width, height = size_px
    onto = (
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    )  # whole numbers are pixel middles
    view = cv2.getPerspectiveTransform(corners, onto)
    four = cv2.cvtColor(patch, cv2.COLOR_BGR2BGRA)  # OpenCV 5 warps four channels three times faster than three
    seen = cv2.warpPerspective(four, view, size_px, flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGRA2BGR), np.uint8)


def rectify_all(picture: Picture, quads_px: Sequence[Floats], size_px: tuple[int, int]) -> Picture:
    """All cards as upright pictures; see :func:`rectify`.

    Args:
        picture: (H, W, 3) uint8.
        quads_px: corners (4, 2) each, pixels of the picture.
        size_px: width and height of a crop.

    Returns:
        (n, height, width, 3) uint8.
    """
    if not len(quads_px):
        return np.zeros((0, size_px[1], size_px[0], 3), np.uint8)
    return np.stack([rectify(picture, quad, size_px) for quad in quads_px])


def _patch(picture: Picture, corners: Floats) -> tuple[Picture, Floats]:
    """The part of the picture round the corners, and the corners in it; at least one pixel, even if all is outside."""
    (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
    rows, columns = _pixels(top, bottom, picture.shape[0]), _pixels(left, right, picture.shape[1])
    return picture[rows, columns], corners - np.array([columns.start, rows.start], np.float32)


def _pixels(first: float, last: float, size: int) -> slice:
    """The pixels from ``first`` to ``last`` and two more on each side, at least one of the ``size`` there are."""
    start = min(max(math.floor(first) - 2, 0), size - 1)
    return slice(start, min(max(math.ceil(last) + 2, start + 1), size))


def _halved(patch: Picture, corners: Floats) -> tuple[Picture, Floats]:
    """Half as many pixels each way; an odd last row or column is left out, for whole squares are averaged faster."""
    height, width = patch.shape[0] // 2, patch.shape[1] // 2
    half = cv2.resize(patch[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8), (corners - np.float32(0.5)) / np.float32(2)


def _height_px(corners: Floats) -> float:
    """Longest of the card's two long sides."""
    first, second, third, fourth = corners.tolist()
    return max(math.dist(first, fourth), math.dist(second, third))
