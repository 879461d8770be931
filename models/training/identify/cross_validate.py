"""Cross-validate the classifier on real packs and French makers: ``python -m models.training.identify.cross_validate``.

They are dealt into parts; a network built as the one that ships learns from all decks but those of one part, by labels
alone, and reads these. So nothing is read by a network that has seen any card, table or light of it. For each pack
there are three rows: its photographs cut along the card's corners, ten to a picture of 1280x720, and one by one as they
are; for each other deck two, of all cards and of its figures. What finds the cards is what ships: it has learned from
photographs of all packs but those of ``packs.APART``, which no part learns from. Each network stays in the folder of
the work: films of decks that it has not learned from are read by ``python -m models.benchmarks.learning --identify``.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import torch

from firmware.cards import Card, Rank
from models.synthetic.cards.deck import deck_names
from models.training.identify.crops import CropMaker
from models.training.identify.evaluate import deck_table
from models.training.identify.export import temperatures, write_onnx
from models.training.identify.faces import AnyPicture, FaceSet
from models.training.identify.material import NEVER_LEARNED, left_out, material, never_learned
from models.training.identify.measure import HEADING, CropTally, classifier_at
from models.training.identify.net import IdentifyNet
from models.training.identify.pack_reading import read_packs, tell
from models.training.identify.packs import APART, pack_names, pack_of, packs
from models.training.identify.train import ClassifierCourse, train
from vision.identify import Identifier

PARTS = 2
"""Two parts: each network learns from at least half of the packs and of the French makers."""
SPANISH = (("spanish-castilian-basquetteur",), ("cadiz",))
"""What is left out beside them: a maker of the Castilian pattern, and all drawn makers of the Cádiz one."""
FIGURES = frozenset((Rank.TEN, Rank.ELEVEN, Rank.TWELVE))
ROUNDS = 4
"""How often each card of a French maker is drawn, a judgement."""


def parts_of(names: Sequence[str], parts: int = PARTS) -> list[list[str]]:
    """Decks dealt into parts, those of one maker into the same: ``french-anglo-poker-gnome`` is one of ``anglo``."""
    makers = sorted({_maker(name) for name in names})
    return [[name for name in names if makers.index(_maker(name)) % parts == part] for part in range(parts)]


def _maker(name: str) -> str:
    return name.split("-")[1] if name.startswith("french-") else name


def learned(maker: CropMaker, unknown: CropMaker, file: Path, chosen: argparse.Namespace) -> Identifier:
    """A network that has learned what a maker draws.

    Args:
        maker: draws the crops.
        unknown: draws decks that it does not learn from, for its temperatures.
        file: where it is kept.
        chosen: the command line.
    """
    torch.manual_seed(chosen.seed)
    net = train(maker, ClassifierCourse(chosen.crops, chosen.seed, chosen.workers), IdentifyNet())
    write_onnx(net, temperatures(net, unknown), file)
    return classifier_at(file)


def read_decks(decks: Sequence[FaceSet], around: CropMaker, identifier: Identifier) -> list[CropTally]:
    """Tallies over decks, all cards and figures alone; prints a row for each deck.

    Args:
        decks: which.
        around: draws their surfaces, backs and strangers.
        identifier: reads them.
    """
    figures = [replace(deck, name=f"{deck.name}, figures", faces=figures_of(deck)) for deck in decks]
    makers = [{deck.name: around.only([deck]) for deck in some} for some in (decks, figures)]
    return [sum(deck_table(some, identifier, ROUNDS)[0].values(), CropTally()) for some in makers]


def figures_of(deck: FaceSet) -> dict[Card, AnyPicture]:
    """The jacks, queens and kings of a deck."""
    return {card: face for card, face in deck.faces.items() if card.rank in FIGURES}


def validate(part: int, left_packs: Sequence[str], left_decks: Sequence[str], chosen: argparse.Namespace) -> None:
    """Learn from all decks but those of one part, and print how well these are read.

    Args:
        part: its number.
        left_packs: its packs.
        left_decks: its other decks, and drawn patterns.
        chosen: the command line.
    """
    print(f"part {part}, left out: {', '.join((*left_packs, *left_decks))}", flush=True)
    real, unlearned = packs(chosen.photos, (), notes=chosen.work), {*APART, *left_packs}
    taught = [pack for pack in real if pack_of(pack) not in unlearned]
    maker = material(chosen.decks, chosen.surfaces, leave_out=left_decks, seed=chosen.seed, photographed=taught)
    unknown = maker.only(never_learned([style for style in NEVER_LEARNED if style not in left_decks]))
    identifier = learned(maker, unknown, chosen.work / f"identify-without-part-{part}.onnx", chosen)
    print(f"{'':50s} {HEADING}")
    apart = [pack for pack in real if pack_of(pack) in unlearned]
    tell(f"packs of part {part} and those kept apart", read_packs(apart, identifier, chosen.photos))
    decks = left_out(chosen.decks, left_decks)
    for family in dict.fromkeys(deck.family for deck in decks):
        tallies = read_decks([deck for deck in decks if deck.family == family], maker, identifier)
        for name, tally in zip(("all cards", "figures"), tallies, strict=True):
            print(f"{f'{family} decks of part {part}, {name}':34s} {tally.row()}", flush=True)


def main() -> None:
    """The command."""
    chosen = _arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    of_packs = parts_of([name for name in pack_names(chosen.photos) if name not in APART])
    french = parts_of([name for name in deck_names(chosen.decks) if name.startswith("french-")])
    for part in chosen.part:
        validate(part, of_packs[part], [*french[part], *SPANISH[part]], chosen)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="folder of real packs")
    parser.add_argument("--part", type=int, nargs="+", default=range(PARTS), help="parts to leave out, one by one")
    parser.add_argument("--crops", type=int, default=250_000, help="crops that each network learns from")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw crops")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for what is written on the way")
    return parser.parse_args()


if __name__ == "__main__":
    main()
