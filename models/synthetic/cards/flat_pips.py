"""Cups, swords and clubs of a maker who draws in simple shapes, each around the origin and one high or long."""

import numpy as np

from models.synthetic.cards.flat_coins import nth_ink
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


def cup(at: Pen, hand: FlatHand) -> None:
    """A cup of height one and the maker's width, on a stem and a foot."""
    deep, wide = 0.45 if hand.shapes["bowl"] == "low" else 0.62, 0.42 * hand.cup_wide
    _foot(at, hand, wide, deep - 0.5)
    profile = wide * np.array(BOWLS[hand.shapes["bowl"]])
    y = np.linspace(-0.5, -0.5 + deep, len(profile))
    body = _closed(np.vstack([np.stack([-profile, y], 1), np.stack([profile, y], 1)[::-1]]))
    at.fill(body, hand.inks[hand.bands[0]], outline=False)
    with at.inside(body):
        _bands(at, hand, wide, deep)
    if hand.outlined:
        at.stroke(body)
    if hand.cogs % 2:
        mouth = darker(hand.inks[hand.bands[0]], 0.35)
        at.fill(ellipse(0, -0.5, profile[0], 0.05), mouth, outline=hand.outlined)


def _foot(at: Pen, hand: FlatHand, wide: float, last: float) -> None:
    """Stem, knop and foot below ``last``, and handles."""
    line, stem = hand.outlined, wide * (0.12 + 0.05 * (hand.cogs % 4))
    at.fill(box(-stem, last - 0.02, 2 * stem, 0.46 - last), hand.inks[hand.bands[-1]], outline=line)
    if hand.cogs % 3 == 0:
        at.fill(ellipse(0, last + 0.35 * (0.5 - last), 2.0 * stem, 0.05), hand.inks["yellow"], outline=line)
    foot = np.array([[-1.4 * stem, 0.36], [1.4 * stem, 0.36], [0.75 * wide, 0.5], [-0.75 * wide, 0.5]])
    at.fill(_closed(foot), hand.inks[hand.bands[0]], outline=line)
    if hand.cogs % 5 == 1:
        deep = last + 0.5
        for side in (-1, 1):
            at.stroke(ellipse(side * wide, -0.5 + 0.4 * deep, 0.14, 0.2 * deep + 0.05), hand.inks["yellow"], width=4)


def _bands(at: Pen, hand: FlatHand, wide: float, deep: float) -> None:
    """Bands of colour, and flutes over them."""
    lined = hand.outlined and hand.cogs % 2 == 0
    for k, name in enumerate(hand.bands):
        at.fill(box(-1, -0.5 + deep * k / len(hand.bands), 2, 1), hand.inks[name], outline=lined)
    if hand.cogs % 4 == 1:
        for k in range(-4, 5):
            flute = np.array([[0.25 * wide * k, -0.5], [0.15 * wide * k, deep - 0.5]])
            at.stroke(flute, hand.inks["paper"], width=1.2)


def sword(at: Pen, hand: FlatHand, length: float) -> None:
    """A sword around the origin, its point above.

    Args:
        at: draws; millimetres.
        hand: the maker's.
        length: millimetres.
    """
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
    at.fill(box(-0.55 * half - 0.4, length / 2 - hilt, 1.1 * half + 0.8, hilt - 1), nth_ink(hand, 0), outline=line)
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
    body = _closed(_outline(hand, length, half))
    if kind == "knots":
        for k in range(4):
            x, y = (half if k % 2 else -half) * 0.85, (-0.36 + 0.22 * k) * length
            at.fill(ellipse(x, y, 0.32 * half + 0.5), colour, outline=line)
    at.fill(body, colour, outline=line)
    if kind == "ringed":
        for y in (-0.3, 0.05, 0.38):
            at.fill(box(-0.9 * half, y * length, 1.8 * half, 1.6), hand.inks["yellow"], outline=line)
    if kind != "stick" and hand.cogs % 2:
        for y in (-0.28, 0.02, 0.3):
            at.fill(ellipse(0.25 * half, y * length, 0.24 * half, 0.16 * half), darker(colour, 0.4), outline=False)
    if hand.cogs % 3 == 1:
        cut = -float(body[8, 0])
        at.fill(ellipse(0, length / 2, cut, 0.5 * cut), hand.inks["yellow"], outline=line)


def _outline(hand: FlatHand, length: float, half: float) -> PenPoints:
    """The outline of a club (18, 2), down its left and up its right."""
    rng, t = np.random.default_rng([hand.seed, 5]), np.linspace(0, 1, 9)
    wide = half * (1.0 - 0.25 * t if hand.shapes["club"] == "stick" else 1.0 - (0.4 + 0.3 * rng.random()) * t)
    wide[0] *= 0.75
    if hand.shapes["club"] == "jagged":
        wide = wide * rng.uniform(0.7, 1.35, 9)
    side = -length / 2 + t * length
    return np.vstack([np.stack([-wide, side], 1), np.stack([wide * rng.uniform(0.85, 1.15), side], 1)[::-1]])


CLUB_INKS = (
    *[("red", "blue")] * 3, *[("blue", "red")] * 2, ("red", "green"), ("green", "red"), ("green", "green"),
    ("yellow", "yellow"),
)  # fmt: skip
"""Pairs of inks of clubs, by turns; those that the pattern prescribes most often."""


def club_ink(hand: FlatHand, k: int) -> Colour:
    """The ink of club ``k``: two in turn, or one for all."""
    return hand.inks[CLUB_INKS[hand.seed % len(CLUB_INKS)][k % 2]]
