"""Write the trained network as ONNX, in the form that :mod:`vision.locate` reads."""

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from models.training.locate.net import CardNet

OPSET = 17  # in every onnxruntime since 1.13; the network needs only Conv, Relu, Resize, Add, Sigmoid and Split


class ExportedCardNet(nn.Module):
    """The network with probabilities instead of logits."""

    def __init__(self, net: CardNet) -> None:
        """Wrap a trained network."""
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Heat, corners, cover."""
        maps = self.net(pictures)
        return torch.sigmoid(maps.heat), maps.corners, torch.sigmoid(maps.cover)


def export(net: CardNet, path: Path) -> None:
    """Write ``path``; pictures may then have any height and width that are multiples of 32."""
    sizes = {2: "height", 3: "width"}
    cells = {2: "rows", 3: "columns"}
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # the newer exporter needs onnxscript, which nothing else does
        torch.onnx.export(
            ExportedCardNet(net).eval().cpu(),
            (torch.zeros(1, 3, 384, 640),),
            str(path),
            input_names=["pictures"],
            output_names=["heat", "corners", "cover"],
            dynamic_axes={"pictures": sizes, "heat": cells, "corners": cells, "cover": cells},
            opset_version=OPSET,
            dynamo=False,
        )
