"""Whole decks of makers who draw in simple shapes: where pips lie, the frame's gaps, numerals, ornaments."""

from dataclasses import replace

import cv2
import numpy as np

from firmware.cards import ES48, Card, Rank, Suit
from firmware.signals import Point, Unnamed
from models.synthetic.cards.backs import draw_back
from models.synthetic.cards.cutout import round_corners
from models.synthetic.cards.deck import Deck, NameableFace
from models.synthetic.cards.faces import FINENESS, GAPS
from models.synthetic.cards.flat_figures import figure
from models.synthetic.cards.flat_hand import FlatHand, flat_hand
from models.synthetic.cards.flat_pips import club, club_ink, coin, cup, sword
from models.synthetic.cards.layouts import HEIGHT_MM, ROWS
from models.synthetic.cards.pen import Pen, box, ellipse
from models.synthetic.cards.printing import print_on_paper
from models.synthetic.cards.style import CASTILIAN_INKS, Style
from models.synthetic.cards.typefaces import typed

THREES = {"slope": ROWS[3], "rise": ((0.75, -0.9), (-0.75, 0), (0.75, 0.9)), "column": ((0, -1), (0, 0), (0, 1))}
NINES = (ROWS[9], tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)))
SEVENS = (ROWS[7], ROWS[7], ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)))


def flat_deck(seed: int, height_px: int) -> Deck:
    """A deck of 48 cards of the Cádiz pattern in simple shapes.

    Args:
        seed: which maker; from :data:`~models.synthetic.cards.flat_hand.KEPT_FROM` on those only measured on.
        height_px: of the pictures.
    """
    hand, paper = flat_hand(seed), _paper(seed)
    printed = {card: print_on_paper(flat_face(card, hand, height_px), paper, k) for k, card in enumerate(ES48.cards)}
    faces: dict[NameableFace, np.ndarray] = {card: round_corners(face, paper.corner) for card, face in printed.items()}
    faces[Unnamed.BACK] = round_corners(draw_back((round(height_px * hand.aspect), height_px), seed), paper.corner)
    return Deck(f"drawn-flat-{seed}", "spanish", faces)


def _paper(seed: int) -> Style:
    """How the deck was printed and used."""
    rng = np.random.default_rng([78, seed])
    worn = rng.random() < 0.3
    return Style(
        palette=CASTILIAN_INKS,
        corner=float(rng.uniform(0.02, 0.08)),
        fade=float(rng.uniform(0, 0.5)) if rng.random() < 0.3 else 0.0,
        wear=float(rng.uniform(0.01, 0.1)) if worn else 0.0,
        age=float(rng.uniform(0.05, 0.5)) if worn else 0.0,
        slip_mm=float(rng.uniform(0.2, 0.8)) if rng.random() < 0.25 else 0.0,
        grain=float(rng.uniform(0, 5)) if rng.random() < 0.4 else 0.0,
        back_seed=seed,
    )


def flat_face(card: Card, hand: FlatHand, height_px: int) -> np.ndarray:
    """A card with square corners, (H, W, 3) uint8 BGR."""
    height, width = FINENESS * height_px, FINENESS * round(height_px * hand.aspect)
    scale, suit = height / HEIGHT_MM, card.suit or Suit.OROS
    picture = np.full((height, width, 3), hand.inks["paper"], np.uint8)
    pen = Pen(picture, np.array([[scale, 0, width / 2], [0, scale, height / 2]]), hand.line_mm * scale, hand.inks["ink"], 0.0)
    _frame(pen, GAPS[suit], hand)
    if card.rank >= Rank.TEN:
        figure(pen, card.rank, suit, hand)
    elif card.rank == Rank.ONE:
        _ace(pen, suit, hand)
    else:
        _pips(pen, int(card.rank), suit, hand)
    if hand.numeral_mm:
        _numerals(picture, str(card.rank.value), hand, scale)
    return cv2.resize(picture, None, fx=1 / FINENESS, fy=1 / FINENESS, interpolation=cv2.INTER_AREA)


def _half(hand: FlatHand) -> Point:
    """Half of what lies within the frame, millimetres."""
    return HEIGHT_MM * hand.aspect / 2 - hand.inset_mm, HEIGHT_MM / 2 - hand.inset_mm


def _frame(pen: Pen, gaps: int, hand: FlatHand) -> None:
    if hand.frame == "none":
        return
    x, y = _half(hand)
    colour = hand.inks["ink"] if hand.frame != "band" else hand.inks[("red", "blue")[hand.seed % 2]]
    for outer in (0.0, 1.0) if hand.frame == "double" else (0.0,):
        wide, high = x + outer, y + outer
        line = pen.thin(hand.frame_mm / hand.line_mm)
        for turn_deg in (0, 180):
            half = line.at(0, 0, turn_deg=turn_deg)
            half.stroke(np.array([[-wide, -high], [-wide, high]]), colour)
            piece = (2 * wide - gaps * hand.gap_mm) / (gaps + 1)
            for k in range(gaps + 1):
                start = -wide + k * (piece + hand.gap_mm)
                half.stroke(np.array([[start, -high], [start + piece, -high]]), colour)


