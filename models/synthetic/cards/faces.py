"""The layout of a face: paper, frame line with its gaps, numerals, pips and figures."""

from collections.abc import Callable

import cv2
import numpy as np

from firmware.cards import Card, Rank, Suit
from firmware.signals import Point
from models.synthetic.cards import aces
from models.synthetic.cards.figures import draw_figure
from models.synthetic.cards.layouts import HEIGHT_MM, PIPS, half_frame
from models.synthetic.cards.numerals import numeral, numeral_width
from models.synthetic.cards.pen import Pen
from models.synthetic.cards.style import Style
from vision.frame import Picture

DOUBLE_MM = 0.9  # between the lines of a double frame
FINENESS = 2  # drawn this many times larger, then reduced
GAPS = {Suit.OROS: 0, Suit.COPAS: 1, Suit.ESPADAS: 2, Suit.BASTOS: 3}  # "la pinta" of every Spanish maker


def draw_face(card: Card, style: Style, height_px: int) -> Picture:
    """Draw a card with square corners.

    Args:
        card: one with a suit.
        style: the maker's hand.
        height_px: height of the picture; its width follows from ``style.aspect``.

    Returns:
        (H, W, 3) uint8 BGR.

    Raises:
        ValueError: if the card has no suit.
    """
    if card.suit is None:
        raise ValueError(f"{card} has no suit, so it has no face")
    height, width = FINENESS * height_px, FINENESS * round(height_px * style.aspect)
    scale = height / HEIGHT_MM
    picture = np.full((height, width, 3), style.palette.paper, np.uint8)
    matrix = np.array([[scale, 0, width / 2], [0, scale, height / 2]])
    pen = Pen(picture, matrix, style.line_mm * scale, style.palette.ink, style.shading, style.hatched)
    _frame(pen, card, style)
    _content(pen, card, card.suit, style)
    _numerals(pen, card, style)
    small = cv2.resize(picture, None, fx=1 / FINENESS, fy=1 / FINENESS, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _frame(pen: Pen, card: Card, style: Style) -> None:
    if style.frame == "none":
        return
    _lines(pen, card, style, 0.0)
    if style.frame == "double":
        _lines(pen.thin(0.6), card, style, DOUBLE_MM)


def _lines(pen: Pen, card: Card, style: Style, outward_mm: float) -> None:
    """Four lines; the upper and lower one have the suit's gaps, two corners room for numerals that stand in them."""
    x, y = (half + outward_mm for half in half_frame(style))
    line = pen.thin(style.frame_mm / style.line_mm)
    corner_x, corner_y = _corner(card, style)
    for turn_deg in (0, 180):
        half = line.at(0, 0, turn_deg=turn_deg)
        half.stroke(np.array([[-x, -y + corner_y], [-x, y]]))
        for start, end in _dashes(-x + corner_x, x, GAPS[card.suit or Suit.OROS], style.gap_mm):
            half.stroke(np.array([[start, -y], [end, -y]]))


def _corner(card: Card, style: Style) -> Point:
    if not style.numeral_outside:
        return 0, 0
    return (numeral_width(str(card.rank.value)) + 0.3) * style.numeral_mm, 1.3 * style.numeral_mm


def _dashes(start: float, end: float, gaps: int, gap_mm: float) -> list[Point]:
    """The pieces of a line with evenly spread gaps."""
    piece = (end - start - gaps * gap_mm) / (gaps + 1)
    return [(start + k * (piece + gap_mm), start + k * (piece + gap_mm) + piece) for k in range(gaps + 1)]


def _numerals(pen: Pen, card: Card, style: Style) -> None:
    """Upper left, and lower right upside down."""
    x, y = half_frame(style)
    inner = 0.0 if style.numeral_outside else 0.22 * style.numeral_mm
    lean = style.numeral_slant * style.numeral_mm
    for turn_deg in (0, 180):
        at = pen.at(0, 0, turn_deg=turn_deg).at(
            inner + lean + style.numeral_shift[0] - x, inner + style.numeral_shift[1] - y
        )
        numeral(
            at.stretched(1.0, style.numeral_slant).at(style.numeral_slant * style.numeral_mm, 0),
            style,
            str(card.rank.value),
        )


def _content(pen: Pen, card: Card, suit: Suit, style: Style) -> None:
    if card.rank >= Rank.TEN:
        draw_figure(pen, card.rank, suit, style)
    elif card.rank == Rank.ONE:
        ACES[suit](pen, style)
    else:
        PIPS[suit](pen, int(card.rank), style)


ACES: dict[Suit, Callable[[Pen, Style], None]] = {
    Suit.OROS: aces.ace_of_coins,
    Suit.COPAS: aces.ace_of_cups,
    Suit.ESPADAS: aces.ace_of_swords,
    Suit.BASTOS: aces.ace_of_clubs,
}
