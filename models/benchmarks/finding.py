"""``make bench-eyes``, second half: finding cards by table, size and wear: ``python -m models.benchmarks.finding --help``.

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

from models.benchmarks.decks import KNOWN, UNKNOWN, deck_named, kind_of_decks
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
from vision.stills import read_picture
from vision.store import load_model

MODULE = "models.benchmarks.finding"
SEED = 4242
FOUND, RANK, SURE_WRONG = 0.99, 0.98, 0.001
"""Aims of issue 24: on white tables; surely wrong: as everywhere."""

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

    def row(self) -> str:
        """Cards asked for; found and rank in per cent with intervals; surely wrong, false, two outlines, two names."""
        one = self.table
        parts = [_percent(count, one.asked) for count in (one.found, one.rank)]
        return f"{one.asked:5d} {' '.join(parts)} {one.sure_wrong:5d} {one.false:6d} {self.twice:6d} {self.two_names:6d}"


HEADING = "cards          found                rank         wrong  false  twice  names"


def _percent(count: int, of: int) -> str:
    if not of:
        return f"{'-':>20s}"
    low, high = wilson(count / of, of)
    return f"{100 * count / of:6.1f} ({100 * low:5.1f}-{100 * high:5.1f})"


@dataclass(slots=True)
class FindingBench:
    """The eyes, and the pictures in which they erred."""

    detector: Detector
    classifier: Classifier
    sheets: Path
    figures: list[Figure] = field(default_factory=list)
    totals: dict[str, FindingTally] = field(default_factory=dict)

    def row(self, name: str, pictures: Iterable[Rendered], group: str) -> FindingTally:
        """Read pictures and print what came of them.

        Args:
            name: of the row; its pictures with an error are drawn on a sheet of that name.
            pictures: with their truth.
            group: what the row is added to.
        """
        tally, errors = FindingTally(), list[Picture]()
        for shown in pictures:
            errors += self._look(shown, tally)
        if errors:
            cv2.imwrite(str(self.sheets / f"{name.replace(' ', '-').replace(':', '')}.jpg"), sheet_of(errors))
        self.totals[group] = self.totals.get(group, FindingTally()) + tally
        self.tell(name, tally)
        return tally

    def tell(self, name: str, tally: FindingTally) -> None:
        """Print a row, and keep its figures for the result file."""
        print(f"{name:44s} {tally.row()}", flush=True)
        one = tally.table
        self.figures += [
            share(f"{name}: found", one.found, one.asked, target=FOUND),
            share(f"{name}: rank", one.rank, one.asked, target=RANK),
            share(f"{name}: surely wrong", one.sure_wrong, one.asked, target=SURE_WRONG, aim="at most"),
            share(f"{name}: more than one outline", tally.twice, tally.cards, target=0.0, aim="at most"),
        ]

    def _look(self, shown: Rendered, tally: FindingTally) -> list[Picture]:
        """Count one picture; gives it, marked, if anything is wrong with it."""
        read = read_picture(shown.picture, self.detector, self.classifier).cards
        false = tally.table.false
        wrong = bool(tally.table.add(shown, read)) or tally.table.false > false
        lists = outlines(shown.cards, read)
        tally.cards += len(lists)
        tally.twice += sum(len(one) > 1 for one in lists)
        tally.two_names += sum(two_names(one) for one in lists)
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
    """A table of rows for some decks: by table, by size and wear, by deck, and all white tables together."""
    print(f"\n{words}: {', '.join(deck.name for deck in decks)}\n{'':44s} {HEADING}")
    by_deck = {deck.name: FindingTally() for deck in decks}
    white = FindingTally()
    for top in TOPS:
        rows = [(deck, list(tables(deck, top, USUAL, count))) for deck in decks]
        tally = bench.row(f"{top} ({words})", (one for _, shown in rows for one in shown), words)
        white = white + tally if top in WHITE else white
    bench.tell(f"white tables together ({words})", white)
    for name, kind in SIZES.items():
        shown = (one for deck in decks for top in TOPS for one in tables(deck, top, kind, max(count // 3, 1)))
        bench.row(f"{name} ({words})", shown, words)
    bench.tell(f"all ({words})", bench.totals[words])
    del by_deck


def _photographs(bench: FindingBench, folder: Path) -> None:
    """Rows for the photographed packs, those that were learned from apart."""
    print(f"\n{'photographs':44s} {HEADING}")
    for pack in pack_names(folder):
        known = "not learned from" if pack in APART else "learned from"
        bench.row(f"{pack}: ten to a picture ({known})", ten_to_a_picture(folder / pack), f"ten, {known}")
        bench.row(f"{pack}: one, 225x300 ({known})", one_by_one(folder / pack), f"one, {known}")
    for group in [name for name in bench.totals if name.startswith(("ten", "one"))]:
        bench.tell(f"photographs, {group}", bench.totals[group])


def main(given: Sequence[str] | None = None) -> None:
    """The command."""
    given = sys.argv[1:] if given is None else given
    chosen = arguments(given)
    cv2.setNumThreads(1)
    chosen.sheets.mkdir(parents=True, exist_ok=True)
    bench = FindingBench(_locator(chosen), Identifier.load(), chosen.sheets)
    groups = [tuple(chosen.only)] if chosen.only else [("cadiz-501", "cadiz-1502"), ("own", "spanish-castilian-1878")]
    for names in groups:
        decks = [deck_named(name, chosen.decks) for name in names]
        _decks(bench, decks, chosen.tables, kind_of_decks(names))
    if chosen.photos.is_dir() and not chosen.only:
        _photographs(bench, chosen.photos)
    run = BenchmarkRun("finding", "Finding cards by table, size and wear", MODULE, given, f"{SEED} with deck and table")
    write(chosen.result, run, bench.figures)


if __name__ == "__main__":
    main()
