"""Where a card comes to lie in a crop, and how it is drawn there."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.identify.faces import FACE_PX, AnyPicture
from models.training.identify.photo import Rng
from vision.identify import CROP_PX

Corners = NDArray[np.float32]


def loose_corners(rng: Rng, slack: float = 1.0) -> Corners:
    """Where a card's corners lie in the crop (4, 2) px when the locator errs by 2.2 % of its size times ``slack``."""
    width, height = CROP_PX
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) - 0.5
    spread = slack * rng.uniform(0.2, 1.8)
    angle = np.deg2rad(rng.normal(0, 1.5 * spread))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = corners * (1 + rng.normal(0.012, 0.022 * spread, 2)) * (width, height) @ turn.T
    corners += rng.normal(0, 0.018 * spread, 2) * height + rng.normal(0, 0.009 * spread, (4, 2)) * height
    return (corners + np.array([width / 2, height / 2])).astype(np.float32)


def paste(face: AnyPicture, corners: Corners, onto: AnyPicture) -> AnyPicture:
    """Draw a face onto a picture, in place; the mask (H, W) uint8 is 255 where it lies.

    Args:
        face: (H, W, 3) uint8 BGR.
        corners: (4, 2) float32, pixels of ``onto``, clockwise from the face's upper left.
        onto: (H, W, 3) uint8 BGR.
    """
    width, height = face.shape[1], face.shape[0]
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, corners)
    size = (onto.shape[1], onto.shape[0])
    warped = cv2.warpPerspective(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(ROUNDED, matrix, size, flags=cv2.INTER_LINEAR)
    cv2.copyTo(warped, cv2.threshold(mask, 127, 255, cv2.THRESH_BINARY)[1], onto)
    return mask


def lay_with_table(table: AnyPicture, margin: float, corners: Corners, onto: AnyPicture) -> AnyPicture:
    """Draw a photographed card with the table round it, in place; the mask (H, W) uint8 is 255 where the card lies.

    Args:
        table: (H, W, 3) uint8 BGR: the card and a margin.
        margin: on each side, of the card's width and height.
        corners: of the card, (4, 2) float32, pixels of ``onto``, clockwise from its upper left.
        onto: (H, W, 3) uint8 BGR.
    """
    size, whole = (onto.shape[1], onto.shape[0]), 1 + 2 * margin
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    card = ((square + margin) / whole * table.shape[1::-1]).astype(np.float32)
    view = cv2.getPerspectiveTransform(card, corners)
    onto[:] = cv2.warpPerspective(table, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    view = cv2.getPerspectiveTransform((square * FACE_PX).astype(np.float32), corners)
    return cv2.warpPerspective(ROUNDED, view, size, flags=cv2.INTER_LINEAR)


def _rounded_mask() -> AnyPicture:
    mask, radius = np.zeros((FACE_PX[1], FACE_PX[0]), np.uint8), 9
    cv2.rectangle(mask, (radius, radius), (FACE_PX[0] - radius - 1, FACE_PX[1] - radius - 1), 255, -1)
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))


ROUNDED = _rounded_mask()


def turned(corners: Corners, rng: Rng) -> Corners:
    """Corners (4, 2) float32 turned about their middle by any angle, square angles more often than others."""
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.08)
    middle = corners.mean(axis=0)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return ((corners - middle) @ spin.T + middle).astype(np.float32)
