"""How far the second look's answers are from the labels, and from those of a larger network.

Distillation as of the detector (:mod:`models.training.locate.distil`): what the larger network says of a view in which
hardly an edge is seen is a better guess at the corners than a smaller one has of the label alone.
"""

import copy
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from models.training.corners.net import CornerNet
from models.training.precision import fast

CARD_SHARE = 0.1  # weight of "is there a card" against the distance of the corners
ANSWERS = 0.5  # weight of the distance from a teacher's corners; a judgement
Outputs = tuple[Tensor, Tensor]
"""Offsets (n, 8) in ``MARGIN_PX``, and logits (n,) of there being a card."""


class CornerLabels(NamedTuple):
    """Offsets (n, 8) of the true corners in ``MARGIN_PX``, and (n,) 1 where there is a card, else 0."""

    offsets: Tensor
    cards: Tensor


CornerLoss = Callable[[Tensor, Outputs, CornerLabels], Tensor]
"""Of views (n, 128, 96, 3) uint8, what the network says of them, and what it should say."""


def label_loss(_: Tensor, outputs: Outputs, labels: CornerLabels) -> Tensor:
    """Mean distance of the corners of cards, and how wrongly cards are told from none.

    Args:
        outputs: what the network said.
        labels: what it should have said.
    """
    told = functional.binary_cross_entropy_with_logits(outputs[1], labels.cards)
    return corner_loss(outputs[0], labels.offsets, labels.cards) + CARD_SHARE * told


def corner_loss(offsets: Tensor, wanted: Tensor, cards: Tensor) -> Tensor:
    """Mean distance of the corners of cards.

    Args:
        offsets: the network's, (n, 8).
        wanted: as ``offsets``.
        cards: (n,) 1 where there is a card, else 0.
    """
    far = functional.smooth_l1_loss(offsets, wanted, reduction="none", beta=0.05).mean(1)
    return (far * cards).sum() / cards.sum().clamp(min=1)


class CornerTeacher:
    """A trained network that is asked about each batch."""

    def __init__(self, net: CornerNet) -> None:
        """Ask a copy of ``net``."""
        self.net = copy.deepcopy(net).eval().requires_grad_(False)

    @torch.no_grad()
    def answers(self, views: Tensor) -> Outputs:
        """What it says of views (n, 128, 96, 3) uint8."""
        with fast(views.device):
            offsets, logits = self.net.to(views.device)(views)
        return offsets.float(), logits.float()

    def loss(self, views: Tensor, outputs: Outputs, labels: CornerLabels) -> Tensor:
        """What a smaller network has still to learn from labels and answers.

        Args:
            views: (n, 128, 96, 3) uint8.
            outputs: what the smaller network says of them.
            labels: what is in them.
        """
        offsets, logits = self.answers(views)
        told = functional.binary_cross_entropy_with_logits(outputs[1], torch.sigmoid(logits))
        of_answers = ANSWERS * corner_loss(outputs[0], offsets, labels.cards) + CARD_SHARE * told
        return label_loss(views, outputs, labels) + of_answers
