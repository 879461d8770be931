"""Train the second look, measure it, ship it: ``python -m models.training.corners``, ten minutes on two idle cores."""

import argparse
import datetime
import json
import logging
import shutil
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

from models.training.corners.export import export
from models.training.corners.net import CornerNet
from models.training.corners.train import Course, train
from models.training.corners.views import shaken
from models.training.ledger import enter
from models.training.locate.measure import corner_error
from models.training.locate.stills import StillMaker
from models.training.locate.stock import Stock
from vision.corners import CornerFinder

MODELS = Path(__file__).parents[2]
MEASURED_STILLS, MEASURE_SEED = 100, 8
LEAST_SEEN = 0.5  # cards of which half is seen are measured
INPUT = "views (n, 128, 96, 3) uint8, blue first: the rough card 64x96 with a margin of 16"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--steps", type=int, default=Course().steps, help="0 measures and ships the weights of --start")
    parser.add_argument("--seed", type=int, default=Course().seed)
    parser.add_argument("--start", type=Path, help="weights (.pt) to ship")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw stills")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for weights on the way")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of model.toml")
    return parser.parse_args()


def keep(net: CornerNet, step: int, *, folder: Path) -> None:
    """Write the network as it is now, as ONNX and as weights."""
    export(net, folder / "corners.onnx")
    torch.save(net.state_dict(), folder / "corners.pt")
    logging.info("step %d written to %s", step, folder)


def measure(finder: CornerFinder, maker: StillMaker) -> dict[str, float]:
    """Corner error before and after, in long sides, on decks and surfaces never seen."""
    before, after = [], []
    for number in range(MEASURED_STILLS):
        rng = np.random.default_rng((MEASURE_SEED, number))
        still = maker.still(rng)
        truth = [card.corners_px for card in still.cards if card.visible >= LEAST_SEEN]
        rough = [shaken(rng, quad) for quad in truth]
        exact, _ = finder.refine(still.picture, rough)
        before += [corner_error(one, two) for one, two in zip(truth, rough, strict=True)]
        after += [corner_error(one, two) for one, two in zip(truth, exact, strict=True)]
    return {
        "cards": len(before),
        "rough_error_median": round(float(np.median(before)), 4),
        "corner_error_median": round(float(np.median(after)), 4),
        "corner_error_p95": round(float(np.percentile(after, 95)), 4),
    }


def main() -> None:
    """Train and ship."""
    chosen = arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    cv2.setNumThreads(1)
    if not torch.cuda.is_available():
        torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    if chosen.steps:
        course = Course(steps=chosen.steps, seed=chosen.seed)
        with Stock(StillMaker(chosen.decks, chosen.surfaces), chosen.seed + 100, chosen.workers) as stock:
            train(stock, course, partial(keep, folder=chosen.work))
    else:
        net = CornerNet()
        net.load_state_dict(torch.load(chosen.start, weights_only=True))
        keep(net, 0, folder=chosen.work)
    finder = CornerFinder(onnxruntime.InferenceSession(str(chosen.work / "corners.onnx")))
    facts = measure(finder, StillMaker(chosen.decks, chosen.surfaces, kept_back=True))
    shutil.copyfile(chosen.work / "corners.onnx", chosen.out / "corners.onnx")
    trained = {"seed": chosen.seed, "trained": datetime.date.today().isoformat()}
    enter(chosen.out / "corners.onnx", "corners", {"input": INPUT, **trained, **facts})
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
