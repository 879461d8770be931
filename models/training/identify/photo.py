"""What a camera and a lamp do to a rectified card: applied to the training crops of the classifier.

Every function takes and returns a picture (H, W, 3) uint8 BGR.
"""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.identify.faces import AnyPicture

Rng = np.random.Generator

NOISE = np.random.default_rng(7).standard_normal((512, 512, 3)).astype(np.float32)
"""One table of noise, cut at random places: drawing fresh numbers costs more than all the rest together."""


def light(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """Uneven light, a shadow's edge and glare, as one field of gain and one of added white."""
    height, width = picture.shape[:2]
    coarse = 1 + rng.normal(0, 0.09, (4, 3)).astype(np.float32)
    gain: NDArray[Any] = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        gain *= _half_plane(width, height, rng, dark=float(rng.uniform(0.45, 0.85)))
    lit = picture.astype(np.float32) * gain[..., None]
    if rng.random() < 0.3:
        lit += _glare(width, height, rng)[..., None]
    return np.clip(lit, 0, 255).astype(np.uint8)


def _half_plane(width: int, height: int, rng: Rng, *, dark: float) -> NDArray[np.float32]:
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4)
    rows, columns = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j].astype(np.float32)
    edge = (rows * np.sin(angle) + columns * np.cos(angle) - offset) / rng.uniform(0.01, 0.2)
    shade: NDArray[np.float32] = dark + (1 - dark) * np.clip(edge, 0, 1)
    return shade.astype(np.float32)


def _glare(width: int, height: int, rng: Rng) -> NDArray[np.float32]:
    rows, columns = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].astype(np.float32)
    spot = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 3))):
        (y, x), (a, b) = rng.uniform(-0.1, 1.1, 2), rng.uniform(0.05, 0.45, 2)
        spot += np.exp(-(((rows - y) / a) ** 2) - ((columns - x) / b) ** 2)
    return spot * float(rng.uniform(40, 190))


def lose_detail(picture: AnyPicture, rng: Rng, long_side: float | None = None) -> AnyPicture:
    """Few pixels, blur, noise and JPEG, as in a picture in which the card is small.

    Args:
        picture: (H, W, 3) uint8 BGR.
        rng: of all chance.
        long_side: of the card in that picture, pixels; ``None`` draws it: half of the cards between 130
            and 220, few below 80 or above 280.
    """
    height, width = picture.shape[:2]
    long_side = long_side or float(np.clip(rng.lognormal(np.log(170), 0.42), 48, 280))
    size = (max(round(width * long_side / height), 8), max(round(long_side), 12))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if long_side < height else cv2.INTER_LINEAR)
    for step in _camera_steps(rng):
        small = step(small, rng)
    how = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST, cv2.INTER_AREA)[
        int(rng.choice(4, p=[0.7, 0.15, 0.05, 0.1]))
    ]
    return cv2.resize(small, (width, height), interpolation=how)


def _camera_steps(rng: Rng) -> list[Callable[[AnyPicture, Rng], AnyPicture]]:
    chances = ((_defocus, 0.35), (_motion_blur, 0.2), (_sharpen, 0.2), (_noise, 0.7), (_jpeg, 0.5))
    return [step for step, chance in chances if rng.random() < chance]


def _defocus(picture: AnyPicture, rng: Rng) -> AnyPicture:
    return cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.6)))


def _motion_blur(picture: AnyPicture, rng: Rng) -> AnyPicture:
    length, angle = int(rng.integers(3, 8)), rng.uniform(0, np.pi)
    kernel = np.zeros((length, length), np.float32)
    middle, reach = (length - 1) / 2, length / 2
    ends = [(round(middle + s * reach * np.cos(angle)), round(middle + s * reach * np.sin(angle))) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1.0))


def _sharpen(picture: AnyPicture, rng: Rng) -> AnyPicture:
    soft, amount = cv2.GaussianBlur(picture, (0, 0), 1.2), float(rng.uniform(0.4, 1.8))
    return cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)


def _noise(picture: AnyPicture, rng: Rng) -> AnyPicture:
    height, width = picture.shape[:2]
    top, left = rng.integers(0, 512 - min(height, 511)), rng.integers(0, 512 - min(width, 511))
    grain = NOISE[top : top + height, left : left + width] * float(rng.uniform(1, 14))
    if rng.random() < 0.5:
        grain = grain[..., :1]
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def _jpeg(picture: AnyPicture, rng: Rng) -> AnyPicture:
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))


def develop(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """White balance, exposure, contrast and gamma, one curve per channel."""
    warmth = rng.normal(0, 0.14)
    gains = np.exp(np.array([-warmth, rng.normal(0, 0.04), warmth]) + rng.normal(-0.12, 0.2))
    gamma, black = np.exp(rng.normal(0, 0.25)), rng.uniform(0, 25)
    grey = (np.arange(256) / 255.0) ** gamma
    curves = black + (255 - black) * np.clip(grey[:, None] * gains, 0, 1)
    return cv2.LUT(picture, curves.astype(np.uint8)[:, None, :])


def photograph(picture: AnyPicture, rng: Rng, long_side: float | None = None) -> AnyPicture:
    """All that happens to a card between table and crop, in its order.

    Args:
        picture: (H, W, 3) uint8 BGR.
        rng: of all chance.
        long_side: of the card in the camera's picture, pixels; ``None`` draws it.
    """
    if rng.random() < 0.75:
        picture = light(picture, rng)
    picture = lose_detail(picture, rng, long_side)
    return develop(picture, rng) if rng.random() < 0.9 else picture
