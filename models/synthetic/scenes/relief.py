"""A height field built of rounded limbs, and the light on it: what drawn hands and sleeves are made of."""

import cv2
import numpy as np

from firmware.signals import Point
from vision.frame import Floats

LAMP = np.array(
    (-0.38, -0.48, 0.79), np.float32
)  # direction to the lamp: upper left and above, so that limbs look round


class Relief:
    """Heights and coverage on a grid.

    Attributes:
        z: (H, W) float32 height, mm.
        cover: (H, W) float32, 0 to 1, soft at the edges.
    """

    def __init__(self, size_mm: tuple[float, float], origin_mm: Point, px_per_mm: float) -> None:
        """Begin with an empty grid.

        Args:
            size_mm: width and height.
            origin_mm: the point of it that has the coordinates 0, 0.
            px_per_mm: its fineness.
        """
        self.px_per_mm = px_per_mm
        self.origin_mm = origin_mm
        shape = (round(size_mm[1] * px_per_mm), round(size_mm[0] * px_per_mm))
        self.z: Floats = np.zeros(shape, np.float32)
        self.cover: Floats = np.zeros(shape, np.float32)

    def grid(self) -> tuple[Floats, Floats]:
        """Coordinates x (1, W) and y (H, 1) of the pixels, mm."""
        height, width = self.z.shape
        x = (np.arange(width, dtype=np.float32) + 0.5) / self.px_per_mm - self.origin_mm[0]
        y = (np.arange(height, dtype=np.float32) + 0.5) / self.px_per_mm - self.origin_mm[1]
        return x[None, :], y[:, None]

    def limb(
        self, ends: tuple[Point, Point], radii: tuple[float, float], lift: float = 0.0, round_: float = 0.8
    ) -> None:
        """Add a limb between two points.

        Args:
            ends: both, millimetres.
            radii: there, millimetres.
            lift: how far up it is, millimetres.
            round_: 1 is half a circle in section, 0 is flat.
        """
        window = self._window(ends, max(radii))
        x, y = self.grid()
        distance, radius = _to_limb(x[:, window[1]], y[window[0]], ends, radii)
        height = lift + round_ * np.sqrt(np.maximum(radius**2 - distance**2, 0))
        inside = np.clip((radius - distance) * self.px_per_mm + 0.5, 0, 1)
        self.z[window] = np.where(inside > 0, np.maximum(self.z[window], height), self.z[window])
        self.cover[window] = np.maximum(self.cover[window], inside)

    def near(self, point: Point, reach: float) -> tuple[tuple[slice, slice], Floats, Floats]:
        """The window of the grid around ``point``, and x (1, w) and y (h, 1) from that point, mm."""
        window = self._window((point, point), reach)
        x, y = self.grid()
        return window, x[:, window[1]] - np.float32(point[0]), y[window[0]] - np.float32(point[1])

    def smooth(self, blur_mm: float) -> None:
        """Melt what was built so far into one body."""
        self.z = np.asarray(cv2.GaussianBlur(self.z, (0, 0), blur_mm * self.px_per_mm), np.float32)

    def _window(self, ends: tuple[Point, Point], reach: float) -> tuple[slice, slice]:
        points = (np.asarray(ends) + self.origin_mm) * self.px_per_mm
        low = np.maximum(np.floor(points.min(0) - reach * self.px_per_mm - 2), 0).astype(int)
        high = np.maximum(np.ceil(points.max(0) + reach * self.px_per_mm + 2), 0).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])

    def shading(self, smooth_mm: float, depth_mm: float) -> Floats:
        """(H, W) brightness of the surface, about 1 where flat; hollows deeper than ``depth_mm`` are darker."""
        z = cv2.GaussianBlur(self.z, (0, 0), smooth_mm * self.px_per_mm)
        slope = 0.125 * self.px_per_mm
        dx, dy = cv2.Sobel(z, cv2.CV_32F, 1, 0, scale=slope), cv2.Sobel(z, cv2.CV_32F, 0, 1, scale=slope)
        lit = (LAMP[2] - dx * LAMP[0] - dy * LAMP[1]) / np.sqrt(1 + dx**2 + dy**2)
        hollow = cv2.GaussianBlur(z, (0, 0), depth_mm * self.px_per_mm) - z
        occluded = np.clip(hollow / (2.2 * depth_mm), 0, 0.45)
        return np.asarray((0.42 + 0.73 * np.clip(lit, 0, 1)) * (1 - occluded), np.float32)


def _to_limb(x: Floats, y: Floats, ends: tuple[Point, Point], radii: tuple[float, float]) -> tuple[Floats, Floats]:
    """Distance to the axis, and the limb's radius there."""
    (ax, ay), (bx, by) = ends
    length2 = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-6)
    along = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2, 0, 1)
    distance = np.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))
    return np.asarray(distance, np.float32), np.asarray(radii[0] + along * (radii[1] - radii[0]), np.float32)
