"""Train the detector and write it where it is used: ``python -m models.training.locate``."""

import argparse
import logging
from functools import partial
from pathlib import Path

import cv2
import torch

from models.training.locate.export import export
from models.training.locate.net import CardNet
from models.training.locate.stills import StillMaker
from models.training.locate.stock import Stock
from models.training.locate.train import Course, train


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--steps", type=int, default=Course().steps)
    parser.add_argument("--seed", type=int, default=Course().seed)
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw stills")
    parser.add_argument("--out", type=Path, default=Path("models/locate.onnx"))
    return parser.parse_args()


def keep(net: CardNet, step: int, *, path: Path) -> None:
    """Write the network as it is now, as ONNX and as weights to go on from."""
    export(net, path)
    torch.save(net.state_dict(), path.with_suffix(".pt"))
    logging.info("step %d written to %s", step, path)


def main() -> None:
    """Train."""
    chosen = arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    if not torch.cuda.is_available():
        torch.set_num_threads(1)
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    maker = StillMaker(chosen.decks, chosen.surfaces)
    with Stock(maker, chosen.seed, chosen.workers) as stock:
        course = Course(steps=chosen.steps, seed=chosen.seed, start=chosen.start)
        train(stock, course, partial(keep, path=chosen.out), every=500)


if __name__ == "__main__":
    main()
