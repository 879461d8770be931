"""Decks cut out of photographs of real cards, one card a photograph."""

from pathlib import Path

import cv2
import numpy as np

from firmware.cards import ES40, Card
from firmware.signals import Unnamed
from models.synthetic.cards.backs import draw_back
from models.synthetic.cards.cutout import round_corners
from models.synthetic.cards.deck import Deck, DeckPicturesError, NameableFace
from vision.frame import Floats, Picture
from vision.locate import Detector
from vision.quads import long_side_px, short_side_px
from vision.rectify import rectify

SIZE_PX = (260, 400)
PLATE_PX = (720, 1280, 3)
CELL_PX = (256, 360)
"""Ten photographs to a plate: the cards are then as large as the detector sees them on a table."""
LIKE_OTHERS = 0.25
"""An outline whose sides differ by more than this share from the photograph's usual ones is none."""


def photographed_deck(folder: Path, detector: Detector) -> Deck:
    """The deck of forty photographs named ``<rank><suit>.jpg``.

    Args:
        folder: where they lie.
        detector: finds each card in its photograph; where it finds none, the card is cut out where most lie.

    Raises:
        DeckPicturesError: if a photograph is missing.
    """
    pictures = [_photograph(folder, card) for card in ES40.cards]
    found = [quad for k in range(0, len(pictures), 10) for quad in _outlines(pictures[k : k + 10], detector)]
    usual = np.median(np.stack([quad for quad in found if quad is not None]), axis=0).astype(np.float32)
    faces: dict[NameableFace, Picture] = {
        card: round_corners(rectify(picture, quad if quad is not None and _like(quad, usual) else usual, SIZE_PX))
        for card, picture, quad in zip(ES40.cards, pictures, found, strict=True)
    }
    faces[Unnamed.BACK] = round_corners(draw_back(SIZE_PX, 7))
    return Deck(f"photographed-{folder.name}", "italian", faces)


def _photograph(folder: Path, card: Card) -> Picture:
    picture = cv2.imread(str(folder / f"{card}.jpg"))
    if picture is None:
        raise DeckPicturesError(f"{folder} has no picture {card}.jpg that can be read")
    return np.asarray(cv2.resize(picture, CELL_PX), np.uint8)


def _outlines(pictures: list[Picture], detector: Detector) -> list[Floats | None]:
    """The corners (4, 2) of the card in each of ten photographs, head up, or nothing where none is found."""
    plate = np.zeros(PLATE_PX, np.uint8)
    for k, picture in enumerate(pictures):
        x, y = k % 5 * CELL_PX[0], k // 5 * CELL_PX[1]
        plate[y : y + CELL_PX[1], x : x + CELL_PX[0]] = picture
    cards = [_head_up(card.corners_px) for card in detector.detect(plate).cards]
    return [_within(cards, (k % 5 * CELL_PX[0], k // 5 * CELL_PX[1])) for k in range(len(pictures))]


def _within(quads: list[Floats], corner: tuple[int, int]) -> Floats | None:
    """The first outline whose middle lies in the cell with that upper left corner, in its frame."""
    shifted = [np.asarray(quad - np.array(corner, np.float32), np.float32) for quad in quads]
    return next((quad for quad in shifted if _in_cell(quad)), None)


def _in_cell(quad: Floats) -> bool:
    middle = quad.mean(axis=0)
    return bool((middle > 0).all() and (middle < CELL_PX).all())


def _head_up(quad: Floats) -> Floats:
    """The corners begun at the upper left."""
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def _like(quad: Floats, usual: Floats) -> bool:
    sides = (long_side_px(quad) / long_side_px(usual), short_side_px(quad) / short_side_px(usual))
    return all(abs(side - 1) < LIKE_OTHERS for side in sides)
