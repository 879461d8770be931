"""An enrolled deck on one picture: its cards by suits with their names, then its back and what has no name."""

from collections.abc import Sequence

import cv2
import numpy as np

from firmware.cards import Card, Suit
from firmware.signals import Face
from vision.enrolled import EnrolledDeck
from vision.frame import Picture
from vision.identify import CROP_PX

GAP_PX, NAME_PX = 8, 22
GROUND, INK = 40, (255, 255, 255)

NamedCrop = tuple[Face, Picture]


def contact_sheet(deck: EnrolledDeck) -> Picture:
    """All pictures of a deck with their names, (H, W, 3) uint8 BGR; a row each for oros, copas, espadas, bastos."""
    rows = [row for row in _rows(deck) if row]
    across = max(map(len, rows))
    return np.concatenate([_strip(row, across) for row in rows])


def _rows(deck: EnrolledDeck) -> list[list[NamedCrop]]:
    shown = list(zip(deck.faces, deck.crops, strict=True))
    cards = [(face, crop) for face, crop in shown if isinstance(face, Card)]
    suits = [sorted((one for one in cards if one[0].suit is suit), key=lambda one: one[0].rank) for suit in Suit]
    return [*[list[NamedCrop](suit) for suit in suits], [one for one in shown if not isinstance(one[0], Card)]]


def _strip(row: Sequence[NamedCrop], across: int) -> Picture:
    """A row of cards, as wide as ``across`` of them."""
    width, height = CROP_PX
    strip = np.full((height + NAME_PX + GAP_PX, across * (width + GAP_PX) + GAP_PX, 3), GROUND, np.uint8)
    for place, (face, crop) in enumerate(row):
        x = GAP_PX + place * (width + GAP_PX)
        strip[NAME_PX : NAME_PX + height, x : x + width] = crop
        cv2.putText(strip, str(face), (x, NAME_PX - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA)
    return strip
