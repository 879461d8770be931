"""What lies over a card: the edge of another card, fingers, a sleeve.

Every cover is drawn into a crop (H, W, 3) uint8 BGR, in place; its mask (H, W) uint8 is 1 where it hides the crop.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.identify.assets import CropAssets
from models.training.identify.faces import AnyPicture
from models.training.identify.laying import loose_corners, paste, turned
from models.training.identify.photo import Rng


def occlude(assets: CropAssets, crop: AnyPicture, rng: Rng) -> NDArray[np.uint8]:
    """One or two covers of any kind are drawn onto a crop; the mask is of both.

    Args:
        assets: pictures to draw from.
        crop: what is covered, changed in place.
        rng: of all chance.
    """
    hidden = np.zeros(crop.shape[:2], np.uint8)
    for _ in range(1 if rng.random() < 0.75 else 2):
        way = int(rng.choice(4, p=[0.57, 0.26, 0.1, 0.07]))
        mask = (card_over, fingers, patch, picture_edge)[way](assets, crop, rng)
        hidden |= mask
    return hidden


def card_over(assets: CropAssets, crop: AnyPicture, rng: Rng) -> NDArray[np.uint8]:
    """Another card over one side or corner, with its shadow.

    Args:
        assets: pictures to draw from.
        crop: what is covered, changed in place.
        rng: of all chance.
    """
    height, width = crop.shape[:2]
    away, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.05)
    shift = np.array([np.cos(away) * width, np.sin(away) * height], np.float32) * np.float32(far)
    corners = turned(loose_corners(rng), rng) + shift
    if rng.random() < 0.5:
        shade = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(shade, np.array(corners + rng.normal(0, 4, 2), np.int32), 255)
        darken(crop, cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(1, 5))), float(rng.uniform(0.2, 0.6)))
    return (paste(assets.any_face(rng), corners, crop) > 127).astype(np.uint8)


def darken(crop: AnyPicture, shade: AnyPicture, depth: float) -> None:
    """A shadow is drawn onto a crop, in place.

    Args:
        crop: (H, W, 3) uint8 BGR.
        shade: (H, W) uint8, 255 where the shadow is full.
        depth: the share of the light that a full shadow takes, 0 to 1.
    """
    keep = 255 - cv2.convertScaleAbs(shade, alpha=depth)
    cv2.multiply(crop, cv2.merge([keep] * 3), crop, 1 / 255)


def skin(rng: Rng) -> tuple[int, int, int]:
    """A colour of skin, BGR."""
    tone, warm = rng.uniform(60, 235), rng.uniform(0.62, 0.85)
    return int(tone * warm * rng.uniform(0.75, 1.0)), int(tone * warm), int(tone)


def fingers(_assets: CropAssets, crop: AnyPicture, rng: Rng) -> NDArray[np.uint8]:
    """One to four fingers that reach in from a border.

    Args:
        _assets: not needed; every kind of cover is called alike.
        crop: what is covered, changed in place.
        rng: of all chance.
    """
    height, width = crop.shape[:2]
    mask, paint = np.zeros((height, width), np.uint8), crop.copy()
    away, colour = rng.uniform(0, 2 * np.pi), skin(rng)
    out = np.array([np.cos(away), np.sin(away)])
    side, thick = np.array([-out[1], out[0]]), int(rng.integers(18, 42))
    tip = np.array([width, height]) * (0.5 + 0.5 * out * rng.uniform(0.2, 0.9)) - side * thick * 1.5
    for k in range(int(rng.integers(1, 5))):
        start = tip + side * thick * (k + rng.normal(0, 0.08)) + out * rng.normal(0, 8)
        ends = tuple(int(v) for v in start), tuple(int(v) for v in start + out * height)
        cv2.line(mask, *ends, 1, thick)
        cv2.line(paint, *ends, tuple(int(c * 0.8) for c in colour), thick, cv2.LINE_AA)
        lit = [tuple(int(v) for v in np.array(end) - thick * 0.12) for end in ends]
        cv2.line(paint, lit[0], lit[1], colour, int(thick * 0.65), cv2.LINE_AA)
    cv2.copyTo(cv2.GaussianBlur(paint, (0, 0), 1.5), mask, crop)
    return mask


def patch(assets: CropAssets, crop: AnyPicture, rng: Rng) -> NDArray[np.uint8]:
    """A piece of cloth, paper or glass of any colour over a corner or side.

    Args:
        assets: pictures to draw from.
        crop: what is covered, changed in place.
        rng: of all chance.
    """
    height, width = crop.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    centre = np.array([width, height]) * (0.5 + rng.uniform(0.3, 0.6) * np.sign(rng.normal(size=2)))
    points = centre + rng.normal(0, 0.35, (6, 2)) * width
    cv2.fillConvexPoly(mask, cv2.convexHull(np.array(points, np.int32)), 1)
    ground = assets.surfaces[int(rng.integers(0, len(assets.surfaces)))]
    cloth = cv2.resize(ground, (width, height), interpolation=cv2.INTER_AREA)
    tint = rng.uniform(0.3, 1.2, 3)
    cv2.copyTo(np.clip(cloth * tint, 0, 255).astype(np.uint8), mask, crop)
    return mask


def picture_edge(_assets: CropAssets, crop: AnyPicture, rng: Rng) -> NDArray[np.uint8]:
    """The end of the picture: what lies beyond it is black in a rectified crop.

    Args:
        _assets: not needed; every kind of cover is called alike.
        crop: what is covered, changed in place.
        rng: of all chance.
    """
    height, width = crop.shape[:2]
    mask, out = np.zeros((height, width), np.uint8), rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(out), np.sin(out)])
    side = np.array([-axis[1], axis[0]])
    near = np.array([width, height]) * (0.5 + axis * rng.uniform(0.05, 0.5))
    corners = [
        near + side * height,
        near - side * height,
        near - side * height + axis * 400,
        near + side * height + axis * 400,
    ]
    cv2.fillConvexPoly(mask, np.array(corners, np.int32), 1)
    crop[mask > 0] = 0
    return mask
