"""What number cards and aces of a maker who draws in simple shapes have between the numerals, and where it lies."""

from dataclasses import replace

import numpy as np

from firmware.cards import Suit
from firmware.signals import Point
from models.synthetic.cards.flat_coins import coin
from models.synthetic.cards.flat_hand import FlatHand
from models.synthetic.cards.flat_pips import club, club_ink, cup, sword
from models.synthetic.cards.layouts import HEIGHT_MM, ROWS
from models.synthetic.cards.pen import Pen, box, ellipse

THREES = {"slope": ROWS[3], "rise": ((0.75, -0.9), (-0.75, 0), (0.75, 0.9)), "column": ((0, -1), (0, 0), (0, 1))}
NINES = (ROWS[9], tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)))
SEVENS = (ROWS[7], ROWS[7], ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)))


def half_frame(hand: FlatHand) -> Point:
    """Half of what lies within the frame, millimetres."""
    return HEIGHT_MM * hand.aspect / 2 - hand.inset_mm, HEIGHT_MM / 2 - hand.inset_mm


def ace(pen: Pen, suit: Suit, hand: FlatHand) -> None:
    """An ace: the coin in its ring, the cup with a lid, sword and club laid aslant.

    Args:
        pen: draws; millimetres around the card's middle.
        suit: of the card.
        hand: the maker's.
    """
    x, y = half_frame(hand)
    rng = np.random.default_rng([hand.seed, 11])
    lean = float(rng.choice([0.0, rng.uniform(-40, 40)]))
    if suit == Suit.OROS:
        if hand.seed % 4:
            _ring(pen, hand, float(rng.uniform(20, 24)), square=bool(rng.random() < 0.5))
        coin(pen.at(0, 0, scale=float(rng.uniform(24, 38)) * min(hand.pip, 1.05)), hand)
    elif suit == Suit.COPAS:
        at = pen.at(0, 2, scale=float(rng.uniform(38, 60)))
        cup(at, hand)
        if rng.random() < 0.7:
            at.fill("-0.3,-0.5! 0.3,-0.5! 0.12,-0.66 0,-0.74 -0.12,-0.66", hand.inks["red"], outline=hand.outlined)
    elif suit == Suit.ESPADAS:
        sword(pen.at(0, 0, turn_deg=lean), _larger(hand), min(1.75 * y, 76))
        if rng.random() < 0.6:
            pen.rod(
                np.array([[-x + 4, 8], [-5, 0], [5, 6], [x - 4, -2]]),
                hand.inks["red"],
                width=4.0,
                outline=hand.outlined,
            )
    else:
        for k in range(int(rng.integers(0, 7))):
            pen.at(0, 0, turn_deg=lean).fill(
                ellipse(-9 if k % 2 else 9, -22 + 8 * k, 5, 2.2),
                hand.inks["blue" if rng.random() < 0.5 else "green"],
                outline=hand.outlined,
            )
        club(
            pen.at(0, 0, turn_deg=lean),
            _larger(hand),
            min(1.7 * y, 74),
            hand.inks["red"] if rng.random() < 0.6 else club_ink(hand, 0),
        )


def _larger(hand: FlatHand) -> FlatHand:
    return replace(hand, blade_mm=1.7 * hand.blade_mm, club_mm=1.8 * hand.club_mm)


def _ring(pen: Pen, hand: FlatHand, radius: float, *, square: bool) -> None:
    """A frame of ribbon, striped or plain."""
    count = 24 + 2 * (hand.cogs % 6)
    turn = np.linspace(0, 2 * np.pi, count + 1)
    reach = radius / np.maximum(np.abs(np.cos(turn)), np.abs(np.sin(turn))) ** (0.9 if square else 0)
    outer = np.stack([reach * np.cos(turn), (1.25 if square else 1) * reach * np.sin(turn)], 1)
    for k in range(count):
        piece = np.vstack([outer[k], outer[k + 1], 0.87 * outer[k + 1], 0.87 * outer[k], outer[k]])
        pen.fill(piece, hand.inks["blue" if k % 2 and hand.seed % 3 else "red"], outline=hand.outlined)


def pips(pen: Pen, count: int, suit: Suit, hand: FlatHand) -> None:
    """What a number card shows.

    Args:
        pen: draws; millimetres around the card's middle.
        count: its rank.
        suit: of the card.
        hand: the maker's.
    """
    if suit in (Suit.OROS, Suit.COPAS):
        _spread(pen, count, suit, hand)
    else:
        _laid(pen, count, suit, hand)


def _spread(pen: Pen, count: int, suit: Suit, hand: FlatHand) -> None:
    """Coins and cups."""
    x, y = half_frame(hand)
    places = {3: THREES[hand.shapes["three"]], 7: SEVENS[hand.seed % 3], 9: NINES[hand.seed % 2]}.get(
        count, ROWS[count]
    )
    if count == 2 and hand.seed % 7 == 3:
        places = ((-1, 0), (1, 0))
    beside = max(sum(other[1] == place[1] for other in places) for place in places)
    of_height = 1.0 if suit == Suit.OROS else 0.84 * hand.cup_wide
    size = min({2: 27.0, 3: 22.0, 4: 18.0, 5: 17.0}.get(count, 15.5) * hand.pip, 1.9 * x / beside / of_height)
    wide = size * of_height
    reach = (
        (min(x - 2 - wide / 2, 0.62 * x) if count == 3 else x - 2 - wide / 2) * hand.spread[0],
        (y - 2.5 - size / 2) * hand.spread[1],
    )
    _ornament(pen, hand, {2: 7.0, 4: 12.0}.get(count, 0.0))
    for px, py in places:
        larger = hand.middle_coin if (count, suit, px, py) == (5, Suit.OROS, 0, 0) else 1.0
        at = pen.at(
            px * reach[0], py * reach[1], scale=size * larger, turn_deg=180 if py > 0.5 and hand.seed % 11 == 0 else 0
        )
        (coin if suit == Suit.OROS else cup)(at, hand)


