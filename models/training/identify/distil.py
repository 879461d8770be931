"""Learn from the answers of a larger network as well as from labels (distillation, https://arxiv.org/abs/1503.02531).

The larger one was taught by labels alone. What it says of a crop tells more than the label does: how much a six looks
like a seven, how little of a card is still enough, and where among all cards its description lies.

The network that ships learned from two teachers at once, the one shipped before it and the one in :data:`TEACHER`; its
descriptions follow the former's (``models/MODEL_CARD.md``).
"""

import copy
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from models.training.half import load_half, save_half
from models.training.identify.crops import NO_LOSS, CropKind
from models.training.identify.net import IdentifyNet, large_net
from models.training.identify.train import loss_of
from models.training.precision import fast

TEACHER = Path(__file__).with_name("teacher.pt")
"""Weights of the larger of the two networks that the shipped one learned from, in half precision."""
BY_LABELS = 0.5
"""Weight of the labels' loss beside that of the answers; a judgement, as the weights below."""
KIND, RANK, SUIT, TURN, DESCRIPTION = 1.0, 1.0, 0.7, 0.3, 0.7
"""Weights of the answers, about those of the labels in :func:`models.training.identify.train.loss_of`."""


class Teacher:
    """A trained network that is asked about each batch."""

    def __init__(self, net: IdentifyNet, *, describes: bool = True) -> None:
        """Ask a copy of ``net``.

        Args:
            net: a trained network.
            describes: whether its descriptions are to be learned: not by a network that describes otherwise already.
        """
        self.net, self.describes = copy.deepcopy(net).eval().requires_grad_(False), describes

    @classmethod
    def load(cls, path: Path = TEACHER, *, describes: bool = True) -> "Teacher":
        """The network that lies at ``path``; see :class:`Teacher`.

        Raises:
            OSError: if it cannot be read.
        """
        return cls(load_half(large_net(), path), describes=describes)

    def save(self, path: Path = TEACHER) -> None:
        """Write it in half precision."""
        save_half(self.net, path)

    @torch.no_grad()
    def answers(self, crops: Tensor) -> tuple[Tensor, ...]:
        """Probabilities of kind, rank and suit, of being upside down (n,), and descriptions (n, 128) of length one.

        Args:
            crops: (n, 192, 128, 3) uint8 BGR.
        """
        with fast(crops.device):
            outputs = self.net.to(crops.device)(crops)
        kind, rank, suit, turn, description = (output.float() for output in outputs)
        named = kind.softmax(1), rank.softmax(1), suit.softmax(1)
        return *named, torch.sigmoid(turn[:, 0]), functional.normalize(description)

    def loss(self, crops: Tensor, outputs: tuple[Tensor, ...], labels: Tensor) -> Tensor:
        """What a smaller network has still to learn from labels and answers.

        Args:
            crops: (n, 192, 128, 3) uint8 BGR.
            outputs: the smaller network's.
            labels: (n, 5), see :func:`models.training.identify.train.stack`.
        """
        of_answers = answer_loss(outputs, self.answers(crops), labels, description=DESCRIPTION * self.describes)
        return BY_LABELS * loss_of(outputs, labels) + of_answers


def answer_loss(
    outputs: tuple[Tensor, ...], answers: tuple[Tensor, ...], labels: Tensor, description: float = DESCRIPTION
) -> Tensor:
    """How far a network's outputs are from the answers; of what does not show a card only the kind counts.

    Args:
        outputs: logits of kind, rank, suit and upside down, and descriptions.
        answers: of :meth:`Teacher.answers`.
        labels: (n, 5), of which the first column tells what is a card and the fourth whether it has an upper end.
        description: weight of the descriptions' distance.
    """
    kind, rank, suit, turn, described = (output.float() for output in outputs)
    card, headed = (labels[:, 0] == CropKind.CARD).float(), (labels[:, 3] != NO_LOSS).float()
    end = headed * functional.binary_cross_entropy_with_logits(turn[:, 0], answers[3], reduction="none")
    apart = 1 - (functional.normalize(described) * answers[4]).sum(1)
    of_cards = RANK * _entropy(rank, answers[1]) + SUIT * _entropy(suit, answers[2]) + TURN * end + description * apart
    return KIND * _entropy(kind, answers[0]).mean() + (of_cards * card).sum() / card.sum().clamp(min=1)


def _entropy(logits: Tensor, chances: Tensor) -> Tensor:
    """Cross-entropy (n,) of logits (n, k) against probabilities (n, k)."""
    return -(chances * functional.log_softmax(logits, dim=1)).sum(1)
