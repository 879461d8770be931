"""Measure the identifier on photographs: ``python -m models.training.identify.photographs ../shared/photos``.

The corners in ``labels.json`` were marked by hand and are up to a tenth of a card off.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from models.training.identify.evaluate import captioned, name_of, sheet
from models.training.identify.faces import Picture
from models.training.identify.measure import HEADING, Tally
from vision.identify import CROP_PX, Identifier
from vision.rectify import rectify


def long_side_first(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners clockwise so that the way from the first to the last is a long side."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return np.roll(corners, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else corners


def labelled_crops(folder: Path) -> list[tuple[Card, Picture, str]]:
    """Truth, crop and picture name of every labelled card; mirrored pictures are flipped back."""
    found = []
    for scene in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        picture = np.asarray(cv2.imread(str(folder / "scenes" / scene["image"])), np.uint8)
        for card in scene["cards"]:
            crop = rectify(picture, long_side_first(np.array(card["quad_px"], np.float32)), CROP_PX)
            crop = np.ascontiguousarray(crop[:, ::-1]) if scene["mirrored"] else crop
            found.append((Card.parse(card["label"]), crop, scene["image"]))
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/photos"))
    parser.add_argument("--sheet", type=Path, default=Path("out/identify-photos.png"))
    options = parser.parse_args()
    cards, tally, pictures = labelled_crops(options.folder), Tally(), []
    for (truth, crop, image), seen in zip(
        cards, Identifier.load().identify(np.stack([c for _, c, _ in cards])), strict=True
    ):
        tally.add(truth, seen)
        pictures.append(
            captioned(crop, f"{truth}>{name_of(seen)} {seen.confidence:.2f}{' v' if seen.upside_down else ''}")
        )
        if seen.face != truth:
            print(f"{image}: {truth} read as {name_of(seen)} ({seen.confidence:.2f})")
    print(f"{'':10s} {HEADING}\n{'photos':10s} {tally.row()}")
    options.sheet.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(options.sheet), sheet(pictures, columns=10))


if __name__ == "__main__":
    main()
