"""Measure a classifier: ``python -m models.training.identify.evaluate --decks ../shared/decks --only DECK...``.

Prints a table per deck at 150 px and more and up to 30 % covered, then tables by size and cover, and of strangers and
backs, and writes a sheet of errors. The decks given should be ones that the model was not trained on.
"""

import argparse
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import Card
from firmware.signals import Unnamed
from models.training.identify.crops import CropKind, CropMaker
from models.training.identify.faces import AnyPicture
from models.training.identify.material import gather, material
from models.training.identify.measure import HEADING, CropTally, classifier_at, confusion_lines
from models.training.identify.photo import Rng, photograph
from models.training.identify.prints import print_differently
from vision.identify import CROP_PX, Identification, Identifier

BATCH = 64


@dataclass(frozen=True, slots=True)
class CropCondition:
    """How the cards lie: long side in the picture and covered share, each from and to."""

    name: str
    long_side_px: tuple[float, float]
    covered: tuple[float, float]


STANDARD = CropCondition("150 px and more, up to 30 % covered", (150, 260), (0.0, 0.3))
CONDITIONS = (
    *(
        CropCondition(f"{size:3.0f} px, uncovered", (size, size), (0.0, 0.0))
        for size in (60, 80, 100, 125, 150, 200, 250)
    ),
    CropCondition("150-260 px, 10-30 % covered", (150, 260), (0.1, 0.3)),
    CropCondition("150-260 px, 30-50 % covered", (150, 260), (0.3, 0.5)),
)


def crop_of(maker: CropMaker, place: int, condition: CropCondition, rng: Rng) -> AnyPicture:
    """A crop (H, W, 3) uint8 BGR of a card under a condition, either end up.

    Args:
        maker: draws the crops.
        place: of the card among the maker's.
        condition: how it lies.
        rng: of all chance.
    """
    face = maker.cards[place][0]
    low, high = condition.covered
    often = 0.0 if high == 0 else 1.0 if low > 0 else 0.5
    for _ in range(60):
        turned = bool(rng.random() < 0.5)
        crop, hidden = maker.lay(print_differently(face, rng), rng, upside_down=turned, often=often)
        if low <= hidden <= high:
            break
    return photograph(crop, rng, float(rng.uniform(*condition.long_side_px)))


def looks(
    maker: CropMaker, identifier: Identifier, condition: CropCondition, *, rounds: int, seed: int
) -> Iterator[tuple[str, Card, AnyPicture, Identification]]:
    """Each card of ``maker`` so many times: deck, truth, crop (H, W, 3) uint8 BGR and answer.

    Args:
        maker: draws the crops.
        identifier: what is measured.
        condition: how the cards lie.
        rounds: how often each card is drawn.
        seed: of the crops.
    """
    rng = np.random.default_rng(seed)
    places = [place for _ in range(rounds) for place in range(len(maker.cards))]
    for start in range(0, len(places), BATCH):
        part = places[start : start + BATCH]
        crops = np.stack([crop_of(maker, place, condition, rng) for place in part])
        for place, crop, seen in zip(part, crops, identifier.identify(crops), strict=True):
            yield maker.cards[place][2], maker.cards[place][1], crop, seen


def deck_table(
    makers: dict[str, CropMaker], identifier: Identifier, rounds: int
) -> tuple[dict[str, CropTally], list[AnyPicture]]:
    """A tally per deck under :data:`STANDARD`, and the crops read wrong, with what was read written on them.

    Args:
        makers: one for each deck, by its name.
        identifier: what is measured.
        rounds: how often each card is drawn.
    """
    tallies, wrong = {}, []
    for name, maker in makers.items():
        tally = tallies[name] = CropTally()
        for _, truth, crop, seen in looks(maker, identifier, STANDARD, rounds=rounds, seed=zlib.crc32(name.encode())):
            tally.add(truth, seen)
            if seen.face != truth:
                wrong.append(captioned(crop, f"{truth}>{name_of(seen)} {seen.confidence:.2f}"))
        print(f"{name:34s} {tally.row()}", flush=True)
    return tallies, wrong


def name_of(seen: Identification) -> str:
    """What was read, as text."""
    return seen.face.value if isinstance(seen.face, Unnamed) else str(seen.face)


