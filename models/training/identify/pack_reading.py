"""Real packs read from their photographs: cut out, ten to a picture of 1280x720, and one by one as they are."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from firmware.signals import Face, Unnamed
from models.training.identify.faces import AnyPicture, FaceSet
from models.training.identify.measure import CropTally
from models.training.identify.packs import pack_of, pictures
from vision.identify import CROP_PX, Identification, Identifier
from vision.locate import Locator
from vision.stills import read_picture

CELL_PX, COLUMNS, ROWS = (256, 360), 5, 2
"""Ten photographs side by side stand for a table seen from above."""


def grids(folder: Path) -> Iterator[tuple[AnyPicture, list[Card]]]:
    """A pack's photographs ten to a picture, (720, 1280, 3) uint8 BGR, with their cards row by row."""
    shown = list(pictures(folder).items())
    for start in range(0, len(shown), COLUMNS * ROWS):
        part = shown[start : start + COLUMNS * ROWS]
        cells = [cv2.resize(picture, CELL_PX) for _, picture in part]
        cells += [np.zeros_like(cells[0])] * (COLUMNS * ROWS - len(cells))
        rows = [np.hstack(cells[k : k + COLUMNS]) for k in range(0, len(cells), COLUMNS)]
        yield np.vstack(rows), [card for card, _ in part]


def cell_of(corners: NDArray[np.float32]) -> int:
    """The number, row by row, of the cell in which the middle of the corners (4, 2) lies."""
    column, row = (corners.mean(0) // CELL_PX).astype(int)
    return int(row) * COLUMNS + int(column)


def read_pack(folder: Path, identifier: Identifier) -> tuple[CropTally, CropTally]:
    """Tallies of a pack read ten to a picture and one by one; a card that is not found counts as refused."""
    locator, ten, one = Locator.load(), CropTally(), CropTally()
    for picture, cards in grids(folder):
        read = read_picture(picture, locator, identifier).cards
        for place, card in enumerate(cards):
            inside = [(found.confidence, found.face) for found in read if cell_of(found.corners_px) == place]
            ten.add(card, _answer(inside))
    for card, picture in pictures(folder).items():
        read = read_picture(picture, locator, identifier).cards
        one.add(card, _answer([(found.confidence, found.face) for found in read]))
    return ten, one


def _answer(found: Sequence[tuple[float, Face]]) -> Identification:
    """The surest find as an answer."""
    confidence, face = max(found, key=lambda one: one[0], default=(0.0, Unnamed.UNKNOWN))
    return Identification(((face, confidence),), False)


def cut(pack: FaceSet, identifier: Identifier) -> CropTally:
    """A tally of a pack's photographs cut along the corners that were found in them."""
    tally = CropTally()
    crops = np.stack([cv2.resize(face, CROP_PX, interpolation=cv2.INTER_AREA) for face in pack.faces.values()])
    for card, seen in zip(pack.faces, identifier.identify(np.asarray(crops, np.uint8)), strict=True):
        tally.add(card, seen)
    return tally


def read_packs(read: Sequence[FaceSet], identifier: Identifier, photos: Path) -> list[CropTally]:
    """Tallies over packs, cut out, ten to a picture and one by one; prints each pack's rows.

    Args:
        read: the packs.
        identifier: reads them.
        photos: folder of the packs' photographs.
    """
    rows = [(cut(pack, identifier), *read_pack(photos / pack_of(pack), identifier)) for pack in read]
    for pack, row in zip(read, rows, strict=True):
        tell(pack.name, row)
    return [sum(way, CropTally()) for way in zip(*rows, strict=True)]


def tell(name: str, tallies: Sequence[CropTally]) -> None:
    """Print a pack's three rows."""
    for way, tally in zip(("cut out", "ten to a picture", "one to a picture"), tallies, strict=True):
        print(f"{f'{name}, {way}':50s} {tally.row()}", flush=True)
