"""What the courses of both detectors have in common: the learning rate, and a step down the gradient."""

import math

import torch
from torch import Tensor, nn

LONGEST = 5.0
"""Gradients are cut down to this length: one odd picture does not undo many steps; a judgement."""


def rate_at(step: int, steps: int, highest: float, warm: int) -> float:
    """The learning rate: up during the first ``warm`` steps, then down along a half cosine.

    Args:
        step: from 1.
        steps: of the whole course.
        highest: the most it could be.
        warm: steps until it is not held back any more.
    """
    return highest * min(step / warm, 1.0) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6


def descend(net: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor) -> float:
    """Take one step; the loss before it.

    Args:
        net: learns.
        optimizer: of its weights.
        loss: what is to be made small.
    """
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), LONGEST)
    optimizer.step()
    return float(loss.detach())
