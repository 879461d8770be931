"""The weights of an exported detector, to go on from: exports fold each batch norm into the convolution before it."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.training.locate.net import CardNet


def started_from(path: Path) -> CardNet:
    """The network of a file: weights (``.pt``) as they were, or an export (``.onnx``), whose batch norms do nothing.

    A network read from an export is to learn with its batch norms left alone (:func:`settle`).

    Raises:
        OSError: if it cannot be read.
        ValueError: if the export has other layers.
    """
    net = CardNet()
    if path.suffix != ".onnx":
        net.load_state_dict(torch.load(path, weights_only=True))
        return net
    _unfold(net, path)
    return net


def settle(net: nn.Module) -> None:
    """Let the batch norms normalise as they are, whatever a batch says: learning goes on from what they stand for."""
    for part in net.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.eval()


@torch.no_grad()
def _unfold(net: CardNet, path: Path) -> None:
    """Give each convolution its exported weights, and the batch norm after it the exported bias."""
    convolutions = [part for part in net.modules() if isinstance(part, nn.Conv2d)]
    norms = iter(part for part in net.modules() if isinstance(part, nn.BatchNorm2d))
    for part, (weight, bias) in zip(convolutions, _exported(path), strict=True):
        part.weight.copy_(weight)
        if part.bias is not None:
            part.bias.copy_(bias)
            continue
        norm = next(norms)
        norm.running_var.fill_(1 - norm.eps)
        norm.bias.copy_(bias)


def _exported(path: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weight and bias of each convolution, in the order in which they are computed, which is that of the modules."""
    graph = onnx.load(str(path)).graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    return [(stored[node.input[1]], stored[node.input[2]]) for node in graph.node if node.op_type == "Conv"]
