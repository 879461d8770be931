"""Train the second look."""

import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.corners.net import CornerNet
from models.training.corners.views import CornerView, view_of
from models.training.exported import settle, started_from
from models.training.locate.sample_buffer import SampleBuffer
from models.training.precision import fast

LOG = logging.getLogger(__name__)
CARD_SHARE = 0.1  # weight of "is there a card" against the distance of the corners


@dataclass(frozen=True, slots=True)
class CornerCourse:
    """How to train: steps, views a step, highest learning rate, seed, stills to wait for, weights to go on from."""

    steps: int = 6000
    batch: int = 64
    rate: float = 2e-3
    seed: int = 1
    first: int = 120
    start: Path | None = None


def train(
    samples: SampleBuffer, course: CornerCourse, kept: Callable[[CornerNet, int], None], every: int = 1000
) -> CornerNet:
    """Learn from the stills.

    Args:
        samples: stills to learn from.
        course: how to train.
        kept: is called with the network and the step every so often, and at the end.
        every: steps between two such calls.
    """
    torch.manual_seed(course.seed)
    rng = np.random.default_rng(course.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    frozen = course.start is not None and course.start.suffix == ".onnx"
    net = (CornerNet() if course.start is None else started_from(CornerNet(), course.start)).to(device).train()
    if frozen:
        settle(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.02)
    samples.wait_for(course.first)
    losses: list[float] = []
    for step in range(1, course.steps + 1):
        samples.refresh()
        for group in optimizer.param_groups:
            group["lr"] = (
                course.rate * min(step / 200, 1) * (0.5 + 0.5 * math.cos(math.pi * step / course.steps)) + 1e-6
            )
        value = loss(net, batch_of(samples, rng, course.batch), device)
        optimizer.zero_grad(set_to_none=True)
        value.backward()
        optimizer.step()
        losses.append(float(value.detach()))
        if step % 200 == 0:
            LOG.info("step %d loss %.4f, %d stills", step, float(np.mean(losses[-200:])), samples.drawn)
        if step % every == 0 or step == course.steps:
            kept(net.eval(), step)
            net.train()
            if frozen:
                settle(net)
    return net.eval()


def batch_of(samples: SampleBuffer, rng: np.random.Generator, count: int) -> list[CornerView]:
    """Random views of random stills.

    Args:
        samples: stills to learn from.
        rng: of the views.
        count: how many views.
    """
    views: list[CornerView] = []
    while len(views) < count:
        view = view_of(rng, samples.pick(rng))
        if view is not None:
            views.append(view)
    return views


def loss(net: CornerNet, views: list[CornerView], device: torch.device) -> Tensor:
    """Mean distance of the corners of cards, and how wrongly cards are told from none.

    Args:
        net: the network.
        views: views and where the cards' corners are in them.
        device: where the tensors go.
    """
    pictures = torch.from_numpy(np.stack([view.picture for view in views])).to(device)
    wanted = torch.from_numpy(np.stack([view.offsets for view in views])).to(device)
    cards = torch.tensor([view.card for view in views], device=device)
    with fast(device):
        offsets, logits = net(pictures)
    far = (functional.smooth_l1_loss(offsets.float(), wanted, reduction="none", beta=0.05).mean(1) * cards).sum()
    told = functional.binary_cross_entropy_with_logits(logits.float(), cards)
    return far / cards.sum().clamp(min=1) + CARD_SHARE * told
