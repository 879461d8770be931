"""The shipped classifier as a network that learns on: weights out of the int8 file, and its norms put back.

In the file each convolution holds the norm behind it. A norm that changes nothing would learn badly, so each is given
the mean and spread of what it sees, and a gain and bias that undo both: the network names as before.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from models.training.exported import silence
from models.training.identify.net import IdentifyNet


def shipped_net(model: Path, crops: Iterable[NDArray[np.uint8]]) -> IdentifyNet:
    """The network in the file at ``model``, of whatever arithmetic.

    Args:
        model: ONNX file of the classifier.
        crops: batches (n, 192, 128, 3) uint8 BGR on which the norms are measured, some hundred crops.
    """
    graph = onnx.load(model).graph
    net = IdentifyNet().eval()
    named = {one.name.removeprefix("net."): torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    net.load_state_dict({name: value for name, value in named.items() if name in net.state_dict()}, strict=False)
    layers = [one for one in net.body.modules() if isinstance(one, nn.Conv2d | nn.BatchNorm2d)]
    stored = _convolutions(graph)
    with torch.no_grad():
        for convolution, norm, (weight, bias) in zip(layers[::2], layers[1::2], stored, strict=True):
            convolution.weight.copy_(torch.tensor(weight))
            silence(norm, torch.tensor(bias))
        _measure(net, layers[1::2], torch.as_tensor(np.concatenate(list(crops))))
    return net


def _convolutions(graph: onnx.GraphProto) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Weight and bias of each convolution, first to last."""
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    makers = {node.output[0]: node for node in graph.node if node.op_type == "DequantizeLinear"}

    def value(name: str) -> NDArray[np.float32]:
        if name in values:
            return values[name]
        whole, scale, zero = (values[part] for part in makers[name].input)
        apart = (-1, *(1,) * (whole.ndim - 1))
        return ((whole.astype(np.float32) - zero.reshape(apart)) * scale.reshape(apart)).astype(np.float32)

    for node in graph.node:
        if node.op_type == "Conv":
            yield value(node.input[1]), value(node.input[2])


def _measure(net: IdentifyNet, norms: list[nn.BatchNorm2d], crops: Tensor) -> None:
    """Give each norm the mean and variance of what it sees of ``crops``, so that the network computes what it did."""

    def see(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...]) -> None:
        mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
        norm.bias.add_(mean)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)

    hooks = [norm.register_forward_pre_hook(see) for norm in norms]
    net(crops)
    for hook in hooks:
        hook.remove()
