"""``make bench-enrol``: decks shown carelessly and in any order: ``python -m models.benchmarks.enrolment --help``.

Each deck is laid out on four pictures of ten cards, under a lamp that blinds in half of them, with cards overlapping in
a quarter and cut by the edge in a quarter. What is wanted once more is shown once more, what is asked is answered
truthfully, and where the deck is to be laid out in order, it is, on a plain cloth if it has to be twice. Real packs are
cut out of photographs, invented makers are drawn, and decks that the classifier knows are mirrored, in other inks,
washed out and blurred until it knows three quarters of them.
"""

import argparse
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.random import Generator

from firmware.cards import ES40, Card
from firmware.decks.deck_eyes import DeckEyes
from firmware.decks.enrolling import Enrolment
from firmware.decks.in_order import AnswerError
from models.benchmarks.figures import Figure, events, quantile, share
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.cards.deck import Deck, load_deck
from models.synthetic.cards.own_deck import drawn_deck
from models.synthetic.cards.photographed import photographed_deck
from models.synthetic.cards.worn import worn
from models.synthetic.scenes.careless import CAREFUL, Carelessness, laid_out
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.synthetic.scenes.surface import Surface, draw_surface, load_surface
from vision.identify import Identifier
from vision.locate import Locator
from vision.quads import overlap
from vision.shown import ShownCard

MODULE = "models.benchmarks.enrolment"
SEED, CLOTH_SEED = 2401, 1
MOST_ROUNDS = 3
"""In which something is laid out once more; then somebody gives up."""
PACKS = ("brown-wood", "grey-worn", "light-wood", "red-dots-worn", "squared-paper", "stone", "white-desk")
MAKERS = ("cadiz-7001", "cadiz-7002", "cadiz-7003", "cadiz-7004", "cadiz-7005", "castilian-7001")
WORN = (
    "italian-napoletane-florixc",
    "italian-piacentine-cuperativa",
    "italian-siciliane-cuperativa",
    "italian-bergamasche-cuperativa",
    "italian-trevisane-cuperativa",
    "spanish-castilian-1878",
    "spanish-castilian-basquetteur",
)
UNSEEN = tuple([f"photo:{name}" for name in PACKS] + list(MAKERS) + [f"worn:{name}" for name in WORN])
FEW = 3
"""Questions that are aimed at, at most."""
LIKE, VISIBLE = 0.5, 0.6
"""Overlap with a card and share of it that is seen, from which on a person would name what is pointed at."""


@dataclass(slots=True)
class EnrolmentTrial:
    """How a deck came to be enrolled.

    Attributes:
        name: the deck's.
        questions: how many were answered.
        laid, pictures: cards that were laid out once more, alone and in order, on how many more pictures.
        in_order: whether it had to be laid out in order.
        whole: whether it was enrolled.
        wrong: cards of the enrolled deck that are other ones.
        seconds: spent on looking and naming.
    """

    name: str
    questions: int = 0
    laid: int = 0
    pictures: int = 0
    in_order: bool = False
    whole: bool = False
    wrong: int = 0
    seconds: float = 0.0

    @property
    def right(self) -> bool:
        """Whether the deck is whole and every card what it is named."""
        return self.whole and not self.wrong


@dataclass(slots=True)
class Owner:
    """Somebody with a deck, who shows it and answers.

    Attributes:
        deck, surface: what there is.
        rng: of how it is laid out.
        eyes: that look at it.
    """

    deck: Deck
    surface: Surface
    rng: Generator
    eyes: DeckEyes
    shown: list[Rendered] = field(default_factory=list)
    looks: list[ShownCard] = field(default_factory=list)
    rest: int = 0
    """So many of the last pictures show what the others lack."""
    kept: tuple[int, int] = (0, 0)
    """So many such pictures there were before the last round, and so many in all."""

    def show(self, cards: Sequence[Card], how: Carelessness) -> None:
        """Lay out cards, ten a picture, and look at them."""
        for picture in laid_out(self.rng, self.deck, self.surface, cards, how):
            table = np.ascontiguousarray(picture.picture)
            self.looks += self.eyes.look_at(table, len(self.shown))
            self.shown.append(picture)

    def enrolment(self, answers: dict[int, Card] | None = None, *, in_order: bool = False) -> Enrolment:
        """What was shown so far comes to."""
        pictures = [(f"{n}.jpg", shown.picture) for n, shown in enumerate(self.shown)]
        return self.eyes.enrolment(pictures, self.looks, self.rest, answers, in_order=in_order)

    def truth(self, look: ShownCard) -> Card | None:
        """What a look shows, where a person could tell."""
        card = self._nearest(look)
        told = overlap(look.corners_px, card.corners_px) > LIKE and card.visible > VISIBLE
        return card.face if told and isinstance(card.face, Card) else None

    def _nearest(self, look: ShownCard) -> CardTruth:
        """The card that lies where a look is, which its owner knows however little of it the picture shows."""
        return max(self.shown[look.picture].cards, key=lambda one: overlap(look.corners_px, one.corners_px))

    def lay_rest(self, cards: Sequence[Card]) -> int:
        """Lay out alone and in order what lacks; how many pictures that takes."""
        before = len(self.shown)
        self.kept = self.rest, before
        self.show(cards, CAREFUL)
        self.rest += len(self.shown) - before
        return len(self.shown) - before

    def take_back(self) -> None:
        """Leave out the pictures of the last round."""
        self.rest, self.shown = self.kept[0], self.shown[: self.kept[1]]
        self.looks = [look for look in self.looks if look.picture < len(self.shown)]

    def answer(self, enrolment: Enrolment, answers: dict[int, Card]) -> int:
        """Answer questions until none is left or the deck is to be laid out in order; how many were asked."""
        left: set[int] = set()
        asked = 0
        while enrolment.asks and (open_ones := [n for n in enrolment.questions if n not in left]):
            number, asked = open_ones[0], asked + 1
            card = self.truth(self.looks[number - 1])
            if card is None:
                left.add(number)
            else:
                enrolment.answer(number, card)
                answers[number] = card
                left.add(number)  # nobody is asked twice
        return asked


