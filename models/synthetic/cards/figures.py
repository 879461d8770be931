"""The figures: sota standing, caballo riding, rey robed and crowned, each holding its suit sign at the upper left."""

import numpy as np

from firmware.cards import Rank, Suit
from firmware.signals import Point
from models.synthetic.cards.dress import Dress, dress
from models.synthetic.cards.heads import HATS, crowned, head, ruff
from models.synthetic.cards.horse import horse
from models.synthetic.cards.pen import Pen, box, curve, darker, ellipse, lighter, mix
from models.synthetic.cards.pips import club, coin, cup, sword
from models.synthetic.cards.style import Style

LONG_SIGNS = (Suit.ESPADAS, Suit.BASTOS)


def draw_figure(pen: Pen, rank: Rank, suit: Suit, style: Style) -> None:
    """Draw the figure of a card around the card's middle.

    Args:
        pen: draws; its origin is where the figure belongs.
        rank: of the card.
        suit: of the card.
        style: the maker's hand.
    """
    clothes = dress(style, rank, suit)
    bit = 3 * list(Suit).index(suit) + int(rank) - int(Rank.TEN)
    room = min(1.0, style.aspect / 0.63)
    at = pen.at(0, 0.4, scale=clothes.size * room, mirrored=bool(style.turned >> bit & 1))
    at = at.stretched(style.figure_width, style.figure_lean)
    _ground(at, style)
    {Rank.TEN: _sota, Rank.ELEVEN: _caballo, Rank.TWELVE: _rey}[rank](at, suit, style, clothes)


def _ground(pen: Pen, style: Style) -> None:
    colours = style.palette
    earth = mix(colours.yellow, colours.paper, 0.35)
    pen.fill("-19,38 -12,36.6 0,36.9 11,36.3 16,38 10,39.6 0,39.2 -12,39.8", earth)
    for x in (-17.0, -11.0, -4.0, 5.0, 13.0):
        pen.at(x, 38.6).fill("-1.6,0! -1.2,-2.4! -0.2,-0.8! 0.4,-3! 1,-0.8! 2.2,-2! 1.8,0!", colours.green)


def _sign(pen: Pen, suit: Suit, style: Style) -> None:
    """The suit sign, gripped at the origin."""
    if suit == Suit.OROS:
        coin(pen.at(0, -7), style, 12.5)
    elif suit == Suit.COPAS:
        cup(pen.at(0, -6.5), style, 12.5)
    elif suit == Suit.ESPADAS:
        sword(pen.at(-0.8, -12.6, turn_deg=176), style, 34, 0.85)
    else:
        club(pen.at(-1.2, -10.6, turn_deg=-6), style, 31, style.palette.green, 1.5)


def _arm(pen: Pen, clothes: Dress, style: Style, shoulder_to_hand: str) -> None:
    """A sleeve with a puff at the shoulder and a cuff, and a hand."""
    points = curve(shoulder_to_hand, closed=False)
    left = np.hypot(*(points - points[-1]).T)
    hand = pen.at(float(points[-1, 0]), float(points[-1, 1]))
    pen.rod(points[left > 1], style.palette.flesh, width=2.4)
    hand.fill(ellipse(0, 0, 1.9, 2.1), style.palette.flesh)
    pen.rod(points[left > 3.6], clothes.sleeves, width=4.2)
    pen.rod(points[(left > 3) & (left < 5)], clothes.trim, width=4.6)
    puff = pen.at(float(points[3, 0]), float(points[3, 1]))
    puff.fill(ellipse(0, 0, 3.5, 4.0), clothes.sleeves, shade=True)
    for x in (-1.3, 1.0):
        puff.stroke(np.array([[x, -3.2], [1.5 * x, 0], [x, 3.2]]), clothes.trim, width=1.8)


def _raised(
    pen: Pen, suit: Suit, style: Style, clothes: Dress, *, shoulder: Point, reach: Point = (-16.8, -23.4)
) -> None:
    """The arm that holds the sign up, and the sign; coins and cups are held as high as ``reach``, long signs lower."""
    x, y = shoulder
    if style.floating and suit not in LONG_SIGNS:
        _sign(pen.at(-17.0, -23.4), suit, style)
        _arm(pen, clothes, style, f"{x},{y} {x - 5.4},{y + 10} {x - 2.6},{y + 16}")
        return
    hand = (-17.4, -8.0) if suit in LONG_SIGNS else reach
    elbow = (-13.4, y + 10.5) if suit in LONG_SIGNS else (-14.6, y + 4.6)
    if suit not in LONG_SIGNS:
        _sign(pen.at(*hand), suit, style)
    _arm(pen, clothes, style, f"{x},{y} {elbow[0]},{elbow[1]} {hand[0]},{hand[1]}")
    if suit in LONG_SIGNS:
        _sign(pen.at(*hand), suit, style)
        pen.at(*hand).fill("-2,-1.6 0,-2.2 2.2,-1.4 2,1.6 0,2.1 -1.8,1.5", style.palette.flesh)
        for finger in (-0.6, 0.6):
            pen.at(*hand).thin(0.7).stroke(np.array([[-1.2, finger], [1.4, finger]]))


