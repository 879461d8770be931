"""Train the detector, measure it, ship it: ``python -m models.training.locate``.

An hour and a half on two cores that have nothing else to do: one draws stills, one learns.
"""

import argparse
from functools import partial

import onnxruntime

from models.training.command_line import arguments, begin, checkpoint, ship
from models.training.exported import mixed, started_from
from models.training.locate.evaluate import facts, rendered
from models.training.locate.export import export
from models.training.locate.net import CardNet
from models.training.locate.sample_buffer import SampleBuffer
from models.training.locate.stills import StillMaker
from models.training.locate.train import DetectorCourse, train
from vision.corners import CornerFinder
from vision.locate import Locator
from vision.store import load_model

MEASURED_STILLS, MEASURE_SEED = 200, 7
INPUT = "pictures (1, 3, h, w) float32, blue first, -1 to 1; h and w multiples of 32, long side 640 as a rule"


def learn(chosen: argparse.Namespace) -> None:
    """Train and leave ``locate.onnx`` in the folder for work."""
    kept = partial(checkpoint, file=chosen.work / "locate.onnx", export=export)
    if not chosen.steps:
        kept(started_from(CardNet(), chosen.start), 0)
        return
    course = DetectorCourse(
        steps=chosen.steps, seed=chosen.seed, rate=chosen.rate, start=chosen.start, first=chosen.first
    )
    maker = StillMaker(chosen.decks, chosen.surfaces, photos=chosen.photos)
    with SampleBuffer(maker, chosen.seed, chosen.workers) as samples:
        learned = train(samples, course, kept, every=500)
    if chosen.start is not None and chosen.share < 1:
        kept(mixed(learned, started_from(CardNet(), chosen.start), chosen.share), chosen.steps)


def main() -> None:
    """Train; measure on decks and surfaces never seen; ship."""
    parser = arguments(__doc__, DetectorCourse().steps, DetectorCourse().seed)
    parser.add_argument(
        "--rate", type=float, default=DetectorCourse().rate, help="highest learning rate; less to go on"
    )
    parser.add_argument("--share", type=float, default=1.0, help="of what was learned beyond --start that is kept")
    parser.add_argument("--first", type=int, default=DetectorCourse().first, help="stills before the first step")
    chosen = parser.parse_args()
    begin(chosen)
    learn(chosen)
    made = chosen.work / "locate.onnx"
    locator = Locator(onnxruntime.InferenceSession(str(made)), CornerFinder(load_model("corners")))
    unseen = StillMaker(chosen.decks, chosen.surfaces, kept_back=True)
    tally, _ = rendered(locator, unseen, MEASURED_STILLS, MEASURE_SEED)
    ship(made, chosen, {"input": INPUT, "classes": ["card"]}, facts(tally))


if __name__ == "__main__":
    main()
