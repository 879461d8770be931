"""Train the detector, measure it, ship it: ``python -m models.training.locate``.

A teacher of four times the products learns from labels, then the network that is shipped from labels and its answers;
``--teacher models/training/locate/teacher.pt`` takes one that has learned, and with
``--start models/training/locate/student.pt`` what ships, an int8 copy, learns on. One core draws stills, one learns.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import onnxruntime

from models.training.command_line import arguments, begin, checkpoint, in_int8, ship
from models.training.exported import mixed, started_from
from models.training.half import save_half
from models.training.locate.distil import DetectorTeacher
from models.training.locate.evaluate import facts, rendered
from models.training.locate.export import export
from models.training.locate.net import CardNet, large_net
from models.training.locate.sample_buffer import SampleBuffer
from models.training.locate.stills import StillMaker
from models.training.locate.train import DetectorCourse, train
from vision.corners import CornerFinder
from vision.frame import Floats
from vision.locate import LOOK_PX, Locator, prepared
from vision.reduction import reduced
from vision.store import load_model

MEASURED_STILLS, MEASURE_SEED = 200, 7
INT8_STILLS, INT8_SEED = 68, 8
"""Two turns of the kinds of stills, from which the ranges of the int8 copy are taken."""
INPUT = "pictures (1, 3, h, w) float32, blue first, -1 to 1; h and w multiples of 32, long side 640 as a rule"


def learn(chosen: argparse.Namespace) -> None:
    """Train and leave ``locate.onnx`` in the folder for work."""
    kept = partial(checkpoint, file=chosen.work / "locate.onnx", export=export)
    if not chosen.steps:
        kept(started_from(CardNet(), chosen.start), 0)
        return
    course = DetectorCourse(steps=chosen.steps, seed=chosen.seed, rate=chosen.rate, first=chosen.first)
    maker = StillMaker(chosen.decks, chosen.surfaces, photos=chosen.photos)
    with SampleBuffer(maker, chosen.seed, chosen.workers) as samples:
        teacher = DetectorTeacher.load(chosen.teacher) if chosen.teacher else taught(samples, course, chosen.work)
        learned = train(samples, replace(course, start=chosen.start), kept, loss=teacher.loss)
    if chosen.start is not None and chosen.share < 1:
        kept(mixed(learned, started_from(CardNet(), chosen.start), chosen.share), chosen.steps)


def looks(chosen: argparse.Namespace) -> Iterator[Floats]:
    """What the network sees of stills to learn from, (1, 3, h, w) float32 each."""
    maker = StillMaker(chosen.decks, chosen.surfaces, photos=chosen.photos)
    stills = maker(np.random.default_rng((chosen.seed, INT8_SEED)))
    return (prepared(reduced(one.picture, LOOK_PX / max(one.picture.shape[:2]))) for one in islice(stills, INT8_STILLS))


def taught(samples: SampleBuffer, course: DetectorCourse, work: Path) -> DetectorTeacher:
    """A teacher after a course of its own, from labels alone.

    Args:
        samples: stills to learn from.
        course: how.
        work: folder in which its weights are kept.
    """
    net = train(samples, course, lambda net, _: save_half(net, work / "locate-teacher.pt"), net=large_net())
    return DetectorTeacher(net)


def main() -> None:
    """Train; measure on decks and surfaces never seen; ship."""
    parser = arguments(__doc__, DetectorCourse().steps, DetectorCourse().seed)
    parser.add_argument(
        "--rate", type=float, default=DetectorCourse().rate, help="highest learning rate; less to go on"
    )
    parser.add_argument("--teacher", type=Path, help="weights of a teacher that has learned: the student alone learns")
    parser.add_argument("--share", type=float, default=1.0, help="of what was learned beyond --start that is kept")
    parser.add_argument("--first", type=int, default=DetectorCourse().first, help="stills before the first step")
    chosen = parser.parse_args()
    begin(chosen)
    learn(chosen)
    made = in_int8(chosen.work / "locate.onnx", looks(chosen))
    locator = Locator(onnxruntime.InferenceSession(str(made)), CornerFinder(load_model("corners")))
    unseen = StillMaker(chosen.decks, chosen.surfaces, kept_back=True)
    tally, _ = rendered(locator, unseen, MEASURED_STILLS, MEASURE_SEED)
    ship(made, chosen, {"input": INPUT, "classes": ["card"]}, facts(tally))


if __name__ == "__main__":
    main()
