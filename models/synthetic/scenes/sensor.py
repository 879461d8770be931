"""From the picture the lens draws to the picture the program gets: blur, exposure, white balance, noise, JPEG."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import Picture

NOISE_SPREAD = 40.0  # standard deviation of the stored noise field around 128: leaves 3 deviations in a byte


@dataclass(frozen=True, slots=True)
class Sensor:
    """A camera's electronics and its faults; the default is a perfect one.

    Attributes:
        exposure: factor on brightness.
        balance_bgr: factors of a white balance that missed.
        gamma: above 1 darkens the middle, below 1 lifts the shadows.
        haze: grey mixed in, 0 to 1: a dirty lens, low contrast.
        saturation: 1 as seen, 0 grey.
        defocus_px: standard deviation of the blur.
        motion_px, motion_deg: length and direction of a shake.
        noise: standard deviation in grey values.
        grain_px: 1 for raw noise, 2 or 3 for the blotches a phone's denoising leaves.
        jpeg: quality 1 to 100, or None.
    """

    exposure: float = 1.0
    balance_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    haze: float = 0.0
    saturation: float = 1.0
    defocus_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 0.0
    grain_px: int = 1
    jpeg: int | None = None


def develop(picture: Picture, sensor: Sensor, rng: Generator) -> Picture:
    """A picture as a sensor gives it, (H, W, 3) uint8 BGR.

    Args:
        picture: (H, W, 3) uint8 BGR, as the lens throws it.
        sensor: its faults.
        rng: of the noise; nothing else draws on it.
    """
    picture = _tone(_blur(picture, sensor), sensor)
    if sensor.noise > 0:
        picture = _add_noise(picture, sensor, rng)
    if sensor.jpeg is None:
        return picture
    _, coded = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg))
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _blur(picture: Picture, sensor: Sensor) -> Picture:
    if sensor.defocus_px > 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sensor.defocus_px), np.uint8)
    if sensor.motion_px >= 1:
        picture = np.asarray(cv2.filter2D(picture, -1, _streak(sensor.motion_px, sensor.motion_deg)), np.uint8)
    return picture


def _streak(length_px: float, direction_deg: float) -> NDArray[np.float32]:
    half = math.ceil(length_px / 2) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    turn = math.radians(direction_deg)
    for t in np.linspace(-length_px / 2, length_px / 2, 4 * half + 1):
        kernel[round(half + t * math.sin(turn)), round(half + t * math.cos(turn))] += 1
    return np.asarray(kernel / kernel.sum(), np.float32)


def _tone(picture: Picture, sensor: Sensor) -> Picture:
    levels = np.linspace(0, 1, 256)[:, None] * sensor.exposure * np.asarray(sensor.balance_bgr)
    levels = np.clip(levels, 0, 1) ** sensor.gamma * (1 - sensor.haze) + 0.55 * sensor.haze
    table = np.clip(np.round(levels * 255), 0, 255).astype(np.uint8)
    same = bool((table == np.arange(256)[:, None]).all())
    toned = picture if same else np.asarray(cv2.LUT(picture, table.reshape(1, 256, 3)), np.uint8)
    if sensor.saturation == 1:
        return toned
    grey = cv2.cvtColor(cv2.cvtColor(toned, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.addWeighted(toned, sensor.saturation, grey, 1 - sensor.saturation, 0), np.uint8)


def _add_noise(picture: Picture, sensor: Sensor, rng: Generator) -> Picture:
    field = _noise_field(sensor.grain_px)
    height, width = picture.shape[:2]
    if height > field.shape[0] or width > field.shape[1]:
        repeats = (-(-height // field.shape[0]), -(-width // field.shape[1]), 1)
        field = np.tile(field, repeats)
    top = int(rng.integers(field.shape[0] - height + 1))
    left = int(rng.integers(field.shape[1] - width + 1))
    share = sensor.noise / NOISE_SPREAD
    cut = field[top : top + height, left : left + width]
    return np.asarray(cv2.addWeighted(picture, 1, cut, share, -128 * share), np.uint8)


@lru_cache(maxsize=3)
def _noise_field(grain_px: int) -> Picture:
    """(1024, 1536, 3) uint8 around 128: two thirds brightness, one third colour noise, ``grain_px`` coarse."""
    rng = np.random.default_rng(grain_px)
    shape = (1024, 1536)
    field = rng.standard_normal((*shape, 3), dtype=np.float32) * 0.5 + rng.standard_normal(
        (*shape, 1), dtype=np.float32
    )
    if grain_px > 1:
        field = np.asarray(cv2.GaussianBlur(field, (0, 0), grain_px / 2), np.float32)
    levels = np.round(128 + field * (NOISE_SPREAD / float(field.std())))
    return np.asarray(np.clip(levels, 0, 255), np.uint8)
