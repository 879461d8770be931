"""Weights in half precision: half the file; a network that is only asked or learned on needs no more."""

from pathlib import Path

import torch
from torch import nn

from models.training.exported import NetT


def save_half(net: nn.Module, path: Path) -> None:
    """Write the weights to ``path``."""
    state = net.state_dict().items()
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in state}, path)


def load_half(net: NetT, path: Path) -> NetT:
    """The network with the weights that lie at ``path``, in full precision.

    Args:
        net: one of the same layers; it is changed.
        path: the file.

    Raises:
        OSError: if it cannot be read.
    """
    stored = torch.load(path, weights_only=True, map_location="cpu")
    net.load_state_dict({name: value.float() if value.is_floating_point() else value for name, value in stored.items()})
    return net
