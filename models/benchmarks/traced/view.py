"""Where the camera of a traced picture is, what its light comes from, and where a point of the table is seen."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats

UNIT_MM = 100.0
"""The tracer reckons in decimetres: its tolerances are made for scenes a few units wide."""
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole camera over the table.

    Attributes:
        eye_mm: where it is: right and down in the picture from the table's middle, and above it.
        target_mm: the point of the table in the picture's middle.
        fov_deg: angle of the picture's width.
        size_px: width and height of the picture.
    """

    eye_mm: tuple[float, float, float]
    target_mm: tuple[float, float]
    fov_deg: float
    size_px: tuple[int, int] = (1280, 720)

    def project(self, points_mm: Floats | Points) -> Floats:
        """Pixels (N, 2) of points (N, 3): right, down and above the table, mm."""
        eye, ahead, up = self.axes()
        right = np.cross(ahead, up)
        seen = to_world(points_mm) - eye
        focal_px = self.size_px[0] / 2 / math.tan(math.radians(self.fov_deg) / 2)
        flat = np.stack([seen @ right, -(seen @ up)], 1) / (seen @ ahead)[:, None]
        return (flat * focal_px + np.array(self.size_px) / 2).astype(np.float32)

    def axes(self) -> tuple[Points, Points, Points]:
        """The eye, the way it looks and what is up in the picture, in the tracer's world."""
        eye = to_world(np.array([self.eye_mm]))[0]
        ahead = _unit(to_world(np.array([[*self.target_mm, 0.0]]))[0] - eye)
        right = _unit(np.cross(ahead, [0.0, 1.0, 0.0]))
        return eye, ahead, np.cross(right, ahead)


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp that shines from above.

    Attributes:
        place_mm: right, down and above the table's middle.
        radius_mm: a bare bulb has 30, a paper ball 200: how soft the shadows are.
        colour: its light, red first; the brightest is 1.
    """

    place_mm: tuple[float, float, float]
    radius_mm: float
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """What the light comes from and is thrown back by.

    Attributes:
        lamp: over the table.
        window: how bright the window is beside the lamp, 0 to 1.
        walls: how much of the light walls and ceiling throw back, 0 to 1, red first.
    """

    lamp: Lamp
    window: float
    walls: tuple[float, float, float]


def to_world(points_mm: Floats | Points) -> Points:
    """Points (N, 3) of the table in the tracer's right-handed world: right, up in the picture, above."""
    return np.asarray(points_mm, np.float64) * (1.0, -1.0, 1.0) / UNIT_MM


def _unit(vector: Points) -> Points:
    return np.asarray(vector / np.linalg.norm(vector), np.float64)
