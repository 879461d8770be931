"""Coins, cups, swords and clubs of a maker who draws in simple shapes, each around the origin and one high or long."""

import numpy as np

from firmware.cards import Suit
from models.synthetic.cards.flat_hand import FlatHand
from models.synthetic.cards.pen import Pen, PenPoints, box, darker, ellipse, lighter
from vision.frame import Colour

BOWLS = {  # half widths of a bowl from its rim down, of half its height
    "round": (1.0, 0.98, 0.9, 0.72, 0.42, 0.14),
    "box": (1.0, 0.98, 0.96, 0.94, 0.9, 0.84),
    "cone": (1.0, 0.82, 0.64, 0.46, 0.3, 0.14),
    "low": (1.0, 0.96, 0.85, 0.65, 0.4, 0.2),
    "tulip": (0.8, 0.74, 0.9, 1.0, 0.84, 0.3),
}
BLADES = {  # half widths of a blade from hilt to point, and how far its middle bends aside
    "straight": ((1.0, 1.0, 1.0, 1.0, 0.9, 0.0), 0.0),
    "taper": ((1.2, 1.0, 0.8, 0.6, 0.4, 0.0), 0.0),
    "sabre": ((0.8, 0.9, 1.0, 1.1, 0.9, 0.0), 0.07),
    "leaf": ((0.6, 0.9, 1.4, 1.5, 1.0, 0.0), 0.0),
}


def _closed(points: PenPoints) -> PenPoints:
    return np.vstack([points, points[:1]])


def _star(count: int, inner: float, outer: float, turn: float = 0.0) -> PenPoints:
    """A star of ``count`` points between two radii.

    Args:
        count: of its points.
        inner: radius.
        outer: radius.
        turn: by which it is turned, radians.
    """
    angle = np.linspace(0, 2 * np.pi, 2 * count + 1) + turn
    reach = np.where(np.arange(2 * count + 1) % 2, inner, outer)
    return np.stack([reach * np.sin(angle), -reach * np.cos(angle)], 1)


def _ink(hand: FlatHand, k: int) -> Colour:
    """The ``k``-th of red, blue and yellow, beginning where the maker begins."""
    return hand.inks[("red", "blue", "yellow")[(k + hand.seed) % 3]]


def coin(at: Pen, hand: FlatHand) -> None:
    """A coin of height one."""
    at, line = at.at(0, 0, scale=0.5), hand.outlined
    gold = hand.inks["yellow"] if hand.seed % 6 else _ink(hand, 1)
    inner = lighter(gold, 0.3) if hand.seed % 2 else hand.inks[("red", "blue", "paper")[hand.seed // 2 % 3]]
    rim = hand.shapes["rim"]
    if rim == "cogs":
        turn = np.linspace(0, 2 * np.pi, 4 * hand.cogs + 1)
        reach = np.where(np.arange(4 * hand.cogs + 1) % 4 < 2, 1.0, 0.86)
        at.fill(np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1), gold, outline=line)
    elif rim == "rays":
        at.fill(_star(hand.cogs, 0.74, 1.0), gold, outline=line)
    elif rim == "scallops":
        turn = np.linspace(0, 2 * np.pi, 145)
        reach = 0.9 + 0.1 * np.abs(np.sin(0.5 * max(hand.cogs, 9) * turn))
        at.fill(np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1), gold, outline=line)
    else:
        at.fill(ellipse(0, 0, 1.0), gold, outline=line)
    at.fill(ellipse(0, 0, 0.8 if rim != "double" else 0.88), inner, outline=line)
    if rim == "double":
        at.fill(ellipse(0, 0, 0.66), gold, outline=line)
    if rim == "dots":
        for angle in np.linspace(0, 2 * np.pi, hand.cogs, endpoint=False):
            at.fill(ellipse(0.9 * np.cos(angle), 0.9 * np.sin(angle), 0.07), hand.inks["ink"], outline=False)
    _heart(at.at(0, 0, scale=0.62), hand)