def enrolled_by(owner: Owner) -> EnrolmentTrial:
    """Show a deck carelessly and see how it is enrolled."""
    begun, trial, answers = perf_counter(), EnrolmentTrial(owner.deck.name), dict[int, Card]()
    cards = [card for card in owner.deck.cards if card in ES40.cards]
    owner.show([cards[k] for k in owner.rng.permutation(len(cards))], Carelessness())
    enrolment = _asked(trial, owner, answers) or owner.enrolment()
    for _ in range(MOST_ROUNDS):
        if enrolment.rest:
            trial.laid += len(enrolment.rest)
            trial.pictures += owner.lay_rest(enrolment.rest)
            enrolment = _asked(trial, owner, answers) or enrolment
    if enrolment.unreadable:
        enrolment, trial.in_order = _in_order(owner, cards) or enrolment, True
    _judge(trial, owner, enrolment)
    trial.seconds = perf_counter() - begun
    return trial


def _asked(trial: EnrolmentTrial, owner: Owner, answers: dict[int, Card]) -> Enrolment | None:
    """What was shown comes to, with what was answered to its questions; nothing where cards do not lie as was told."""
    try:
        enrolment = owner.enrolment(answers)
    except AnswerError as fault:
        print(f"{owner.deck.name}: {fault}", file=sys.stderr)
        owner.take_back()
        return None
    trial.questions += owner.answer(enrolment, answers)
    return enrolment


def _in_order(owner: Owner, cards: Sequence[Card]) -> Enrolment | None:
    """The deck laid out in order, if all its cards are found."""
    for surface in (owner.surface, draw_surface("cloth", CLOTH_SEED)):
        owner.shown, owner.looks, owner.rest, owner.surface = [], [], 0, surface
        owner.show([card for card in ES40.cards if card in cards], CAREFUL)
        try:
            return owner.enrolment(in_order=True)
        except AnswerError as fault:
            print(f"{owner.deck.name}: {fault}", file=sys.stderr)
    return None


def _judge(trial: EnrolmentTrial, owner: Owner, enrolment: Enrolment) -> None:
    trial.whole = enrolment.fault is None
    named = enrolment.stock.cards.items() if trial.whole else ()
    trial.wrong = sum(owner.truth(look) != card for card, look in named)


def unseen_deck(name: str, shared: Path, detector: Locator) -> Deck:
    """A deck by its name: ``photo:PACK``, ``worn:DECK``, or one of an invented maker as ``cadiz-7001``.

    Args:
        name: the deck's.
        shared: the folder with ``decks`` and ``photos``.
        detector: finds the cards in photographs.

    Raises:
        HakamError: if that deck does not exist.
    """
    kind, _, rest = name.partition(":")
    if kind == "photo":
        return photographed_deck(shared / "photos" / "napoletane" / rest, detector)
    style, _, seed = name.partition("-")
    return worn(load_deck(shared / "decks" / rest)) if kind == "worn" else drawn_deck(style, int(seed))


def figures_of(name: str, trials: Sequence[EnrolmentTrial]) -> list[Figure]:
    """What the result file says of some decks."""
    free = [one for one in trials if not one.in_order]
    cards = len(ES40.cards)
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
            cards * len(trials),
            target=0.0,
            aim="at most",
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
    parser.add_argument("--only", nargs="+", default=UNSEEN, help="decks to enrol (default: all twenty)")
    parser.add_argument("--seed", type=int, default=SEED, help="of how they are laid out (default %(default)s)")
    add_option(parser)
    return parser.parse_args(given)


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
        surface = load_surface(tops[int(rng.integers(len(tops)))])
        owner = Owner(unseen_deck(name, chosen.shared, detector), surface, rng, eyes)
        trials[name] = enrolled_by(owner)
        print(f"{name:40s} on {surface.name:32s} {_row(trials[name])}", flush=True)
    kinds = {"real packs": ("photo:",), "invented makers": ("cadiz-", "castilian-"), "worn decks": ("worn:",)}
    parts = {kind: [one for name, one in trials.items() if name.startswith(start)] for kind, start in kinds.items()}
    told = [figure for kind, some in parts.items() if some for figure in figures_of(kind, some)]
    told += figures_of("all", list(trials.values()))
    told.append(quantile("a deck, rendering included", [one.seconds for one in trials.values()], "s"))
    print(*(f"{one.name:60s} {one.value:.3f} ({one.count} of {one.n})" for one in told), sep="\n")
    title = f"Enrolment in any order of {len(trials)} decks that no network was trained on as they are"
    seeds = f"{chosen.seed} with each deck's name"
    write(chosen.result, BenchmarkRun("enrolment", title, MODULE, given, seeds), told)


def _row(trial: EnrolmentTrial) -> str:
    way = (
        "in order"
        if trial.in_order
        else f"{trial.questions} questions, {trial.laid} laid out again on {trial.pictures}"
    )
    return f"{'whole' if trial.whole else 'NOT WHOLE'}, {trial.wrong} wrong, {way}, {trial.seconds:.1f} s"


if __name__ == "__main__":
    main()
