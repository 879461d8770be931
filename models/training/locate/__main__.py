"""Train the detector, measure it, ship it: ``python -m models.training.locate``.

Half an hour on two cores that have nothing else to do: one draws stills, one learns.
"""

import argparse
import datetime
import json
import logging
import shutil
from functools import partial
from pathlib import Path

import cv2
import onnxruntime
import torch

from models.training.ledger import enter
from models.training.locate.evaluate import facts, rendered
from models.training.locate.export import export
from models.training.locate.net import CardNet
from models.training.locate.stills import StillMaker
from models.training.locate.stock import Stock
from models.training.locate.train import Course, train
from vision.corners import CornerFinder
from vision.locate import Locator
from vision.store import load_model

MODELS = Path(__file__).parents[2]
MEASURED_STILLS, MEASURE_SEED = 200, 7
INPUT = "pictures (1, 3, h, w) float32, blue first, -1 to 1; h and w multiples of 32, long side 640 as a rule"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--steps", type=int, default=Course().steps, help="0 measures and ships the weights of --start")
    parser.add_argument("--seed", type=int, default=Course().seed)
    parser.add_argument("--rate", type=float, default=Course().rate, help="highest learning rate; less to go on")
    parser.add_argument("--start", type=Path, help="weights (.pt) to go on from")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw stills")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for weights on the way")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of model.toml")
    return parser.parse_args()


def keep(net: CardNet, step: int, *, folder: Path) -> None:
    """Write the network as it is now, as ONNX and as weights to go on from."""
    export(net, folder / "locate.onnx")
    torch.save(net.state_dict(), folder / "locate.pt")
    logging.info("step %d written to %s", step, folder)


def learn(chosen: argparse.Namespace) -> None:
    """Train and leave ``locate.onnx`` in the folder for work."""
    course = Course(steps=chosen.steps, seed=chosen.seed, rate=chosen.rate, start=chosen.start)
    with Stock(StillMaker(chosen.decks, chosen.surfaces), chosen.seed, chosen.workers) as stock:
        train(stock, course, partial(keep, folder=chosen.work), every=500)


def ship(chosen: argparse.Namespace) -> None:
    """Measure on decks and surfaces never seen, copy to where the program looks, describe."""
    made, shipped = chosen.work / "locate.onnx", chosen.out / "locate.onnx"
    locator = Locator(onnxruntime.InferenceSession(str(made)), CornerFinder(load_model("corners")))
    unseen = StillMaker(chosen.decks, chosen.surfaces, kept_back=True)
    tally, _ = rendered(locator, unseen, MEASURED_STILLS, MEASURE_SEED)
    shutil.copyfile(made, shipped)
    trained = {"seed": chosen.seed, "trained": datetime.date.today().isoformat()}
    enter(shipped, "locate", {"input": INPUT, "classes": ["card"], **trained, **facts(tally)})
    print(json.dumps(facts(tally)))


def main() -> None:
    """Train and ship."""
    chosen = arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    if not torch.cuda.is_available():
        torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    if chosen.steps:
        learn(chosen)
    else:
        net = CardNet()
        net.load_state_dict(torch.load(chosen.start, weights_only=True))
        keep(net, 0, folder=chosen.work)
    ship(chosen)


if __name__ == "__main__":
    main()
