"""``make bench-traced``: the eyes on path-traced pictures: ``python -m models.benchmarks.traced --help``.

Light, walls, table tops and camera are those of a path tracer (Mitsuba 3, an extra), and no network learned from what
it drew: what the eyes lose here and not on tables drawn by ``models.synthetic`` shows what they learned of our own pen.
Stills are kept in a folder, so that other networks read the same ones in a minute.
"""

import argparse
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import onnxruntime

from models.benchmarks.decks import deck_named
from models.benchmarks.figures import Figure, share
from models.benchmarks.results import BenchmarkRun, add_option, write
from models.benchmarks.traced.cache import kept_still
from models.benchmarks.traced.table_tops import TABLE_TOPS, WHITE
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.training.eyes.tally import HEADING, TableTally
from models.training.identify.evaluate import captioned, sheet
from models.training.identify.faces import AnyPicture
from vision.corners import CornerFinder
from vision.identify import CROP_PX, Classifier, Identifier
from vision.locate import Detector, Locator
from vision.quads import middle, short_side_px
from vision.rectify import rectify
from vision.stills import ReadCard, named, read_picture
from vision.store import load_model

MODULE = "models.benchmarks.traced"
DECKS = ("cadiz-9101", "castilian-9102", "spanish-castilian-1878")
"""Two invented makers that no network has seen, and a deck that the classifier knows."""
FOUND, RANK, SURE_WRONG = 0.99, 0.98, 0.001
"""Shares aimed at, as for white tables; and ranks named wrong with a confidence over 0.9."""


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"), help="a folder of decks")
    parser.add_argument("--only", nargs="+", default=DECKS, help="decks to read (default %(default)s)")
    parser.add_argument("--tops", nargs="+", default=tuple(TABLE_TOPS), help="kinds of table tops")
    parser.add_argument("--stills", type=int, default=1, help="pictures of each deck on each kind of top")
    parser.add_argument("--first", type=int, default=1, help="number of the first picture, the seed of its chance")
    parser.add_argument("--keep", type=Path, default=Path("out/traced"), help="where the stills are kept")
    parser.add_argument("--identify", type=Path, help="another classifier")
    parser.add_argument("--locate", type=Path, help="another detector")
    parser.add_argument("--sheet", type=Path, default=Path("out/traced.png"), help="where the errors are drawn")
    add_option(parser)
    return parser.parse_args(given)


@dataclass(slots=True)
class Counts:
    """What came of some stills.

    Attributes:
        read: as ``hakam read`` reads them.
        cut: the same cards cut out along their true corners, so that nothing is lost in finding.
        twice: cards that have more than one outline.
    """

    read: TableTally = field(default_factory=TableTally)
    cut: TableTally = field(default_factory=TableTally)
    twice: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """The sums of both."""
        return Counts(self.read + other.read, self.cut + other.cut, self.twice + other.twice)


@dataclass(slots=True)
class TracedBench:
    """The eyes, what they made of each kind of table top and of each deck, and pictures of their errors."""

    detector: Detector
    classifier: Classifier
    by_top: dict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    by_deck: dict[str, Counts] = field(default_factory=lambda: defaultdict(Counts))
    errors: list[AnyPicture] = field(default_factory=list)

    def look(self, deck: Deck, kind: str, still: Rendered) -> None:
        """Read one still.

        Args:
            deck: the cards in it.
            kind: of the table top.
            still: the picture and its truth.
        """
        counts = Counts()
        cards = read_picture(still.picture, self.detector, self.classifier).cards
        wrong = counts.read.add(still, cards)
        self.errors += [_shown(still, truth, one, kind) for truth, one in wrong]
        counts.cut.add(still, self._cut(still))
        counts.twice = sum(outlines(truth, cards) > 1 for truth in still.cards)
        self.by_top[kind] += counts
        self.by_deck[deck.name] += counts

    def _cut(self, still: Rendered) -> list[ReadCard]:
        quads = [one.corners_px for one in still.cards]
        answers = named(still.picture, quads, self.classifier)
        return [ReadCard(one.face, one.confidence, quad) for one, quad in zip(answers, quads, strict=True)]


def outlines(truth: CardTruth, cards: Sequence[ReadCard]) -> int:
    """How many outlines have their middle nearer to the card's than a quarter of its width."""
    (x, y), reach = middle(truth.corners_px), short_side_px(truth.corners_px) / 4
    middles = (middle(one.corners_px) for one in cards)
    return sum(math.hypot(x - other_x, y - other_y) < reach for other_x, other_y in middles)


def _shown(still: Rendered, truth: CardTruth, read: ReadCard | None, kind: str) -> AnyPicture:
    crop = rectify(still.picture, truth.corners_px, CROP_PX)
    words = f"{read.face} {read.confidence:.2f}" if read else "missed"
    return captioned(crop, f"{truth.face}>{words} {kind[:9]}")


def figures(name: str, counts: Counts) -> list[Figure]:
    """What the result file says of some stills."""
    read, cut = counts.read, counts.cut
    return [
        share(f"{name}: found", read.found, read.asked, target=FOUND),
        share(f"{name}: rank", read.rank, read.asked, target=RANK),
        share(f"{name}: surely wrong", read.sure_wrong, read.asked, target=SURE_WRONG, aim="at most"),
        share(f"{name}: two outlines", counts.twice, read.asked, target=0.0, aim="at most"),
        share(f"{name}: rank, cut along the true corners", cut.rank, cut.asked),
    ]


def _told(groups: Iterable[tuple[str, Counts]]) -> list[Figure]:
    """Print a row for each group; give the figures of all."""
    told = []
    for name, counts in groups:
        print(f"{name:26s} {counts.read.row()} {counts.twice:6d} {_percent(counts.cut)}", flush=True)
        told += figures(name, counts)
    return told


def _percent(tally: TableTally) -> str:
    return f"{100 * tally.rank / max(tally.asked, 1):7.2f}"


def _eyes(chosen: argparse.Namespace) -> TracedBench:
    def session(path: Path | None, name: str) -> onnxruntime.InferenceSession:
        return onnxruntime.InferenceSession(str(path)) if path else load_model(name)

    locator = Locator(session(chosen.locate, "locate"), CornerFinder(load_model("corners")))
    return TracedBench(locator, Identifier(session(chosen.identify, "identify")))


def main(given: Sequence[str] | None = None) -> None:
    """The command."""
    given = sys.argv[1:] if given is None else given
    chosen = arguments(given)
    cv2.setNumThreads(1)
    bench = _eyes(chosen)
    for deck in (deck_named(name, chosen.decks) for name in chosen.only):
        for kind in chosen.tops:
            for number in range(chosen.first, chosen.first + chosen.stills):
                bench.look(deck, kind, kept_still(chosen.keep, deck, kind, number))
    print(f"{'':26s} {HEADING}  twice  cut: rank")
    white = sum((one for kind, one in bench.by_top.items() if kind in WHITE), Counts())
    whole = sum(bench.by_top.values(), Counts())
    told = _told([*bench.by_top.items(), *bench.by_deck.items(), ("white tops", white), ("all", whole)])
    chosen.sheet.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(chosen.sheet), sheet(bench.errors))
    title = f"Path-traced tables: {', '.join(chosen.only)}"
    write(chosen.result, BenchmarkRun("traced", title, MODULE, given, "each deck, kind of top and number"), told)


if __name__ == "__main__":
    main()
