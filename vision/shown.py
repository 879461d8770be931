"""The cards of a deck that is shown to be enrolled, as they lie in its pictures."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from firmware.signals import Face
from vision.calibrate import TableScale
from vision.frame import Floats, Picture
from vision.identify import CROP_PX, FACES, Identifier
from vision.locate import Detector
from vision.quads import half_turn
from vision.rectify import rectify_all
from vision.stills import find_in_any_shape


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card in a picture.

    Attributes:
        picture: which of the pictures, from 0.
        corners_px: (4, 2) float32 clockwise from the card's own upper left, pixels of the picture.
        crop: (192, 128, 3) uint8 BGR, head up.
        chances: (50,) float32, probabilities over ``FACES``, by the classifier alone.
        description: (128,) float32 of length one.
    """

    picture: int
    corners_px: Floats
    crop: Picture
    chances: Floats
    description: Floats

    @property
    def likeliest(self) -> Face:
        """What the classifier takes it for."""
        return FACES[int(self.chances.argmax())]


def shown_cards(picture: Picture, number: int, detector: Detector, identifier: Identifier) -> list[ShownCard]:
    """The cards in a picture of an enrolment, row by row.

    All are of one deck, so what has not the size of the others is not a card: the half of one found once more.

    Args:
        picture: (H, W, 3) uint8 BGR.
        number: which of the pictures it is, from 0.
        detector: finds the cards.
        identifier: names them.
    """
    found = [card.corners_px for card in find_in_any_shape(picture, detector)]
    scale = TableScale()
    scale.learn(found)
    quads = row_by_row([quad for quad in found if scale.plausible(quad)])
    if not quads:
        return []
    crops = rectify_all(picture, quads, CROP_PX)
    turned_crops = np.ascontiguousarray(crops[:, ::-1, ::-1])
    seen, turned = identifier.classify(crops), identifier.classify(turned_crops)
    chances = (seen.chances + turned.chances) / 2
    return [
        ShownCard(number, half_turn(quads[k]), turned_crops[k], chances[k], turned.descriptions[k])
        if seen.turned[k] > turned.turned[k]
        else ShownCard(number, quads[k], crops[k], chances[k], seen.descriptions[k])
        for k in range(len(quads))
    ]


def row_by_row(quads: Sequence[Floats]) -> list[Floats]:
    """Corners (4, 2) each, pixels of a picture, in the order in which people read: rows from above, each from the left.

    A row ends where the next card's middle lies more than half a card's height below the middles so far.
    """
    rows: list[list[Floats]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        middle = float(np.mean([one[:, 1].mean() for one in rows[-1]])) if rows else -np.inf
        if quad[:, 1].mean() - middle > np.ptp(quad[:, 1]) / 2:
            rows.append([])
        rows[-1].append(quad)
    return [quad for row in rows for quad in sorted(row, key=lambda quad: float(quad[:, 0].mean()))]
