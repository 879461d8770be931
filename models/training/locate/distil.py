"""Learn from the answers of a larger network as well as from labels (distillation, https://arxiv.org/abs/1503.02531).

What the larger one says of a picture tells more than the labels do: which card half under another is still to be
found, which square of a tablecloth nearly looks like one, and how exact a corner can be.
"""

import copy
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from models.training.half import load_half
from models.training.locate.loss import label_loss
from models.training.locate.net import CardNet, MapLabels, Maps, large_net
from models.training.precision import fast
from vision.grid import BINS

TEACHER = Path(__file__).with_name("teacher.pt")
"""Weights of the network that the shipped one learned from, in half precision."""
HEAT, CORNERS, COVER = 16.0, 2.0, 1.0
"""Weights of the answers beside the labels' loss; a judgement."""
EVERYWHERE = 0.05
"""Weight of a cell in which the teacher sees nothing: most are such, and to agree about them is easy."""
CARD_FROM = 0.1
"""From this heat on the teacher's corners are to be learned."""


class DetectorTeacher:
    """A trained network that is asked about each batch."""

    def __init__(self, net: CardNet) -> None:
        """Ask a copy of ``net``."""
        self.net = copy.deepcopy(net).eval().requires_grad_(False)

    @classmethod
    def load(cls, path: Path = TEACHER) -> "DetectorTeacher":
        """The large network whose weights lie at ``path``.

        Raises:
            OSError: if it cannot be read.
        """
        return cls(load_half(large_net(), path))

    @torch.no_grad()
    def answers(self, pictures: Tensor) -> Maps:
        """What it says of pictures (n, 3, H, W), -1 to 1."""
        with fast(pictures.device):
            maps = self.net.to(pictures.device)(pictures)
        return Maps(*(part.float() for part in maps))

    def loss(self, pictures: Tensor, maps: Maps, labels: MapLabels) -> Tensor:
        """What a smaller network has still to learn from labels and answers.

        Args:
            pictures: (n, 3, H, W), -1 to 1.
            maps: what the smaller network says of them.
            labels: what is in them.
        """
        return label_loss(pictures, maps, labels) + answer_loss(maps, self.answers(pictures))


def answer_loss(maps: Maps, answers: Maps) -> Tensor:
    """How far maps are from a teacher's, logits both: where it sees something, and of corners where it sees cards."""
    heat = torch.sigmoid(answers.heat)
    apart = functional.binary_cross_entropy_with_logits(maps.heat, heat, reduction="none")
    count, _, height, width = maps.corners.shape
    far = (maps.corners - answers.corners).abs().view(count, BINS, 8, height, width).mean(2)
    cover = functional.binary_cross_entropy_with_logits(maps.cover, torch.sigmoid(answers.cover))
    of_heat = _mean(apart, (EVERYWHERE + heat.amax(1, keepdim=True)).expand_as(apart))
    return HEAT * of_heat + CORNERS * _mean(far, heat * (heat > CARD_FROM)) + COVER * cover


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    """Weighted mean; nothing where nothing weighs."""
    return (values * weights).sum() / weights.sum().clamp(min=1.0)
