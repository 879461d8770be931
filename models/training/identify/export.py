"""Ship a trained classifier: temperatures, ``models/identify.onnx`` and its table in ``models/model.toml``."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.training.command_line import MODELS
from models.training.identify.crops import NO_LOSS, CropMaker
from models.training.identify.net import Calibrated, IdentifyNet
from models.training.identify.train import stack
from models.training.model_registry import register
from models.training.quantise import quantise
from vision.frame import Picture
from vision.identify import CROP_PX

OUTPUTS = ("kind", "rank", "suit", "upside_down", "description")


def temperatures(net: IdentifyNet, maker: CropMaker, *, crops: int = 3000, seed: int = 99) -> tuple[float, ...]:
    """The temperature of each head under which crops of ``maker`` (decks left out of the training) are likeliest.

    Args:
        net: the network.
        maker: draws the crops.
        crops: how many are drawn.
        seed: of the crops.
    """
    rng, outputs, labels = np.random.default_rng(seed), [], []
    for _ in range(crops // 100):
        pictures, truth = stack([maker.sample(rng) for _ in range(100)])
        with torch.no_grad():
            outputs.append(net(torch.as_tensor(pictures))[:4])
        labels.append(torch.as_tensor(truth))
    heads = [torch.cat(parts) for parts in zip(*outputs, strict=True)]
    truth = torch.cat(labels)
    return tuple(_best(head, truth[:, place]) for place, head in enumerate(heads))


def _best(logits: Tensor, labels: Tensor) -> float:
    known = labels != NO_LOSS
    logits, labels = logits[known], labels[known]
    if logits.shape[1] == 1:
        logits = torch.cat([torch.zeros_like(logits), logits], 1)
    tries = np.arange(0.5, 3.01, 0.05)
    return round(float(min(tries, key=lambda t: functional.cross_entropy(logits / float(t), labels).item())), 2)


def write_onnx(net: IdentifyNet, heat: tuple[float, ...], path: Path) -> None:
    """Write ``net`` with its temperatures; any number of crops at once, standard operators of opset 17.

    Args:
        net: the network.
        heat: the temperature of each head.
        path: the file.
    """
    model = Calibrated(net, heat).eval()
    crops = torch.zeros(2, CROP_PX[1], CROP_PX[0], 3, dtype=torch.uint8)
    axes = {name: {0: "crops"} for name in ("crops", *OUTPUTS)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the exporter without dynamo needs no further package
        torch.onnx.export(
            model, (crops,), str(path), dynamo=False, opset_version=17, input_names=["crops"],
            output_names=list(OUTPUTS), dynamic_axes=axes,
        )  # fmt: skip


def eights(maker: CropMaker, *, batches: int = 64, seed: int = 5) -> Iterator[Picture]:
    """Crops by eights, (8, H, W, 3) uint8 BGR, on which the ranges of the activations are measured.

    Args:
        maker: draws the crops.
        batches: how many eights.
        seed: of the crops.
    """
    rng = np.random.default_rng(seed)
    return (np.stack([maker.sample(rng).crop for _ in range(8)]) for _ in range(batches))


def ship(
    net: IdentifyNet,
    heat: tuple[float, ...],
    accuracy: dict[str, float],
    maker: CropMaker,
    *,
    seed: int,
    folder: Path = MODELS,
) -> None:
    """Write the model in int8, with ranges measured on crops of ``maker``, and its table.

    Args:
        net: the network.
        heat: the temperature of each head.
        accuracy: how good it is, for its table.
        maker: draws the crops.
        seed: of its training.
        folder: where it goes.
    """
    file = folder / "identify.onnx"
    write_onnx(net, heat, file)
    quantise(file, file, eights(maker))
    facts = {
        "input": "crops (n, 192, 128, 3) uint8, blue first, either end up",
        "kinds": ["card", "back", "unknown"],
        "ranks": list(range(1, 13)),
        "suits": ["O", "C", "E", "B"],
        "temperatures": list(heat),
        "arithmetic": "int8",
        "seed": seed,
        **accuracy,
    }
    register(file, "identify", facts)
