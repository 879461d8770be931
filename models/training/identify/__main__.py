"""Train the classifier, measure it and write it where it is used: ``python -m models.training.identify``.

A teacher, three times as wide, learns from labels, and the student that is shipped from labels and its answers. First
without the decks of :data:`HELD_OUT`, on which accuracy and temperatures are then measured; then on all decks. On one
busy core a teacher takes 2.5 s for 128 crops and a student 1.3: five hours; ``--workers 14`` beside a GPU minutes.
``--without cadiz italian-trevisane-cuperativa stone`` leaves out others, whole drawn patterns and photographed packs
too, and ends with the measure: so well is read what no lesson showed. The packs of ``packs.APART`` are never learned.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import torch

from models.training.command_line import MODELS
from models.training.identify.crops import CropMaker
from models.training.identify.distil import TEACHER, Teacher
from models.training.identify.evaluate import deck_table
from models.training.identify.export import ship, temperatures, write_onnx
from models.training.identify.faces import FaceSet
from models.training.identify.material import left_out, material
from models.training.identify.measure import HEADING, classifier_at
from models.training.identify.net import IdentifyNet, large_net
from models.training.identify.packs import APART, pack_names, packs
from models.training.identify.train import LEARNING_RATE, ClassifierCourse, train

HELD_OUT = ("spanish-castilian-basquetteur", "italian-piacentine-florixc")
"""One deck each of two families, by other hands than the others of their pattern."""
SHARE_WITHOUT = 0.55
"""Share of the crops that are learned without the held-out decks."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="folder of real packs")
    parser.add_argument("--crops", type=int, default=570_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops")
    parser.add_argument(
        "--without", nargs="+", metavar="NAME", help="decks, drawn patterns or packs to leave out; ships nothing"
    )
    parser.add_argument("--teacher", type=Path, help="weights of a teacher that has learned: the student alone learns")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for weights and measurements")
    parser.add_argument("--out", type=Path, default=MODELS, help="folder of model.toml")
    return parser.parse_args()


def measure(
    net: IdentifyNet, maker: CropMaker, chosen: argparse.Namespace
) -> tuple[tuple[float, ...], dict[str, float]]:
    """Temperatures and accuracies of ``net`` on the decks it has never seen; prints them.

    Args:
        net: the network.
        maker: draws the crops.
        chosen: the command line.
    """
    held = [*left_out(chosen.decks, chosen.without or HELD_OUT), *_packs(chosen, apart=True)]
    heat = temperatures(net, maker.only(held))
    path = chosen.work / "identify-held-out.onnx"
    write_onnx(net, heat, path)
    identifier = classifier_at(path)
    print(f"{'decks never seen':34s} {HEADING}\ntemperatures {heat}")
    tallies, _ = deck_table({deck.name: maker.only([deck]) for deck in held}, identifier, 5)
    cards = sum(tally.cards for tally in tallies.values())
    accuracy = {
        "rank_accuracy": round(sum(tally.rank for tally in tallies.values()) / cards, 4),
        "card_accuracy": round(sum(tally.both for tally in tallies.values()) / cards, 4),
    }
    return heat, accuracy


def _packs(chosen: argparse.Namespace, *, apart: bool = False) -> list[FaceSet]:
    """The real packs that are learned from, or those kept apart."""
    left = {*APART, *(chosen.without or ())}
    leave_out = [name for name in pack_names(chosen.photos) if (name in left) != apart]
    return packs(chosen.photos, leave_out, notes=chosen.work)


@dataclass(frozen=True, slots=True)
class TeacherAndStudent:
    """The large network, and the small one that learns from its answers."""

    teacher: IdentifyNet
    student: IdentifyNet


def begun(chosen: argparse.Namespace) -> TeacherAndStudent:
    """Both as they are before the first course: untrained, or the teacher as ``--teacher`` has it."""
    torch.manual_seed(chosen.seed)
    return TeacherAndStudent(Teacher.load(chosen.teacher).net if chosen.teacher else large_net(), IdentifyNet())


def train_both(
    maker: CropMaker, course: ClassifierCourse, pair: TeacherAndStudent, chosen: argparse.Namespace, name: str
) -> TeacherAndStudent:
    """Both networks after a course; what they have learned lies in the folder of the work.

    Args:
        maker: draws the crops.
        course: of each of the two.
        pair: both before it; they are changed.
        chosen: the command line.
        name: of the course, for the files.
    """
    files = [chosen.work / f"identify-{name}{role}.pt" for role in ("-teacher", "")]
    teacher = pair.teacher if chosen.teacher else train(maker, replace(course, keep=files[0]), pair.teacher)
    student = train(maker, replace(course, keep=files[1]), pair.student, Teacher(teacher).loss)
    return TeacherAndStudent(teacher, student)


def learn_without(
    chosen: argparse.Namespace, crops: int, real: list[FaceSet]
) -> tuple[TeacherAndStudent, tuple[float, ...], dict[str, float]]:
    """Both after a course without the held-out decks, with temperatures and accuracies measured on these.

    Args:
        chosen: the command line.
        crops: how many each learns from.
        real: the photographed packs.
    """
    leave_out = chosen.without or HELD_OUT
    maker = material(chosen.decks, chosen.surfaces, leave_out=leave_out, seed=chosen.seed, photographed=real)
    course = ClassifierCourse(crops, chosen.seed, chosen.workers)
    pair = train_both(maker, course, begun(chosen), chosen, "held-out")
    return pair, *measure(pair.student, maker, chosen)


def main() -> None:
    """Train, measure; unless only that was asked for train on and ship."""
    chosen = arguments()
    cv2.setNumThreads(1)  # before any picture is touched: a forked worker hangs in OpenCV's threads
    if not torch.cuda.is_available():
        torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    real = _packs(chosen)
    first = chosen.crops if chosen.without else round(chosen.crops * SHARE_WITHOUT)
    pair, heat, accuracy = learn_without(chosen, first, real)
    if chosen.without:
        return
    whole = material(chosen.decks, chosen.surfaces, seed=chosen.seed + 1, photographed=real)
    rest = ClassifierCourse(chosen.crops - first, chosen.seed + 1, chosen.workers, rate=LEARNING_RATE / 2)
    pair = train_both(whole, rest, pair, chosen, "whole")
    Teacher(pair.teacher).save(chosen.work / TEACHER.name)
    ship(pair.student, heat, accuracy, whole, seed=chosen.seed, folder=chosen.out)


if __name__ == "__main__":
    main()
