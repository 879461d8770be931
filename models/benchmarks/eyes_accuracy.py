"""``make bench-eyes``: the eyes on tables they were not made for: ``python -m models.benchmarks.eyes_accuracy --help``.

Whole pictures of 1280x720 go through the same code that reads the café table. Decks are given by name; those that are
not in the folder are drawn: ``own``, ``castilian-501``, ``cadiz-501``. Decks that no network saw and those that the
classifier learned from have a table each, by deck, by kind of surface and by question, and a sheet of errors.
:mod:`models.benchmarks.finding` asks how well cards are found where that is hard.
"""

import argparse
import sys
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from models.benchmarks.decks import KNOWN, UNKNOWN, deck_named, kind_of_decks
from models.benchmarks.figures import Figure, share
from models.benchmarks.intervals import wilson
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.enrolment import enrolled
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.synthetic.scenes.surface import Surface, draw_surface
from models.training.eyes.photos import photographed
from models.training.eyes.scenes import TableCondition, tables
from models.training.eyes.tally import HEADING, TableTally
from models.training.identify.evaluate import captioned, sheet
from models.training.identify.faces import AnyPicture
from models.training.identify.measure import classifier_at, confusion_lines
from vision.identify import CROP_PX, Classifier, Identifier
from vision.locate import Detector, Locator
from vision.rectify import rectify
from vision.stills import ReadCard, read_picture

KINDS_OF_TABLE = ("wood", "cloth", "marble", "laminate", "checks", "plain")
SURFACE_SEED = 990
"""Training draws its surfaces from smaller seeds."""

MODULE = "models.benchmarks.eyes_accuracy"
FOUND, RANK, SURE_WRONG = 0.995, 0.995, 0.001
"""Shares aimed at: cards found, ranks named right, ranks named wrong with a confidence over 0.9."""

QUESTIONS: dict[str, TableCondition] = {
    "150 px and more, up to 30 % covered": TableCondition(),
    "even light, uncovered": TableCondition(covered=0.0, even_light=True),
    "two cards overlapping by a third": TableCondition(covered=1.0, overlap=(0.3, 0.36)),
    "100 px": TableCondition(card_px=(100, 100)),
    "75 px": TableCondition(card_px=(75, 75)),
    "blur of 2 px": TableCondition(blur_px=2.0),
}


@dataclass(slots=True)
class Bench:
    """The eyes and what they got wrong."""

    detector: Detector
    classifier: Classifier
    tables: int
    words: str
    errors: list[AnyPicture] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def row(
        self, name: str, decks: Sequence[Deck], surfaces: Sequence[Surface], condition: TableCondition
    ) -> TableTally:
        """Read so many tables of each deck, and print what came of them.

        Args:
            name: of the row.
            decks: to read.
            surfaces: on which they lie in turn.
            condition: how they lie and are seen.
        """
        return self._tell(name, self._read(decks, surfaces, condition).values())

    def rows_by_surface(self, decks: Sequence[Deck], surfaces: Sequence[Surface], condition: TableCondition) -> None:
        """Read so many tables of each deck; print a row for each surface, and the commonest confusions.

        Args:
            decks: to read.
            surfaces: on which they lie in turn.
            condition: how they lie and are seen.
        """
        tallies = self._read(decks, surfaces, condition)
        for place, tally in tallies.items():
            self._tell(f"on {KINDS_OF_TABLE[place]}", [tally])
        print(*confusion_lines(one.confusions for one in tallies.values()), sep="\n", flush=True)

    def photographs(self, folder: Path) -> None:
        """The labelled cards of photographs; other finds in them are not counted: not every card is labelled."""
        tally = TableTally()
        for table in photographed(folder):
            self._look(table, tally)
        tally.false = 0
        self._tell("photographs", [tally])

    def _read(
        self, decks: Sequence[Deck], surfaces: Sequence[Surface], condition: TableCondition
    ) -> dict[int, TableTally]:
        """A tally for each place among the surfaces."""
        tallies = {place: TableTally() for place in range(len(surfaces))}
        for deck in decks:
            rng = np.random.default_rng([zlib.crc32(deck.name.encode()), 77])
            for number, table in enumerate(tables(rng, deck, surfaces, condition, self.tables)):
                self._look(table, tallies[number % len(surfaces)])
        return tallies

    def _look(self, table: Rendered, tally: TableTally) -> None:
        read = read_picture(table.picture, self.detector, self.classifier).cards
        self.errors += [_shown(table, truth, one) for truth, one in tally.add(table, read)]

    def _tell(self, name: str, tallies: Iterable[TableTally]) -> TableTally:
        """Print a row, and keep its figures for the result file."""
        total = sum(tallies, TableTally())
        print(f"{name:40s} {total.row()}  {_intervals(total)}", flush=True)
        self.figures += _figures(f"{self.words}, {name}", total)
        return total


