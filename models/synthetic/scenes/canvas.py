"""Laying flat pictures onto the picture of a table: warping, shadows, glare, and who owns which pixel."""

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.scenes.camera import Matrix, apply
from models.synthetic.scenes.sprite import shrunk
from vision.frame import Picture

EMPTY = 0  # owner of pixels that show the table or things on it
HAND = 255  # owner of pixels that show a hand or sleeve; 1 to 254 are the cards in drawing order
PAD_PX = 2  # room around a warped picture for its soft edge


@dataclass(frozen=True, slots=True)
class Patch:
    """A picture warped into place: ``bgra`` (h, w, 4) uint8, colours multiplied with alpha, its corner at (x, y)."""

    x: int
    y: int
    bgra: Picture
    whole: bool

    @property
    def alpha(self) -> Picture:
        """(h, w) coverage, 0 to 255."""
        return self.bgra[..., 3]

    def streaked(self, way_px: tuple[float, float], canvas_px: tuple[int, int]) -> "Patch":
        """The patch of a thing that moved by ``way_px`` while the shutter was open, cut to the canvas (W, H)."""
        reach = math.ceil(max(abs(way_px[0]), abs(way_px[1])) / 2) + 1
        if reach < 2:
            return self
        bgra: Any = cv2.copyMakeBorder(self.bgra, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        step = np.array(way_px) / 4
        while np.abs(step).max() >= 0.5:  # means of 2, 4, 8 ... places along the way
            bgra = cv2.addWeighted(_moved(bgra, step), 0.5, _moved(bgra, -step), 0.5, 0)
            step = step / 2
        return _cut(Patch(self.x - reach, self.y - reach, np.asarray(bgra, np.uint8), self.whole), canvas_px)

    @property
    def window(self) -> tuple[slice, slice]:
        """The rows and columns of the canvas it lies on."""
        height, width = self.alpha.shape
        return (slice(self.y, self.y + height), slice(self.x, self.x + width))


def placement(centre_mm: tuple[float, float], angle_deg: float) -> Matrix:
    """(3, 3) from a thing's own millimetres (origin in its middle) to table millimetres; clockwise turn."""
    turn = np.radians(angle_deg)
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, centre_mm[0]], [s, c, centre_mm[1]], [0, 0, 1.0]])


