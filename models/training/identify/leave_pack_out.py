"""Read each real pack after learning from the others: ``python -m models.training.identify.leave_pack_out``.

Prints a row for each pack and for all: its photographs cut along the card's corners, ten to a picture of 1280x720, and
one by one as they are. The shipped model is taught as :mod:`models.training.identify.further` does it, anew for each
pack, and no crop, table or light of the pack that is read is among what it is taught.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from firmware.cards import Card
from firmware.signals import Face, Unnamed
from models.training.command_line import MODELS
from models.training.identify.backs import draw_any_back
from models.training.identify.crops import CropMaker
from models.training.identify.faces import AnyPicture, FaceSet
from models.training.identify.further import SeenCrops, between, last_layers, learn, marks_session, seen_crops, write
from models.training.identify.material import material, surfaces_in
from models.training.identify.measure import HEADING, CropTally
from models.training.identify.packs import pack_of, packs, pictures
from models.training.identify.strangers import STRANGERS
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


def taught_without(number: int, base: SeenCrops, own: Sequence[SeenCrops], start: Path, work: Path) -> Identifier:
    """The model with last layers that learned from all packs but one.

    Args:
        number: which pack is left out.
        base: crops of all else.
        own: crops of each pack.
        start: the model that is taught.
        work: folder for the model that is written.
    """
    parts = (base, *(seen for place, seen in enumerate(own) if place != number))
    net = last_layers(start)
    learn(net, SeenCrops(*(np.concatenate(part) for part in zip(*parts, strict=True))))
    write(between(last_layers(start), net), start, work / "identify-without-a-pack.onnx")
    return Identifier(onnxruntime.InferenceSession(str(work / "identify-without-a-pack.onnx")))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, default=Path("../shared/decks"))
    parser.add_argument("--surfaces", type=Path, default=Path("../shared/tabletops"))
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos/napoletane"), help="folder of real packs")
    parser.add_argument("--crops", type=int, default=30_000, help="crops of everything but the packs")
    parser.add_argument(
        "--seen", type=Path, help="identify-seen.npz of a course without any pack, instead of new crops"
    )
    parser.add_argument("--pack-crops", type=int, default=600, help="crops of each pack")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--from", dest="start", type=Path, default=MODELS / "identify.onnx", help="the model to teach")
    parser.add_argument("--work", type=Path, default=Path("out"), help="folder for what is written on the way")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    chosen.work.mkdir(parents=True, exist_ok=True)
    session, real = marks_session(chosen.start), packs(chosen.photos, (), notes=chosen.work)
    base = kept_crops(chosen.seen) if chosen.seen else _base(chosen, session)
    round_about = [draw_any_back(np.random.default_rng(k)) for k in range(20)], surfaces_in(chosen.surfaces), STRANGERS
    own = [
        seen_crops(CropMaker([(pack, 1.0)], *round_about), session, crops=chosen.pack_crops, seed=k)
        for k, pack in enumerate(real)
    ]
    rows: list[tuple[CropTally, ...]] = []
    print(f"{'':50s} {HEADING}")
    for number, pack in enumerate(real):
        identifier = taught_without(number, base, own, chosen.start, chosen.work)
        rows.append((cut(pack, identifier), *read_pack(chosen.photos / pack_of(pack), identifier)))
        tell(pack.name, rows[-1])
    tell("all packs, each left out", [sum(way, CropTally()) for way in zip(*rows, strict=True)])


def kept_crops(file: Path) -> SeenCrops:
    """What a course kept in ``identify-seen.npz``."""
    with np.load(file) as kept:
        return SeenCrops(kept["marks"], kept["labels"])


def _base(chosen: argparse.Namespace, session: onnxruntime.InferenceSession) -> SeenCrops:
    """Crops of all decks that are no photographed pack."""
    maker = material(chosen.decks, chosen.surfaces, seed=chosen.seed)
    return seen_crops(maker, session, crops=chosen.crops, seed=chosen.seed)


def tell(name: str, tallies: Sequence[CropTally]) -> None:
    """Print a pack's three rows."""
    for way, tally in zip(("cut out", "ten to a picture", "one to a picture"), tallies, strict=True):
        print(f"{f'{name}, {way}':50s} {tally.row()}", flush=True)


if __name__ == "__main__":
    main()
