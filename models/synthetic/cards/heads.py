"""Heads, hair, beards and what is worn on them; the chin of every head is at the origin, and it looks to the left."""

import numpy as np

from models.synthetic.cards.dress import Dress
from models.synthetic.cards.ornaments import crown
from models.synthetic.cards.pen import Pen, ellipse, lighter
from models.synthetic.cards.style import Style

HAIR = "-4.5,-7 -3,-10.6 2,-10.9 5,-7.6 5.4,-2.6 6,1.4 3.6,2.2 -2.6,1.6 -4.6,0.6 -4.4,-3"
FACE = "-3.5,-8.2 -0.4,-9.4 3,-8 3.3,-4 2.2,-0.8 -0.5,0.8 -2.6,-0.5 -3.6,-3.6"
BEARD = "-3.7,-3.4 -2.4,-1.9! 0.6,-1.9! 3,-4.6 3.8,-1 2.6,3.6 0.4,7.4 -1.2,7.6 -3,4 -4.1,0.4"


def head(pen: Pen, style: Style, dress: Dress, *, bearded: bool = False) -> None:
    """A head without a hat.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        dress: what the figure wears.
        bearded: whether it has a beard.
    """
    hair = dress.hair
    pen.fill("-1.8,-1! 2.2,-1! 2.6,3.4! -2.4,3.4!", style.palette.flesh)
    pen.fill(HAIR, hair, shade=True)
    pen.fill(FACE, style.palette.flesh, shade=True)
    if bearded:
        _beard(pen, dress)
    _features(pen, style)
    pen.fill("-4,-7.4 -2,-10.4 2,-10.8 4.6,-8 4.8,-4.6! 3,-6.4 1.4,-8.4 -1.4,-8 -3.2,-7", hair)


def _beard(pen: Pen, dress: Dress) -> None:
    pen.fill(BEARD, dress.hair, shade=True)
    for x in (-2.0, -0.6, 0.9):
        pen.thin(0.7).stroke(np.array([[x, 0.6], [0.7 * x - 0.4, 4.6]]))
    pen.stroke("-3,-1.5 -1.4,-2.3 0.6,-1.5", dress.hair, width=2.4)


def _features(pen: Pen, style: Style) -> None:
    fine = pen.thin(0.85)
    for x in (-2.1, 0.9):
        pen.fill(ellipse(x, -4.8, 0.46, 0.5), style.palette.ink, outline=False)
        fine.stroke(np.array([[x - 0.9, -5.9], [x + 0.8, -6.1]]))
    fine.stroke("-0.9,-4.6 -1.6,-2.7 -0.7,-2.6")
    fine.stroke("-1.7,-1.1 -0.8,-0.9 0.2,-1.1", style.palette.red, width=1.5)


def beret(pen: Pen, dress: Dress) -> None:
    """A flat cap with a feather."""
    pen.fill("1,-11! 5,-15.6 10,-15.4 13.6,-11! 9.6,-11.8 6,-9.6", dress.trim, shade=True)
    pen.stroke("2,-10.8 7,-13.2 12,-11.8")
    pen.fill("-5.2,-7.6! -6,-10.2 -2,-13 3.4,-12.8 6.4,-9.8 5.4,-7.2! 0,-8.8", dress.hat, shade=True)
    pen.stroke("-5,-8.6 0,-9.8 5.4,-8.4", dress.trim, width=2)


def cap(pen: Pen, dress: Dress) -> None:
    """A tall cap with a turned-up brim and a plume that falls back."""
    pen.fill("3,-12! 8,-14 11.4,-9 10.4,-2! 8,-6 5,-9", dress.trim, shade=True)
    pen.fill("-4.4,-8! -4,-13 -0.6,-14.6 3.6,-13.6 5.2,-8! 0,-9.2", dress.hat, shade=True)
    pen.fill("-5.8,-8.6! -5.4,-10.6 0,-11.4 5.8,-10.4 6.2,-7.8! 0,-9", dress.trim, shade=True)


def helmet(pen: Pen, dress: Dress) -> None:
    """A round helmet with a crest."""
    pen.fill("-2,-12! 0,-16 6,-15.4 9,-10 7.6,-6! 5.4,-9.6 2,-12!", dress.trim, shade=True)
    pen.fill("-4.9,-6.8! -4.6,-10.4 -1,-13 3,-12.6 5.6,-9 6,-3! 4,-4.6! 3.4,-7! 0,-8", dress.hat, shade=True)
    pen.stroke("-4.8,-8 0,-9.2 5.6,-7.8", width=1.2)


def turban(pen: Pen, dress: Dress) -> None:
    """A wound cloth with a jewel."""
    pen.fill("-5.6,-7! -6.2,-10.6 -2,-13.4 3,-13.4 6.8,-10.2 5.8,-6.6! 0,-8.2", dress.hat, shade=True)
    for k in range(3):
        pen.stroke(np.array([[-5.6 + 2 * k, -7.8], [1 + 2.2 * k, -12.6]]))
    pen.fill(ellipse(-0.4, -10, 1.1), dress.trim)


def crowned(pen: Pen, style: Style) -> None:
    """A king's crown."""
    crown(pen.at(0.2, -8.2), style, 10.4)


HATS = {"beret": beret, "cap": cap, "helmet": helmet, "turban": turban}


def ruff(pen: Pen, dress: Dress) -> None:
    """A collar of folds below the chin."""
    pen.fill("-4.4,2.2 0,1.2 4.6,2.2 4.8,4.2 0,5.4 -4.6,4.2", lighter(dress.trim, 0.75))
    for x in (-2.8, -1, 1, 2.8):
        pen.thin(0.7).stroke(np.array([[x, 2], [1.2 * x, 4.6]]))
