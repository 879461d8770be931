"""What a small camera makes of the light that a tracer has found."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.frame import Floats, Picture


@dataclass(frozen=True, slots=True)
class SmallCamera:
    """A camera's electronics, the same for all its pictures.

    Attributes:
        balance: factors of its white balance, red first.
        exposure: factor on the light.
        blur_px: standard deviation of what its lens and its sharpening leave.
        jpeg: quality, 0 to 100.
    """

    balance: tuple[float, float, float]
    exposure: float
    blur_px: float
    jpeg: int


def random_camera(rng: Generator) -> SmallCamera:
    """Any camera: a white balance that missed, a little dark, more or less sharp."""
    red, green, blue = rng.uniform(0.9, 1.1, 3)
    balance = (float(red), float(green), float(blue))
    return SmallCamera(balance, float(rng.uniform(0.55, 0.95)), float(rng.uniform(0.4, 1.0)), int(rng.integers(70, 95)))


def developed(light: Floats, camera: SmallCamera, rng: Generator) -> Picture:
    """A picture, (H, W, 3) uint8, blue first, with noise, sharpening and JPEG.

    Args:
        light: (H, W, 3), red first, 1 for a white card.
        camera: that takes it.
        rng: of the noise.
    """
    exposed = light * np.array(camera.balance, np.float32) * camera.exposure
    noisy = (
        exposed
        + rng.normal(0, 0.004, light.shape)
        + rng.normal(0, 0.012, light.shape) * np.sqrt(np.maximum(exposed, 0))
    )
    grey = np.clip(noisy, 0, 1) ** (1 / 2.2)
    picture = (grey[..., ::-1] * 255).astype(np.uint8)
    picture = cv2.GaussianBlur(picture, (0, 0), camera.blur_px)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, camera.jpeg])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
