"""A horse that walks to the left; its rider's seat is at the origin of the card, the ground 37 mm below it."""

import numpy as np

from models.synthetic.cards.dress import Dress
from models.synthetic.cards.pen import Pen, darker, ellipse, lighter
from models.synthetic.cards.style import Style

TRUNK = (
    "-14.6,-12! -13.2,-9 -9,-6 -5,0 -1.5,5 5,7 13,5 18.4,8.4 19.2,14.4 16.4,20 11,20.4 4,21.6 -4,21.2 "
    "-9,19.2 -12.6,13.4 -12.6,7 -13.6,1.6 -15.2,-1 -18,0.2 -21.6,3.6 -24,3.2 -24.6,0.6 -22.8,-3 -19.6,-8 -17.2,-11.2!"
)
NEAR_FORE = "-11.6,13 -6,15 -5.4,22 -7,27 -6.8,33 -5.6,35! -10.4,35! -9.4,32 -9.6,27 -11.2,21"
FAR_FORE = "-10,14 -13.4,19 -18.6,20.6 -20.6,24 -18.4,28 -18.6,30.6! -22.4,30! -22.6,26 -23.6,21.4 -20.4,17.4 -14,13"
NEAR_HIND = "19,9 20,15 17.6,21 15.6,24 18.2,28 17.8,33 18.8,35! 13.8,35! 14.4,32 13.2,27 10.4,23 8.6,17 11.6,10"
FAR_HIND = "12,14 12,19 9.4,23 12.2,28 11.2,33 12.2,35! 7.2,35! 7.8,32 7,27 4.2,22 5,16"
TAIL = "17.6,7 22,8.4 24.2,15 22.6,23 24.2,31! 20.4,27 19.8,18 18.4,11"
MANE = (
    "-15,-12.4! -12.6,-11.4 -8.4,-8.6 -4.4,-3 -1,4.4! -3.6,3.4! -5.2,5.4! -6.6,1.6! -9,3.4! "
    "-9,-1 -11.4,-0.6! -10.8,-4.4! -13,-4.4! -12.6,-8"
)


def horse(pen: Pen, style: Style, dress: Dress) -> None:
    """The horse with bridle, breast strap and saddle cloth.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        dress: what the figure wears.
    """
    coat = style.palette.horse
    hair = darker(coat, 0.5)
    for leg in (FAR_FORE, FAR_HIND):
        pen.fill(leg, darker(coat, 0.22))
    pen.fill(TAIL, hair, shade=True)
    for path in (NEAR_HIND, NEAR_FORE, TRUNK):
        pen.fill(path, coat, shade=True)
    _soften_joints(pen, style)
    pen.fill(MANE, hair, shade=True)
    pen.fill("-15.4,-10.6! -14.8,-14.4! -12.8,-10.8!", coat)
    _hooves(pen, hair)
    _face(pen, style)
    _harness(pen, dress)


def _soften_joints(pen: Pen, style: Style) -> None:
    """Cover the outline where the legs grow out of the trunk, and mark shoulder and thigh."""
    coat = style.palette.horse
    pen.fill("-11,13 -6.6,15 -6,19.6 -10.4,18.6", coat, outline=False)
    pen.fill("18,11 18.8,15 16.6,19.6 10.6,19.6 10,14", coat, outline=False)
    pen.stroke("-6,8 -4.6,14 -6,20")
    pen.stroke("12,9 9.4,14 10.6,21")
    pen.stroke("-2,20 4,20.4 8,19.6", lighter(coat, 0.3), width=1.6)


def _hooves(pen: Pen, colour: tuple[int, int, int]) -> None:
    for x, y, turn_deg in ((-8.2, 35, 0), (16.2, 35, 0), (9.6, 35, 0), (-20.6, 30.4, 12)):
        pen.at(x, y, turn_deg=turn_deg).fill("-2.2,-0.4! 2.2,-0.4! 2.8,2! -3,2!", colour)


def _face(pen: Pen, style: Style) -> None:
    pen.fill(ellipse(-18.4, -6.2, 0.75, 0.6), style.palette.ink, outline=False)
    pen.fill(ellipse(-23.2, 0.4, 0.45, 0.6), style.palette.ink, outline=False)
    pen.stroke("-24,2.4 -22.4,2 -21.2,2.8")


def _harness(pen: Pen, dress: Dress) -> None:
    for line in ("-22.4,-2.6 -20.6,0 -20,2.4", "-18.6,-9 -15.6,-5 -15,-1.2", "-20.6,0 -17,-3", "-17,-2.6 -10,2 -2,3"):
        pen.rod(line, dress.trim, width=0.75)
    pen.rod("-12.6,9 -7,11.6 0,11", dress.trim, width=1.3)
    pen.fill("-3,5.4! 2,7 9,6.2! 10.4,15 9.6,18! 3.6,17 -3.4,18! -4,11", dress.cloak, shade=True)
    pen.stroke(np.array([[-3, 16], [3.6, 15.2], [9.4, 16]]), dress.trim, width=2.4)
