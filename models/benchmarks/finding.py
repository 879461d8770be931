"""``make bench-eyes``: finding cards, by table, size and wear: ``python -m models.benchmarks.finding --help``.

Pictures are lit in floating point by code that no training shares, on tables of its own; decks that no network saw
stand apart from those that it learned from. Photographs of the packs in ``--photos`` are laid ten to a picture and
read one by one, as they are; packs from which the networks learned are told apart from those that they did not.
"""

import argparse
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from models.benchmarks.decks import deck_named, kind_of_decks
from models.benchmarks.figures import Figure, share
from models.benchmarks.finding_scenes import SceneKind, scene
from models.benchmarks.finding_tables import TOPS, WHITE
from models.benchmarks.intervals import wilson
from models.benchmarks.outlines import outlines, two_names
from models.benchmarks.pack_pictures import one_by_one, ten_to_a_picture
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.scene import Rendered
from models.training.eyes.tally import TableTally
from models.training.identify.packs import APART, pack_names
from models.training.locate.evaluate import marked, sheet_of
from vision.corners import CornerFinder
from vision.frame import Picture
from vision.identify import Classifier, Identifier
from vision.locate import Detection, Detector, Locator
from vision.stills import ReadCard, read_picture
from vision.store import load_model

MODULE = "models.benchmarks.finding"
SEED = 4242
FOUND, RANK, SURE_WRONG = 0.99, 0.98, 0.001
"""Aims of issue 24: on white tables; surely wrong: as everywhere."""

UNSEEN = ("castilian-502", "cadiz-501", "cadiz-1502")
LEARNED = ("own", "spanish-castilian-1878")
"""Makers that no network saw, of two patterns; decks that the classifier learned from have a table of their own."""

USUAL = SceneKind()
SIZES: dict[str, SceneKind] = {
    "60 px": SceneKind(card_px=(57, 66)),
    "washed out": SceneKind(faded=(0.4, 0.7)),
    "filling the picture": SceneKind(card_px=(420, 560), size_px=(640, 600), alone=True),
    "filling a small picture": SceneKind(card_px=(220, 290), size_px=(225, 300), alone=True),
}
"""Rows over all tables in turn."""


@dataclass(slots=True)
class FindingTally:
    """Counts over many pictures: what is found and named, and which cards have more than one outline."""

    table: TableTally = field(default_factory=TableTally)
    cards: int = 0
    twice: int = 0
    two_names: int = 0

    def __add__(self, other: "FindingTally") -> "FindingTally":
        """The sums of two tallies."""
        return FindingTally(
            self.table + other.table,
            self.cards + other.cards,
            self.twice + other.twice,
            self.two_names + other.two_names,
        )

    def count_outlines(self, lists: Sequence[Sequence[ReadCard]]) -> None:
        """Count the outlines that each card of a picture got."""
        self.cards += len(lists)
        self.twice += sum(len(one) > 1 for one in lists)
        self.two_names += sum(two_names(one) for one in lists)

    def row(self) -> str:
        """Cards asked for; found and rank in per cent with intervals; surely wrong, false, two outlines, two names."""
        one = self.table
        parts = [_percent(count, one.asked) for count in (one.found, one.rank)]
        return (
            f"{one.asked:5d} {' '.join(parts)} {one.sure_wrong:5d} {one.false:6d} {self.twice:6d} {self.two_names:6d}"
        )


HEADING = "cards          found                rank         wrong  false  twice  names"


def _percent(count: int, of: int) -> str:
    if not of:
        return f"{'-':>20s}"
    low, high = wilson(count / of, of)
    return f"{100 * count / of:6.1f} ({100 * low:5.1f}-{100 * high:5.1f})"


@dataclass(slots=True)
class FindingBench:
    """The eyes, the figures of the rows told so far, and where pictures with an error are drawn."""

    detector: Detector
    classifier: Classifier
    sheets: Path
    figures: list[Figure] = field(default_factory=list)

    def read(self, name: str, pictures: Iterable[Rendered]) -> FindingTally:
        """Read pictures and count; those with an error are drawn on a sheet of that name.

        Args:
            name: of the sheet.
            pictures: with their truth.
        """
        tally, errors = FindingTally(), list[Picture]()
        for shown in pictures:
            errors += self._look(shown, tally)
        if errors:
            cv2.imwrite(str(self.sheets / f"{name.replace(' ', '-').replace(':', '')}.jpg"), sheet_of(errors))
        return tally

    def tell(self, name: str, tally: FindingTally) -> FindingTally:
        """Print a row, and keep its figures for the result file."""
        print(f"{name:52s} {tally.row()}", flush=True)
        one = tally.table
        self.figures += [
            share(f"{name}: found", one.found, one.asked, target=FOUND),
            share(f"{name}: rank", one.rank, one.asked, target=RANK),
            share(f"{name}: surely wrong", one.sure_wrong, one.asked, target=SURE_WRONG, aim="at most"),
            share(f"{name}: more than one outline", tally.twice, tally.cards, target=0.0, aim="at most"),
        ]
        return tally

    def _look(self, shown: Rendered, tally: FindingTally) -> list[Picture]:
        """Count one picture; gives it, marked, if anything is wrong with it."""
        read = read_picture(shown.picture, self.detector, self.classifier).cards
        false = tally.table.false
        wrong = bool(tally.table.add(shown, read)) or tally.table.false > false
        tally.count_outlines(outlines(shown.cards, read))
        if not wrong:
            return []
        truth = [card.corners_px for card in shown.cards]
        return [marked(shown.picture, truth, [Detection(one.corners_px, 1.0) for one in read])]


