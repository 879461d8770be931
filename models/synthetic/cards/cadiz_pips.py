"""Coins and cups as Moroccan decks have them: coins with a cogged rim, cups low, wide and banded."""

from collections.abc import Callable

import numpy as np

from models.synthetic.cards.pen import Pen, box, darker, ellipse, lighter
from models.synthetic.cards.style import Style


def cogged(at: Pen, style: Style) -> None:
    """A coin of radius 1 around the origin: teeth, a ring, and in it what :attr:`Style.coin_heart` names."""
    turn = np.linspace(0, 2 * np.pi, 4 * style.cogs + 1)
    reach = np.where(np.arange(4 * style.cogs + 1) % 4 < 2, 1.0, 0.88)
    at.fill(np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1), style.palette.yellow)
    at.fill(ellipse(0, 0, 0.78), lighter(style.palette.yellow, 0.2), shade=True)
    COIN_HEARTS[style.coin_heart](at.at(0, 0, scale=0.74), style)


def _rosette(at: Pen, style: Style) -> None:
    for k in range(8):
        petal = at.at(0, 0, turn_deg=45 * k)
        petal.fill("0,0! 0.24,-0.5 0,-0.92 -0.24,-0.5", style.palette.blue if k % 2 else style.palette.red)
    at.fill(ellipse(0, 0, 0.22), style.palette.yellow)


def _star(at: Pen, style: Style) -> None:
    at.fill(ellipse(0, 0, 0.95), style.palette.blue)
    turn = np.linspace(0, 2 * np.pi, 17)
    reach = np.where(np.arange(17) % 2, 0.4, 0.9)
    at.fill(np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1), style.palette.yellow)
    at.fill(ellipse(0, 0, 0.24), style.palette.red)


def _target(at: Pen, style: Style) -> None:
    for radius, name in ((0.92, "red"), (0.68, "yellow"), (0.48, "blue"), (0.26, "yellow")):
        at.fill(ellipse(0, 0, radius), style.ink(name))


def _dark(at: Pen, style: Style) -> None:
    """A dark flower of six petals, drawn in ink alone."""
    dark = darker(style.palette.red, 0.55)
    for k in range(6):
        at.at(0, 0, turn_deg=60 * k).fill("0,0! 0.26,-0.5 0,-0.86 -0.26,-0.5", dark, outline=False)
    at.fill(ellipse(0, 0, 0.2), style.palette.yellow)


def _profile(at: Pen, style: Style) -> None:
    """A head that looks to the left, as on money."""
    at.fill("-0.5,0.62! 0.5,0.66! 0.3,0.3 0.42,-0.1 0.3,-0.56 -0.1,-0.7 -0.36,-0.5 -0.4,-0.2 -0.56,0.02! -0.42,0.1 "
            "-0.4,0.34 -0.16,0.36", lighter(style.palette.orange, 0.25))  # fmt: skip
    at.fill("0.42,-0.1 0.44,-0.6 0,-0.86 -0.34,-0.6! 0,-0.44 0.16,-0.1!", style.palette.red)


def _wheel(at: Pen, style: Style) -> None:
    at.fill(ellipse(0, 0, 0.9), style.palette.paper)
    for k in range(6):
        at.at(0, 0, turn_deg=60 * k).fill("0,-0.1! 0.3,-0.78! -0.3,-0.78!", style.palette.red)
    at.fill(ellipse(0, 0, 0.34), style.palette.blue)
    at.fill(ellipse(0, 0, 0.15), style.palette.yellow)


COIN_HEARTS: dict[str, Callable[[Pen, Style], None]] = {
    "rosette": _rosette,
    "star": _star,
    "target": _target,
    "dark": _dark,
    "profile": _profile,
    "wheel": _wheel,
}


def banded(at: Pen, style: Style) -> None:
    """A low wide cup of height 1 around the origin, in bands of colour, on a short foot."""
    first, second, third = (style.ink(name) for name in style.cup_bands)
    at.fill("-0.08,0.12! 0.08,0.12! 0.12,0.28 0.34,0.4! -0.34,0.4! -0.12,0.28", second, shade=True)
    at.fill(box(-0.4, 0.39, 0.8, 0.1), third, shade=True)
    at.fill(ellipse(0, 0.2, 0.15, 0.055), first)
    body = "-0.52,-0.42! 0.52,-0.42! 0.5,-0.16 0.36,0.06 0,0.16 -0.36,0.06 -0.5,-0.16"
    at.fill(body, third, shade=True)
    with at.inside(body):
        at.fill(box(-0.6, -0.5, 1.2, 0.28), first)
        at.fill(box(-0.6, -0.24, 1.2, 0.17), second)
        for k in range(-4, 5):
            at.stroke(np.array([[0.13 * k, -0.4], [0.12 * k, -0.25]]), style.palette.paper, width=1.3)
            at.fill(ellipse(0.12 * k, -0.155, 0.03), third, outline=False)
    at.fill(ellipse(0, -0.43, 0.52, 0.07), lighter(second, 0.3))
    at.fill(ellipse(0, -0.42, 0.4, 0.038), darker(first, 0.3))
