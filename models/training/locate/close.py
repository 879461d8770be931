"""Cards that fill the picture, and photographs of real packs, as samples to learn from.

Packs that :mod:`models.training.identify.packs` keeps apart are never among them.
"""

import functools
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.training.identify.packs import APART, corners, pack_names, pictures
from models.training.locate.augment import StillSample, still_visible
from vision.frame import Floats
from vision.quads import long_side_px

MARGIN = (-0.08, 0.3)
"""Table round a card that fills the picture, as a share of the card's box, from and to."""
LEAST_SEEN, LEAST_PX = 0.9, 120.0
"""A card has to be seen whole, and so large, for a near view of it."""
ALONE = 0.5
"""Share of the samples of photographs that are a single one."""


def near_view(rng: np.random.Generator, sample: StillSample) -> StillSample:
    """The sample cut down to about one of its cards; as it is if no card is large enough and seen whole."""
    large = [
        quad
        for quad, seen in zip(sample.corners_px, sample.visible, strict=True)
        if seen > LEAST_SEEN and long_side_px(quad) > LEAST_PX
    ]
    return cut(sample, _box(rng, sample, large[rng.integers(len(large))])) if large else sample


def _box(rng: np.random.Generator, sample: StillSample, quad: Floats) -> tuple[int, int, int, int]:
    """Left, top, right and bottom about a card (4, 2) with random margins, inside the picture."""
    height, width = sample.picture.shape[:2]
    low, high = quad.min(0), quad.max(0)
    size = high - low
    low, high = low - size * rng.uniform(*MARGIN, 2), high + size * rng.uniform(*MARGIN, 2)
    left, top = np.maximum(low, 0).astype(int)
    right, bottom = np.minimum(high, (width, height)).astype(int)
    return int(left), int(top), int(right), int(bottom)


def cut(sample: StillSample, box: tuple[int, int, int, int]) -> StillSample:
    """A part of a sample, whose ends may be seen."""
    left, top, right, bottom = box
    quads = sample.corners_px - np.array([left, top], np.float32)
    visible = still_visible(sample.visible, quads, (right - left, bottom - top))
    picture, cover = (np.ascontiguousarray(one[top:bottom, left:right]) for one in (sample.picture, sample.cover))
    return StillSample(picture, quads, visible, cover, bounded=True)


@functools.cache
def photographs(folder: Path) -> tuple[tuple[StillSample, ...], ...]:
    """The photographs of each pack that may be learned from, with the corners that the shipped detector finds."""
    return tuple(_pack(folder / name) for name in pack_names(folder) if name not in APART)


def _pack(folder: Path) -> tuple[StillSample, ...]:
    shown, quads = pictures(folder), corners(folder)
    return tuple(
        StillSample(
            np.asarray(shown[card], np.uint8),
            quads[card][None] + np.float32(0.5),  # samples count from the picture's edge
            np.ones(1, np.float32),
            np.zeros(shown[card].shape[:2], np.uint8),
            bounded=True,
        )
        for card in quads
    )


def laid_out(rng: np.random.Generator, packs: Sequence[Sequence[StillSample]]) -> StillSample:
    """One photograph, or several of one pack side by side."""
    pack = packs[int(rng.integers(len(packs)))]
    if rng.random() < ALONE:
        one = pack[int(rng.integers(len(pack)))]
        return near_view(rng, one) if rng.random() < 0.3 else one
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 6))
    chosen = [pack[k] for k in rng.choice(len(pack), rows * columns, replace=False)]
    return _side_by_side(chosen, columns, chosen[0].picture.shape[1::-1])


def _side_by_side(chosen: Sequence[StillSample], columns: int, cell: tuple[int, int]) -> StillSample:
    """Photographs in rows of so many, each made as large as a cell (width, height)."""
    width, height = cell
    tiles, quads = [], []
    for number, one in enumerate(chosen):
        scale = np.array(cell) / one.picture.shape[1::-1]
        tiles.append(cv2.resize(one.picture, cell, interpolation=cv2.INTER_AREA))
        quads.append(one.corners_px * scale + (number % columns * width, number // columns * height))
    rows = [np.hstack(tiles[at : at + columns]) for at in range(0, len(tiles), columns)]
    picture = np.asarray(np.vstack(rows), np.uint8)
    cards = np.concatenate(quads).astype(np.float32)
    return StillSample(picture, cards, np.ones(len(cards), np.float32), np.zeros(picture.shape[:2], np.uint8))
