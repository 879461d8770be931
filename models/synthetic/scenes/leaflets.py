"""Flat things about as large as a card and printed like one, which are none: coasters, receipts, menus, napkins."""

import functools
from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from models.synthetic.scenes.clutter import PX_PER_MM, Prop
from models.synthetic.scenes.sprite import premultiplied
from vision.frame import Picture

SEEDS = 16


def _sheet(rng: Generator, width_mm: tuple[float, float], height_mm: tuple[float, float]) -> Picture:
    """A white sheet of random size, (H, W, 4) uint8 BGRA."""
    size = [round(float(rng.uniform(*side)) * PX_PER_MM) for side in (height_mm, width_mm)]
    picture = np.full((*size, 4), 255, np.uint8)
    picture[..., :3] = np.clip(rng.uniform(205, 250) + rng.normal(0, 4, 3), 0, 255)
    return picture


def _ink(rng: Generator) -> tuple[int, ...]:
    return (*(int(value) for value in rng.integers(15, 180, 3)), 255)


def _lines(rng: Generator, picture: Picture, step_mm: float, columns: int) -> None:
    """Rows of dashes, some of them with a price at the end."""
    height, width = picture.shape[:2]
    step, ink = max(round(step_mm * PX_PER_MM), 4), _ink(rng)
    for y in range(step * 2, height - step, step):
        for column in range(columns):
            left = round(width * (0.08 + column / columns * 0.86))
            right = left + round(width / columns * rng.uniform(0.2, 0.8))
            cv2.line(picture, (left, y), (min(right, width - 5), y), ink, max(step // 4, 1))


def coaster(rng: Generator) -> Picture:
    """A beer mat: round or square, a ring and a badge upon it."""
    picture = _sheet(rng, (85, 105), (85, 105))
    height, width = picture.shape[:2]
    middle, radius = (width // 2, height // 2), min(height, width) // 2
    if rng.random() < 0.5:
        cv2.circle(mask := np.zeros((height, width), np.uint8), middle, radius - 1, 255, -1, cv2.LINE_AA)
        picture[..., 3] = mask
    for share in rng.uniform(0.3, 0.95, int(rng.integers(1, 4))):
        cv2.circle(picture, middle, int(radius * share), _ink(rng), int(rng.integers(1, 12)), cv2.LINE_AA)
    return picture


def receipt(rng: Generator) -> Picture:
    """A till's receipt: narrow, two columns."""
    picture = _sheet(rng, (50, 80), (80, 190))
    _lines(rng, picture, rng.uniform(2.5, 5), 2)
    return picture


def menu(rng: Generator) -> Picture:
    """A menu card in a frame."""
    picture = _sheet(rng, (60, 150), (90, 210))
    height, width = picture.shape[:2]
    margin = round(rng.uniform(2, 8) * PX_PER_MM)
    cv2.rectangle(picture, (margin, margin), (width - margin, height - margin), _ink(rng), int(rng.integers(1, 5)))
    _lines(rng, picture[margin:-margin, margin:-margin], rng.uniform(4, 10), int(rng.integers(1, 3)))
    return picture


def napkin(rng: Generator) -> Picture:
    """A paper napkin, folded: white, a seam across, perhaps a rim of dots."""
    picture = _sheet(rng, (60, 170), (60, 170))
    height, width = picture.shape[:2]
    cv2.line(picture, (width // 2, 0), (width // 2, height), (200, 200, 200, 255), 1)
    if rng.random() < 0.6:
        for x in range(10, width - 6, 14):
            cv2.circle(picture, (x, 10), 2, (205, 205, 205, 255), -1)
            cv2.circle(picture, (x, height - 10), 2, (205, 205, 205, 255), -1)
    return picture


def patch(rng: Generator) -> Picture:
    """A rectangle of one colour, of a card's size: a piece of cloth, a blank note, a tile."""
    picture = _sheet(rng, (45, 80), (45, 110))
    picture[..., :3] = rng.integers(20, 250, 3)
    return picture


KINDS: dict[str, Callable[[Generator], Picture]] = {
    "coaster": coaster,
    "receipt": receipt,
    "menu": menu,
    "napkin": napkin,
    "patch": patch,
}


@functools.cache
def leaflet(kind: str, seed: int) -> Prop:
    """A thing of one of :data:`KINDS`; the same seed gives the same one.

    Raises:
        KeyError: if the kind does not exist.
    """
    rng = np.random.default_rng((seed, *kind.encode()))
    picture = KINDS[kind](rng)
    size_mm = (picture.shape[1] / PX_PER_MM, picture.shape[0] / PX_PER_MM)
    return Prop(kind, premultiplied(picture), size_mm, float(rng.uniform(0.1, 1.5)))
