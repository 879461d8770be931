"""Decks made ready for the classifier's crops: every face at one size, without transparency."""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.cards import Card
from models.synthetic.cards.deck import Deck

AnyPicture = NDArray[Any]
"""(H, W, 3) uint8 BGR; OpenCV's stubs say less."""
FACE_PX = (160, 240)
"""Width and height at which faces are kept: a quarter more than a crop, so that the warp into it never enlarges."""
MARGIN = 0.16
"""What is kept of the table round a photographed card, of the card's width and height."""
HEAD_SHARE = 0.25
"""Difference of a face to itself upside down, as a share of its contrast, from which on it has a head.

Measured 0.05 to 0.24 on double-headed court cards, on coins of six and swords of four, 0.4 to 1.1 on sotas and cups.
"""


@dataclass(frozen=True, slots=True)
class FaceSet:
    """One deck's faces, (240, 160, 3) uint8 BGR each.

    Attributes:
        name: the deck's name.
        family: spanish, italian or french.
        faces: the picture of each card.
        strangers: pictures of cards that have no name in the program, the French ten.
        tables: of photographed packs each face with a margin of its real table.
    """

    name: str
    family: str
    faces: dict[Card, AnyPicture]
    strangers: tuple[AnyPicture, ...] = ()
    tables: dict[Card, AnyPicture] = field(default_factory=dict)


def fit(picture: AnyPicture) -> AnyPicture:
    """``picture`` (H, W, 3 or 4) as BGR at :data:`FACE_PX`."""
    way = cv2.INTER_AREA if picture.shape[0] > FACE_PX[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(np.ascontiguousarray(picture[..., :3]), FACE_PX, interpolation=way), np.uint8)


def face_set(deck: Deck) -> FaceSet:
    """The faces of ``deck``.

    Strangers are taken from French decks alone: the Trevisane number cards 8 and 9 look like those of the pack of 48.
    """
    strangers = tuple(fit(picture) for picture in deck.extras) if deck.family == "french" else ()
    return FaceSet(deck.name, deck.family, {card: fit(deck.faces[card]) for card in deck.cards}, strangers)


def has_a_head(picture: AnyPicture) -> bool:
    """Whether a face (H, W, 3) differs upside down: a sota does, a double-headed king and four coins do not."""
    small = cv2.resize(picture, (16, 24), interpolation=cv2.INTER_AREA).astype(np.float32)
    turned = np.ascontiguousarray(small[::-1, ::-1])
    shifts = [(dy, dx) for dy in (0, 1, 2) for dx in (0, 1, 2)]  # a scan is not cut to the pixel
    differences = [np.abs(small[1:-1, 1:-1] - turned[dy : dy + 22, dx : dx + 14]).mean() for dy, dx in shifts]
    return float(min(differences) / max(float(small.std()), 1.0)) > HEAD_SHARE