def tables(deck: Deck, top: str, kind: SceneKind, count: int) -> Iterator[Rendered]:
    """Pictures of a deck on tables of one kind, each table another; the same ones every time.

    Args:
        deck: the cards.
        top: one of :data:`models.benchmarks.finding_tables.TOPS`.
        kind: how large the cards are, how many, how worn.
        count: how many pictures.
    """
    seed = (SEED, zlib.crc32(f"{deck.name} {top} {kind}".encode()))
    return (scene(rng := np.random.default_rng((*seed, k)), deck, TOPS[top](rng), kind) for k in range(count))


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"), metavar="FOLDER", help="of deck folders")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="decks to read; default: two unknown, two known")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="packs, if there")
    parser.add_argument("--locate", type=Path, help="another detector (.onnx)")
    parser.add_argument("--corners", type=Path, help="another second look (.onnx)")
    parser.add_argument("--tables", type=int, default=3, help="pictures a deck and kind of table")
    parser.add_argument("--sheets", type=Path, default=Path("out/finding"), help="folder of the sheets of errors")
    add_option(parser)
    return parser.parse_args(given)


def _locator(chosen: argparse.Namespace) -> Locator:
    """The detector that ships, or with the files told."""
    first = onnxruntime.InferenceSession(str(chosen.locate)) if chosen.locate else load_model("locate")
    second = onnxruntime.InferenceSession(str(chosen.corners)) if chosen.corners else load_model("corners")
    return Locator(first, CornerFinder(second))


def _decks(bench: FindingBench, decks: Sequence[Deck], count: int, words: str) -> None:
    """One table of rows for some decks: by kind of table, white ones together, by size and wear, by deck, all."""
    print(f"\n{words}: {', '.join(deck.name for deck in decks)}\n{'':52s} {HEADING}")
    usual = {
        (deck.name, top): bench.read(f"{deck.name} {top}", tables(deck, top, USUAL, count))
        for deck in decks
        for top in TOPS
    }
    for top in TOPS:
        bench.tell(f"{words}, {top}", _sum(usual[deck.name, top] for deck in decks))
    bench.tell(f"{words}, white tables together", _sum(tally for (_, top), tally in usual.items() if top in WHITE))
    rest = [bench.tell(f"{words}, {name}", _odd(bench, decks, name, max(count // 3, 1))) for name in SIZES]
    for deck in decks:
        bench.tell(f"{words}, {deck.name}", _sum(tally for (name, _), tally in usual.items() if name == deck.name))
    bench.tell(f"{words}, all pictures", _sum([*usual.values(), *rest]))


def _odd(bench: FindingBench, decks: Sequence[Deck], name: str, count: int) -> FindingTally:
    """Cards of an unusual size or print, on all tables in turn."""
    shown = (one for deck in decks for top in TOPS for one in tables(deck, top, SIZES[name], count))
    return bench.read(f"{name} {decks[0].name}", shown)


def _sum(tallies: Iterable[FindingTally]) -> FindingTally:
    return sum(tallies, FindingTally())


def _photographs(bench: FindingBench, folder: Path) -> None:
    """Rows for the photographed packs, those that were learned from apart."""
    print(f"\n{'photographs':52s} {HEADING}")
    groups: dict[str, FindingTally] = {}
    for pack in pack_names(folder):
        known = "not learned from" if pack in APART else "learned from"
        for way, shown in (("ten to a picture", ten_to_a_picture), ("one, 225x300", one_by_one)):
            tally = bench.tell(f"{pack}, {way} ({known})", bench.read(f"{pack} {way}", shown(folder / pack)))
            groups[f"{way} ({known})"] = groups.get(f"{way} ({known})", FindingTally()) + tally
    for name, tally in groups.items():
        bench.tell(f"all packs {name}", tally)


def main(given: Sequence[str] | None = None) -> None:
    """The command."""
    given = sys.argv[1:] if given is None else given
    chosen = arguments(given)
    cv2.setNumThreads(1)
    chosen.sheets.mkdir(parents=True, exist_ok=True)
    bench = FindingBench(_locator(chosen), Identifier.load(), chosen.sheets)
    groups = [tuple(chosen.only)] if chosen.only else [UNSEEN, LEARNED]
    for names in groups:
        decks = [deck_named(name, chosen.decks) for name in names]
        _decks(bench, decks, chosen.tables, kind_of_decks(names))
    if chosen.photos.is_dir() and not chosen.only:
        _photographs(bench, chosen.photos)
    run = BenchmarkRun("finding", "Finding cards by table, size and wear", MODULE, given, f"{SEED} with deck and table")
    write(chosen.result, run, bench.figures)


if __name__ == "__main__":
    main()
