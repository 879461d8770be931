"""``make bench-enrol``: decks shown carelessly and in any order: ``python -m models.benchmarks.enrolment --help``.

Each deck is laid out on pictures of ten cards, under a lamp that blinds in half of them, with cards overlapping in a
quarter and cut by the edge in a quarter. What lacks then is laid out alone and in the order that is told, what is asked
is answered truthfully, and where the deck is to be laid out in order, it is, on a plain cloth if it has to be twice.
Real packs are cut out of photographs, invented makers are drawn, and decks that the classifier knows are mirrored, in
other inks, washed out and blurred until it knows three quarters of them. ``--further`` enrols 99 other decks;
``--hard`` shows decks on tables on which cards are hard to find, in pictures of other sizes, some taken from the other
side of the table.
"""

import argparse
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.random import Generator

from firmware.decks.deck_eyes import DeckEyes
from firmware.decks.enrolling import Enrolment
from firmware.decks.in_order import AnswerError
from models.benchmarks.enrolment_decks import FURTHER, UNSEEN, unseen_deck
from models.benchmarks.enrolment_owner import Owner
from models.benchmarks.figures import Figure, events, quantile, share
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.scenes.careless import Carelessness
from models.synthetic.scenes.patterned import PATTERNS, draw_pattern
from models.synthetic.scenes.surface import Surface, draw_surface, load_surface
from vision.deck_inventory import KINDS
from vision.enrol import SURE_PROBABILITY
from vision.identify import Identifier
from vision.locate import Locator

MODULE = "models.benchmarks.enrolment"
SEED, FURTHER_SEED, CLOTH_SEED = 2401, 31, 1
MOST_ROUNDS = 3
"""In which something is laid out once more; then somebody gives up."""
FEW = 3
"""Questions that are aimed at, at most."""
HARD = ("white", "marble", "checks", *PATTERNS)
SIZES_PX = ((640, 480), (1280, 720), (1920, 1080), (2592, 1944))
"""Kinds of tables, and pictures, of ``--hard``."""


@dataclass(slots=True)
class EnrolmentTrial:
    """How a deck came to be enrolled.

    Attributes:
        name, pack: the deck's.
        questions: how many were answered.
        laid, pictures: cards that were laid out once more, alone and in order, on how many more pictures.
        in_order: whether it had to be laid out in order.
        whole: whether it was enrolled.
        fault: what it lacks, if it was not.
        wrong: cards of the enrolled deck that are other ones.
        named, misnamed: cards named unasked by the first pictures, which takes a probability of 0.9, and those
            of them that are other ones.
        seconds: spent on looking and naming.
    """

    name: str
    pack: str = "40"
    questions: int = 0
    laid: int = 0
    pictures: int = 0
    in_order: bool = False
    whole: bool = False
    fault: str = ""
    wrong: int = 0
    named: int = 0
    misnamed: int = 0
    seconds: float = 0.0

    @property
    def right(self) -> bool:
        """Whether the deck is whole and every card what it is named."""
        return self.whole and not self.wrong


def enrolled_by(owner: Owner) -> EnrolmentTrial:
    """Show a deck carelessly and see how it is enrolled."""
    begun, trial, cards = perf_counter(), EnrolmentTrial(owner.deck.name, owner.pack), owner.cards
    owner.show([cards[k] for k in owner.rng.permutation(len(cards))], owner.how)
    enrolment = owner.collection.enrolment()
    sure = enrolment.stock.cards
    trial.named, trial.misnamed = len(sure), sum(owner.truth(look) != card for card, look in sure.items())
    trial.questions += owner.answer(enrolment)
    for _ in range(MOST_ROUNDS):
        if enrolment.rest:
            before = len(owner.shown)
            trial.laid += len(enrolment.rest)
            enrolment = owner.lay_rest(enrolment.rest) or enrolment
            trial.pictures += len(owner.shown) - before
            trial.questions += owner.answer(enrolment)
    if enrolment.lacks_tens:
        trial.pictures += 1
        enrolment = owner.show_tens()
    if enrolment.unreadable:
        enrolment, trial.in_order = _in_order(owner) or enrolment, True
    _judge(trial, owner, enrolment)
    trial.seconds = perf_counter() - begun
    return trial


def _in_order(owner: Owner) -> Enrolment | None:
    """The deck laid out in order, if all its cards are found."""
    for surface in (owner.surface, draw_surface("cloth", CLOTH_SEED)):
        owner.begin(in_order=True)
        owner.surface = surface
        owner.show(owner.cards, owner.how.careful)
        try:
            return owner.collection.enrolment()
        except AnswerError as fault:
            print(f"{owner.deck.name}: {fault}", file=sys.stderr)
    return None


def _judge(trial: EnrolmentTrial, owner: Owner, enrolment: Enrolment) -> None:
    trial.whole, trial.fault = enrolment.fault is None, enrolment.fault or ""
    named = enrolment.stock.cards.items() if trial.whole else ()
    trial.wrong = sum(owner.truth(look) != card for card, look in named)