def _numerals(picture: np.ndarray, text: str, hand: FlatHand, scale: float) -> None:
    """Print the numeral in two or four corners, the lower ones upside down."""
    mask = typed(text, hand.typeface)
    high = max(round(hand.numeral_mm * scale), 4)
    wide = max(round(mask.shape[1] * high / mask.shape[0] * hand.numeral_wide), 2)
    share = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    x, y = (round(v * scale) for v in hand.numeral_at)
    ink = np.array(hand.inks["ink" if hand.seed % 8 else "red"])
    for k in range(4 if hand.corners == 4 else 2):
        shown = picture[::-1, ::-1] if k % 2 else picture
        left = shown.shape[1] - x - wide if k > 1 else x
        rim = round(0.5 * scale)
        shown[max(y - rim, 0) : y + high + rim, max(left - rim, 0) : left + wide + rim] = hand.inks["paper"]
        spot = shown[y : y + high, left : left + wide]
        spot[:] = (spot + (ink - spot.astype(np.float32)) * share[: spot.shape[0], : spot.shape[1]]).astype(np.uint8)


def _ace(pen: Pen, suit: Suit, hand: FlatHand) -> None:
    x, y = _half(hand)
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
            pen.rod(np.array([[-x + 4, 8], [-5, 0], [5, 6], [x - 4, -2]]), hand.inks["red"], width=4.0, outline=hand.outlined)
    else:
        for k in range(int(rng.integers(0, 7))):
            pen.at(0, 0, turn_deg=lean).fill(ellipse(-9 if k % 2 else 9, -22 + 8 * k, 5, 2.2), hand.inks["blue" if rng.random() < 0.5 else "green"], outline=hand.outlined)
        club(pen.at(0, 0, turn_deg=lean), _larger(hand), min(1.7 * y, 74), hand.inks["red"] if rng.random() < 0.6 else club_ink(hand, 0))


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


def _pips(pen: Pen, count: int, suit: Suit, hand: FlatHand) -> None:
    if suit in (Suit.OROS, Suit.COPAS):
        _spread(pen, count, suit, hand)
    else:
        _laid(pen, count, suit, hand)


def _spread(pen: Pen, count: int, suit: Suit, hand: FlatHand) -> None:
    """Coins and cups."""
    x, y = _half(hand)
    places = {3: THREES[hand.shapes["three"]], 7: SEVENS[hand.seed % 3], 9: NINES[hand.seed % 2]}.get(count, ROWS[count])
    if count == 2 and hand.seed % 7 == 3:
        places = ((-1, 0), (1, 0))
    beside = max(sum(other[1] == place[1] for other in places) for place in places)
    of_height = 1.0 if suit == Suit.OROS else 0.84 * hand.cup_wide
    size = min({2: 27.0, 3: 22.0, 4: 18.0, 5: 17.0}.get(count, 15.5) * hand.pip, 1.9 * x / beside / of_height)
    wide = size * of_height
    reach = (min(x - 2 - wide / 2, 0.62 * x) if count == 3 else x - 2 - wide / 2) * hand.spread[0], (y - 2.5 - size / 2) * hand.spread[1]
    _ornament(pen, hand, {2: 7.0, 4: 12.0}.get(count, 0.0))
    for px, py in places:
        larger = hand.middle_coin if (count, suit, px, py) == (5, Suit.OROS, 0, 0) else 1.0
        at = pen.at(px * reach[0], py * reach[1], scale=size * larger, turn_deg=180 if py > 0.5 and hand.seed % 11 == 0 else 0)
        (coin if suit == Suit.OROS else cup)(at, hand)


def _ornament(pen: Pen, hand: FlatHand, radius: float) -> None:
    """A flower, a ring of ribbon with a name, or a leaf, in the usual places."""
    if not radius or (hand.seed * 7 + round(radius)) % 10 >= 10 * hand.ornaments:
        return
    kind = (hand.seed + round(radius)) % 4
    if kind == 0:
        for k in range(5):
            pen.at(0, 0, turn_deg=72 * k).fill(ellipse(0, -0.6 * radius, 0.3 * radius, 0.4 * radius), hand.inks["red"], outline=hand.outlined)
        pen.fill(ellipse(0, 0, 0.3 * radius), hand.inks["yellow"], outline=hand.outlined)
    elif kind == 1:
        _ring(pen, hand, radius, square=False)
        for k in range(3):
            pen.rod(np.array([[-0.55 * radius, (k - 1) * 0.3 * radius], [0.55 * radius, (k - 1) * 0.3 * radius]]), hand.inks["ink"], width=0.12 * radius, outline=0)
    elif kind == 2:
        pen.fill(box(-radius, -0.3 * radius, 2 * radius, 0.6 * radius), hand.inks["red"], outline=hand.outlined)
        pen.fill(box(-0.8 * radius, -0.12 * radius, 1.6 * radius, 0.24 * radius), hand.inks["paper"], outline=False)
    else:
        for side in (-1, 1):
            pen.at(0, 0, turn_deg=55 * side).fill(ellipse(0, -0.5 * radius, 0.22 * radius, 0.5 * radius), hand.inks["green"], outline=hand.outlined)
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
    x, y = _half(hand)
    rows = hand.shapes["rows"]
    crossed = count in (3, 4) and (hand.seed // 3 + count + (suit == Suit.BASTOS)) % 3 == 0
    if crossed and count == 3:
        for k, turn_deg in enumerate((-33, 33, 90 if hand.seed % 2 else 0)):
            _long(pen.at(0, 0, turn_deg=turn_deg), suit, hand, (1.7 * y if k < 2 else (1.6 * x if hand.seed % 2 else 1.75 * y)), k)
    elif count <= 3:
        for k in range(count):
            place = (k - (count - 1) / 2) * x * (0.95 if count == 2 else 0.66) * hand.spread[0]
            _long(pen.at(place, 0, turn_deg=180 * (k * (hand.seed % 2))), suit, hand, 1.7 * y * min(hand.spread[1], 1.0), k)
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
    x, y = _half(hand)
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
