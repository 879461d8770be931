"""Train the classifier on crops drawn as it learns."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from models.training.identify.crops import NO_LOSS, CropMaker, CropSample
from models.training.identify.net import IdentifyNet
from models.training.precision import fast

BATCH = 128
LEARNING_RATE = 3e-3
DECKS, CARDS = 3, 8
"""Each half batch has so many cards of so many decks, two looks at each; the rest, a quarter, shows no face."""
LIKENESS = 0.1
"""Temperature at which descriptions are compared (https://arxiv.org/abs/2004.11362)."""
Labels = NDArray[np.int64]
Loss = Callable[[Tensor, tuple[Tensor, ...], Tensor], Tensor]
"""How wrong outputs are, of crops (n, 192, 128, 3) uint8 BGR, outputs and labels (n, 5)."""


def stack(samples: list[CropSample]) -> tuple[NDArray[np.uint8], Labels]:
    """Crops (n, H, W, 3) uint8 and labels (n, 5): kind, rank, suit, upside down, face."""
    labels = [(one.kind, one.rank, one.suit, one.upside_down, one.face) for one in samples]
    return np.stack([sample.crop for sample in samples]), np.array(labels, np.int64)


class Batches(IterableDataset[tuple[NDArray[np.uint8], Labels]]):
    """Endless fresh batches, different in each worker."""

    def __init__(self, maker: CropMaker, seed: int) -> None:
        """Draw from ``maker``."""
        self.maker, self.seed = maker, seed

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], Labels]]:
        """Yield batches for ever."""
        worker = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        former = self._half(rng)
        while True:
            fresh = self._half(rng)
            turned = turn(*former)
            yield np.concatenate([fresh[0], turned[0]]), np.concatenate([fresh[1], turned[1]])
            former = fresh

    def _half(self, rng: np.random.Generator) -> tuple[NDArray[np.uint8], Labels]:
        faces = [look for _ in range(DECKS) for look in self.maker.deckmates(CARDS, rng)]
        return stack([*faces, *(self.maker.faceless(rng) for _ in range(BATCH // 2 - len(faces)))])


def turn(crops: NDArray[np.uint8], labels: Labels) -> tuple[NDArray[np.uint8], Labels]:
    """The crops (n, H, W, 3) upside down, with their labels: each is learned from twice, for drawing it costs much."""
    labels = labels.copy()
    headed = labels[:, 3] != NO_LOSS
    labels[headed, 3] = 1 - labels[headed, 3]
    labels[headed, 4] ^= 1
    return crops[:, ::-1, ::-1], labels


def loss_of(outputs: tuple[Tensor, ...], labels: Tensor) -> Tensor:
    """Sum of the heads' losses, each over the crops that have its label."""
    kind, rank, suit, turn, descriptions = (output.float() for output in outputs)
    total = 0.5 * likeness_loss(descriptions, labels[:, 4])
    for logits, column, weight in ((kind, 0, 1.0), (rank, 1, 1.0), (suit, 2, 0.7)):
        if bool((labels[:, column] != NO_LOSS).any()):
            total = total + weight * functional.cross_entropy(logits, labels[:, column], ignore_index=NO_LOSS)
    headed = labels[:, 3] != NO_LOSS
    if bool(headed.any()):
        truth = labels[headed, 3].float()
        total = total + 0.4 * functional.binary_cross_entropy_with_logits(turn[headed, 0], truth)
    return total


def likeness_loss(descriptions: Tensor, faces: Tensor) -> Tensor:
    """How far each look is from finding the other looks at its face the likest of the batch (supervised contrast)."""
    known = faces != NO_LOSS
    alike = functional.normalize(descriptions[known]) @ functional.normalize(descriptions[known]).T / LIKENESS
    itself = torch.eye(len(alike), dtype=torch.bool, device=alike.device)
    same = (faces[known, None] == faces[None, known]) & ~itself
    chances = functional.log_softmax(alike.masked_fill(itself, -1e4), dim=1)
    paired = same.any(1)
    if not bool(paired.any()):
        return descriptions.sum() * 0
    return -((chances * same).sum(1)[paired] / same.sum(1)[paired]).mean()


class Average:
    """A moving average of the network's weights, which names unseen decks better than the last step's."""

    def __init__(self, net: IdentifyNet) -> None:
        """Start from ``net``."""
        self.state = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def follow(self, net: IdentifyNet, step: int) -> None:
        """Move towards ``net``; faster at first."""
        keep = min(0.998, (1 + step) / (10 + step))
        for name, value in net.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].lerp_(value.detach(), 1 - keep)
            else:
                self.state[name].copy_(value)


@dataclass(frozen=True, slots=True)
class ClassifierCourse:
    """How to train.

    Attributes:
        crops: how many crops are learned from, in batches of :data:`BATCH`.
        seed: of the crops, and of what is left out at random.
        workers: processes that draw crops; 0 draws them between the steps.
        rate: highest learning rate.
        keep: where the averaged weights are saved every half minute.
    """

    crops: int
    seed: int = 1
    workers: int = 1
    rate: float = LEARNING_RATE
    keep: Path | None = None


def label_loss(_: Tensor, outputs: tuple[Tensor, ...], labels: Tensor) -> Tensor:
    """The loss of one that has no teacher.

    Args:
        outputs: the network's.
        labels: (n, 5), see :func:`stack`.
    """
    return loss_of(outputs, labels)


def train(maker: CropMaker, course: ClassifierCourse, net: IdentifyNet, loss: Loss = label_loss) -> IdentifyNet:
    """Train the classifier, on a GPU if one is there; prints the loss every half minute.

    Args:
        maker: draws the crops.
        course: how to train.
        net: goes on from what it is; it is changed.
        loss: what is to be made small.
    """
    torch.manual_seed(course.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = net.to(device, memory_format=torch.channels_last).train()
    optimizer = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.03)
    steps = max(course.crops // BATCH, 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, course.rate, total_steps=steps, pct_start=0.1)
    average, began, said, losses = Average(net), time.monotonic(), 0.0, []
    batches = DataLoader(Batches(maker, course.seed), batch_size=None, num_workers=course.workers)
    for step, (pictures, labels) in zip(range(steps), batches, strict=False):
        crops = torch.as_tensor(pictures).to(device)
        with fast(device):
            outputs = net(crops)
        value = loss(crops, outputs, torch.as_tensor(labels).to(device))
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimizer.step()
        schedule.step()
        average.follow(net, step)
        losses.append(value.item())
        if time.monotonic() - said > 30 or step == steps - 1:
            said = time.monotonic()
            print(f"step {step + 1}/{steps}  loss {np.mean(losses[-100:]):.3f}  {said - began:.0f} s", flush=True)
            if course.keep:
                torch.save(average.state, course.keep)
    net.load_state_dict(average.state)
    return net.to("cpu").eval()
