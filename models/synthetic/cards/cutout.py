"""Cutting cards out of scans: surrounds are trimmed away, corners become round and transparent."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

CORNER_RADIUS = 0.045  # of the height: measured on the 24 French scans, 0.035 to 0.05
BORDER_DEPTH = 0.03  # of the height: the thickest surround measured (French poker scans: 0.021 with its soft edge)
PAPER_RING = (0.032, 0.042)  # of the height: outside it the surround, inside it frame lines
DIFFERENT = 26  # of 255 in any channel: between aged paper and the white around it (1878 scans), above JPEG noise


def trim_border(picture: Picture) -> Picture:
    """Cut away what surrounds the paper at the edges of a scan (a black outline, a white margin), as far as it goes.

    Args:
        picture: (H, W, 3) uint8 BGR, a card that fills it up to a thin border.

    Returns:
        The picture without the border; unchanged where there is none.
    """
    paper = _paper_colour(picture)
    top, bottom = _border_rows(picture, paper), _border_rows(picture[::-1], paper)
    sideways = picture.transpose(1, 0, 2)
    reach = round(BORDER_DEPTH * len(picture))
    left, right = _border_rows(sideways, paper, reach), _border_rows(sideways[::-1], paper, reach)
    height, width = picture.shape[:2]
    return picture[top : height - bottom, left : width - right]


def _paper_colour(picture: Picture) -> NDArray[np.float64]:
    height, width = picture.shape[:2]
    start, end = (max(round(share * height), 2 + k) for k, share in enumerate(PAPER_RING))
    middle = slice(height // 4, 3 * height // 4)
    ring = (picture[middle, start:end], picture[middle, width - end : width - start])
    return np.asarray(np.median(np.concatenate(ring, 1).reshape(-1, 3), 0))


def _border_rows(picture: Picture, paper: NDArray[np.float64], reach: int | None = None) -> int:
    """How many rows from the top differ from the paper along most of their middle part."""
    reach = reach or round(BORDER_DEPTH * len(picture))
    width = picture.shape[1]
    rows = np.median(picture[:reach, width // 4 : 3 * width // 4].astype(float), 1)
    other = np.flatnonzero(np.abs(rows - paper).max(1) > DIFFERENT)
    return int(other[-1]) + 1 if len(other) else 0


def round_corners(picture: Picture, radius: float = CORNER_RADIUS) -> Picture:
    """Add an alpha channel with smooth round corners.

    Args:
        picture: (H, W, 3) uint8 BGR.
        radius: of the corners, in card heights.

    Returns:
        (H, W, 4) uint8 BGRA.
    """
    height, width = picture.shape[:2]
    r = radius * height
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - r)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - r)
    beyond = np.hypot(np.maximum(x, 0)[None], np.maximum(y, 0)[:, None])
    alpha = np.clip(r - beyond + 0.5, 0, 1) * 255
    return np.asarray(cv2.merge([*cv2.split(picture), np.round(alpha).astype(np.uint8)]), np.uint8)