def _sota(pen: Pen, suit: Suit, style: Style, clothes: Dress) -> None:
    if clothes.caped:
        pen.fill("-6,-23! 7,-23! 13,-11 15.6,5 14,20! 9,17.4 4,19.6 -3,15! -9,-8", clothes.cloak, shade=True)
        for line in ("9,-14 11.4,2 10.4,15", "6,-4 7.4,6 6.8,15"):
            pen.stroke(line)
    _legs(pen, clothes)
    breeches = "-8,-4.4! 8,-4.4! 9.6,3 8.4,9.6 4,10.6! 0.2,7! -3.6,10.6! -8.4,9.6 -9.6,3"
    _striped(pen, breeches, (clothes.legs[1], clothes.coat if clothes.coat != clothes.legs[1] else clothes.trim))
    _doublet(pen, clothes)
    free = "7.4,-18.6 13.6,-11.6 8.4,-5.6" if clothes.hip else "7.4,-18.6 11.8,-9.6 2.6,-11.4"
    _arm(pen, clothes, style, free)
    _raised(pen, suit, style, clothes, shoulder=(-7.2, -18.8))
    at = pen.at(-0.2, -24.2)
    head(at, style, clothes)
    ruff(at, clothes)
    HATS[clothes.headgear](at, clothes)


def _legs(pen: Pen, clothes: Dress) -> None:
    leg = "0.4,5 7.6,5 7.4,15 6.2,20 6.4,26 5.2,33! 1.8,33! 1.2,26 1.6,20 0.4,14"
    shoe = "5.4,32! 1.6,32! 0.2,34.4 -3.6,36.2 -3.4,37.8! 6,37.8!"
    for x, turn_deg, colour in ((0.6, -3, clothes.legs[1]), (-7.8, 4, clothes.legs[0])):
        at = pen.at(x, 0, turn_deg=turn_deg)
        at.fill(leg, colour, shade=True)
        at.rod("1.4,18 4,18.8 6.4,18", clothes.trim, width=1.0)
        at.fill(shoe, clothes.cloak, shade=True)


def _striped(pen: Pen, path: str, colours: tuple[tuple[int, int, int], tuple[int, int, int]]) -> None:
    pen.fill(path, colours[0], shade=True)
    with pen.inside(path):
        for k in range(-2, 3):
            pen.rod(curve(f"{3 * k},-5 {4.3 * k},3 {3.6 * k},11", closed=False), colours[1], width=1.5, outline=0.6)
    pen.stroke(np.vstack([curve(path), curve(path)[:1]]))


def _doublet(pen: Pen, clothes: Dress) -> None:
    coat = "-7.6,-21.6 0,-23.6 7.6,-21.6 8.4,-16 6.8,-9 7.4,-3.4! -7.4,-3.4! -6.8,-9 -8.4,-16"
    pen.fill(coat, clothes.coat, shade=True)
    with pen.inside(coat):
        for x in (-5.0, -2.6, 2.6, 5.0) if clothes.striped else ():
            pen.stroke(np.array([[1.2 * x, -23], [x, -3]]), clothes.trim, width=2.2)
        pen.stroke(np.array([[0, -23], [0, -3]]))
        for y in range(-20, -5, 3):
            pen.fill(ellipse(0, float(y), 0.6), clothes.trim)
    pen.fill(box(-7.5, -5.2, 15, 2.4), clothes.trim)
    pen.fill(box(-1.5, -5.5, 3, 3), clothes.cloak)


def _caballo(pen: Pen, suit: Suit, style: Style, clothes: Dress) -> None:
    pen = pen.at(14, 36, turn_deg=clothes.rearing_deg).at(-14, -36)
    rider = pen.at(3.5, 2)
    rider.fill("0,-15! 8,-14 13,-4 16,8 12,10! 6,6 1,4", clothes.cloak, shade=True)
    rider.stroke("6,-9 10,0 11.4,8")
    horse(pen, style, clothes)
    _rider_leg(pen, clothes)
    rider.at(0, 8.4, scale=0.95).fill("-8,-6! 8,-6! 10,1 4,3.4! 0,2.4 -6,3.4! -9,0", clothes.coat, shade=True)
    _doublet(rider.at(0, 8, scale=0.95), clothes)
    _arm(rider.at(0, 7, scale=0.95), clothes, style, "7.4,-18.6 10.6,-9.6 -3.6,-7.4")
    _raised(pen, suit, style, clothes, shoulder=(-3.4, -8.6), reach=(-15.6, -21.5))
    at = rider.at(-0.4, -15)
    head(at, style, clothes)
    ruff(at, clothes)
    HATS[clothes.headgear](at, clothes)


