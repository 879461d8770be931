"""The table as the referee sees it, drawn: where each card lies in a picture of its own millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.cards import CARD_MM, Card
from firmware.standing.message import StandingCard

LEAST_WIDTH_MM, LEAST_HEIGHT_MM = 560.0, 315.0
"""A table of nine cards by three: smaller ones are not drawn larger: cards keep their size from play to play."""
MARGIN_MM = 30.0
"""Between the outermost card and the edge of the drawing."""
RATIO = 9 / 16
"""Height to width of what the camera sees."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card of the drawing.

    Attributes:
        card: which it is; ``None``: a back, or unknown.
        x_mm: its middle, from the left of the drawing.
        y_mm: from its top.
        angle_deg: how it is turned, so that its figure stays upright: between -90 and 90.
        state: how it is drawn: ``game``, ``hidden`` or ``besides``.
        doubtful: marked, since it is not sure.
    """

    card: Card | None
    x_mm: float
    y_mm: float
    angle_deg: int
    state: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A drawing of the table, millimetres.

    Attributes:
        width_mm: of it.
        height_mm: of it.
        cards: those besides the game first, so that the others lie upon them.
        unplaced: cards of the game of which nobody knows where they lie.
    """

    width_mm: float
    height_mm: float
    cards: tuple[DrawnCard, ...]
    unplaced: tuple[Card, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing lies there."""
        return not (self.cards or self.unplaced)


def table_drawing(cards: Sequence[StandingCard], width_mm: float) -> TableDrawing:
    """Draw the cards of a standing.

    Args:
        cards: with their places.
        width_mm: width of the camera's picture on the table; nil: unknown.
    """
    placed = [(one, one.x_mm, one.y_mm) for one in cards if one.x_mm is not None and one.y_mm is not None]
    right = max([LEAST_WIDTH_MM, width_mm, *(x + MARGIN_MM + CARD_MM[1] / 2 for _, x, _ in placed)])
    bottom = max([LEAST_HEIGHT_MM, width_mm * RATIO, *(y + MARGIN_MM + CARD_MM[1] / 2 for _, _, y in placed)])
    drawn = [_drawn(one, x, y) for one, x, y in sorted(placed, key=lambda place: place[0].in_game)]
    return TableDrawing(round(right), round(bottom), tuple(drawn), _unplaced(cards))


def _drawn(card: StandingCard, x_mm: float, y_mm: float) -> DrawnCard:
    state = "besides" if not card.in_game else "hidden" if card.hidden else "game"
    named = Card.parse(card.card) if card.card else None
    return DrawnCard(named, x_mm, y_mm, (card.angle_deg + 90) % 180 - 90, state, card.doubtful)


def _unplaced(cards: Sequence[StandingCard]) -> tuple[Card, ...]:
    return tuple(Card.parse(one.card) for one in cards if one.x_mm is None and one.card)
