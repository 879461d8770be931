"""What paper does to a print: the tint of age, and uneven ink."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.cards.style import Style
from vision.frame import Picture


def print_on_paper(picture: Picture, style: Style, sheet: int) -> Picture:
    """Age a drawn card.

    Args:
        picture: (H, W, 3) uint8 BGR.
        style: whose ``tint``, ``age`` and ``grain`` are used.
        sheet: seeds the unevenness, so that no two cards are stained alike.
    """
    if not style.age and not style.grain:
        return picture
    rng = np.random.default_rng([style.back_seed, sheet])
    aged = picture.astype(np.float32)
    if style.age:
        aged *= _stain(picture.shape[:2], style, rng)
    if style.grain:
        aged += cv2.GaussianBlur(rng.normal(0, 2.5 * style.grain, picture.shape).astype(np.float32), (0, 0), 0.9)
    return np.clip(np.round(aged), 0, 255).astype(np.uint8)


def _stain(shape: tuple[int, ...], style: Style, rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W, 3) factors: browner towards the edges and in clouds."""
    height, width = shape
    clouds = cv2.resize(rng.random((5, 4)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.abs(np.linspace(-1, 1, height))[:, None], np.abs(np.linspace(-1, 1, width))[None]
    edge = np.maximum(x, y) ** 6
    strength = np.clip(style.age * (0.35 + 0.4 * clouds + 0.5 * edge), 0, 1)[..., None]
    return np.asarray(1 + (np.array(style.tint) / 255 - 1) * strength, np.float32)
