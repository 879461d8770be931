"""Other makers' prints of a card: another hand, other inks, old paper.

Every function takes and returns a picture (H, W, 3) uint8 BGR.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.identify.faces import AnyPicture
from models.training.identify.photo import Rng

BENT, BEND, EDGE = 0.25, 0.018, 0.3
"""Share of cards that another hand draws; the standard deviation by which it bends shapes, at most, as a share of the
height; and the share of that by which it bends frames. Judged by eye: shapes change and pips stay what they are."""
GRID = (6, 4)
"""Rows and columns of the field that bends: about one for each pip of a nine. A judgement."""
PALE, FADED = 0.07, (0.3, 0.6)
"""Share of cards that are printed pale, and how much of their ink is missing; a judgement."""


def by_another_hand(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """Another artist's card: shapes bent now and then, and now and then pale."""
    if rng.random() < BENT:
        picture = bend(picture, rng)
    return fade(picture, float(rng.uniform(*FADED))) if rng.random() < PALE else picture


def fade(picture: AnyPicture, share: float) -> AnyPicture:
    """The card without a share of its ink, 0 to 1."""
    return cv2.LUT(picture, _without(share).astype(np.uint8))


def _without(share: float) -> NDArray[np.float32]:
    """What each grey (256,) becomes on white paper without a share of the ink, 0 to 1."""
    return np.arange(256, dtype=np.float32) * (1 - share) + 255 * share


def bend(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """Every shape a little wider, slimmer, higher or aslant, smoothly over the card."""
    height, width = picture.shape[:2]
    coarse = rng.normal(0, rng.uniform(0, BEND) * height, (2, *GRID)).astype(np.float32)
    coarse[:, :: coarse.shape[1] - 1] *= EDGE
    coarse[:, :, :: coarse.shape[2] - 1] *= EDGE
    across, down = (cv2.resize(one, (width, height), interpolation=cv2.INTER_CUBIC) for one in coarse)
    rows, columns = np.indices((height, width), np.float32)
    return cv2.remap(picture, columns + across, rows + down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def print_differently(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """Another maker's inks: single hues shifted, saturation and outline strength changed."""
    if rng.random() < 0.2:
        kernel = np.ones((2, 2), np.uint8)
        picture = (cv2.erode if rng.random() < 0.6 else cv2.dilate)(picture, kernel)
    if rng.random() < 0.5:
        return picture
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hue = np.arange(256, dtype=np.float32)
    waves = rng.uniform(1, 3), rng.uniform(0, 6.28), rng.normal(0, 5.0)
    bent = (hue + waves[2] * np.sin(hue * waves[0] * 2 * np.pi / 180 + waves[1]) + rng.normal(0, 2.0)) % 180
    channels = list(cv2.split(hsv))
    channels[0] = cv2.LUT(channels[0], bent.astype(np.uint8))
    channels[1] = cv2.convertScaleAbs(channels[1], alpha=float(rng.uniform(0.4, 1.5)))
    return cv2.cvtColor(cv2.merge(channels), cv2.COLOR_HSV2BGR)


def age(picture: AnyPicture, rng: Rng) -> AnyPicture:
    """Yellowed or grey paper, faded ink."""
    paper = np.array([rng.uniform(0.55, 1.0), rng.uniform(0.8, 1.0), rng.uniform(0.88, 1.0)], np.float32)
    table = _without(float(rng.uniform(0, 0.3)))[:, None]
    return cv2.LUT(picture, np.clip(table * paper, 0, 255).astype(np.uint8)[:, None, :])
