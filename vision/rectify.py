"""Cut a card out of the picture as if it lay straight under the camera."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Floats = NDArray[np.float32]
HALVING = 1.6  # a card more than this many times larger than its crop is averaged first, or thin numerals alias


def rectify(picture: Picture, corners_px: Floats, size_px: tuple[int, int]) -> Picture:
    """The card between four corners as an upright picture.

    Args:
        picture: (H, W, 3) uint8; the full resolution, for the numerals' sake.
        corners_px: (4, 2) clockwise from the corner that becomes the upper left; parts outside the picture are black.
        size_px: width and height of the crop.
    """
    patch, corners = _patch(picture, np.asarray(corners_px, np.float32))
    while _height_px(corners) > HALVING * size_px[1] and min(patch.shape[:2]) > 8:
        patch, corners = _halved(patch, corners)
    width, height = size_px
    onto = (
        np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    )  # whole numbers are pixel middles
    view = cv2.getPerspectiveTransform(corners, onto)
    return np.asarray(cv2.warpPerspective(patch, view, size_px, flags=cv2.INTER_LINEAR), np.uint8)


def rectify_all(picture: Picture, quads_px: Sequence[Floats], size_px: tuple[int, int]) -> Picture:
    """All cards as (n, height, width, 3) uint8; see :func:`rectify`."""
    if not len(quads_px):
        return np.zeros((0, size_px[1], size_px[0], 3), np.uint8)
    return np.stack([rectify(picture, quad, size_px) for quad in quads_px])


def _patch(picture: Picture, corners: Floats) -> tuple[Picture, Floats]:
    """The part of the picture round the corners, and the corners in it; at least one pixel, even if all is outside."""
    height, width = picture.shape[:2]
    left, top = np.clip(np.floor(corners.min(0)) - 2, 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(corners.max(0)) + 2, (left + 1, top + 1), (width, height)).astype(int)
    return picture[top:bottom, left:right], corners - np.array([left, top], np.float32)


def _halved(patch: Picture, corners: Floats) -> tuple[Picture, Floats]:
    """Half as many pixels each way."""
    height, width = patch.shape[:2]
    half = (max(width // 2, 1), max(height // 2, 1))
    factors = np.array([half[0] / width, half[1] / height], np.float32)
    return np.asarray(cv2.resize(patch, half, interpolation=cv2.INTER_AREA), np.uint8), (corners + 0.5) * factors - 0.5


def _height_px(corners: Floats) -> float:
    """Longest of the card's two long sides."""
    return float(np.linalg.norm(corners[[0, 1]] - corners[[3, 2]], axis=1).max())
