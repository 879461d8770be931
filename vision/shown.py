"""The cards of a deck that is shown to be enrolled, as they lie in its pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware.signals import Face
from vision.frame import Floats, Picture
from vision.identify import CARDS, CROP_PX, FACES, Identifier
from vision.laid import Flaw, burnt_share, whole_cards
from vision.locate import Detector
from vision.multiscale import find_in_any_shape
from vision.quads import half_turn
from vision.rectify import rectify_all
from vision.renderings import VIEWS

LEAST_WEIGHT = 0.05
"""What an outline that is taken for no card says of their size beside one that surely is: all, where none is known."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownCard:
    """A card in a picture.

    Attributes:
        picture: which of the pictures, from 0.
        corners_px: (4, 2) float32 clockwise from the card's own upper left, pixels of the picture.
        crop: (192, 128, 3) uint8 BGR, head up.
        chances: (50,) float32, probabilities over ``FACES``, by the classifier alone.
        description: (128,) float32 of length one.
        flaw: why it cannot be learned from this look.
        burnt: share of its crop that is burnt out.
    """

    picture: int
    corners_px: Floats
    crop: Picture
    chances: Floats
    description: Floats
    flaw: Flaw | None = None
    burnt: float = 0.0

    @property
    def likeliest(self) -> Face:
        """What the classifier takes it for."""
        return FACES[int(self.chances.argmax())]


def shown_cards(picture: Picture, number: int, detector: Detector, identifier: Identifier) -> list[ShownCard]:
    """The cards in a picture of an enrolment, row by row.

    All are of one deck and lie side by side, so what has not the size of the others is not a card, and what is cut off
    or lies on another one is told as such. Each is named by the mean over several renderings of its picture: where
    these differ, the deck is one that the classifier does not know.

    Args:
        picture: (H, W, 3) uint8 BGR.
        number: which of the pictures it is, from 0.
        detector: finds the cards.
        identifier: names them.
    """
    quads = [card.corners_px for card in find_in_any_shape(picture, detector)]
    looks = dict(zip(map(id, quads), _named(picture, quads, number, identifier), strict=True))
    weights = [LEAST_WEIGHT + float(look.chances[: len(CARDS)].sum()) for look in looks.values()]
    flaws = whole_cards(quads, picture.shape[:2], weights)
    found = {id(quad): replace(looks[id(quad)], flaw=flaw) for quad, flaw in flaws}
    return [found[id(quad)] for quad in row_by_row([quad for quad, _ in flaws])]


def _named(picture: Picture, quads: Sequence[Floats], number: int, identifier: Identifier) -> list[ShownCard]:
    """What is seen at these corners (4, 2) of a picture."""
    if not quads:
        return []
    crops = rectify_all(picture, quads, CROP_PX)
    turned_crops = np.ascontiguousarray(crops[:, ::-1, ::-1])
    seen, turned = identifier.classify(crops), identifier.classify(turned_crops)
    others = [identifier.classify(view(crops)).chances for view in VIEWS]
    chances = np.mean([seen.chances, turned.chances, *others], axis=0)
    over = seen.turned > turned.turned
    return [
        ShownCard(
            number,
            half_turn(quad) if over[k] else quad,
            turned_crops[k] if over[k] else crops[k],
            chances[k],
            turned.descriptions[k] if over[k] else seen.descriptions[k],
            burnt=burnt_share(crops[k]),
        )
        for k, quad in enumerate(quads)
    ]


def row_by_row(quads: Sequence[Floats]) -> list[Floats]:
    """Corners (4, 2) each, pixels of a picture, in the order in which people read: rows from above, each from the left.

    A row ends where the next card's middle lies more than half a card's height below the middles so far.
    """
    return [quad for row in _rows(quads) for quad in row]


def place_of(quad: Floats, quads: Sequence[Floats]) -> tuple[int, int]:
    """The row of a card (4, 2) among those of a picture, which are to hold it, and its place in that row, from 1."""
    rows = enumerate(_rows(quads), 1)
    return next((row, place) for row, cards in rows for place, one in enumerate(cards, 1) if one is quad)


def _rows(quads: Sequence[Floats]) -> list[list[Floats]]:
    rows: list[list[Floats]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        middle = float(np.mean([one[:, 1].mean() for one in rows[-1]])) if rows else -np.inf
        if quad[:, 1].mean() - middle > np.ptp(quad[:, 1]) / 2:
            rows.append([])
        rows[-1].append(quad)
    return [sorted(row, key=lambda quad: float(quad[:, 0].mean())) for row in rows]
