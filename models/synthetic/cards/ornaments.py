"""What is printed between the pips: scrolls, flowers and ribbons."""

import numpy as np

from models.synthetic.cards.pen import Pen, ellipse, lighter
from models.synthetic.cards.style import Style


def ornament(pen: Pen, style: Style, size_mm: float) -> None:
    """The maker's ornament around the origin, ``size_mm`` wide.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        size_mm: how wide it is, millimetres of a card.
    """
    if style.ornament != "none":
        ORNAMENTS[style.ornament](pen.at(0, 0, scale=size_mm / 2), style)


def _scroll(at: Pen, style: Style) -> None:
    for mirrored in (False, True):
        for turn_deg in (0, 180):
            half = at.at(0, 0, turn_deg=turn_deg, mirrored=mirrored)
            half.stroke(
                "0,0 0.3,-0.34 0.72,-0.42 0.92,-0.16 0.76,0.04 0.6,-0.08 0.7,-0.2", style.palette.red, width=1.3
            )
            half.stroke("0.34,-0.36 0.3,-0.62 0.12,-0.7 0.02,-0.56 0.12,-0.48", style.palette.red, width=1.3)
    at.fill(ellipse(0, 0, 0.09), style.palette.red, outline=False)


def _flower(at: Pen, style: Style) -> None:
    colours = style.palette
    for k in range(4):
        leaf = at.at(0, 0, turn_deg=45 + 90 * k)
        leaf.fill("0,-0.2! 0.16,-0.5 0,-0.95! -0.16,-0.5", colours.green)
        leaf.stroke("0,-0.3 0,-0.85", lighter(colours.green))
    for k in range(6):
        at.at(0, 0, turn_deg=60 * k).fill("0,0! 0.2,-0.2 0.14,-0.46 0,-0.52 -0.14,-0.46 -0.2,-0.2", colours.red)
    at.fill(ellipse(0, 0, 0.16), colours.yellow)


def _letters(at: Pen, style: Style) -> None:
    """Lines that read like a maker's name and town from afar: rows of strokes of letter height."""
    rng = np.random.default_rng(style.dress)
    for row, (half_width, height) in enumerate(((0.95, 0.2), (0.6, 0.14), (0.8, 0.2))):
        y = 0.42 * (row - 1)
        for x in np.arange(-half_width, half_width, 0.16):
            letter = np.stack([x + 0.11 * rng.random(4), y + height * (rng.random(4) - 0.5)], 1)
            letter[:2] = ((x, y - height / 2), (x, y + height / 2))
            at.stroke(letter, style.palette.red, width=1.2)


def flower(pen: Pen, style: Style, size_mm: float) -> None:
    """A flower with four leaves around the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        size_mm: how wide it is, millimetres of a card.
    """
    _flower(pen.at(0, 0, scale=size_mm / 2), style)


ORNAMENTS = {"scroll": _scroll, "flower": _flower, "letters": _letters}


def laurel(pen: Pen, style: Style, size_mm: float) -> None:
    """Two laurel branches that meet below the origin, around a disc ``size_mm`` wide.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        size_mm: how wide it is, millimetres of a card.
    """
    at = pen.at(0, 0, scale=size_mm / 2)
    for mirrored in (False, True):
        half = at.at(0, 0, mirrored=mirrored)
        half.rod("0,1.32 0.75,1.05 1.2,0.4 1.24,-0.4", style.palette.horse, width=0.05)
        for k, turn in enumerate(np.linspace(1.42, -0.35, 9)):
            x, y = 1.22 * float(np.cos(turn)), 1.22 * float(np.sin(turn))
            for side in (-1, 1):
                leaf = half.at(x, y, scale=0.42 - 0.012 * k, turn_deg=float(np.degrees(turn)) + 18 + 38 * side)
                leaf.fill("0,0! 0.26,-0.45 0,-1! -0.26,-0.45", style.palette.green, shade=True)
                leaf.stroke("0,-0.1 0,-0.8")
            if k % 3 == 1:
                half.fill(ellipse(x, y, 0.07), style.palette.red)


