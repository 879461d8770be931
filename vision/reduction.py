"""Reduce a picture by averaging, mostly by halves."""

import cv2
import numpy as np

from vision.frame import Picture


def reduced(picture: Picture, scale: float) -> Picture:
    """A picture (H, W, 3) uint8 ``scale`` times as large: averaged by halves, ten times faster than by other shares."""
    height, width = picture.shape[:2]
    return reduced_to(picture, (max(round(width * scale), 1), max(round(height * scale), 1)))


def reduced_to(picture: Picture, size: tuple[int, int]) -> Picture:
    """A picture, (H, W, 3) or (H, W) uint8, of this width and height: each side is halved as long as it is twice that.

    Where one side alone is halved, linear interpolation is the mean of two pixels, as that over areas is, and faster.
    """
    while (half := _halved(picture, size)) != picture.shape[1::-1]:
        both = half[0] < picture.shape[1] and half[1] < picture.shape[0]
        way = cv2.INTER_AREA if both else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(picture, half, interpolation=way), np.uint8)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _halved(picture: Picture, size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a picture, each halved if it is at least twice that of ``size``."""
    height, width = picture.shape[:2]
    return (width // 2 if width >= 2 * size[0] else width, height // 2 if height >= 2 * size[1] else height)