def _heart(at: Pen, hand: FlatHand) -> None:
    """What the coin shows, within radius one."""
    heart, line = hand.shapes["heart"], hand.outlined
    if heart == "petals":
        for k in range(4 + hand.cogs % 5):
            petal = at.at(0, 0, turn_deg=360 * k / (4 + hand.cogs % 5))
            petal.fill(ellipse(0, -0.55, 0.26, 0.42), _ink(hand, k % 2), outline=line)
        at.fill(ellipse(0, 0, 0.25), hand.inks["yellow"], outline=line)
    elif heart == "star":
        at.fill(_star(5 + hand.cogs % 4, 0.42, 0.98), _ink(hand, 0), outline=line)
    elif heart == "rings":
        for k, radius in enumerate((0.95, 0.68, 0.42, 0.2)):
            at.fill(ellipse(0, 0, radius), _ink(hand, k), outline=line)
    elif heart == "cross":
        for turn in (0, 90):
            at.at(0, 0, turn_deg=turn).fill(box(-0.2, -0.9, 0.4, 1.8), _ink(hand, 0), outline=line)
    elif heart == "head":
        at.fill(ellipse(0.05, -0.1, 0.42, 0.52), hand.inks["flesh"], outline=line)
        at.fill(box(-0.5, -0.8, 1.0, 0.35), _ink(hand, 0), outline=line)
        at.fill(box(-0.55, 0.45, 1.1, 0.4), _ink(hand, 1), outline=line)
    elif heart == "quatrefoil":
        for x, y in ((0.4, 0), (-0.4, 0), (0, 0.4), (0, -0.4)):
            at.fill(ellipse(x, y, 0.42), _ink(hand, 0), outline=line)
        at.fill(ellipse(0, 0, 0.3), _ink(hand, 1), outline=line)
    elif heart == "spokes":
        for k in range(8):
            at.at(0, 0, turn_deg=45 * k).fill("0,0! 0.2,-0.95! -0.2,-0.95!", _ink(hand, k % 2), outline=line)
    elif heart == "letter":
        at.fill("-0.5,-0.7! 0.5,-0.7! 0.5,-0.35! 0.18,-0.35! 0.18,0.7! -0.18,0.7! -0.18,-0.35! -0.5,-0.35!", _ink(hand, 1))


def cup(at: Pen, hand: FlatHand) -> None:
    """A cup of height one and the maker's width, on a stem and a foot."""
    line, wide, low = hand.outlined, 0.42 * hand.cup_wide, hand.shapes["bowl"] == "low"
    deep = 0.45 if low else 0.62
    profile = wide * np.array(BOWLS[hand.shapes["bowl"]])
    y = np.linspace(-0.5, -0.5 + deep, len(profile))
    stem = wide * (0.12 + 0.05 * (hand.cogs % 4))
    foot, last = hand.inks[hand.bands[-1]], -0.5 + deep
    at.fill(box(-stem, last - 0.02, 2 * stem, 0.46 - last), foot, outline=line)
    if hand.cogs % 3 == 0:
        at.fill(ellipse(0, last + 0.35 * (0.5 - last), 2.0 * stem, 0.05), hand.inks["yellow"], outline=line)
    at.fill(np.array([[-1.4 * stem, 0.36], [1.4 * stem, 0.36], [0.75 * wide, 0.5], [-0.75 * wide, 0.5], [-1.4 * stem, 0.36]]),
            hand.inks[hand.bands[0]], outline=line)  # fmt: skip
    if hand.cogs % 5 == 1:
        for side in (-1, 1):
            at.stroke(ellipse(side * wide, -0.5 + 0.4 * deep, 0.14, 0.2 * deep + 0.05), hand.inks["yellow"], width=4)
    body = _closed(np.vstack([np.stack([-profile, y], 1), np.stack([profile, y], 1)[::-1]]))
    at.fill(body, hand.inks[hand.bands[0]], outline=False)
    with at.inside(body):
        for k, name in enumerate(hand.bands):
            at.fill(box(-1, -0.5 + deep * k / len(hand.bands), 2, 1), hand.inks[name], outline=line and hand.cogs % 2 == 0)
        if hand.cogs % 4 == 1:
            for k in range(-4, 5):
                at.stroke(np.array([[0.25 * wide * k, -0.5], [0.15 * wide * k, last]]), hand.inks["paper"], width=1.2)
    if line:
        at.stroke(body)
    if hand.cogs % 2:
        at.fill(ellipse(0, -0.5, profile[0], 0.05), darker(hand.inks[hand.bands[0]], 0.35), outline=line)


