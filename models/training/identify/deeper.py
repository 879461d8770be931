"""Teach all layers of the shipped classifier: ``python -m models.training.identify.deeper``.

Unlike :mod:`models.training.identify.further` everything learns from the recipe as it is now, the description by labels
and the names from the answers of a larger network besides (:mod:`models.training.identify.distil`).
Temperatures are set anew on makers that are only measured on. Photographed packs of :data:`APART` stay apart.
"""

import argparse
import tomllib
from pathlib import Path

import cv2
import torch

from models.training.command_line import MODELS
from models.training.identify.crops import CropMaker
from models.training.identify.distil import TEACHER, Teacher
from models.training.identify.export import eights, temperatures, write_onnx
from models.training.identify.faces import FaceSet
from models.training.identify.material import left_out, material
from models.training.identify.net import IdentifyNet
from models.training.identify.packs import APART, packs
from models.training.identify.shipped import shipped_net
from models.training.identify.train import ClassifierCourse, train
from models.training.model_registry import register
from models.training.quantise import quantise

RATE = 1.2e-3
"""Highest learning rate: below that of the second of two courses from nothing, 1.5e-3; a judgement."""
UNSEEN = ("castilian", "cadiz")
"""Drawn patterns, on whose makers that are only measured on temperatures are set."""

OF_ONE_MODEL = ("file", "sha256", "trained", "rank_accuracy", "card_accuracy", "further")
"""Entries of the table that do not hold for a network that learned on."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="folder of real packs")
    parser.add_argument("--crops", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--from", dest="start", type=Path, default=MODELS / "identify.onnx", help="the model to teach")
    parser.add_argument("--teacher", type=Path, default=TEACHER, help="weights of the larger network")
    parser.add_argument("--resume", type=Path, help="weights of a course that was broken off: go on from them")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for weights and models")
    parser.add_argument("--out", type=Path, help="folder of model.toml; left out: nothing is shipped")
    return parser.parse_args()


def main() -> None:
    """Teach, set temperatures, write ``identify-deeper.pt`` and ``.onnx`` (int8) into the folder of the work."""
    chosen = arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    real = packs(chosen.photos, APART, notes=chosen.work)
    maker = material(chosen.decks, chosen.surfaces, seed=chosen.seed, photographed=real)
    net = shipped_net(chosen.start, list(eights(maker)))
    if chosen.resume:
        net.load_state_dict(torch.load(chosen.resume, weights_only=True))
    course = ClassifierCourse(chosen.crops, chosen.seed, rate=chosen.rate, keep=chosen.work / "identify-deeper.pt")
    net = train(maker, course, net, Teacher.load(chosen.teacher, describes=False).loss)  # it describes otherwise
    written = chosen.work / "identify-deeper.onnx"
    heat = write(net, maker, left_out(chosen.decks, UNSEEN), written)
    if chosen.out:
        ship(written, chosen.out, heat, {"crops": chosen.crops, "seed": chosen.seed, "rate": chosen.rate})


def ship(written: Path, folder: Path, heat: tuple[float, ...], course: dict[str, float]) -> None:
    """Put the model where the program looks, with a table that says what it learned last.

    Args:
        written: the model.
        folder: of ``model.toml``.
        heat: its temperatures.
        course: what it learned from, and how.
    """
    model = folder / "identify.onnx"
    model.write_bytes(written.read_bytes())
    table = tomllib.loads((MODELS / "model.toml").read_text(encoding="utf-8"))["identify"]
    former = {name: value for name, value in table.items() if name not in OF_ONE_MODEL}
    register(model, "identify", {**former, "temperatures": list(heat), "deeper": course})


def write(net: IdentifyNet, maker: CropMaker, unseen: list[FaceSet], path: Path) -> tuple[float, ...]:
    """Write the network in int8, and beside it in float32; returns its temperatures.

    Args:
        net: the network.
        maker: of crops on which the ranges of its activations are measured.
        unseen: decks on which its temperatures are set.
        path: the file.
    """
    heat = temperatures(net, maker.only(unseen))
    print(f"temperatures {heat}")
    write_onnx(net, heat, path.with_suffix(".fp32.onnx"))
    quantise(path.with_suffix(".fp32.onnx"), path, eights(maker))
    return heat


if __name__ == "__main__":
    main()
