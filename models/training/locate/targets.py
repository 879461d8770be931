"""What the network should have answered: the maps of a picture whose cards are known."""

from dataclasses import dataclass

import numpy as np

from vision.frame import Floats
from vision.grid import BINS, STRIDE, UNIT_PX
from vision.quads import half_turn, heading_deg, long_side_px

BIN_DEG = 180.0 / BINS
REACH_DEG = BIN_DEG / 2 + 8.0  # cards up to 8 degrees beyond a bin's border belong to both: no cliff at the border
SPARE_DEG = REACH_DEG + 6.0  # and 6 degrees more are neither asked for nor punished
LEAST_VISIBLE = 0.2  # a card of which less is seen need not be found ...
HIDDEN = 0.04  # ... and one of which less than this is seen must not be
SPREAD = 0.09  # radius of a card's warm spot, in long sides: 0.5 to 5 cells


@dataclass(frozen=True, slots=True)
class Targets:
    """The wanted maps, (channels, h, w) float32, with the weight of each cell.

    Attributes:
        heat: (BINS, h, w) in 0 to 1, 1 on a card's middle.
        heat_weight: (BINS, h, w) 0 where an answer is neither right nor wrong.
        corners: (BINS * 8, h, w) in ``UNIT_PX`` from the cell's middle.
        corners_weight: (BINS, h, w) 0 away from cards; a big card's error counts as much as a small one's.
        cover: (1, h, w) share of the cell under a hand.
    """

    heat: Floats
    heat_weight: Floats
    corners: Floats
    corners_weight: Floats
    cover: Floats


def bin_distance_deg(heading: float, bin_index: int) -> float:
    """Degrees between a card's long axis and the middle of a bin, 0 to 90."""
    return abs((heading - bin_index * BIN_DEG + 90.0) % 180.0 - 90.0)


def turned_to(corners_px: Floats, bin_index: int) -> Floats:
    """The corners (4, 2) from the end that looks along the bin's direction: the order the network is to answer in."""
    ahead = abs((heading_deg(corners_px) - bin_index * BIN_DEG + 180.0) % 360.0 - 180.0)
    return corners_px if ahead <= 90.0 else half_turn(corners_px)


def targets(corners_px: Floats, visible: Floats, cover: Floats) -> Targets:
    """The wanted maps.

    Args:
        corners_px: (n, 4, 2) clockwise from each card's upper left, pixels of the network's picture.
        visible: (n,) share of each card that is seen, 0 to 1.
        cover: (H, W) 0 to 1, hands; H and W are multiples of ``STRIDE``.
    """
    height, width = cover.shape[0] // STRIDE, cover.shape[1] // STRIDE
    wanted = Targets(
        np.zeros((BINS, height, width), np.float32),
        np.ones((BINS, height, width), np.float32),
        np.zeros((BINS * 8, height, width), np.float32),
        np.zeros((BINS, height, width), np.float32),
        cover.reshape(height, STRIDE, width, STRIDE).mean((1, 3))[None],
    )
    for quad, share in sorted(zip(corners_px, visible, strict=True), key=lambda pair: float(pair[1])):
        if share >= HIDDEN:
            for bin_index in range(BINS):
                _add(wanted, quad, bin_index, bool(share >= LEAST_VISIBLE))
    return wanted


def _add(wanted: Targets, quad: Floats, bin_index: int, asked: bool) -> None:
    """Write one card into one bin's maps."""
    away = bin_distance_deg(heading_deg(quad), bin_index)
    height, width = wanted.heat.shape[1:]
    column, row = quad.mean(0) / STRIDE - 0.5  # a cell's middle is at its whole number
    near_column, near_row = round(float(column)), round(float(row))
    if away > SPARE_DEG or not (0 <= near_column < width and 0 <= near_row < height):
        return
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    radius = max(SPREAD * long_side_px(quad) / STRIDE, 0.8)
    spot = np.exp(-((columns - column) ** 2 + (rows - row) ** 2) / (2 * radius**2))
    if not asked or away > REACH_DEG:
        wanted.heat_weight[bin_index][(spot > 0.2) & (wanted.heat[bin_index] < spot)] = 0.0
        return
    spot[near_row, near_column] = 1.0
    mine = spot > np.maximum(wanted.heat[bin_index], 0.0)
    wanted.heat_weight[bin_index][mine & (spot > 0.2)] = 1.0
    wanted.heat[bin_index] = np.maximum(wanted.heat[bin_index], spot)
    close = mine & (spot > 0.4)
    cells = np.stack([columns, rows], -1)[close] * STRIDE + STRIDE / 2
    offsets = (turned_to(quad, bin_index)[None] - cells[:, None]) / UNIT_PX
    wanted.corners[bin_index * 8 : bin_index * 8 + 8, close] = offsets.reshape(-1, 8).T
    wanted.corners_weight[bin_index, close] = spot[close] * UNIT_PX / long_side_px(quad)