def captioned(crop: AnyPicture, text: str) -> AnyPicture:
    """A crop (H, W, 3) uint8 BGR with a text under it, 16 px higher."""
    strip = np.full((16, crop.shape[1], 3), 255, np.uint8)
    cv2.putText(strip, text, (2, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 160), 1, cv2.LINE_AA)
    return np.vstack([crop, strip])


def sheet(pictures: list[AnyPicture], columns: int = 12, most: int = 96) -> AnyPicture:
    """One picture (H, W, 3) uint8 BGR of many of one size.

    Args:
        pictures: (H, W, 3) uint8 BGR.
        columns: how many stand in a row.
        most: how many are shown; of more, some are left out evenly.
    """
    chosen = pictures[:: max(len(pictures) // most, 1)][:most] or [np.full((CROP_PX[1], CROP_PX[0], 3), 255, np.uint8)]
    chosen += [np.full_like(chosen[0], 255)] * (-len(chosen) % columns)
    return np.vstack([np.hstack(chosen[k : k + columns]) for k in range(0, len(chosen), columns)])


def condition_table(maker: CropMaker, identifier: Identifier, rounds: int) -> None:
    """Print a tally per condition.

    Args:
        maker: draws the crops.
        identifier: what is measured.
        rounds: how often each card is drawn.
    """
    for condition in CONDITIONS:
        tally = CropTally()
        for _, truth, _, seen in looks(maker, identifier, condition, rounds=rounds, seed=6):
            tally.add(truth, seen)
        print(f"{condition.name:34s} {tally.row()}", flush=True)


def stranger_table(maker: CropMaker, identifier: Identifier, count: int = 200) -> None:
    """Print how often crops without a card are named, and how often a back is not seen as one.

    Args:
        maker: draws the crops.
        identifier: what is measured.
        count: crops of each kind.
    """
    rng = np.random.default_rng(8)
    makers: list[tuple[str, Callable[[CropMaker, Rng], AnyPicture]]] = [
        (s.__name__, s) for s in dict.fromkeys(maker.strangers)
    ]
    makers.append(("back", lambda m, r: m.lay(m.backs[int(r.integers(0, len(m.backs)))], r, often=0.3)[0]))
    for name, draw in makers:
        crops = np.stack([photograph(draw(maker, rng), rng, float(rng.uniform(150, 260))) for _ in range(count)])
        seen = identifier.identify(crops)
        named = sum(isinstance(one.face, Card) for one in seen)
        sure = sum(isinstance(one.face, Card) and one.confidence > 0.9 for one in seen)
        backs = sum(one.face == Unnamed.BACK for one in seen)
        parts = (f"{100 * share / count:5.1f} %" for share in (named, sure, backs))
        print(f"{name:34s}", "named {}  with confidence over 0.9 {}  back {}".format(*parts))


def turn_share(maker: CropMaker, identifier: Identifier) -> float:
    """The share of headed cards whose upper end is told rightly."""
    rng = np.random.default_rng(9)
    right: list[bool] = []
    while len(right) < 400:
        sample = maker.face_sample(maker.card(rng), rng)
        if sample.kind == CropKind.CARD and sample.upside_down >= 0:
            right.append(identifier.identify(sample.crop[None])[0].upside_down == bool(sample.upside_down))
    return float(np.mean(right))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--only", nargs="+", required=True, help="the decks to measure on")
    parser.add_argument("--model", type=Path, help="an ONNX file; the shipped one if left out")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--sheet", type=Path, default=Path("out/identify-errors.png"))
    options = parser.parse_args()
    identifier = classifier_at(options.model)
    around = material(options.decks, options.surfaces, seed=77)
    chosen = [deck for deck in gather(options.decks) if deck.name in options.only]
    print(f"{'':34s} {HEADING}")
    tallies, wrong = deck_table({deck.name: around.only([deck]) for deck in chosen}, identifier, options.rounds)
    together = around.only(chosen)
    condition_table(together, identifier, max(options.rounds // 3, 1))
    stranger_table(around, identifier)
    for deck in chosen:
        share = turn_share(around.only([deck]), identifier)
        print(f"{deck.name:34s} upper end told rightly {100 * share:.1f} %")
    print(*confusion_lines(one.confusions for one in tallies.values()), sep="\n")
    options.sheet.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(options.sheet), sheet(wrong))


if __name__ == "__main__":
    main()
