"""The camera over the table: where a table point falls in the picture, lens distortion included.

The table frame is in millimetres, x to the right and y down as in the picture of an untilted camera, z up from the
table. Pixel coordinates have whole numbers at pixel centres, as in OpenCV.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from firmware.errors import HakamError

Matrix = NDArray[np.float64]
ScenePoints = NDArray[np.float32]


class CameraBelowTableError(HakamError, ValueError):
    """A camera was placed so that it cannot look down on the table."""


@dataclass(frozen=True, slots=True)
class SceneCamera:
    """A pinhole camera with one coefficient of radial distortion.

    Attributes:
        size_px: width and height of the picture.
        look_at_mm: the table point in the middle of the picture.
        px_per_mm: scale at that point.
        distance_mm: from the lens to that point; nearer means stronger perspective.
        tilt_deg: 0 looks straight down, 40 is someone's phone.
        tilt_towards_deg: in which direction it leans, 0 being the picture's bottom.
        roll_deg: rotation of the picture about its middle.
        barrel: 0 none; what the ideal picture has at radius R (1 is half the diagonal) is drawn at the radius r with
            r (1 + barrel r^2) / (1 + barrel) = R; typical wide lenses have 0.02 to 0.1.
    """

    size_px: tuple[int, int]
    look_at_mm: tuple[float, float]
    px_per_mm: float
    distance_mm: float = 800.0
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    roll_deg: float = 0.0
    barrel: float = 0.0

    def __post_init__(self) -> None:
        """Refuse a camera that would see the horizon."""
        if not (0 <= self.tilt_deg < 60 and self.distance_mm > 0 and self.px_per_mm > 0):
            raise CameraBelowTableError(
                f"{self} cannot look down: tilt 0 to 60, distance and scale above 0 are expected"
            )

    def homography(self, z_mm: float = 0.0) -> Matrix:
        """(3, 3) from millimetres in the plane ``z_mm`` above the table to pixels before distortion."""
        projection = _projection(self)
        plane = projection[:, [0, 1, 3]].copy()
        plane[:, 2] += projection[:, 2] * z_mm
        return plane

    def project(self, points_mm: ArrayLike, z_mm: float = 0.0) -> ScenePoints:
        """Pixels (N, 2) float32 in the finished picture of points (N, 2) millimetres."""
        return distort(self, apply(self.homography(z_mm), points_mm))

    def view_mm(self) -> ScenePoints:
        """The table points (4, 2) under the picture's corners, clockwise from the upper left, distortion left out."""
        width, height = self.size_px
        corners = ((0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1))
        return apply(np.asarray(np.linalg.inv(self.homography()), np.float64), corners)


def apply(homography: Matrix, points: ArrayLike) -> ScenePoints:
    """``points`` (N, 2) through a (3, 3) homography, float32."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = np.column_stack((flat, np.ones(len(flat)))) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float32)


@lru_cache(maxsize=64)
def _projection(camera: SceneCamera) -> Matrix:
    focal = camera.px_per_mm * camera.distance_mm
    width, height = camera.size_px
    intrinsic = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    rotation = _turn_z(camera.roll_deg) @ _turn_z(-camera.tilt_towards_deg) @ _tilt(camera.tilt_deg)
    rotation = rotation @ _turn_z(camera.tilt_towards_deg) @ np.diag([1.0, 1.0, -1.0])  # z up becomes depth down
    look_at = np.array([*camera.look_at_mm, 0.0])
    shift = np.array([0, 0, camera.distance_mm]) - rotation @ look_at
    return np.asarray(intrinsic @ np.column_stack((rotation, shift)), np.float64)


def _turn_z(degrees: float) -> Matrix:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _tilt(degrees: float) -> Matrix:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, c, s], [0, -s, c]])


def _lens(camera: SceneCamera) -> tuple[Matrix, Matrix, Matrix]:
    """What makes OpenCV's undistortion draw our distortion: matrices of the ideal and drawn picture, coefficients."""
    width, height = camera.size_px
    middle, radius = ((width - 1) / 2, (height - 1) / 2), math.hypot(width - 1, height - 1) / 2
    drawn = np.array([[radius, 0, middle[0]], [0, radius, middle[1]], [0, 0, 1.0]])
    ideal = drawn.copy()
    ideal[[0, 1], [0, 1]] /= 1 + camera.barrel
    return ideal, drawn, np.array([camera.barrel, 0, 0, 0])


def distort(camera: SceneCamera, points_px: ArrayLike) -> ScenePoints:
    """Where points (N, 2) of the ideal picture are drawn by the lens."""
    points = np.asarray(points_px, np.float64).reshape(-1, 2)
    if not camera.barrel:
        return points.astype(np.float32)
    ideal, drawn, _ = _lens(camera)
    normal = (points - ideal[:2, 2]) / ideal[0, 0]
    wanted = np.linalg.norm(normal, axis=1, keepdims=True)
    radius = wanted.copy()
    for _ in range(8):  # Newton: r (1 + barrel r^2) = wanted; doubles its digits each time
        radius -= (radius * (1 + camera.barrel * radius**2) - wanted) / (1 + 3 * camera.barrel * radius**2)
    moved = normal * (radius / np.maximum(wanted, 1e-12)) * drawn[0, 0] + drawn[:2, 2]
    return np.asarray(moved, np.float32)


@lru_cache(maxsize=4)
def _lens_map(camera: SceneCamera) -> tuple[Any, Any]:
    ideal, drawn, coefficients = _lens(camera)
    return cv2.initUndistortRectifyMap(ideal, coefficients, np.eye(3), drawn, camera.size_px, cv2.CV_16SC2)


def through_lens(camera: SceneCamera, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture (H, W[, C]) as the lens draws the ideal picture."""
    if not camera.barrel:
        return picture
    return np.asarray(cv2.remap(picture, *_lens_map(camera), cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=4)
def seen_mask(camera: SceneCamera) -> NDArray[np.bool_]:
    """(H, W) bool: which pixels of the ideal picture the lens keeps in the finished one."""
    width, height = camera.size_px
    if not camera.barrel:
        return np.ones((height, width), np.bool_)
    ideal, drawn, _ = _lens(camera)
    x, y = np.arange(width), np.arange(height)
    border = np.concatenate(
        [
            np.stack((x, 0 * x), 1),
            np.stack((0 * y + width - 1, y), 1),
            np.stack((x, 0 * x + height - 1), 1)[::-1],
            np.stack((0 * y, y), 1)[::-1],
        ]
    )
    normal = (border - drawn[:2, 2]) / drawn[0, 0]
    scale = (1 + camera.barrel * (normal**2).sum(1, keepdims=True)) * ideal[0, 0]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(normal * scale + ideal[:2, 2]).astype(np.int32)], 1)
    return mask.astype(np.bool_)
