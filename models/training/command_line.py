"""What the trainings of both detectors have in common: the command line, the weights on the way, the shipping."""

import argparse
import json
import logging
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import cv2
import torch
from numpy.typing import NDArray
from torch import nn

from models.training.model_registry import register
from models.training.quantise import quantise

MODELS = Path(__file__).parents[1]


def arguments(doc: str | None, steps: int, seed: int) -> argparse.ArgumentParser:
    """The options that all have; ``steps`` and ``seed`` are the defaults.

    Args:
        doc: what the command does, for its help.
        steps: how many it takes if it is not told.
        seed: the seed if it is not told.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="photographed packs")
    parser.add_argument("--steps", type=int, default=steps, help="0 measures and ships the weights of --start")
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--start", type=Path, help="weights (.pt) or a float32 export (.onnx) to go on from or to ship")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw stills")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for weights on the way")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of model.toml")
    return parser


def begin(chosen: argparse.Namespace) -> None:
    """Log with times, one thread a process, the folder for work made."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    if not torch.cuda.is_available():
        torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)


def checkpoint(net: nn.Module, step: int, *, file: Path, export: Callable[[Any, Path], None]) -> None:
    """Write the network as it is now: as ONNX to ``file`` and beside it as weights to go on from.

    Args:
        net: the network.
        step: at which it is.
        file: the ONNX file; the weights lie beside it.
        export: writes a network as ONNX.
    """
    export(net, file)
    torch.save(net.state_dict(), file.with_suffix(".pt"))
    logging.info("step %d written to %s", step, file)


def in_int8(made: Path, batches: Iterable[NDArray[Any]]) -> Path:
    """The int8 copy of an exported network, in a folder beside it.

    Args:
        made: the network's file.
        batches: inputs as it will see them.
    """
    copied = made.parent / "int8" / made.name
    copied.parent.mkdir(exist_ok=True)
    quantise(made, copied, batches)
    return copied


def ship(made: Path, chosen: argparse.Namespace, facts: Mapping[str, Any], measured: Mapping[str, float]) -> None:
    """Copy a measured model to where the program looks and describe it there; prints what was measured.

    Args:
        made: the model's file.
        chosen: the command line.
        facts: what it was made of, for its table.
        measured: how good it is, for its table.
    """
    shipped = chosen.out / made.name
    if made.resolve() != shipped.resolve():
        shutil.copyfile(made, shipped)
    register(shipped, made.stem, {**facts, "seed": chosen.seed, **measured})
    print(json.dumps(measured))
