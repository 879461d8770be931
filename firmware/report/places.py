"""Where the cards of a table lie: each at the outline at which it was seen last."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import dist

from firmware.cards import CARD_MM, Card
from firmware.signals import Outline, Point, SeenCard

SAME_PLACE_MM = CARD_MM[0] / 2
"""Nearer than half a card's width two middles are of one card: whole cards that lie side by side are farther apart."""


@dataclass(frozen=True, slots=True)
class OutlinedCard:
    """A card and where it lies.

    Attributes:
        card: its face.
        corners: in table millimetres, clockwise from its own upper left; empty where it was never seen.
    """

    card: Card
    corners: Outline = ()


class PlaceMemory:
    """Remembers the outline of each card as it was seen last."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self._known: dict[Card, Outline] = {}

    def located(
        self, cards: Iterable[Card], places: Mapping[Card, Point], seen: Sequence[SeenCard]
    ) -> tuple[OutlinedCard, ...]:
        """Cards with their outlines.

        Args:
            cards: which.
            places: the middle of each that was seen, table millimetres.
            seen: the last look, which has the outlines.
        """
        return tuple(OutlinedCard(card, self._outline(card, places.get(card), seen)) for card in cards)

    def _outline(self, card: Card, middle: Point | None, seen: Sequence[SeenCard]) -> Outline:
        if middle is None:
            return ()
        nearest = min(seen, key=lambda one: dist(one.centre, middle), default=None)
        if nearest is not None and dist(nearest.centre, middle) < SAME_PLACE_MM:
            self._known[card] = nearest.corners
        known = self._known.get(card, ())
        if not known or dist(_middle(known), middle) >= SAME_PLACE_MM:
            self._known[card] = known = upright(middle)
        return known


def upright(middle: Point) -> Outline:
    """The outline of a card of which only the middle is known."""
    (x, y), (width, height) = middle, CARD_MM
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _middle(corners: Outline) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
