"""How far the network's maps are from the wanted ones."""

import torch
from torch import Tensor
from torch.nn import functional

from models.training.locate.net import MapLabels, Maps
from vision.grid import BINS

CORNERS_SHARE = 6.0  # weights that bring the three terms to the same size after the first thousand steps
COVER_SHARE = 3.0


def label_loss(_: Tensor, maps: Maps, labels: MapLabels) -> Tensor:
    """One number to make small: focal loss on the middles, distance on the corners, cross-entropy on the cover.

    Args:
        maps: what the network said, logits.
        labels: what it should have said, of the same shapes.
    """
    wanted, heat_weight, corners_weight = labels
    cover = functional.binary_cross_entropy_with_logits(maps.cover, wanted.cover)
    middles = heat_loss(maps.heat, wanted.heat, heat_weight)
    return middles + CORNERS_SHARE * corner_loss(maps.corners, wanted.corners, corners_weight) + COVER_SHARE * cover


def heat_loss(logits: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Focal loss per card: cells near a middle are forgiven, the nearer the more (CenterNet, arXiv 1904.07850).

    Args:
        logits: the network's, (n, BINS, h, w) float32.
        wanted: (n, BINS, h, w) float32, 0 to 1.
        weight: of each cell, (n, BINS, h, w) float32; 0 asks for nothing.
    """
    chance = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (wanted >= 1.0).float()
    hit = -((1 - chance) ** 2) * torch.log(chance) * peak
    miss = -((1 - wanted) ** 4) * chance**2 * torch.log(1 - chance) * (1 - peak) * weight
    return (hit + miss).sum() / peak.sum().clamp(min=1.0)


def corner_loss(offsets: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Mean distance of a corner coordinate in card lengths.

    Args:
        offsets: the network's, (n, BINS * 8, h, w) float32 in ``UNIT_PX``.
        wanted: as ``offsets``.
        weight: of each cell, (n, BINS, h, w) float32; 0 asks for nothing.
    """
    count, _, height, width = offsets.shape
    far = (offsets - wanted).abs().view(count, BINS, 8, height, width).mean(2)
    return (far * weight).sum() / (weight > 0).sum().clamp(min=1.0)
