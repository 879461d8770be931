"""Where the pips of the number cards lie, suit by suit; the origin is the card's middle."""

from collections.abc import Callable

import numpy as np

from firmware.cards import CARD_MM, Suit
from firmware.signals import Point
from models.synthetic.cards.ornaments import cartouche, flower, ornament
from models.synthetic.cards.pen import Pen
from models.synthetic.cards.pips import club, coin, cup, sword
from models.synthetic.cards.style import Style

HEIGHT_MM = CARD_MM[1]

ROWS: dict[int, tuple[Point, ...]] = {  # coins and cups: places from -1 to 1 between the outer pips' middles
    2: ((0, -0.68), (0, 0.68)),
    3: ((-0.75, -0.9), (0.75, 0), (-0.75, 0.9)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    8: ((-1, -1), (1, -1), (0, -0.5), (-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    9: ((-1, -1), (1, -1), (0, -0.67), (-1, -0.34), (1, -0.34), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1)),
}
SIZES_MM = {2: 28.0, 3: 23.0, 4: 17.0, 5: 17.0, 6: 16.0, 7: 16.0, 8: 15.5, 9: 15.0}


def half_frame(style: Style) -> tuple[float, float]:
    """Half the width and height of the frame, millimetres."""
    return HEIGHT_MM * style.aspect / 2 - style.inset_mm, HEIGHT_MM / 2 - style.inset_mm


def _reach(style: Style, size_mm: Point) -> Point:
    """How far from the middle the outer pips' middles lie."""
    x, y = half_frame(style)
    room = (0.55 if style.numeral_outside else 0.75) * style.numeral_mm
    return (x - size_mm[0] / 2 - 0.6 - 0.7 * room) * style.crowding, (
        y - size_mm[1] / 2 - 1 - 0.5 * room
    ) * style.crowding


def _coins(pen: Pen, count: int, style: Style) -> None:
    size = SIZES_MM[count] * style.pip
    reach = _reach(style, (size, size))
    for x, y in ROWS[count]:
        larger = _middle_coin(style) if count == 5 and (x, y) == (0, 0) else 1.0
        coin(pen.at(x * reach[0], y * reach[1]), style, size * larger)
    if count == 4 or (count == 5 and _middle_coin(style) == 1):
        _between(pen, count, style)


def _middle_coin(style: Style) -> float:
    """Size of the middle coin of the five over that of the others."""
    return style.middle_coin or (1.5 if style.pattern == "castilian" else 1.0)


def _cups(pen: Pen, count: int, style: Style) -> None:
    size = SIZES_MM[count] * style.pip * (0.84 if style.cup == "drum" else 0.92)
    wide = style.cup_width * (1.22 if style.cup == "drum" else 1.0)
    reach = _reach(style, (0.94 * size * wide, size))
    if count == 4 or (count == 5 and style.pattern == "cadiz" and not style.flowered):
        _between(pen, count, style)
    for x, y in ROWS[count]:
        cup(pen.at(x * reach[0], y * reach[1]), style, size)
    if count == 2 and style.flowered:
        flower(pen, style, 15)


def _between(pen: Pen, count: int, style: Style) -> None:
    """Ornaments in the empty middle."""
    if count == 4 and style.cartouche:
        cartouche(pen, style, 30)
        return
    for y in (0.0,) if count == 4 else (-21.0, 21.0):
        ornament(pen.at(0, y), style, 24 if count == 4 else 13)


def _swords(pen: Pen, count: int, style: Style) -> None:
    four = _crossed_swords if style.four_swords == "crossed" else _rows_of_swords
    {2: _long_swords, 3: _long_swords, 4: four}.get(count, _rows_of_swords)(pen, count, style)


def _long_swords(pen: Pen, count: int, style: Style) -> None:
    """Two or three side by side, pointing up and down in turn."""
    x, y = half_frame(style)
    for k in range(count):
        place = (k - (count - 1) / 2) * x * (0.95 if count == 2 else 0.62) * style.crowding
        turned = (k + count) % 2 and not style.swords_alike
        sword(pen.at(place, 0, turn_deg=180 if turned else 0), style, 1.72 * y, 1.15)
    if count == 2:
        ornament(pen, style, 17)


def _crossed_swords(pen: Pen, count: int, style: Style) -> None:
    x, y = half_frame(style)
    turn_deg = float(np.degrees(np.arctan2(x - 4, y - 4)))
    if style.pattern == "cadiz":
        for side in (-1, 1):
            for shift in (-5, 5):
                at = pen.at(shift, 0, turn_deg=side * 0.62 * turn_deg)
                sword(at, style, 1.62 * y, 0.9)
    else:
        for at_x, at_y in ROWS[4]:
            at = pen.at(at_x * 0.55 * x, at_y * 0.55 * y, turn_deg=at_x * at_y * -turn_deg + (180 if at_y > 0 else 0))
            sword(at, style, 0.74 * y, 0.85)
    if style.pattern != "cadiz":
        ornament(pen, style, 14)
    elif style.ornament != "none":
        for at_y in (-0.58, 0.0, 0.58):
            flower(pen.at(0, at_y * y), style, 9)


def _rows_of_swords(pen: Pen, count: int, style: Style) -> None:
    """Half of them above with the hilts up, half below with the hilts down, an odd one lying between."""
    x, y = half_frame(style)
    columns = count // 2
    length = 0.76 * y if count % 2 else 0.84 * y
    outward = 90 if style.hilts_out else -90
    for k in range(columns):
        at_x = (2 * k / (columns - 1) - 1) * (x - 7 if columns < 4 else x - 6) * style.crowding
        for side in (-1, 1):
            at = pen.at(at_x, side * (y - 3.4 - length / 2), turn_deg=90 + outward * side)
            sword(at, style, length, 0.8 * style.pip)
    if count % 2:
        sword(pen.at(0, 0, turn_deg=-90), style, min(1.25 * x, 36), 0.8 * style.pip)
    if count in (4, 5) and style.flowered:
        for at_y in (0.0,) if count == 4 else (-0.5 * y, 0.5 * y):
            flower(pen.at(0, at_y), style, 20 if count == 4 else 13)
    elif count == 5:
        for side in (-1, 1):
            ornament(pen.at(0, 0.5 * side * y), style, 12)


def _clubs(pen: Pen, count: int, style: Style) -> None:
    {2: _long_clubs, 3: _crossed_clubs, 4: _four_clubs}.get(count, _rows_of_clubs)(pen, count, style)


def _colour(style: Style, k: int) -> tuple[int, int, int]:
    """The colour of club ``k`` in a row: two colours in turn."""
    return style.ink(style.club_colours[k % 2])


def _long_clubs(pen: Pen, count: int, style: Style) -> None:
    x, y = half_frame(style)
    for k in range(count):
        club(pen.at((k - 0.5) * x * 0.95, 0, turn_deg=180 * k), style, 1.7 * y, _colour(style, 1 - k), 0.8)
    if style.pattern == "cadiz":
        ornament(pen, style, 10)


def _crossed_clubs(pen: Pen, count: int, style: Style) -> None:
    x, y = half_frame(style)
    turn_deg = float(np.degrees(np.arctan2(x - 6, y - 3)))
    upright = pen.at(0, 0, turn_deg=90 if style.three_clubs == "cross" else 0)
    club(upright, style, 1.7 * x if style.three_clubs == "cross" else 1.62 * y, _colour(style, 0), 0.78)
    club(pen.at(0, 0, turn_deg=turn_deg), style, 1.72 * y, _colour(style, 1), 0.74)
    club(pen.at(0, 0, turn_deg=-turn_deg), style, 1.72 * y, style.ink(style.club_colours[2]), 0.74)


def _four_clubs(pen: Pen, count: int, style: Style) -> None:
    x, y = half_frame(style)
    turn_deg = 0.9 * float(np.degrees(np.arctan2(x - 4, y - 4)))
    for k, (at_x, at_y) in enumerate(ROWS[4]):
        at = pen.at(at_x * 0.54 * x, at_y * 0.54 * y, turn_deg=at_x * at_y * -turn_deg + (180 if at_y > 0 else 0))
        club(at, style, 0.74 * y, _colour(style, k + (at_y > 0)), 1.25)
    ornament(pen, style, 13)


def _rows_of_clubs(pen: Pen, count: int, style: Style) -> None:
    """Half of them above, half below, thick ends outward and inward in turn, an odd one lying between."""
    x, y = half_frame(style)
    columns = count // 2
    length = (0.74 if count % 2 else 0.82) * y
    slant = 14 if columns == 2 else 0
    for k in range(columns):
        at_x = (k / (columns - 1) - 0.5) * 2 * (x - (11 if columns == 2 else 6.5)) * style.crowding
        for side in (-1, 1):
            at = pen.at(at_x, side * (y - 3.4 - length / 2))
            turned = 0 if k % 2 == 0 or style.clubs_alike else 180
            tilt = slant * (1 if k else -1) * side
            club(
                at.at(0, 0, turn_deg=turned + 90 + 90 * side + tilt), style, length, _colour(style, k + (side > 0)), 1.3
            )
    if count % 2:
        club(pen.at(0, 0, turn_deg=-90), style, min(1.2 * x, 34), style.ink(style.club_colours[2]), 1.2)
    if count == 5:
        for side in (-1, 1):
            ornament(pen.at(0, 0.52 * side * y), style, 10)


PIPS: dict[Suit, Callable[[Pen, int, Style], None]] = {
    Suit.OROS: _coins,
    Suit.COPAS: _cups,
    Suit.ESPADAS: _swords,
    Suit.BASTOS: _clubs,
}
