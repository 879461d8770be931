"""Card backs of no particular maker: lattices, checks, dots, stripes and speckles in one or two inks."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.cards.backs import draw_back as draw_made_back
from models.training.identify.faces import FACE_PX, fit
from models.training.identify.photo import Rng


def _ink(rng: Rng) -> tuple[int, int, int]:
    hsv = np.array([[[rng.integers(0, 180), rng.integers(90, 255), rng.integers(40, 210)]]], np.uint8)
    if rng.random() < 0.7:  # most backs are red or blue
        hsv[0, 0, 0] = rng.choice([0, 3, 175, 105, 112, 118])
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _wave(rng: Rng) -> NDArray[np.float32]:
    """A periodic field in [-1, 1] that looks the same upside down."""
    width, height = FACE_PX
    rows, columns = np.mgrid[-height / 2 : height / 2, -width / 2 : width / 2].astype(np.float32) + 0.5
    angle, period = rng.choice([0, np.pi / 4, np.pi / 3, rng.uniform(0, np.pi)]), rng.uniform(6, 40)
    one = np.cos((rows * np.sin(angle) + columns * np.cos(angle)) * 2 * np.pi / period)
    two = np.cos((rows * np.sin(angle + np.pi / 2) + columns * np.cos(angle + np.pi / 2)) * 2 * np.pi / period)
    kinds = (one + two, one * two, one, np.maximum(one, two), np.cos(np.hypot(rows, columns) * 2 * np.pi / period))
    field: NDArray[np.float32] = kinds[int(rng.integers(0, len(kinds)))]
    return field


def _pattern(rng: Rng) -> NDArray[np.float32]:
    if rng.random() < 0.2:  # speckles, the commonest back of cheap Spanish decks
        grain: NDArray[Any] = rng.standard_normal((FACE_PX[1], FACE_PX[0])).astype(np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.8, 3)))
        return np.asarray(grain * (3 / float(np.abs(grain).max())), np.float32)
    return _wave(rng) + (_wave(rng) * float(rng.uniform(0, 1)) if rng.random() < 0.6 else 0)


def draw_back(rng: Rng) -> NDArray[np.uint8]:
    """One card back, (240, 160, 3) uint8 BGR."""
    paper = np.array(rng.integers(225, 256, 3), np.float32)
    second = paper if rng.random() < 0.7 else np.array(_ink(rng), np.float32)
    share = np.clip(_pattern(rng) * rng.uniform(1, 6) + rng.normal(0, 0.5), 0, 1)[..., None]
    back = np.array(_ink(rng), np.float32) * share + second * (1 - share)
    margin = int(rng.choice([0, 0, 6, 9, 12]))
    if margin:
        bordered = np.broadcast_to(paper, back.shape).copy()
        bordered[margin:-margin, margin:-margin] = back[margin:-margin, margin:-margin]
        back = bordered
    return back.astype(np.uint8)


def draw_any_back(rng: Rng) -> NDArray[np.uint8]:
    """A back of :func:`draw_back`, or of those that the drawn decks have: (H, W, 3) uint8 BGR at ``FACE_PX``."""
    if rng.random() < 0.6:
        return draw_back(rng)
    return fit(draw_made_back(FACE_PX, int(rng.integers(0, 2**31))))
