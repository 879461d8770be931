"""Write the second look's network as ONNX."""

import warnings
from pathlib import Path

import torch

from models.training.corners.net import CornerNet, ExportedCornerNet
from models.training.locate.export import OPSET
from vision.corners import VIEW_PX


def export(net: CornerNet, path: Path) -> None:
    """Write ``path``, for any number of views."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the newer exporter needs one more package
        torch.onnx.export(
            ExportedCornerNet(net).eval().cpu(),
            (torch.zeros(2, VIEW_PX[1], VIEW_PX[0], 3, dtype=torch.uint8),),
            str(path),
            input_names=["views"],
            output_names=["offsets", "chances"],
            dynamic_axes={"views": {0: "cards"}, "offsets": {0: "cards"}, "chances": {0: "cards"}},
            opset_version=OPSET,
            dynamo=False,
        )
