"""What paper does to a print: the tint of age, and uneven ink."""

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import CARD_MM
from models.synthetic.cards.style import Style
from vision.frame import Picture

DARK = 90  # of 255 in every channel: outlines, and no filled colour of any palette
SOFT = 60.0  # above that a pixel belongs more and more to a colour


def print_on_paper(picture: Picture, style: Style, sheet: int) -> Picture:
    """Age a drawn card.

    Args:
        picture: (H, W, 3) uint8 BGR.
        style: whose ``tint``, ``age`` and ``grain`` are used.
        sheet: seeds the unevenness, so that no two cards are stained alike.
    """
    if style.fade or style.wear or style.slip_mm:
        picture = _worn(picture, style, np.random.default_rng([style.back_seed, sheet, 1]))
    if not style.age and not style.grain:
        return picture
    rng = np.random.default_rng([style.back_seed, sheet])
    aged = picture.astype(np.float32)
    if style.age:
        aged *= _stain(picture.shape[:2], style, rng)
    if style.grain:
        aged += cv2.GaussianBlur(rng.normal(0, 2.5 * style.grain, picture.shape).astype(np.float32), (0, 0), 0.9)
    return np.clip(np.round(aged), 0, 255).astype(np.uint8)


def _worn(picture: Picture, style: Style, rng: np.random.Generator) -> Picture:
    """The print with its colours beside the outlines, pale, and rubbed off in spots and along scratches."""
    height, width = picture.shape[:2]
    slipped = _slipped(picture, round(style.slip_mm * height / CARD_MM[1])).astype(np.float32)
    gone = np.full((height, width), style.fade, np.float32)
    if style.wear:
        gone = np.maximum(gone, _rubbed(height, width, style.wear, rng))
    return np.round(slipped + (np.array(style.palette.paper) - slipped) * gone[..., None]).astype(np.uint8)


def _slipped(picture: Picture, shift_px: int) -> Picture:
    """The colours moved down and right under the outlines, which stay: what is dark."""
    if not shift_px:
        return picture
    moved = cv2.copyMakeBorder(picture, shift_px, 0, shift_px, 0, cv2.BORDER_REPLICATE)[:-shift_px, :-shift_px]
    here, there = (
        np.clip((one.max(2, keepdims=True) - DARK) / SOFT, 0, 1) for one in (picture.astype(float), moved.astype(float))
    )
    coloured = picture + (moved.astype(float) - picture) * there
    return np.asarray(np.round(picture + (coloured - picture) * here), np.uint8)


def _rubbed(height: int, width: int, share: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W) how much ink is gone: all of it on about the share given, in specks that cluster, and scratches."""
    clouds = cv2.resize(rng.random((7, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    specks = cv2.GaussianBlur(rng.random((height, width)).astype(np.float32), (0, 0), height / 300)
    field = (specks - specks.mean()) / specks.std() + 2.5 * (clouds - 0.5)
    gone = np.clip((field - np.quantile(field, 1 - share)) * 2, 0, 1).astype(np.float32)
    for _ in range(int(rng.integers(0, 6))):
        ends = [(int(x * width), int(y * height)) for x, y in rng.random((2, 2))]
        cv2.line(gone, ends[0], ends[1], 0.8, max(height // 240, 1), cv2.LINE_AA)
    return np.asarray(gone, np.float32)


def _stain(shape: tuple[int, ...], style: Style, rng: np.random.Generator) -> NDArray[np.float32]:
    """(H, W, 3) factors: browner towards the edges and in clouds."""
    height, width = shape
    clouds = cv2.resize(rng.random((5, 4)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.abs(np.linspace(-1, 1, height))[:, None], np.abs(np.linspace(-1, 1, width))[None]
    edge = np.maximum(x, y) ** 6
    strength = np.clip(style.age * (0.35 + 0.4 * clouds + 0.5 * edge), 0, 1)[..., None]
    return np.asarray(1 + (np.array(style.tint) / 255 - 1) * strength, np.float32)
