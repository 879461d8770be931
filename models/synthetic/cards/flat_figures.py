"""Figures in simple shapes: who stands is the sota, who rides the caballo, who is crowned and robed the rey."""

import numpy as np

from firmware.cards import Rank, Suit
from models.synthetic.cards.flat_coins import coin
from models.synthetic.cards.flat_hand import FlatHand
from models.synthetic.cards.flat_pips import club, club_ink, cup, sword
from models.synthetic.cards.pen import Pen, box, darker, ellipse, lighter
from vision.frame import Colour

TORSOS = {  # half widths at shoulder, waist and hem, of the height of the torso
    "block": (0.34, 0.32, 0.36),
    "bell": (0.26, 0.28, 0.56),
    "round": (0.36, 0.44, 0.34),
    "hourglass": (0.4, 0.2, 0.48),
}


class Costume:
    """What differs from figure to figure of one maker: inks, sizes, which hand holds the sign."""

    def __init__(self, hand: FlatHand, rank: Rank, suit: Suit) -> None:
        """Draw the costume of a card.

        Args:
            hand: the maker's.
            rank: of the card.
            suit: of the card.
        """
        rng = np.random.default_rng([hand.seed, int(rank), list(Suit).index(suit), 3])
        names = list(rng.permutation(["red", "blue", "yellow", "green"]))
        self.coat, self.robe, self.trim, self.legs = (hand.inks[name] for name in names)
        self.mirrored = bool(rng.random() < 0.5)
        self.size, self.head = float(rng.uniform(0.8, 1.05)), float(rng.uniform(0.75, 1.3))
        self.held, self.beard, self.cloak = rng.random() < 0.55, rng.random() < 0.6, rng.random() < 0.5
        self.hair: Colour = hand.inks[str(rng.choice(["ink", "yellow", "red", "paper"]))]
        self.horse = _hides(hand)[int(rng.integers(6))]
        self.gait = rng.uniform(-4, 4, 4)
        self.neck = float(rng.uniform(-4, 5))
        self.seated = bool(rng.random() < 0.2)
        self.points = int(rng.integers(3, 6))
        self.faced = bool(hand.seed % 3)


def _hides(hand: FlatHand) -> tuple[Colour, ...]:
    """The colours of horses: white, greys, brown, and as simple prints have them."""
    ink, white = hand.inks["ink"], hand.inks["paper"] if hand.outlined else hand.inks["green"]
    brown = darker(hand.inks["yellow"], 0.3)
    return white, lighter(ink, 0.6), brown, hand.inks["red"], hand.inks["blue"], lighter(ink, 0.25)


def figure(pen: Pen, rank: Rank, suit: Suit, hand: FlatHand) -> None:
    """The figure of a card around the card's middle, with its sign.

    Args:
        pen: draws; millimetres.
        rank: sota, caballo or rey.
        suit: whose sign it has.
        hand: the maker's.
    """
    worn = Costume(hand, rank, suit)
    at = pen.at(0, 0, scale=worn.size * min(hand.aspect / 0.64, 1.0), mirrored=worn.mirrored)
    {Rank.TEN: _sota, Rank.ELEVEN: _caballo, Rank.TWELVE: _rey}[rank](at, hand, worn)
    _held(at, suit, hand, worn, low=rank == Rank.ELEVEN)


def _held(at: Pen, suit: Suit, hand: FlatHand, worn: Costume, *, low: bool) -> None:
    """The sign in a raised hand, or hanging in a corner."""
    x, y = (-15, -14) if worn.held else (-16.5, -29)
    if suit in (Suit.OROS, Suit.COPAS):
        (coin if suit == Suit.OROS else cup)(at.at(x, y if worn.held else -31, scale=13), hand)
        return
    upright = at.at(-16.5, -12 - 4 * low, turn_deg=float(worn.gait[0]) * 3)
    if suit == Suit.ESPADAS:
        sword(upright, hand, 42)
    else:
        club(upright, hand, 38, club_ink(hand, 0))


def _sota(at: Pen, hand: FlatHand, worn: Costume) -> None:
    line = hand.outlined
    for side in (-1, 1):
        spread = 2.5 + 0.6 * worn.gait[1]
        at.fill(box(side * (spread + 1.5) - 2, 12, 4, 23), worn.legs if side < 0 else worn.robe, outline=line)
        at.fill(ellipse(side * (spread + 1.5) - 1, 36, 4, 1.8), worn.trim, outline=line)
    if worn.cloak:
        at.fill("-9,-14! 9,-14! 14,22! -14,22!", worn.robe, outline=line)
    _torso(at, hand, worn, top=-16, height=30)
    _arms(at, hand, worn, -12)
    _head(at.at(0, -23, scale=worn.head), hand, worn)
    _hat(at.at(0, -23, scale=worn.head), hand, worn)


