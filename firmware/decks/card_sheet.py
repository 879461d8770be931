"""Cards of a deck on one small picture for the page, which shows each of them by its place."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import ES48
from firmware.decks.enrolment_state import ACROSS, CELL_PX, SHEET
from firmware.decks.store import DeckStore
from firmware.storage.atomic_file import write_atomic
from vision.enrolled import EnrolledDeck
from vision.frame import Picture

QUALITY_PERCENT = 72
"""Of a sheet, 100 kB for 40 cards; still sharp on a telephone."""


def card_sheet(crops: Sequence[Picture]) -> Picture:
    """Crops (192, 128, 3) side by side, :data:`ACROSS` to a row, (rows * 144, 960, 3) uint8 BGR."""
    width, height = CELL_PX
    sheet = np.zeros((max(-(-len(crops) // ACROSS), 1) * height, ACROSS * width, 3), np.uint8)
    for place, crop in enumerate(crops):
        x, y = place % ACROSS * width, place // ACROSS * height
        sheet[y : y + height, x : x + width] = cv2.resize(crop, CELL_PX, interpolation=cv2.INTER_AREA)
    return sheet


def deck_crops(deck: EnrolledDeck) -> list[Picture]:
    """The cards of a deck that have a name, in the order of the pack."""
    crops = dict(zip(deck.faces, deck.crops, strict=True))
    return [crops[card] for card in ES48.cards if card in crops]


def jpeg(picture: Picture) -> bytes:
    """A picture (H, W, 3) uint8 BGR as the page loads it."""
    return cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY_PERCENT))[1].tobytes()


def prepare_sheet(decks: str, name: str, folder: str, _assets: str) -> None:
    """Write the sheet of an enrolled deck for the page's shelf.

    Args:
        decks: folder of the enrolled decks.
        name: of the deck.
        folder: where the sheet goes.

    Raises:
        DeckError: if the deck cannot be read.
    """
    write_atomic(Path(folder) / SHEET, jpeg(card_sheet(deck_crops(DeckStore(Path(decks)).load(name)))))