def _rider_leg(pen: Pen, clothes: Dress) -> None:
    pen.fill("-1,4 6,4 7.6,9 3,14.6 -2.6,16.4 -5,13 -3,9", clothes.legs[0], shade=True)
    boot = "-5.6,12.4 -2,14.6! -1.6,21 -2,25.4! -4.4,27.6 -8.4,28! -8.2,26 -5.8,24 -6,18"
    pen.fill(boot, darker(clothes.legs[1], 0.45), shade=True)
    pen.rod("-6,13 -3.6,14.6 -1.6,15", clothes.trim, width=1.2)
    pen.rod("-4.8,27.6! -1.4,28.6!", clothes.trim, width=0.9)


def _rey(pen: Pen, suit: Suit, style: Style, clothes: Dress) -> None:
    pen.fill(
        "-8,-20! 9,-20! 16,-8 18.6,12 21,35! 14,37.4 0,36 -13,37.4 -17.6,34! -13,10 -12,-8", clothes.cloak, shade=True
    )
    if clothes.short:
        _legs(pen, clothes)
    _robe(pen, clothes)
    pen.fill("1.4,-20! 9,-19.6 14.6,-9 17.4,10 20,35.4! 13,37 9.6,18 7.4,2 3.4,-10!", clothes.cloak, shade=True)
    for line in ("10,-10 13,8 15.4,30", "7,-8 10.4,10 12.8,32"):
        pen.stroke(line)
    pen.rod("3.4,-11 7.6,2 9.8,18 13.2,36", clothes.trim, width=1.5)
    _arm(pen, clothes, style, "8,-16.4 14.2,-6.6 3,-4.2" if clothes.hip else "8,-16.4 12.4,-8.4 1,-9.4")
    _raised(pen, suit, style, clothes, shoulder=(-7.6, -16.4))
    _ermine(pen, style)
    at = pen.at(-0.2, -22.4)
    head(at, style, clothes, bearded=True)
    crowned(at, style)


def _robe(pen: Pen, clothes: Dress) -> None:
    """A robe down to the ground over shoes, or to the knees; its hem is 36 times ``fall`` below the waist."""
    fall = 0.55 if clothes.short else 1.0
    for x in () if clothes.short else (-6.0, 3.0):
        pen.fill(f"{x},35! {x + 5},35! {x + 4},38 {x - 3},38.2", clothes.trim)
    skirt = f"9,-8 8,-1 11,{16 * fall} 12.6,{36 * fall}! -12.6,{36 * fall}! -11,{16 * fall} -8,-1 -9,-8"
    robe = f"-8,-19 0,-21 8,-19 {skirt}"
    pen.fill(robe, clothes.coat, shade=True)
    with pen.inside(robe):
        hem = 36 * fall
        pen.fill(f"-13,{hem - 5} 0,{hem - 3.6} 13,{hem - 5}! 13,{hem}! -13,{hem}!", clothes.trim)
        for x in range(-10, 13, 4):
            pen.fill(ellipse(float(x), hem - 2.2, 0.8), clothes.cloak, outline=False)
        for x in (-6.5, -2.4, 2.0, 6.4):
            pen.stroke(np.array([[0.6 * x, 3], [x, 18 * fall], [1.15 * x, hem - 6]]))
        for x in (-1.6, 1.6) if clothes.striped else ():
            pen.stroke(np.array([[x, -20], [x, hem - 4]]), clothes.trim, width=2.4)
    pen.fill("-8.6,-2.4 0,-1 8.6,-2.4! 8.4,0.6! 0,2 -8.4,0.6!", clothes.trim, shade=True)
    pen.rod("-2,1.4 -3.4,9 -2.6,14", clothes.trim, width=1.2)


def _ermine(pen: Pen, style: Style) -> None:
    pen.fill(
        "-9.4,-18.4 -4,-21 4,-21 9.6,-18.4 9.8,-13.6 0,-10.4 -9.8,-13.8", lighter(style.palette.paper, 0.6), shade=True
    )
    for x, y in ((-7.0, -15.4), (-3.6, -13.4), (0.0, -12.2), (3.8, -13.4), (7.2, -15.6), (-5.4, -18), (5.6, -18)):
        pen.fill(f"{x},{y - 0.9}! {x + 0.5},{y + 0.8} {x - 0.5},{y + 0.8}", style.palette.ink, outline=False)