def _ornament(pen: Pen, hand: FlatHand, radius: float) -> None:
    """A flower, a ring of ribbon with a name, or a leaf, in the usual places."""
    if not radius or (hand.seed * 7 + round(radius)) % 10 >= 10 * hand.ornaments:
        return
    kind = (hand.seed + round(radius)) % 4
    if kind == 0:
        for k in range(5):
            pen.at(0, 0, turn_deg=72 * k).fill(
                ellipse(0, -0.6 * radius, 0.3 * radius, 0.4 * radius), hand.inks["red"], outline=hand.outlined
            )
        pen.fill(ellipse(0, 0, 0.3 * radius), hand.inks["yellow"], outline=hand.outlined)
    elif kind == 1:
        _ring(pen, hand, radius, square=False)
        for k in range(3):
            pen.rod(
                np.array([[-0.55 * radius, (k - 1) * 0.3 * radius], [0.55 * radius, (k - 1) * 0.3 * radius]]),
                hand.inks["ink"],
                width=0.12 * radius,
                outline=0,
            )
    elif kind == 2:
        pen.fill(box(-radius, -0.3 * radius, 2 * radius, 0.6 * radius), hand.inks["red"], outline=hand.outlined)
        pen.fill(box(-0.8 * radius, -0.12 * radius, 1.6 * radius, 0.24 * radius), hand.inks["paper"], outline=False)
    else:
        for side in (-1, 1):
            pen.at(0, 0, turn_deg=55 * side).fill(
                ellipse(0, -0.5 * radius, 0.22 * radius, 0.5 * radius), hand.inks["green"], outline=hand.outlined
            )
        pen.fill(ellipse(0, 0.2 * radius, 0.35 * radius), hand.inks["blue"], outline=hand.outlined)


def _long(at: Pen, suit: Suit, hand: FlatHand, length: float, k: int) -> None:
    """One sword or club.

    Args:
        at: draws.
        suit: swords or clubs.
        hand: the maker's.
        length: millimetres.
        k: which of the card's.
    """
    if suit == Suit.ESPADAS:
        sword(at, hand, length)
    else:
        club(at, hand, length, club_ink(hand, k))


def _laid(pen: Pen, count: int, suit: Suit, hand: FlatHand) -> None:
    """Swords and clubs: two or three at full length, more in two rows, an odd one in the middle."""
    x, y = half_frame(hand)
    rows = hand.shapes["rows"]
    crossed = count in (3, 4) and (hand.seed // 3 + count + (suit == Suit.BASTOS)) % 3 == 0
    if crossed and count == 3:
        for k, turn_deg in enumerate((-33, 33, 90 if hand.seed % 2 else 0)):
            _long(
                pen.at(0, 0, turn_deg=turn_deg),
                suit,
                hand,
                (1.7 * y if k < 2 else (1.6 * x if hand.seed % 2 else 1.75 * y)),
                k,
            )
    elif count <= 3:
        for k in range(count):
            place = (k - (count - 1) / 2) * x * (0.95 if count == 2 else 0.66) * hand.spread[0]
            _long(
                pen.at(place, 0, turn_deg=180 * (k * (hand.seed % 2))),
                suit,
                hand,
                1.7 * y * min(hand.spread[1], 1.0),
                k,
            )
        _ornament(pen, hand, 5.0 if count == 2 else 0.0)
    elif crossed:
        for k, (px, py) in enumerate(ROWS[4]):
            lean = px * py * -24 + (180 if py > 0 else 0)
            _long(pen.at(px * 0.5 * x, py * 0.5 * y, turn_deg=lean), suit, hand, 0.82 * y, k)
        _ornament(pen, hand, 5.0)
    else:
        _rows(pen, count, suit, hand, fan=12.0 if rows == "fan" else 0.0, upright=rows == "upright")


def _rows(pen: Pen, count: int, suit: Suit, hand: FlatHand, *, fan: float, upright: bool) -> None:
    """Half of them above and half below; the odd one across, or upright in the middle."""
    x, y = half_frame(hand)
    columns, odd = count // 2, count % 2
    length = (0.72 if odd and not upright else 0.84) * y * min(hand.spread[1], 1.0)
    reach = (x - 4 - 0.05 * length) * min(hand.spread[0], 1.0)
    for k in range(columns):
        place = (2 * k / (columns - 1) - 1) * reach
        for side in (-1, 1):
            turn = 180.0 if (side > 0) == bool(hand.seed % 2) else 0.0
            turn += 180.0 if hand.seed % 5 == 0 and k % 2 else 0.0
            at = pen.at(place, side * (y - 2.5 - length / 2), turn_deg=turn + fan * side * (2 * k / (columns - 1) - 1))
            _long(at, suit, hand, length, k + (side > 0))
    if odd and upright and columns == 2:
        _long(pen, suit, hand, 1.3 * y, 0)
    elif odd:
        _long(pen.at(0, 0, turn_deg=90 if hand.seed % 2 else -90), suit, hand, min(1.3 * x, 38), 0)
    if count == 4:
        _ornament(pen, hand, 6.0)
    elif count == 5 and not upright:
        _ornament(pen.at(0, -0.5 * y), hand, 4.0)
        _ornament(pen.at(0, 0.5 * y), hand, 4.0)
