"""The four aces, the showpieces of a deck."""

import numpy as np

from models.synthetic.cards.cadiz_aces import framed_coin, leafy_club, ribboned_sword, urn
from models.synthetic.cards.ornaments import crown, laurel, ribbon, sprig
from models.synthetic.cards.pen import Pen, box, ellipse, lighter
from models.synthetic.cards.pips import club, coin, sword
from models.synthetic.cards.style import Style

MOROCCAN = ("framed", "ringed")
"""Values of :attr:`Style.aces` with aces of their own."""


def ace_of_coins(pen: Pen, style: Style) -> None:
    """A great coin; rich in laurel, under a crown and over a plate, else alone or with a crown."""
    if style.aces in MOROCCAN:
        framed_coin(pen, style)
        return
    size = style.pip * (33 if style.aces == "rich" else 42)
    middle = pen.at(0, -2 if style.aces == "rich" else 0)
    if style.aces == "rich":
        laurel(middle, style, size)
        middle.fill(ellipse(0, 0, 0.55 * size), style.palette.red, shade=True)
        _plate(pen.at(0, 27.5 * style.pip), style)
    coin(middle, style, size)
    if style.aces != "plain":
        crown(pen.at(0, -0.71 * size), style, 17)


def _plate(pen: Pen, style: Style) -> None:
    pen.fill("-14,-3! 14,-3! 16,0 14,3! -14,3! -16,0", style.palette.blue, shade=True)
    for k in range(-2, 3):
        _star(pen.at(5 * k, 0), style, 1.7)


def _star(at: Pen, style: Style, reach: float) -> None:
    turn = np.linspace(0, 2 * np.pi, 11)
    far = np.where(np.arange(11) % 2, 0.45, 1.0) * reach
    at.fill(np.stack([far * np.sin(turn), -far * np.cos(turn)], 1), style.palette.yellow)


def ace_of_cups(pen: Pen, style: Style) -> None:
    """A great covered cup."""
    if style.aces in MOROCCAN:
        urn(pen, style)
        return
    colours = style.palette
    at = pen.at(0, 0, scale=60 * style.pip)
    at.fill(box(-0.2, 0.44, 0.4, 0.055), colours.blue, shade=True)
    at.fill("-0.06,0.18! 0.06,0.18! 0.06,0.3 0.17,0.44! -0.17,0.44! -0.06,0.3", colours.red, shade=True)
    at.fill(ellipse(0, 0.21, 0.1, 0.028), colours.yellow)
    at.fill(ellipse(0, 0.32, 0.075, 0.02), colours.yellow)
    _great_bowl(at, style)
    _lid(at, style)


def _great_bowl(at: Pen, style: Style) -> None:
    colours = style.palette
    for side in (-1, 1):
        at.at(0, 0, mirrored=side < 0).rod("0.26,-0.2 0.38,-0.24 0.39,-0.08 0.24,0.02", colours.yellow, width=0.026)
    bowl = "-0.3,-0.22! 0.3,-0.22! 0.28,-0.02 0.18,0.12 0,0.18 -0.18,0.12 -0.28,-0.02"
    at.fill(bowl, colours.red, shade=True)
    with at.inside(bowl):
        for k in range(-3, 4):
            leaf = at.at(0.09 * k, 0.19 - 0.012 * k * k, turn_deg=9 * k)
            leaf.fill("-0.046,0.02 -0.04,-0.08 0,-0.15 0.04,-0.08 0.046,0.02", colours.yellow)
        at.fill(box(-0.4, -0.13, 0.8, 0.07), colours.green)
        for k in range(-4, 5):
            at.fill(ellipse(0.062 * k, -0.095, 0.02), colours.yellow if k % 2 else colours.paper)
    at.fill(bowl_line(), colours.yellow, shade=True)


def bowl_line() -> str:
    """The rim between the bowl and its lid."""
    return "-0.33,-0.26! 0.33,-0.26! 0.34,-0.235 0.33,-0.21! -0.33,-0.21! -0.34,-0.235"


def _lid(at: Pen, style: Style) -> None:
    colours = style.palette
    lid = "-0.29,-0.26! -0.22,-0.34 -0.09,-0.38 0,-0.39 0.09,-0.38 0.22,-0.34 0.29,-0.26!"
    at.fill(lid, colours.blue, shade=True)
    with at.inside(lid):
        for k in range(-3, 4):
            at.stroke(np.array([[0.09 * k, -0.25], [0.03 * k, -0.4]]), colours.yellow, width=2)
    at.stroke(lid)
    at.fill(ellipse(0, -0.4, 0.06, 0.018), colours.yellow)
    at.fill("0,-0.5 0.035,-0.46 0.02,-0.41! -0.02,-0.41! -0.035,-0.46", colours.red, shade=True)


def ace_of_swords(pen: Pen, style: Style) -> None:
    """A great sword laid aslant, rich with a ribbon; or upright in a hand."""
    if style.aces in MOROCCAN:
        ribboned_sword(pen, style)
        return
    length = 76 * min(style.pip, 1.02)
    at = pen.at(0, 0, turn_deg=200 if style.aces == "held" else -30)
    sword(at, style, length, 1.55)
    if style.aces == "rich":
        ribbon(at.at(0, 9), style, 36)
    if style.aces == "held":
        _hand(pen, style, at.at(0, 6 - length / 2))


def ace_of_clubs(pen: Pen, style: Style) -> None:
    """A great cudgel laid aslant, sprouting and rich with a ribbon; or upright in a hand."""
    if style.aces in MOROCCAN:
        leafy_club(pen, style)
        return
    length = 76 * min(style.pip, 1.02)
    at = pen.at(0, 0, turn_deg=20 if style.aces == "held" else -28)
    for y, mirrored in ((-16.0, False), (-6.0, True), (12.0, False), (20.0, True)) if style.aces != "held" else ():
        sprig(at.at(-5 if mirrored else 5, y, mirrored=mirrored), style, 9)
    club(at, style, length, style.palette.green, 1.05)
    if style.aces == "rich" and style.pattern == "castilian":
        ribbon(at.at(0, 2), style, 44)
    if style.aces == "held":
        _hand(pen, style, at.at(0, 0.34 * length))


def _hand(pen: Pen, style: Style, grip: Pen) -> None:
    """A hand at the origin of ``grip``, with a sleeve that comes from a cloud at the lower right."""
    x, y = (float(n) for n in np.linalg.solve(pen.matrix[:, :2], grip.matrix[:, 2] - pen.matrix[:, 2]))
    pen.rod(np.array([[x, y], [x + 9, y + 3]]), style.palette.flesh, width=5)
    pen.rod(np.array([[x + 9, y + 3], [x + 21, y + 6]]), style.palette.red, width=9)
    pen.rod(np.array([[x + 8.4, y + 2.8], [x + 10.4, y + 3.4]]), style.palette.yellow, width=10)
    for dx, dy, radius in ((23, 1, 4.4), (20.5, 9, 4.6), (24.5, 5, 5), (26, 10.4, 4)):
        pen.at(x, y).fill(ellipse(dx, dy, radius), lighter(style.palette.blue, 0.6), shade=True)
    for k in range(4):
        pen.at(x - 0.6, y - 3.6 + 2.3 * k).fill(ellipse(0, 0, 3.2, 1.5), style.palette.flesh)
