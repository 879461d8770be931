"""The photographed packs as pictures with their truth: ten to a picture of 1280x720, and one by one as they are."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import Card
from models.synthetic.scenes.scene import CardTruth, Rendered
from models.training.identify.packs import corners, pictures
from vision.frame import Floats, Picture

CELL_PX, COLUMNS, ROWS = (256, 360), 5, 2
"""As the packs were measured from outside: cells of 256x360, five by two."""

Photograph = tuple[Card, Picture, Floats]


def _pack(folder: Path) -> list[Photograph]:
    """Card, picture and corners of each photograph of a pack."""
    shown, quads = pictures(folder), corners(folder)
    return [(card, np.asarray(shown[card], np.uint8), quads[card]) for card in sorted(quads, key=str)]


def one_by_one(folder: Path) -> Iterator[Rendered]:
    """Each photograph of a pack as it is."""
    return (_shown(picture, [CardTruth(card, quad, 1.0)]) for card, picture, quad in _pack(folder))


def ten_to_a_picture(folder: Path) -> Iterator[Rendered]:
    """The photographs of a pack side by side, ten at a time."""
    pack = _pack(folder)
    return (_joined(pack[at : at + COLUMNS * ROWS]) for at in range(0, len(pack), COLUMNS * ROWS))


def _joined(chosen: Sequence[Photograph]) -> Rendered:
    width, height = CELL_PX
    whole, cards = np.zeros((height * ROWS, width * COLUMNS, 3), np.uint8), []
    for number, (card, picture, quad) in enumerate(chosen):
        left, top = number % COLUMNS * width, number // COLUMNS * height
        whole[top : top + height, left : left + width] = cv2.resize(picture, CELL_PX)
        scale = np.array(CELL_PX, np.float32) / picture.shape[1::-1]
        cards.append(CardTruth(card, ((quad + 0.5) * scale - 0.5 + (left, top)).astype(np.float32), 1.0))
    return _shown(whole, cards)


def _shown(picture: Picture, cards: Sequence[CardTruth]) -> Rendered:
    return Rendered(picture, tuple(cards), np.zeros(picture.shape[:2], np.uint8))
