"""Reduce a picture by averaging, mostly by halves."""

import cv2
import numpy as np

from vision.frame import Picture


def reduced(picture: Picture, scale: float) -> Picture:
    """A picture (H, W, 3) uint8 ``scale`` times as large: averaged by halves, ten times faster than by other shares."""
    size = (max(round(picture.shape[1] * scale), 1), max(round(picture.shape[0] * scale), 1))
    while picture.shape[1] >= 2 * size[0] and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)
