"""Train the detector: a still a look, a batch a step, until the steps are done."""

import copy
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from models.training.descent import descend, rate_at
from models.training.exported import begun
from models.training.locate.augment import varied
from models.training.locate.loss import label_loss
from models.training.locate.net import CardNet, MapLabels, Maps
from models.training.locate.sample_buffer import SampleBuffer
from models.training.locate.targets import Targets, targets
from models.training.precision import fast

LOG = logging.getLogger(__name__)
WARM = 300  # steps until the rate is not held back any more
KEPT_EVERY = 500  # steps
DetectorBatch = tuple[Tensor, MapLabels]
DetectorLoss = Callable[[Tensor, Maps, MapLabels], Tensor]
"""Of pictures (n, 3, H, W), what the network says of them, and what it should say."""


@dataclass(frozen=True, slots=True)
class DetectorCourse:
    """How to train.

    Attributes:
        steps: batches seen; fewer is faster and worse.
        batch: pictures a step.
        side_px: side of the square views; a larger one shows larger cards whole and takes longer.
        rate: highest learning rate; higher learns faster until it breaks.
        seed: of views and weights.
        first: stills to wait for before the first step; too few are learned by heart.
        start: weights (``.pt``) or an export (``.onnx``) to go on from, instead of random ones.
    """

    steps: int = 7000
    batch: int = 16
    side_px: int = 320
    rate: float = 2.5e-3
    seed: int = 1
    first: int = 300
    start: Path | None = None


def train(
    samples: SampleBuffer,
    course: DetectorCourse,
    kept: Callable[[CardNet, int], None],
    *,
    net: CardNet | None = None,
    loss: DetectorLoss = label_loss,
) -> CardNet:
    """Learn from the stock.

    Args:
        samples: stills, growing meanwhile.
        course: how.
        kept: called with the averaged network and the step every :data:`KEPT_EVERY` steps, and at the end.
        net: an untrained one, which is changed; ``None``: the one that is shipped.
        loss: what is to be made small.

    Returns:
        The running average of the weights, which is steadier than the last ones.
    """
    torch.manual_seed(course.seed)
    rng = np.random.default_rng(course.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = begun(net or CardNet(), course.start)
    net = net.to(device, memory_format=torch.channels_last)
    average = copy.deepcopy(net).eval()
    optimizer = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.02)
    samples.wait_for(course.first)
    started, total = time.monotonic(), 0.0
    for step in range(1, course.steps + 1):
        samples.refresh()
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, course.steps, course.rate, WARM)
        total += learn(net, optimizer, batch_of(samples, rng, course, device), loss)
        follow(average, net, min(0.998, step / (step + 20)))
        if step % 100 == 0:
            pace = (time.monotonic() - started) / step
            LOG.info("step %d loss %.4f, %.2f s a step, %d stills", step, total / 100, pace, samples.drawn)
            total = 0.0
        if step % KEPT_EVERY == 0 or step == course.steps:
            kept(average, step)
    return average


def learn(net: CardNet, optimizer: torch.optim.Optimizer, batch: DetectorBatch, loss: DetectorLoss) -> float:
    """One step; the loss before it.

    Args:
        net: learns.
        optimizer: takes the step.
        batch: views with their labels.
        loss: what is to be made small.
    """
    pictures, labels = batch
    with fast(pictures.device):
        maps = net(pictures)
    value = loss(pictures, Maps(*(part.float() for part in maps)), labels)
    return descend(net, optimizer, value)


def batch_of(
    samples: SampleBuffer, rng: np.random.Generator, course: DetectorCourse, device: torch.device
) -> DetectorBatch:
    """Random views of random stills with their targets.

    Args:
        samples: stills to learn from.
        rng: of the views.
        course: how to train.
        device: where the tensors go.
    """
    views = [varied(rng, samples.pick(rng), course.side_px) for _ in range(course.batch)]
    aims = [targets(view.corners_px, view.visible, np.asarray(view.cover / 255, np.float32)) for view in views]
    pictures = torch.from_numpy(np.stack([view.picture for view in views])).permute(0, 3, 1, 2)
    pictures = pictures.to(device, torch.float32, memory_format=torch.channels_last) / 127.5 - 1.0
    wanted = Maps(*(_stacked(aims, name, device) for name in ("heat", "corners", "cover")))
    weights = _stacked(aims, "heat_weight", device), _stacked(aims, "corners_weight", device)
    return pictures, MapLabels(wanted, *weights)


def _stacked(aims: list[Targets], name: str, device: torch.device) -> Tensor:
    """One map of every target, as one tensor."""
    return torch.from_numpy(np.stack([getattr(aim, name) for aim in aims])).to(device)


@torch.no_grad()
def follow(average: CardNet, net: CardNet, keep: float) -> None:
    """Move the running average towards the network.

    Args:
        average: changed in place.
        net: the network.
        keep: the share that stays, 0 to 1.
    """
    for slow, quick in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
        if slow.dtype.is_floating_point:
            slow.lerp_(quick, 1.0 - keep)
        else:
            slow.copy_(quick)
