"""The four aces as Moroccan decks have them: a disc in a frame of ribbon, an urn, sword and club laid aslant."""

from dataclasses import replace

import numpy as np

from models.synthetic.cards.ornaments import ribbon, sprig
from models.synthetic.cards.pen import Pen, box, curve, ellipse, lighter
from models.synthetic.cards.pips import club, coin, sword
from models.synthetic.cards.style import Style

STRIPES = 14
"""Turns of the ribbon along one side of a frame."""


def framed_coin(pen: Pen, style: Style) -> None:
    """A large coin in a square or round frame of red and blue ribbon."""
    pen = pen.at(0, 0, scale=min(style.pip, 1.0))
    if style.aces == "ringed":
        _ring(pen, style, 25)
    else:
        for turn_deg, half, away in ((0, 22, 31), (90, 31, 22), (180, 22, 31), (270, 31, 22)):
            _side(pen.at(0, 0, turn_deg=turn_deg), style, half=half, away=away)
        for x, y in ((-22, -31), (22, -31), (22, 31), (-22, 31)):
            _bow(pen.at(x, y), style)
    coin(pen, style, 40)


def _side(pen: Pen, style: Style, *, half: float, away: float) -> None:
    """A straight piece of frame above the origin, wound with ribbon."""
    step = 2 * half / STRIPES
    for k in range(STRIPES):
        x = -half + k * step
        above, below = -away - 1.8, -away + 1.8
        shape = np.array([[x, above], [x + step, above], [x + 2 * step, below], [x + step, below]])
        pen.fill(np.vstack([shape, shape[:1]]), style.palette.blue if k % 2 else style.palette.red)


def _ring(pen: Pen, style: Style, radius: float) -> None:
    """A round frame wound with ribbon, with four bows."""
    for k in range(2 * STRIPES):
        start, end = (np.linspace(0, 1, 4) * np.pi / STRIPES + k * np.pi / STRIPES + lag for lag in (0.0, 0.12))
        inner = np.stack([0.88 * radius * np.cos(start), 0.88 * radius * np.sin(start)], 1)
        outer = np.stack([1.06 * radius * np.cos(end), 1.06 * radius * np.sin(end)], 1)[::-1]
        pen.fill(np.vstack([inner, outer, inner[:1]]), style.palette.blue if k % 2 else style.palette.red)
    for k in range(4):
        _bow(pen.at(0, 0, turn_deg=45 + 90 * k).at(0, -1.02 * radius), style)


def _bow(at: Pen, style: Style) -> None:
    for side, name in ((-1, "red"), (1, "blue")):
        half = at.at(0, 0, mirrored=side < 0)
        half.fill("0,0! 2.4,-2.6 5.4,-1.6 4.6,1.2 2,1.6", style.ink(name), shade=True)
        half.fill("0,0! 1.4,2.2 3.6,5.4! 1.6,4.8! 0,6!", style.ink(name), shade=True)
    at.fill(ellipse(0, 0, 1.2), style.palette.yellow)


def urn(pen: Pen, style: Style) -> None:
    """A great urn with a lid, in the bands of the deck's cups."""
    first, second, third = (style.ink(name) for name in style.cup_bands)
    at = pen.at(0, 2, scale=66 * style.pip)
    for side in (-1, 1):
        at.rod(curve("0.2,-0.16 0.36,-0.2 0.38,-0.02 0.24,0.06", closed=False) * (side, 1), second, width=0.03)
    at.fill("-0.06,0.2! 0.06,0.2! 0.08,0.34 0.2,0.42! -0.2,0.42! -0.08,0.34", second, shade=True)
    at.fill(box(-0.23, 0.41, 0.46, 0.06), third, shade=True)
    body = "-0.25,-0.2! 0.25,-0.2! 0.3,-0.04 0.22,0.14 0,0.23 -0.22,0.14 -0.3,-0.04"
    at.fill(body, third, shade=True)
    with at.inside(body):
        at.fill(box(-0.4, -0.2, 0.8, 0.12), first)
        at.fill(box(-0.4, -0.08, 0.8, 0.09), second)
        for k in range(-4, 5):
            at.fill(ellipse(0.065 * k, -0.035, 0.018), first, outline=False)
            at.stroke(np.array([[0.065 * k, 0.03], [0.03 * k, 0.22]]), lighter(third, 0.5), width=1.4)
    at.fill("-0.29,-0.25! 0.29,-0.25! 0.29,-0.19! -0.29,-0.19!", second, shade=True)
    at.fill("-0.26,-0.25! -0.16,-0.36 0,-0.39 0.16,-0.36 0.26,-0.25!", first, shade=True)
    at.fill("-0.17,-0.33! 0,-0.36 0.17,-0.33! 0.1,-0.29 -0.1,-0.29", third)
    at.fill("0,-0.5! 0.04,-0.45 0.02,-0.39! -0.02,-0.39! -0.04,-0.45", second, shade=True)


def _aslant(style: Style) -> float:
    """The angle, degrees, at which this maker lays sword and club."""
    lean = 24 + style.dress % 13
    return -lean if style.dress // 13 % 3 else lean


def ribboned_sword(pen: Pen, style: Style) -> None:
    """A great straight sword laid aslant under a ribbon."""
    at = pen.at(0, 0, turn_deg=_aslant(style))
    sword(at, style, 78 * min(style.pip, 1.02), 1.6)
    ribbon(at.at(0, 4 + style.dress % 9), style, 30 + style.dress % 11)


def leafy_club(pen: Pen, style: Style) -> None:
    """A great red club laid aslant, with blue leaves."""
    at, length = pen.at(0, 0, turn_deg=_aslant(style)), 76 * min(style.pip, 1.02)
    leaves = replace(style, palette=replace(style.palette, green=style.palette.blue))
    for k in range(4 + style.dress % 4):
        mirrored = bool(k % 2)
        sprig(at.at(-4 if mirrored else 4, -20 + 9 * k, mirrored=mirrored), leaves, 11)
    club(at, style, length, style.palette.red, 1.05)
