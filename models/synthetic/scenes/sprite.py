"""Flat pictures made ready for warping: colours multiplied with alpha, shrunk about to the size they are drawn at.

What was made is kept for the next frame, told by the identity of the picture it was made from; so pictures given here
must not be written to afterwards.
"""

import math
from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Picture

FINE_ENOUGH = 1.1  # source pixels per drawn pixel at least kept: fewer would blur, many more would flicker
STEPS_PER_OCTAVE = 4  # sizes are rounded up to one of these, so that a moving card finds what was kept


class _Same:
    """Stands for a picture in a cache: equal if it is the very same object."""

    __slots__ = ("picture",)

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __hash__(self) -> int:
        return id(self.picture)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.picture is self.picture


def premultiplied(bgra: Picture) -> Picture:
    """Colours times alpha, (H, W, 4), so that warping does not bleed what is transparent; kept."""
    return _premultiplied(_Same(bgra))


def shrunk(bgra: Picture, area_px: float) -> Picture:
    """A premultiplied picture (H, W, 4) uint8 made smaller if it is to be drawn on only ``area_px`` pixels; kept."""
    height, width = bgra.shape[:2]
    scale = FINE_ENOUGH * math.sqrt(max(area_px, 1) / (height * width))
    step = math.ceil(math.log2(scale) * STEPS_PER_OCTAVE)
    return bgra if step >= 0 else _shrunk(_Same(bgra), step)


@lru_cache(maxsize=128)
def _premultiplied(same: _Same) -> Picture:
    alpha = same.picture[..., 3]
    solid = np.full_like(alpha, 255)
    return np.asarray(cv2.multiply(same.picture, cv2.merge((alpha, alpha, alpha, solid)), scale=1 / 255), np.uint8)


@lru_cache(maxsize=128)
def _shrunk(same: _Same, step: int) -> Picture:
    height, width = same.picture.shape[:2]
    scale = 2 ** (step / STEPS_PER_OCTAVE)
    size = (max(round(width * scale), 3), max(round(height * scale), 3))
    return np.asarray(cv2.resize(same.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