def ribbon(pen: Pen, style: Style, length_mm: float) -> None:
    """A ribbon wound around something upright, ``length_mm`` long, around the origin, with two fluttering ends.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        length_mm: from end to end, millimetres of a card.
    """
    at = pen.at(0, 0, scale=length_mm)
    colours = (style.palette.red, style.palette.yellow)
    for end in (at, at.at(0, 0, turn_deg=180)):
        end.fill(
            "0.1,-0.36! 0.2,-0.44 0.3,-0.38 0.36,-0.46 0.46,-0.42! 0.42,-0.38! 0.46,-0.32! "
            "0.38,-0.36 0.31,-0.27 0.2,-0.33 0.12,-0.26!",
            colours[0],
            shade=True,
        )
    for k, y in enumerate((-0.26, 0.0, 0.26)):
        at.fill(
            f"-0.13,{y + 0.1}! -0.04,{y + 0.07} 0.06,{y} 0.13,{y - 0.1}! 0.14,{y - 0.02} 0.13,{y + 0.04}! "
            f"0.05,{y + 0.12} -0.05,{y + 0.18} -0.13,{y + 0.22}! -0.145,{y + 0.16}",
            colours[k % 2],
            shade=True,
        )


def sprig(pen: Pen, style: Style, size_mm: float) -> None:
    """A twig with three leaves that grows to the right from the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        size_mm: how wide it is, millimetres of a card.
    """
    at = pen.at(0, 0, scale=size_mm)
    at.rod("0,0 0.4,-0.1 0.8,-0.45", style.palette.green, width=0.08)
    for x, y, turn_deg in ((0.35, -0.08, 20), (0.55, -0.22, 100), (0.8, -0.45, 50)):
        at.at(x, y, turn_deg=turn_deg).fill("0,0! 0.14,-0.22 0,-0.5! -0.14,-0.22", style.palette.green)


def crown(pen: Pen, style: Style, width_mm: float) -> None:
    """An open crown whose lower edge is at the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        width_mm: from side to side, millimetres of a card.
    """
    at = pen.at(0, 0, scale=width_mm / 2)
    colours = style.palette
    at.fill(
        "-0.9,-0.3! -1.05,-1.05! -0.55,-0.62! 0,-1.25! 0.55,-0.62! 1.05,-1.05! 0.9,-0.3!", colours.yellow, shade=True
    )
    for x, y in ((-1.05, -1.1), (0, -1.3), (1.05, -1.1)):
        at.fill(ellipse(x, y, 0.15), colours.red)
    at.fill("-0.95,-0.34! 0,-0.24 0.95,-0.34! 0.9,0! 0,0.1 -0.9,0!", lighter(colours.yellow, 0.2))
    for x in (-0.55, 0.0, 0.55):
        at.fill(ellipse(x, -0.13, 0.1), colours.blue if x else colours.red)


def cartouche(pen: Pen, style: Style, width_mm: float) -> None:
    """A maker's name in an oval ring of red ribbon with loose ends, around the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        width_mm: of the ring, millimetres of a card.
    """
    at, red = pen.at(0, 0, scale=width_mm / 2), style.palette.red
    for mirrored in (False, True):
        for turn_deg in (0, 180):
            end = at.at(0, 0, turn_deg=turn_deg, mirrored=mirrored)
            end.fill("0,0.78! 0.3,1.02 0.62,0.98 0.86,1.2! 0.84,0.98! 0.98,0.86! 0.66,0.8 0.36,0.74!", red, shade=True)
    at.fill(ellipse(0, 0, 1, 0.86), red, shade=True)
    at.fill(ellipse(0, 0, 0.78, 0.64), style.palette.paper)
    for turn in np.linspace(0, 2 * np.pi, 9)[:-1] + 0.2:
        x, y = float(np.cos(turn)), float(np.sin(turn))
        at.stroke(np.array([[0.8 * x, 0.66 * y], [0.98 * x, 0.84 * y]]), style.palette.yellow, width=1.6)
    _letters(at.at(0, 0, scale=0.6), style)
