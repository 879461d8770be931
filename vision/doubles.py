"""One card gets one outline: of two outlines that lie upon one another as no two cards can be read, the better stays.

Cards of one deck have one size, and each face is there once. Of a card that another hides by four fifths nobody reads a
name. So a second outline that lies nearly all in the first, or bears its name, or lies in it for the most part without
having a card's shape, is a second answer about the same card, or about a part of it.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from firmware.cards import Card
from firmware.signals import Face
from vision.frame import Floats
from vision.quads import area, long_side_px, short_side_px
from vision.suppress import covered

NESTED = 0.8
"""From this share of an outline inside another one on they are one card: 0.77 is what two cards of one size share that
are not yet taken for the same where they are found, and two crossed ones share 0.7 at most."""

PART = 0.55
"""The same for an outline that has not the shape of a card; what is seen of a card below another lies outside that."""

TOUCHING = 0.3
"""The same where both have one name: less may be two cards of two decks, side by side."""

SHAPES = (0.52, 0.78)
"""Width over height of whole cards, seen at up to 20 degrees from above: makers' cards have 0.61 to 0.70."""

NAMED = 0.6
"""A name with less than this is a guess."""


class Read(Protocol):
    """A card that was read."""

    @property
    def face(self) -> Face:
        """The likeliest."""
        ...

    @property
    def confidence(self) -> float:
        """Its probability."""
        ...

    @property
    def corners_px(self) -> Floats:
        """Corners (4, 2) float32, pixels of the picture."""
        ...


ReadT = TypeVar("ReadT", bound=Read)


def without_doubles(cards: Sequence[ReadT]) -> tuple[ReadT, ...]:
    """The cards without second outlines of the same card, in their order."""
    kept: list[ReadT] = []
    for card in sorted(cards, key=_worth, reverse=True):
        if not any(one_card(card, other) for other in kept):
            kept.append(card)
    return tuple(card for card in cards if any(card is one for one in kept))


def one_card(first: Read, second: Read) -> bool:
    """Whether two outlines of a picture are of the same card."""
    inside = max(covered(first.corners_px, second.corners_px), covered(second.corners_px, first.corners_px))
    if inside >= NESTED:
        return True
    if inside >= TOUCHING and isinstance(first.face, Card) and first.face == second.face:
        return True
    return inside >= PART and not (card_shaped(first.corners_px) and card_shaped(second.corners_px))


def card_shaped(quad: Floats) -> bool:
    """Whether an outline (4, 2) has the shape of a whole card."""
    return SHAPES[0] < short_side_px(quad) / max(long_side_px(quad), 1.0) < SHAPES[1]


def _worth(card: Read) -> tuple[bool, bool, float]:
    """What stays is shaped as a card before what is not, and named before what is guessed, and then the larger one."""
    sure = isinstance(card.face, Card) and card.confidence >= NAMED
    return card_shaped(card.corners_px), sure, area(card.corners_px)
