"""The weights of an exported network, to go on from: exports fold each batch norm into the convolution before it."""

from pathlib import Path
from typing import TypeVar

import onnx
import torch
from onnx import numpy_helper
from torch import nn

NetT = TypeVar("NetT", bound=nn.Module)
LAYERS = ("Conv", "Gemm")
"""Nodes of an export that have weights: convolutions and fully connected layers."""


def started_from(net: NetT, path: Path) -> NetT:
    """The network with the weights of a file: as they were (``.pt``), or of an export (``.onnx``).

    The batch norms of one that was read from an export do nothing; it is to learn with them left alone
    (:func:`settle`).

    Args:
        net: an untrained one.
        path: the file.

    Raises:
        OSError: if it cannot be read.
        ValueError: if the export has other layers.
    """
    if path.suffix == ".onnx":
        _unfold(net, path)
    else:
        net.load_state_dict(torch.load(path, weights_only=True))
    return net


def settle(net: nn.Module) -> None:
    """Let the batch norms normalise as they are, whatever a batch says: learning goes on from what they stand for."""
    for part in net.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.eval()


def begun(net: NetT, start: Path | None) -> NetT:
    """A network about to learn: as it is, or on from a file.

    Args:
        net: an untrained one; it is changed.
        start: weights or an export, see :func:`started_from`; ``None``: it is to learn from nothing.
    """
    net = (net if start is None else started_from(net, start)).train()
    if start is not None and start.suffix == ".onnx":
        settle(net)
    return net


@torch.no_grad()
def silence(norm: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """Let a norm only add ``bias``."""
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(bias)


@torch.no_grad()
def mixed(learned: NetT, begun: nn.Module, share: float) -> NetT:
    """What was learned, moved back towards what it was learned from: it keeps what that knew (arXiv 2109.01903).

    Args:
        learned: changed in place.
        begun: what it began with, of the same layers.
        share: 0 is what it began with, 1 what was learned.
    """
    for new, old in zip(learned.state_dict().values(), begun.state_dict().values(), strict=True):
        if new.dtype.is_floating_point:
            new.lerp_(old.to(new.device), 1 - share)
    return learned


@torch.no_grad()
def _unfold(net: nn.Module, path: Path) -> None:
    """Give each layer its exported weights, and the batch norm after it the exported bias."""
    layers = [part for part in net.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    norms = iter(part for part in net.modules() if isinstance(part, nn.BatchNorm2d))
    for part, (weight, bias) in zip(layers, _exported(path), strict=True):
        part.weight.copy_(weight)
        if part.bias is not None:
            part.bias.copy_(bias)
            continue
        silence(next(norms), bias)


def _exported(path: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of each layer, in the order in which they are computed, which is that of the modules."""
    graph = onnx.load(str(path)).graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    return [(stored[node.input[1]], stored[node.input[2]]) for node in graph.node if node.op_type in LAYERS]