def quad_mm(size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """The corners (4, 2) of a thing in its own millimetres, clockwise from the upper left."""
    width, height = size_mm
    return np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2


def warp(bgra: Picture, size_mm: tuple[float, float], to_px: Matrix, canvas_px: tuple[int, int]) -> Patch | None:
    """Warp a picture onto the canvas; ``None`` where it misses that.

    Args:
        bgra: (H, W, 4) uint8, premultiplied with its alpha.
        size_mm: its width and height in its own millimetres.
        to_px: (3, 3) float64 from these to pixels of the canvas.
        canvas_px: width and height of the canvas.
    """
    corners = apply(to_px, quad_mm(size_mm))
    low = np.floor(corners.min(0)).astype(int) - PAD_PX
    high = np.ceil(corners.max(0)).astype(int) + PAD_PX + 1
    x0, y0 = np.maximum(low, 0)
    x1, y1 = np.minimum(high, canvas_px)
    if x1 <= x0 or y1 <= y0:
        return None
    bgra = shrunk(bgra, cv2.contourArea(corners))
    fit = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ to_px @ _pixels_to_mm(bgra, size_mm)
    drawn = cv2.warpPerspective(bgra, fit, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    whole = bool((low >= 0).all() and (high <= canvas_px).all())
    return Patch(int(x0), int(y0), np.asarray(drawn, np.uint8), whole)


def _pixels_to_mm(bgra: Picture, size_mm: tuple[float, float]) -> Matrix:
    sx, sy = size_mm[0] / bgra.shape[1], size_mm[1] / bgra.shape[0]
    return np.array([[sx, 0, (sx - size_mm[0]) / 2], [0, sy, (sy - size_mm[1]) / 2], [0, 0, 1.0]])


def _moved(bgra: Picture, step: NDArray[np.float64]) -> Picture:
    move = np.array([[1, 0, round(step[0])], [0, 1, round(step[1])]], np.float32)
    size = (bgra.shape[1], bgra.shape[0])
    moved = cv2.warpAffine(bgra, move, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _cut(patch: Patch, canvas_px: tuple[int, int]) -> Patch:
    x, y = max(patch.x, 0), max(patch.y, 0)
    kept = patch.bgra[y - patch.y : canvas_px[1] - patch.y, x - patch.x : canvas_px[0] - patch.x]
    return Patch(x, y, np.ascontiguousarray(kept), patch.whole)


class Canvas:
    """A picture in the making.

    Attributes:
        bgr: (H, W, 3) uint8 colours under even light.
        owner: (H, W) uint8: :data:`EMPTY`, the number of a card, or :data:`HAND`.
    """

    def __init__(self, background: Picture) -> None:
        """Begin with a copy of ``background``."""
        self.bgr = background.copy()
        self.owner = np.zeros(background.shape[:2], np.uint8)

    def copy(self) -> "Canvas":
        """One to be drawn on instead of this one."""
        other = Canvas(self.bgr)
        other.owner = self.owner.copy()
        return other

    def paste(self, patch: Patch, owner: int) -> None:
        """Lay ``patch`` on top and note who owns its pixels."""
        window = self.bgr[patch.window]
        clear = cv2.bitwise_not(patch.alpha)
        below = cv2.multiply(window, cv2.merge((clear, clear, clear)), scale=1 / 255)
        cv2.add(below, patch.bgra[..., :3], dst=window)
        self.owner[patch.window][patch.alpha > 127] = owner

    def darken(self, patch: Patch, shift_px: tuple[float, float], blur_px: float, strength: float) -> None:
        """Cast the shadow of a patch on what is there.

        Args:
            patch: what casts it.
            shift_px: how far to the right and down it falls.
            blur_px: standard deviation of its edge.
            strength: the share of the light that it takes, 0 to 1.
        """
        pad = int(np.ceil(2.5 * blur_px)) + 1
        x, y = patch.x - pad + round(shift_px[0]), patch.y - pad + round(shift_px[1])
        shadow = cv2.copyMakeBorder(patch.alpha, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
        self._multiply(x, y, soften(np.asarray(shadow, np.uint8), blur_px), strength)

    def _multiply(self, x: int, y: int, shadow: Picture, strength: float) -> None:
        height, width = self.bgr.shape[:2]
        x0, y0 = max(x, 0), max(y, 0)
        cut = shadow[y0 - y : max(height - y, 0), x0 - x : max(width - x, 0)]
        if not cut.size:
            return
        window = self.bgr[y0 : y0 + cut.shape[0], x0 : x0 + cut.shape[1]]
        left = cv2.convertScaleAbs(cut, alpha=-strength, beta=255)
        cv2.multiply(window, cv2.merge((left, left, left)), dst=window, scale=1 / 255)

    def brighten(self, patch: Patch, glow: NDArray[np.float32]) -> None:
        """Add ``glow`` (h, w), grey values, where ``patch`` covers."""
        window = self.bgr[patch.window]
        added = cv2.multiply(glow, patch.alpha, scale=1 / 255, dtype=cv2.CV_8U)
        cv2.add(window, cv2.merge((added, added, added)), dst=window)


def soften(mask: Picture, blur_px: float) -> Picture:
    """Blur a mask (H, W) by a standard deviation; a broad blur is done on a smaller picture, which looks the same."""
    if blur_px < 0.4:
        return mask
    step = 1 << max(int(np.log2(blur_px / 0.7)), 0)  # leaves at least 0.7 px of blur on the small picture
    if step == 1:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur_px), np.uint8)
    size = (-(-mask.shape[1] // step), -(-mask.shape[0] // step))
    small = cv2.GaussianBlur(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), (0, 0), blur_px / step)
    return np.asarray(cv2.resize(small, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