def _figures(name: str, total: TableTally) -> list[Figure]:
    """What the result file says of a row."""
    return [
        share(f"{name}: found", total.found, total.asked, target=FOUND),
        share(f"{name}: rank", total.rank, total.asked, target=RANK),
        share(f"{name}: surely wrong", total.sure_wrong, total.asked, target=SURE_WRONG, aim="at most"),
    ]


def _intervals(total: TableTally) -> str:
    """The 95 % intervals of found and of rank, in per cent."""
    if not total.asked:
        return ""
    spans = (wilson(count / total.asked, total.asked) for count in (total.found, total.rank))
    return "  ".join(f"{100 * low:.1f}-{100 * high:.1f}" for low, high in spans)


def _shown(table: Rendered, truth: CardTruth, read: ReadCard | None) -> AnyPicture:
    """An error for the sheet: the card as it lies, and what was read."""
    crop = rectify(np.ascontiguousarray(table.picture), truth.corners_px, CROP_PX)
    return captioned(crop, f"{truth.face}>{f'{read.face} {read.confidence:.2f}' if read else 'missed'}")


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"), metavar="FOLDER", help="of deck folders")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="decks to read; default: six unknown, three known")
    parser.add_argument("--identify", type=Path, help="another classifier, one that did not learn these decks")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"), help="labelled photographs, if there")
    parser.add_argument("--tables", type=int, default=12, help="pictures a row")
    parser.add_argument("--sheet", type=Path, default=Path("out/eyes.png"), help="where the errors are drawn")
    add_option(parser)
    return parser.parse_args(given)


def _turned(bench: Bench, decks: Sequence[Deck], surfaces: Sequence[Surface]) -> TableTally:
    """A row for each turn of the cards by 5 degrees, and all together."""
    even = QUESTIONS["even light, uncovered"]
    turns = (replace(even, turn_deg=float(turn)) for turn in range(0, 360, 5))
    rows = (bench.row(f"turned by {one.turn_deg:.0f} degrees", decks, surfaces, one) for one in turns)
    return sum(rows, TableTally())


def main(given: Sequence[str] | None = None) -> None:
    """The command."""
    given = sys.argv[1:] if given is None else given
    chosen = arguments(given)
    cv2.setNumThreads(1)
    identifier = classifier_at(chosen.identify)
    bench = Bench(Locator.load(), identifier, chosen.tables, "photographs")
    print(f"{'':40s} {HEADING}")
    if chosen.photos.is_dir():
        bench.photographs(chosen.photos)
    groups = [tuple(chosen.only)] if chosen.only else [UNKNOWN, KNOWN]
    for names in groups:
        _table(bench, names, chosen.decks, identifier)
    chosen.sheet.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(chosen.sheet), sheet(bench.errors))
    title, seeds = "; ".join(map(_title, groups)), f"77 with each deck's name; surfaces {SURFACE_SEED}"
    write(chosen.result, BenchmarkRun("eyes", f"Whole pictures: {title}", MODULE, given, seeds), bench.figures)


def _title(names: tuple[str, ...]) -> str:
    return f"{kind_of_decks(names)} ({', '.join(names)})"


def _table(bench: Bench, names: tuple[str, ...], folder: Path, identifier: Identifier) -> None:
    """All rows for some decks: by deck, by surface, by question, by turn, and enrolled.

    Args:
        bench: the eyes; its figures and errors grow.
        names: of the decks.
        folder: of deck folders.
        identifier: what each deck is enrolled with.
    """
    print(f"\n{_title(names)}\n{'':40s} {HEADING}   found 95 %  rank 95 %")
    bench.words = kind_of_decks(names)
    decks = [deck_named(name, folder) for name in names]
    surfaces = [draw_surface(kind, SURFACE_SEED) for kind in KINDS_OF_TABLE]
    white = [draw_surface("marble", SURFACE_SEED + 1), draw_surface("plain", SURFACE_SEED + 2)]
    for deck in decks:
        bench.row(deck.name, [deck], surfaces, TableCondition())
    bench.rows_by_surface(decks, surfaces, TableCondition())
    for name, condition in QUESTIONS.items():
        bench.row(name, decks, surfaces, condition)
    bench.row("white surfaces", decks, white, TableCondition())
    turned = _turned(replace(bench, tables=1, figures=[]), decks, surfaces)
    bench.figures += _figures(f"{bench.words}, every turn by 5 degrees", turned)
    for deck in decks:
        classifier, first = enrolled(deck, surfaces[0], bench.detector, identifier)
        asked = f"enrolled, {len(first.doubtful)} asked, {len(first.missing)} missing at first"
        replace(bench, classifier=classifier).row(f"{deck.name}: {asked}", [deck], surfaces, TableCondition())


if __name__ == "__main__":
    main()
