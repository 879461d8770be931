"""Train the second look."""

import copy
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from models.training.corners.loss import CornerLabels, CornerLoss, label_loss
from models.training.corners.net import CornerNet
from models.training.corners.views import CornerView, view_of
from models.training.descent import descend, rate_at
from models.training.exported import begun
from models.training.locate.sample_buffer import SampleBuffer
from models.training.precision import fast

LOG = logging.getLogger(__name__)
WARM = 200  # steps until the rate is not held back any more
KEPT_EVERY = 1000  # steps
CornerBatch = tuple[Tensor, CornerLabels]


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
    samples: SampleBuffer,
    course: CornerCourse,
    kept: Callable[[CornerNet, int], None],
    *,
    net: CornerNet | None = None,
    loss: CornerLoss = label_loss,
) -> CornerNet:
    """Learn from the stills.

    Args:
        samples: stills to learn from.
        course: how to train.
        kept: is called with the network and the step every :data:`KEPT_EVERY` steps, and at the end.
        net: an untrained one, which is changed; ``None``: the one that is shipped.
        loss: what is to be made small.
    """
    torch.manual_seed(course.seed)
    rng = np.random.default_rng(course.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = begun(net or CornerNet(), course.start).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.02)
    samples.wait_for(course.first)
    losses: list[float] = []
    for step in range(1, course.steps + 1):
        samples.refresh()
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, course.steps, course.rate, WARM)
        losses.append(learn(net, optimizer, batch_of(samples, rng, course.batch, device), loss))
        if step % 200 == 0:
            LOG.info("step %d loss %.4f, %d stills", step, float(np.mean(losses[-200:])), samples.drawn)
        if step % KEPT_EVERY == 0 or step == course.steps:
            kept(copy.deepcopy(net).eval(), step)
    return net.eval()


def learn(net: CornerNet, optimizer: torch.optim.Optimizer, batch: CornerBatch, loss: CornerLoss) -> float:
    """One step; the loss before it.

    Args:
        net: learns.
        optimizer: takes the step.
        batch: views with their labels.
        loss: what is to be made small.
    """
    views, labels = batch
    with fast(views.device):
        offsets, logits = net(views)
    value = loss(views, (offsets.float(), logits.float()), labels)
    return descend(net, optimizer, value)


def batch_of(samples: SampleBuffer, rng: np.random.Generator, count: int, device: torch.device) -> CornerBatch:
    """Random views of random stills with their labels.

    Args:
        samples: stills to learn from.
        rng: of the views.
        count: how many views.
        device: where the tensors go.
    """
    views: list[CornerView] = []
    while len(views) < count:
        view = view_of(rng, samples.pick(rng))
        if view is not None:
            views.append(view)
    pictures = torch.from_numpy(np.stack([view.picture for view in views]))
    offsets = torch.from_numpy(np.stack([view.offsets for view in views]))
    cards = torch.tensor([view.card for view in views])
    return pictures.to(device), CornerLabels(offsets.to(device), cards.to(device))
