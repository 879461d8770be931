"""Train the second look, measure it, ship it: ``python -m models.training.corners``.

A teacher of eight times the products learns from labels, then the network that is shipped from labels and its answers.
With ``--start models/training/corners/student.pt`` what ships, an int8 copy, learns on.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
import onnxruntime

from models.training.command_line import arguments, begin, checkpoint, in_int8, ship
from models.training.corners.export import export
from models.training.corners.loss import CornerTeacher
from models.training.corners.net import CornerNet, large_net
from models.training.corners.train import CornerCourse, train
from models.training.corners.views import shaken, view_of
from models.training.exported import started_from
from models.training.locate.measure import corner_error
from models.training.locate.sample_buffer import SampleBuffer
from models.training.locate.stills import StillMaker
from vision.corners import CornerFinder
from vision.frame import Picture

MEASURED_STILLS, MEASURE_SEED = 100, 8
INT8_STILLS, INT8_VIEWS, INT8_SEED = 68, 8, 9
"""Two turns of the kinds of stills and views of each, from which the ranges of the int8 copy are taken."""
LEAST_SEEN = 0.5  # cards of which half is seen are measured
INPUT = "views (n, 128, 96, 3) uint8, blue first: the rough card 64x96 with a margin of 16"


def learn(chosen: argparse.Namespace) -> None:
    """Train and leave ``corners.onnx`` in the folder for work."""
    kept = partial(checkpoint, file=chosen.work / "corners.onnx", export=export)
    if not chosen.steps:
        kept(started_from(CornerNet(), chosen.start), 0)
        return
    course = CornerCourse(steps=chosen.steps, seed=chosen.seed, rate=chosen.rate)
    maker = StillMaker(chosen.decks, chosen.surfaces, photos=chosen.photos)
    with SampleBuffer(maker, chosen.seed + 100, chosen.workers) as samples:
        teacher = CornerTeacher(train(samples, course, lambda *_: None, net=large_net()))
        train(samples, replace(course, start=chosen.start), kept, loss=teacher.loss)


def near_looks(chosen: argparse.Namespace) -> Iterator[Picture]:
    """What the network sees of stills to learn from, (n, 128, 96, 3) uint8 for each still on which cards are seen."""
    rng = np.random.default_rng((chosen.seed, INT8_SEED))
    maker = StillMaker(chosen.decks, chosen.surfaces, photos=chosen.photos)
    for sample in islice(maker(rng), INT8_STILLS):
        views = [view_of(rng, sample) for _ in range(INT8_VIEWS)]
        if seen := [view.picture for view in views if view is not None]:
            yield np.stack(seen)


def measure(detector: CornerFinder, maker: StillMaker) -> dict[str, float]:
    """Corner error before and after, in long sides, on decks and surfaces never seen."""
    before, after = [], []
    for number in range(MEASURED_STILLS):
        rng = np.random.default_rng((MEASURE_SEED, number))
        still = maker.still(rng)
        truth = [card.corners_px for card in still.cards if card.visible >= LEAST_SEEN]
        rough = [shaken(rng, quad) for quad in truth]
        exact, _ = detector.refine(still.picture, rough)
        before += [corner_error(one, two) for one, two in zip(truth, rough, strict=True)]
        after += [corner_error(one, two) for one, two in zip(truth, exact, strict=True)]
    return {
        "cards": len(before),
        "rough_error_median": round(float(np.median(before)), 4),
        "corner_error_median": round(float(np.median(after)), 4),
        "corner_error_p95": round(float(np.percentile(after, 95)), 4),
    }


def main() -> None:
    """Train; measure on decks and surfaces never seen; ship."""
    parser = arguments(__doc__, CornerCourse().steps, CornerCourse().seed)
    parser.add_argument("--rate", type=float, default=CornerCourse().rate, help="highest learning rate; less to go on")
    chosen = parser.parse_args()
    begin(chosen)
    learn(chosen)
    made = in_int8(chosen.work / "corners.onnx", near_looks(chosen))
    detector = CornerFinder(onnxruntime.InferenceSession(str(made)))
    measured = measure(detector, StillMaker(chosen.decks, chosen.surfaces, kept_back=True))
    ship(made, chosen, {"input": INPUT}, measured)


if __name__ == "__main__":
    main()