def hard_table(rng: Generator) -> Surface:
    """A table on which cards are hard to find."""
    kind, seed = HARD[int(rng.integers(len(HARD)))], int(rng.integers(1_000_000))
    if kind in PATTERNS:
        return draw_pattern(kind, seed)
    return draw_surface("laminate" if kind == "white" else kind, seed)


def shown_hard(rng: Generator) -> Carelessness:
    """Pictures of some size, a fifth of the decks seen from the other side of the table."""
    return Carelessness(size_px=SIZES_PX[int(rng.integers(len(SIZES_PX)))], turned=bool(rng.random() < 0.2))


def figures_of(name: str, trials: Sequence[EnrolmentTrial]) -> list[Figure]:
    """What the result file says of some decks."""
    free = [one for one in trials if not one.in_order]
    cards = [len(KINDS[one.pack].pack.cards) for one in trials]
    return [
        share(f"{name}: whole and right", sum(one.right for one in trials), len(trials), target=1.0),
        share(
            f"{name}: so in any order, {FEW} questions at most",
            sum(_few(one) for one in trials),
            len(trials),
            target=1.0,
        ),
        share(f"{name}: laid out in order at last", len(trials) - len(free), len(trials)),
        share(
            f"{name}: cards named wrongly",
            sum(one.wrong for one in trials),
            sum(cards),
            target=0.0,
            aim="at most",
        ),
        share(
            f"{name}: of the names given unasked by the first pictures, right",
            sum(one.named - one.misnamed for one in trials),
            sum(one.named for one in trials),
            target=SURE_PROBABILITY,
        ),
        events(f"{name}: questions a deck", sum(one.questions for one in free), max(len(free), 1), unit=""),
        events(f"{name}: further pictures a deck", sum(one.pictures for one in free), max(len(free), 1), unit=""),
        events(f"{name}: cards laid out once more a deck", sum(one.laid for one in free), max(len(free), 1), unit=""),
    ]


def _few(trial: EnrolmentTrial) -> bool:
    return trial.right and not trial.in_order and trial.questions <= FEW


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"), help="with decks, photos and tabletops")
    parser.add_argument("--only", nargs="+", help="decks to enrol (default: all twenty)")
    parser.add_argument("--further", action="store_true", help="ninety-nine other decks, shown by another seed")
    parser.add_argument("--pack", choices=KINDS, default="40", help="how many cards (default %(default)s)")
    parser.add_argument("--hard", action="store_true", help="tables, sizes and sides that are harder")
    parser.add_argument("--seed", type=int, help=f"of how they lie (default {SEED}, further ones {FURTHER_SEED})")
    add_option(parser)
    chosen = parser.parse_args(given)
    chosen.only = chosen.only or (FURTHER if chosen.further else UNSEEN)
    chosen.seed = (FURTHER_SEED if chosen.further else SEED) if chosen.seed is None else chosen.seed
    return chosen


def main(given: Sequence[str] | None = None) -> None:
    """The command."""
    given = sys.argv[1:] if given is None else given
    chosen = arguments(given)
    cv2.setNumThreads(1)
    detector = Locator.load()
    eyes = DeckEyes(detector, Identifier.load())
    tops = sorted((chosen.shared / "tabletops").glob("*.jpg"))
    trials: dict[str, EnrolmentTrial] = {}
    for name in chosen.only:
        rng = np.random.default_rng([zlib.crc32(name.encode()), chosen.seed])
        surface = hard_table(rng) if chosen.hard else load_surface(tops[int(rng.integers(len(tops)))])
        how = shown_hard(rng) if chosen.hard else Carelessness()
        deck = unseen_deck(name, chosen.shared, detector)
        trials[name] = enrolled_by(Owner(deck, chosen.pack, surface, how, rng, eyes))
        print(f"{name:40s} on {surface.name:32s} {how.size_px[0]:4d} {_row(trials[name])}", flush=True)
    kinds = {
        "real packs": ("photo:",),
        "invented makers": ("cadiz-", "castilian-"),
        "worn decks": ("worn:",),
        "decks in other inks": ("inked:",),
    }
    parts = {kind: [one for name, one in trials.items() if name.startswith(start)] for kind, start in kinds.items()}
    told = [figure for kind, some in parts.items() if some for figure in figures_of(kind, some)]
    told += figures_of("all", list(trials.values()))
    told.append(quantile("a deck, rendering included", [one.seconds for one in trials.values()], "s"))
    print(*(f"{one.name:60s} {one.value:.3f} ({one.count} of {one.n})" for one in told), sep="\n")
    title = f"Enrolment in any order of {len(trials)} decks that no network was trained on as they are"
    seeds = f"{chosen.seed} with each deck's name"
    mark = "enrolment-further" if chosen.further else "enrolment"
    write(chosen.result, BenchmarkRun(mark, title, MODULE, given, seeds), told)


def _row(trial: EnrolmentTrial) -> str:
    way = (
        "in order"
        if trial.in_order
        else f"{trial.questions} questions, {trial.laid} laid out again on {trial.pictures}"
    )
    state = "whole" if trial.whole else f"NOT WHOLE ({trial.fault})"
    return f"{state}, {trial.wrong} wrong, {way}, {trial.seconds:.1f} s"


if __name__ == "__main__":
    main()
