"""Coins of a maker who draws in simple shapes: rims and what is within them."""

from collections.abc import Callable

import numpy as np

from models.synthetic.cards.flat_hand import FlatHand
from models.synthetic.cards.pen import Pen, PenPoints, box, ellipse, lighter
from vision.frame import Colour


def star(count: int, inner: float, outer: float, turn: float = 0.0) -> PenPoints:
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


def nth_ink(hand: FlatHand, k: int) -> Colour:
    """The ``k``-th of red, blue and yellow, beginning where the maker begins."""
    return hand.inks[("red", "blue", "yellow")[(k + hand.seed) % 3]]


def coin(at: Pen, hand: FlatHand) -> None:
    """A coin of height one."""
    at, line = at.at(0, 0, scale=0.5), hand.outlined
    gold = hand.inks["yellow"] if hand.seed % 6 else nth_ink(hand, 1)
    inner = lighter(gold, 0.3) if hand.seed % 2 else hand.inks[("red", "blue", "paper")[hand.seed // 2 % 3]]
    rim = hand.shapes["rim"]
    at.fill(RIMS[rim](hand) if rim in RIMS else ellipse(0, 0, 1.0), gold, outline=line)
    at.fill(ellipse(0, 0, 0.8 if rim != "double" else 0.88), inner, outline=line)
    if rim == "double":
        at.fill(ellipse(0, 0, 0.66), gold, outline=line)
    if rim == "dots":
        for angle in np.linspace(0, 2 * np.pi, hand.cogs, endpoint=False):
            at.fill(ellipse(0.9 * np.cos(angle), 0.9 * np.sin(angle), 0.07), hand.inks["ink"], outline=False)
    if hand.shapes["heart"] in HEARTS:
        HEARTS[hand.shapes["heart"]](at.at(0, 0, scale=0.62), hand)


def _cogs(hand: FlatHand) -> PenPoints:
    turn = np.linspace(0, 2 * np.pi, 4 * hand.cogs + 1)
    reach = np.where(np.arange(4 * hand.cogs + 1) % 4 < 2, 1.0, 0.86)
    return np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1)


def _scallops(hand: FlatHand) -> PenPoints:
    turn = np.linspace(0, 2 * np.pi, 145)
    reach = 0.9 + 0.1 * np.abs(np.sin(0.5 * max(hand.cogs, 9) * turn))
    return np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1)


def _rays(hand: FlatHand) -> PenPoints:
    return star(hand.cogs, 0.74, 1.0)


RIMS: dict[str, Callable[[FlatHand], PenPoints]] = {
    "cogs": _cogs,
    "scallops": _scallops,
    "rays": _rays,
}
"""Outlines of coins that are no circles."""


def _petals(at: Pen, hand: FlatHand) -> None:
    for k in range(4 + hand.cogs % 5):
        petal = at.at(0, 0, turn_deg=360 * k / (4 + hand.cogs % 5))
        petal.fill(ellipse(0, -0.55, 0.26, 0.42), nth_ink(hand, k % 2), outline=hand.outlined)
    at.fill(ellipse(0, 0, 0.25), hand.inks["yellow"], outline=hand.outlined)


def _star(at: Pen, hand: FlatHand) -> None:
    at.fill(star(5 + hand.cogs % 4, 0.42, 0.98), nth_ink(hand, 0), outline=hand.outlined)


def _rings(at: Pen, hand: FlatHand) -> None:
    for k, radius in enumerate((0.95, 0.68, 0.42, 0.2)):
        at.fill(ellipse(0, 0, radius), nth_ink(hand, k), outline=hand.outlined)


def _cross(at: Pen, hand: FlatHand) -> None:
    for turn in (0, 90):
        at.at(0, 0, turn_deg=turn).fill(box(-0.2, -0.9, 0.4, 1.8), nth_ink(hand, 0), outline=hand.outlined)


def _head(at: Pen, hand: FlatHand) -> None:
    at.fill(ellipse(0.05, -0.1, 0.42, 0.52), hand.inks["flesh"], outline=hand.outlined)
    at.fill(box(-0.5, -0.8, 1.0, 0.35), nth_ink(hand, 0), outline=hand.outlined)
    at.fill(box(-0.55, 0.45, 1.1, 0.4), nth_ink(hand, 1), outline=hand.outlined)


def _quatrefoil(at: Pen, hand: FlatHand) -> None:
    for x, y in ((0.4, 0), (-0.4, 0), (0, 0.4), (0, -0.4)):
        at.fill(ellipse(x, y, 0.42), nth_ink(hand, 0), outline=hand.outlined)
    at.fill(ellipse(0, 0, 0.3), nth_ink(hand, 1), outline=hand.outlined)


def _spokes(at: Pen, hand: FlatHand) -> None:
    for k in range(8):
        at.at(0, 0, turn_deg=45 * k).fill("0,0! 0.2,-0.95! -0.2,-0.95!", nth_ink(hand, k % 2), outline=hand.outlined)


def _letter(at: Pen, hand: FlatHand) -> None:
    letter = "-0.5,-0.7! 0.5,-0.7! 0.5,-0.35! 0.18,-0.35! 0.18,0.7! -0.18,0.7! -0.18,-0.35! -0.5,-0.35!"
    at.fill(letter, nth_ink(hand, 1))


HEARTS: dict[str, Callable[[Pen, FlatHand], None]] = {
    "petals": _petals,
    "star": _star,
    "rings": _rings,
    "cross": _cross,
    "head": _head,
    "quatrefoil": _quatrefoil,
    "spokes": _spokes,
    "letter": _letter,
}
"""What a coin shows, within radius one; nothing where it is ``blank``."""