def sword(at: Pen, hand: FlatHand, length: float) -> None:
    """A sword of so many millimetres around the origin, its point above."""
    widths, bend = BLADES[hand.shapes["blade"]]
    hilt, half, line = min(0.24 * length, 11 + hand.cogs % 5), hand.blade_mm / 2, hand.outlined
    t = np.linspace(0, 1, len(widths))
    y, middle = length / 2 - hilt - t * (length - hilt), bend * length * np.sin(np.pi * t / 1.6)
    left = np.stack([middle - half * np.array(widths), y], 1)
    right = np.stack([middle + half * np.array(widths), y], 1)
    names = ("blue", "blue", "blue", "paper", "ink", "red")
    steel = lighter(hand.inks[names[hand.seed % 6]], 0.55 if hand.seed % 4 == 0 else 0.0)
    at.fill(_closed(np.vstack([left, right[::-1]])), steel, outline=line or names[hand.seed % 6] == "paper")
    if hand.cogs % 2:
        at.stroke(np.stack([middle, y], 1)[:-1], darker(steel, 0.4) if hand.cogs % 4 == 1 else lighter(steel, 0.6))
    at.fill(box(-0.55 * half - 0.4, length / 2 - hilt, 1.1 * half + 0.8, hilt - 1), _ink(hand, 0), outline=line)
    _guard(at.at(0, length / 2 - hilt), hand, 2.2 + hand.cogs % 4 + half)
    at.fill(ellipse(0, length / 2 - 1, 0.7 * half + 0.7), hand.inks["yellow"], outline=line)


def _guard(at: Pen, hand: FlatHand, wide: float) -> None:
    """What lies between hilt and blade, so many millimetres to either side."""
    kind, gold, line = hand.shapes["guard"], hand.inks["yellow"], hand.outlined
    if kind == "bar":
        at.fill(box(-wide, -0.8, 2 * wide, 1.6), gold, outline=line)
    elif kind == "disc":
        at.fill(ellipse(0, 0, 0.8 * wide, 1.3), gold, outline=line)
    elif kind in ("down", "up"):
        tip = 2.6 if kind == "down" else -2.6
        at.rod(np.array([[-wide, tip], [-0.5 * wide, 0], [0.5 * wide, 0], [wide, tip]]), gold, width=1.4, outline=line)


def club(at: Pen, hand: FlatHand, length: float, colour: Colour) -> None:
    """A club of so many millimetres around the origin, its thick end above.

    Args:
        at: draws.
        hand: the maker's.
        length: millimetres.
        colour: BGR.
    """
    kind, line, half = hand.shapes["club"], hand.outlined, min(hand.club_mm, 0.3 * length) / 2
    rng = np.random.default_rng([hand.seed, 5])
    t = np.linspace(0, 1, 9)
    wide = half * (1.0 - 0.25 * t if kind == "stick" else 1.0 - (0.4 + 0.3 * rng.random()) * t)
    wide[0] *= 0.75
    if kind == "jagged":
        wide = wide * rng.uniform(0.7, 1.35, 9)
    side = -length / 2 + t * length
    body = _closed(np.vstack([np.stack([-wide, side], 1), np.stack([wide * rng.uniform(0.85, 1.15), side], 1)[::-1]]))
    if kind == "knots":
        for k in range(4):
            x, y = (half if k % 2 else -half) * 0.85, (-0.36 + 0.22 * k) * length
            at.fill(ellipse(x, y, 0.32 * half + 0.5), colour, outline=line)
    at.fill(body, colour, outline=line)
    if kind == "ringed":
        for y in (-0.3, 0.05, 0.38):
            at.fill(box(-0.9 * half, y * length, 1.8 * half, 1.6), hand.inks["yellow"], outline=line)
    for y in (-0.28, 0.02, 0.3) if kind != "stick" and hand.cogs % 2 else ():
        at.fill(ellipse(0.25 * half * (1 if y else -1), y * length, 0.24 * half, 0.16 * half), darker(colour, 0.4), outline=False)
    if hand.cogs % 3 == 1:
        at.fill(ellipse(0, length / 2, wide[-1], 0.5 * wide[-1]), hand.inks["yellow"], outline=line)


def club_ink(hand: FlatHand, k: int) -> Colour:
    """The ink of club ``k``: two in turn, or one for all."""
    first, second = (("red", "blue"), ("blue", "red"), ("red", "green"), ("green", "red"), ("green", "green"), ("yellow", "yellow"))[
        (0, 0, 0, 1, 1, 2, 3, 4, 5)[hand.seed % 9]
    ]
    return hand.inks[first if k % 2 == 0 else second]


def sign(at: Pen, suit: Suit, hand: FlatHand, size_mm: float) -> None:
    """The sign of a suit, so high; swords and clubs upright.

    Args:
        at: draws.
        suit: whose.
        hand: the maker's.
        size_mm: height.
    """
    if suit == Suit.OROS:
        coin(at.at(0, 0, scale=size_mm), hand)
    elif suit == Suit.COPAS:
        cup(at.at(0, 0, scale=size_mm), hand)
    elif suit == Suit.ESPADAS:
        sword(at, hand, size_mm)
    else:
        club(at, hand, size_mm, club_ink(hand, 0))
