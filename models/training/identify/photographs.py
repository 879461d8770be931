"""Measure the identifier on photographs: ``python -m models.training.identify.photographs ../shared/photos``.

The corners in ``labels.json`` were marked by hand and are up to a tenth of a card off.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import Card
from models.training.eyes.photos import photographed
from models.training.identify.evaluate import captioned, name_of, sheet
from models.training.identify.faces import AnyPicture
from models.training.identify.laying import Corners
from models.training.identify.measure import HEADING, CropTally, classifier_at
from vision.identify import CROP_PX, Identification
from vision.rectify import rectify


def ways_to_cut(corners: Corners) -> list[Corners]:
    """Corners (4, 2) clockwise with the long side between the first and the last, and turned by a right angle.

    Some of the pictures were squeezed to a square, and standing cards are wider than high in them.
    """
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    turned = np.roll(corners, -1, axis=0)
    return [turned, corners] if sides[0] + sides[2] > sides[1] + sides[3] else [corners, turned]


def first_card(answers: list[Identification]) -> int:
    """The place of the first answer that is a card; 0 if none is: the other way is tried only where no card is seen."""
    return next((place for place, seen in enumerate(answers) if isinstance(seen.face, Card)), 0)


def labelled_crops(folder: Path) -> Iterator[tuple[Card, list[AnyPicture], int]]:
    """Truth and crops of every labelled card, and the number of its photograph, from 1."""
    for number, shown in enumerate(photographed(folder), 1):
        for card in shown.cards:
            if isinstance(card.face, Card):
                ways = ways_to_cut(card.corners_px)
                yield card.face, [rectify(shown.picture, corners, CROP_PX) for corners in ways], number


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/photos"))
    parser.add_argument("--model", type=Path, help="an ONNX file; the shipped one if left out")
    parser.add_argument("--sheet", type=Path, default=Path("out/identify-photos.png"))
    options = parser.parse_args()
    identifier = classifier_at(options.model)
    tally, pictures = CropTally(), []
    for truth, crops, number in labelled_crops(options.folder):
        answers = identifier.identify(np.stack(crops))
        place = first_card(answers)
        seen, crop = answers[place], crops[place]
        tally.add(truth, seen)
        head = " v" if seen.upside_down else ""
        pictures.append(captioned(crop, f"{truth}>{name_of(seen)} {seen.confidence:.2f}{head}"))
        if seen.face != truth:
            print(f"photograph {number}: {truth} read as {name_of(seen)} ({seen.confidence:.2f})")
    print(f"{'':10s} {HEADING}\n{'photos':10s} {tally.row()}")
    options.sheet.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(options.sheet), sheet(pictures, columns=10))


if __name__ == "__main__":
    main()
