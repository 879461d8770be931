"""What a small camera makes of the light that a tracer has found."""

import cv2
import numpy as np

from vision.frame import Floats, Picture


def developed(light: Floats, rng: np.random.Generator) -> Picture:
    """What a small camera makes of the light: (H, W, 3) uint8, blue first, with noise, sharpening and JPEG."""
    white = np.float32(rng.uniform(0.9, 1.1, 3))
    exposed = light * white * rng.uniform(0.55, 0.95)
    noisy = (
        exposed
        + rng.normal(0, 0.004, light.shape)
        + rng.normal(0, 0.012, light.shape) * np.sqrt(np.maximum(exposed, 0))
    )
    grey = np.clip(noisy, 0, 1) ** (1 / 2.2)
    picture = (grey[..., ::-1] * 255).astype(np.uint8)
    picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.0)))
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 95))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
