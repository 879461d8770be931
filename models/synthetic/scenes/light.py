"""One lamp over the table and the light of the room: brightness, colour, shade, mirrored lamps and cast shadows."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.scenes.camera import SceneCamera, apply

UNIT = 200  # this value of a gain map means "times 1": a byte then reaches 1.27
COARSE_PX = 4  # the gain map is computed on every fourth pixel and enlarged; shade edges are softer than that


@dataclass(frozen=True, slots=True)
class Shade:
    """A straight shadow edge over the table: a wall, a parasol, a window frame, a person standing by.

    Attributes:
        through_mm: a point of the edge.
        direction_deg: the shaded side is to the right of this direction.
        width_mm: a strip of this width is shaded; infinite for a half of the table.
        soft_mm: how broad the edge is.
        depth: share of the light taken, 0 to 1.
    """

    through_mm: tuple[float, float]
    direction_deg: float
    width_mm: float = math.inf
    soft_mm: float = 20.0
    depth: float = 0.4


@dataclass(frozen=True, slots=True)
class Light:
    """The light over a table.

    Attributes:
        lamp_mm: x, y and height of the lamp over the table.
        lamp_bgr: its colour; warm bulbs have less blue.
        ambient: share of the room's light, 0 to 1; the lamp gives the rest.
        ambient_bgr: the room's colour.
        lamp_size_mm: radius of the lamp: softness of cast shadows and size of the glare.
        glare: 0 none, 1 burns out where a glossy thing mirrors the lamp.
        vignette: share lost in the picture's corners.
        shades: shadow edges.
    """

    lamp_mm: tuple[float, float, float] = (100.0, -150.0, 900.0)
    lamp_bgr: tuple[float, float, float] = (0.88, 0.97, 1.05)
    ambient: float = 0.5
    ambient_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    lamp_size_mm: float = 60.0
    glare: float = 0.3
    vignette: float = 0.1
    shades: tuple[Shade, ...] = ()

    def shadow_shift_mm(self, at_mm: tuple[float, float], lift_mm: float) -> tuple[float, float]:
        """How far the shadow of a thing ``lift_mm`` above ``at_mm`` lies from it, on the table."""
        x, y, height = self.lamp_mm
        share = lift_mm / max(height - lift_mm, 1.0)
        return ((at_mm[0] - x) * share, (at_mm[1] - y) * share)

    def gain_at(self, at_mm: tuple[float, float]) -> float:
        """The share of light a table point gets, colour and shade edges left out."""
        x, y, height = self.lamp_mm
        away = math.hypot(at_mm[0] - x, at_mm[1] - y) / height
        return float(self.ambient + (1 - self.ambient) * (1 + away**2) ** -1.5)  # distance squared, the slant of rays

    def softness_mm(self, lift_mm: float) -> float:
        """Radius over which the edge of such a shadow fades."""
        return 0.35 + self.lamp_size_mm * lift_mm / max(self.lamp_mm[2] - lift_mm, 1.0)


@lru_cache(maxsize=4)
def gain_map(light: Light, camera: SceneCamera) -> NDArray[np.uint8]:
    """(H, W, 3) uint8: what each pixel of the table's plane is multiplied with, :data:`UNIT` meaning 1."""
    width, height = camera.size_px
    rows, columns = np.mgrid[0 : height + COARSE_PX : COARSE_PX, 0 : width + COARSE_PX : COARSE_PX]
    pixels = np.stack((columns.ravel(), rows.ravel()), axis=1)
    table_mm = apply(np.asarray(np.linalg.inv(camera.homography()), np.float64), pixels)
    gain = _received(light, table_mm, COARSE_PX * 1.5 / camera.px_per_mm) * _vignetting(light, camera, pixels)[:, None]
    grid = np.clip(gain * UNIT, 0, 255).astype(np.float32).reshape(*rows.shape, 3)
    full = cv2.resize(grid, None, fx=COARSE_PX, fy=COARSE_PX, interpolation=cv2.INTER_LINEAR)
    return np.ascontiguousarray(np.round(full[:height, :width])).astype(np.uint8)


def _received(light: Light, table_mm: NDArray[np.float32], softest_mm: float) -> NDArray[np.float32]:
    x, y, height = light.lamp_mm
    away = np.hypot(table_mm[:, 0] - x, table_mm[:, 1] - y) / height
    lamp = (1 + away**2) ** -1.5 * (1 - light.ambient)  # distance squared and the slant of the rays
    for shade in light.shades:
        lamp = lamp * (1 - shade.depth * _shaded(shade, table_mm, max(shade.soft_mm, softest_mm)))
    return np.asarray(
        lamp[:, None] * np.array(light.lamp_bgr, np.float32) + light.ambient * np.array(light.ambient_bgr, np.float32),
        np.float32,
    )


def _shaded(shade: Shade, table_mm: NDArray[np.float32], soft_mm: float) -> NDArray[np.float32]:
    turn = math.radians(shade.direction_deg)
    inside = (table_mm[:, 0] - shade.through_mm[0]) * math.cos(turn) + (
        table_mm[:, 1] - shade.through_mm[1]
    ) * math.sin(turn)
    near = np.clip(inside / soft_mm + 0.5, 0, 1)
    far = np.clip((shade.width_mm - inside) / soft_mm + 0.5, 0, 1)
    return np.asarray(np.minimum(near, far), np.float32)


def _vignetting(light: Light, camera: SceneCamera, pixels: NDArray[np.int64]) -> NDArray[np.float32]:
    middle = (np.asarray(camera.size_px) - 1) / 2
    radius2 = ((pixels - middle) ** 2).sum(1) / (middle**2).sum()
    return np.asarray(1 - light.vignette * radius2, np.float32)


def mirror_point_mm(light: Light, camera: SceneCamera) -> tuple[float, float]:
    """The table point in which a camera of small tilt sees the lamp mirrored."""
    x, y, height = light.lamp_mm
    share = camera.distance_mm / (camera.distance_mm + height)
    return (
        camera.look_at_mm[0] + (x - camera.look_at_mm[0]) * share,
        camera.look_at_mm[1] + (y - camera.look_at_mm[1]) * share,
    )


def spot(shape: tuple[int, int], centre_px: tuple[float, float], radius_px: float) -> NDArray[np.float32]:
    """A soft spot of light with a brighter middle: (H, W) float32, 0 to 1.

    Args:
        shape: rows and columns.
        centre_px: x and y.
        radius_px: where it has faded.
    """
    rows = np.exp(-(((np.arange(shape[0]) - centre_px[1]) / radius_px) ** 2) / 2).astype(np.float32)
    columns = np.exp(-(((np.arange(shape[1]) - centre_px[0]) / radius_px) ** 2) / 2).astype(np.float32)
    return np.asarray(np.outer(0.3 * rows, columns) + np.outer(0.7 * rows**4, columns**4), np.float32)