def _caballo(at: Pen, hand: FlatHand, worn: Costume) -> None:
    line, hide = hand.outlined, worn.horse
    for k, x in enumerate((-11.0, -7.0, 6.0, 11.0)):
        leg = np.array([[x, 14], [x + worn.gait[k], 24], [x + 0.4 * worn.gait[k], 36]])
        at.rod(leg, hide, width=3.0, outline=line)
        at.fill(box(leg[2, 0] - 1.8, 35, 3.6, 2.2), hand.inks["ink"], outline=False)
    at.rod(np.array([[14, 8], [19, 14], [18, 26]]), worn.hair, width=2.2, outline=line)
    at.fill(ellipse(0, 11, 16, 7.5), hide, outline=line)
    neck = np.array([[-15, 12], [-22 + worn.neck, -4], [-16 + worn.neck, -8], [-7, 6], [-15, 12]])
    at.fill(neck, hide, outline=line)
    head = at.at(-19 + worn.neck, -5, turn_deg=-35 + 6 * worn.neck)
    head.fill(ellipse(-3.5, 0, 7, 3.4), hide, outline=line)
    head.fill("1,-3! 3,-7! 4,-2!", hide, outline=line)
    at.rod(np.array([[-13 + worn.neck, -8], [-7, 2]]), worn.hair, width=2.4, outline=0)
    at.fill(box(-6, 4, 12, 8), worn.trim, outline=line)
    at.rod(np.array([[1, 4], [-3, 14], [-2, 22]]), worn.legs, width=4.0, outline=line)
    _torso(at, hand, worn, top=-17, height=22)
    _arms(at, hand, worn, -13)
    _head(at.at(0, -23, scale=0.85 * worn.head), hand, worn)
    _hat(at.at(0, -23, scale=0.85 * worn.head), hand, worn)


def _rey(at: Pen, hand: FlatHand, worn: Costume) -> None:
    line = hand.outlined
    if worn.seated:
        at.fill(box(-15, -18, 30, 52), worn.legs, outline=line)
    wide = 13 + worn.gait[1]
    at.fill(np.array([[-8, -16], [8, -16], [wide, 36], [-wide, 36], [-8, -16]]), worn.robe, outline=line)
    if worn.cloak:
        at.fill(box(-2.5, -14, 5, 50), worn.trim, outline=line)
        at.fill(box(-wide, 32, 2 * wide, 4), hand.inks["paper"], outline=line)
    _torso(at, hand, worn, top=-17, height=22)
    _arms(at, hand, worn, -12)
    _head(at.at(0, -24, scale=worn.head), hand, worn)
    if worn.beard:
        at.at(0, -24, scale=worn.head).fill("-4.2,0! 4.2,0! 2.5,6 0,9 -2.5,6", worn.hair, outline=line)
    _crown(at.at(0, -28.5, scale=worn.head), hand, worn)


def _torso(at: Pen, hand: FlatHand, worn: Costume, *, top: float, height: float) -> None:
    """Coat and belt from ``top`` down."""
    shoulder, waist, hem = (23 * share for share in TORSOS[hand.shapes["body"]])
    y = (top, top + 0.55 * height, top + height)
    right = np.array([[shoulder, y[0]], [waist, y[1]], [hem, y[2]]])
    left = (right * (-1, 1))[::-1]
    at.fill(np.vstack([right, left, right[:1]]), worn.coat, outline=hand.outlined)
    at.fill(box(-waist, y[1] - 1, 2 * waist, 2), worn.trim, outline=hand.outlined)
    if hand.cogs % 3 == 0:
        for k in (-1, 1):
            at.fill(box(k * 0.5 * shoulder - 0.9, y[0], 1.8, 0.5 * height), worn.trim, outline=False)


def _arms(at: Pen, hand: FlatHand, worn: Costume, y: float) -> None:
    raised = (
        np.array([[-7, y], [-12, y + 5], [-15, y]]) if worn.held else np.array([[-7, y], [-11, y + 8], [-6, y + 13]])
    )
    other = np.array([[7, y], [12 + 0.4 * worn.gait[2], y + 7], [8, y + 13]])
    for arm in (raised, other):
        at.rod(arm, worn.coat if hand.seed % 2 else worn.trim, width=4.0, outline=hand.outlined)
        at.fill(ellipse(float(arm[2, 0]), float(arm[2, 1]), 2.0), hand.inks["flesh"], outline=hand.outlined)


def _head(at: Pen, hand: FlatHand, worn: Costume) -> None:
    at.fill(ellipse(0, 0, 5.6, 6.4), worn.hair, outline=hand.outlined)
    at.fill(ellipse(-0.6, 0.8, 4.4, 5.2), hand.inks["flesh"], outline=hand.outlined)
    if worn.faced:
        for x in (-2.4, 1.2):
            at.fill(ellipse(x, 0, 0.6), hand.inks["ink"], outline=False)
        at.stroke(np.array([[-1.8, 3.4], [0.8, 3.4]]), hand.inks["red"])


def _hat(at: Pen, hand: FlatHand, worn: Costume) -> None:
    kind, line = hand.shapes["hat"], hand.outlined
    if kind in ("flat", "feather"):
        at.fill(ellipse(0, -4.6, 7, 2.4), worn.trim, outline=line)
        at.fill(ellipse(0, -6.4, 4.4, 2.4), worn.robe, outline=line)
    if kind == "feather":
        at.rod(np.array([[3, -6], [7, -9.5], [10, -7]]), worn.legs, width=1.8, outline=line)
    elif kind == "hood":
        at.fill("-5.8,2! -6,-4 0,-9 6,-4 5.8,2! 3.6,-2 0,-3.6 -3.6,-2", worn.robe, outline=line)
    elif kind == "cone":
        at.fill("-5.5,-3! 5.5,-3! 1,-12!", worn.trim, outline=line)


def _crown(at: Pen, hand: FlatHand, worn: Costume) -> None:
    """Points on a band, above the origin."""
    x = np.linspace(-5.4, 5.4, 2 * worn.points + 1)
    y = np.where(np.arange(len(x)) % 2, -3.0, -7.5) if hand.seed % 2 else np.where(np.arange(len(x)) % 2, -7.5, -3.0)
    points = np.vstack([np.stack([x, y], 1), [[5, 1.2], [-5, 1.2]], [[x[0], y[0]]]])
    at.fill(points, hand.inks["yellow"] if hand.seed % 5 else hand.inks["red"], outline=hand.outlined)
