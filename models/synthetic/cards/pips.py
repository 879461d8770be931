"""The four suit signs: coin, cup, sword and club."""

import numpy as np

from models.synthetic.cards.cadiz_pips import banded, cogged
from models.synthetic.cards.pen import Pen, box, curve, darker, ellipse, lighter, mix
from models.synthetic.cards.style import Style
from vision.frame import Colour


def coin(pen: Pen, style: Style, diameter_mm: float) -> None:
    """A coin around the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        diameter_mm: millimetres of a card.
    """
    at = pen.at(0, 0, scale=diameter_mm / 2)
    gold = style.palette.yellow
    if style.coin != "cogged":
        at.fill(ellipse(0, 0, 1), gold, shade=True)
    COINS[style.coin](at, style)


def _petals(at: Pen, style: Style) -> None:
    """Two rings, four petals and four leaves between them."""
    at.fill(ellipse(0, 0, 0.84), lighter(style.palette.yellow, 0.15))
    _beads(at, style.palette.ink, 0.92, 0.03, 28)
    for quarter in range(4):
        leaf = at.at(0, 0, turn_deg=90 * quarter)
        leaf.fill("0,0! 0.17,-0.32 0,-0.76! -0.17,-0.32", lighter(style.palette.yellow, 0.45))
        petal = at.at(0, 0, turn_deg=90 * quarter + 45)
        petal.fill("0,0! 0.27,-0.36 0.17,-0.68 0,-0.78 -0.17,-0.68 -0.27,-0.36", style.palette.orange, shade=True)
        petal.stroke("0,-0.1 0,-0.62")
    at.fill(ellipse(0, 0, 0.1), style.palette.yellow)


def _sun(at: Pen, style: Style) -> None:
    """A sun with a face inside a dark ring."""
    at.fill(ellipse(0, 0, 0.88), style.palette.ink, outline=False)
    turn = np.linspace(0, 2 * np.pi, 33)
    reach = np.where(np.arange(33) % 2, 0.52, 0.82)
    at.fill(np.stack([reach * np.sin(turn), -reach * np.cos(turn)], 1), style.palette.yellow, outline=False)
    at.fill(ellipse(0, 0, 0.46), lighter(style.palette.yellow, 0.2), shade=True)
    for side in (-1, 1):
        at.fill(ellipse(side * 0.17, -0.1, 0.07, 0.045), style.palette.ink, outline=False)
        at.stroke(np.array([[side * 0.28, -0.2], [side * 0.08, -0.22]]))
    at.stroke("0.02,-0.1 -0.05,0.08 0.04,0.09")
    at.stroke("-0.13,0.22 0,0.26 0.13,0.22", style.palette.red, width=1.6)


def _rosette(at: Pen, style: Style) -> None:
    """A dark flower of eight petals in the middle of the disc."""
    at.stroke(ellipse(0, 0, 0.86), width=0.8)
    dark = darker(style.palette.red, 0.55)
    for k in range(8):
        at.at(0, 0, turn_deg=45 * k).fill("0,0! 0.2,-0.34 0,-0.66 -0.2,-0.34", dark, outline=False)
        at.at(0, 0, turn_deg=45 * k).stroke("0,-0.2 0,-0.5", style.palette.yellow, width=0.8)
    at.fill(ellipse(0, 0, 0.17), style.palette.yellow)


def _rings(at: Pen, style: Style) -> None:
    """Rings, a beaded rim and a star."""
    _beads(at, style.palette.ink, 0.9, 0.035, 24)
    at.fill(ellipse(0, 0, 0.78), style.palette.orange, shade=True)
    at.fill(ellipse(0, 0, 0.58), lighter(style.palette.yellow, 0.25))
    for k in range(6):
        at.at(0, 0, turn_deg=60 * k).fill("0,-0.5! 0.13,-0.12! 0,0! -0.13,-0.12!", style.palette.red)
    at.fill(ellipse(0, 0, 0.12), style.palette.yellow)


def _beads(at: Pen, colour: Colour, reach: float, radius: float, count: int) -> None:
    for turn in np.linspace(0, 2 * np.pi, count, endpoint=False):
        at.fill(ellipse(reach * float(np.cos(turn)), reach * float(np.sin(turn)), radius), colour, outline=False)


COINS = {"petals": _petals, "sun": _sun, "rosette": _rosette, "rings": _rings, "cogged": cogged}


def cup(pen: Pen, style: Style, height_mm: float) -> None:
    """A cup whose middle is the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        height_mm: millimetres of a card.
    """
    at = pen.at(0, 0, scale=height_mm)
    wide = style.cup_width * {"drum": 1.22, "tall": 0.8, "banded": 1.1}.get(style.cup, 1.0)
    CUPS[style.cup](at.stretched(wide), style)


def _goblet(at: Pen, style: Style) -> None:
    colours = style.palette
    _pedestal(at, style, 0.12)
    at.fill("-0.42,-0.4! 0.42,-0.4! 0.41,-0.16 0.28,0.06 0,0.15 -0.28,0.06 -0.41,-0.16", colours.red, shade=True)
    with at.inside("-0.42,-0.4! 0.42,-0.4! 0.41,-0.16 0.28,0.06 0,0.15 -0.28,0.06 -0.41,-0.16"):
        for k in range(-2, 3):
            leaf = at.at(0.17 * k, 0.14 - 0.03 * k * k, turn_deg=14 * k)
            leaf.fill("-0.085,0.02 -0.07,-0.14 0,-0.24 0.07,-0.14 0.085,0.02", colours.yellow)
    for x in (-0.24, 0, 0.24):
        at.fill(box(x - 0.035, -0.28, 0.07, 0.07), colours.yellow, outline=False)
    _rim(at, style)


def _rim(at: Pen, style: Style) -> None:
    at.fill("-0.47,-0.5! 0.47,-0.5! 0.43,-0.37! -0.43,-0.37!", style.palette.yellow, shade=True)
    for x in (-0.32, -0.16, 0.0, 0.16, 0.32):
        at.fill(ellipse(x, -0.435, 0.035), style.palette.red, outline=False)


def _pedestal(at: Pen, style: Style, top: float) -> None:
    """Foot and base plate, from ``top`` down to 0.5."""
    colours = style.palette
    at.fill(
        f"-0.07,{top}! 0.07,{top}! 0.1,{top + 0.14} 0.28,0.42! -0.28,0.42! -0.1,{top + 0.14}",
        colours.yellow,
        shade=True,
    )
    at.fill(box(-0.34, 0.41, 0.68, 0.09), colours.blue, shade=True)
    at.fill(ellipse(0, top + 0.08, 0.13, 0.05), colours.red)


def _tall(at: Pen, style: Style) -> None:
    """A beaker with handles at its sides and a band around it."""
    colours = style.palette
    for side in (-1, 1):
        handle = curve("0.3,-0.3 0.54,-0.34 0.56,-0.12 0.28,0.02", closed=False) * (side, 1)
        at.rod(handle, colours.yellow, width=0.05)
    _pedestal(at, style, 0.14)
    body = "-0.36,-0.46! 0.36,-0.46! 0.33,-0.1 0.22,0.12 0,0.18 -0.22,0.12 -0.33,-0.1"
    at.fill(body, colours.red, shade=True)
    with at.inside(body):
        at.fill(box(-0.5, -0.2, 1, 0.12), colours.yellow)
        at.fill(box(-0.5, 0.02, 1, 0.3), colours.blue)
    at.fill(ellipse(0, -0.46, 0.36, 0.06), colours.yellow)


def _drum(at: Pen, style: Style) -> None:
    """A wide low bowl like a drum on a pedestal, its top red and striped."""
    colours = style.palette
    _pedestal(at, style, 0.16)
    at.fill("-0.4,-0.34! 0.4,-0.34! 0.4,-0.02 0.2,0.18 -0.2,0.18 -0.4,-0.02", colours.yellow, shade=True)
    with at.inside("-0.4,-0.34! 0.4,-0.34! 0.4,-0.02 0.2,0.18 -0.2,0.18 -0.4,-0.02"):
        at.fill(box(-0.5, -0.05, 1, 0.1), colours.blue)
        for k in range(-4, 5):
            at.stroke(np.array([[0.1 * k, 0.06], [0.06 * k, 0.2]]))
    at.fill("-0.44,-0.5! 0.44,-0.5! 0.4,-0.26! -0.4,-0.26!", colours.red)
    for k in range(-3, 4):
        at.stroke(np.array([[0.115 * k, -0.47], [0.105 * k, -0.29]]), colours.paper, width=1.6)
    at.fill(ellipse(0, -0.48, 0.44, 0.05), lighter(colours.red, 0.25))


CUPS = {"goblet": _goblet, "tall": _tall, "drum": _drum, "banded": banded}


def sword(pen: Pen, style: Style, length_mm: float, hilt: float = 1.0) -> None:
    """A sword with its hilt up and its point down, its middle at the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        length_mm: from end to end, millimetres of a card.
        hilt: scales all but the length.
    """
    colours = style.palette
    half, wide = length_mm / 2, style.sword_width_mm * hilt / 2
    guard = -half + 8 * hilt
    at = pen.at(0, guard)
    _blade(at, style, half - guard, wide)
    at.fill(
        f"{-0.9 * hilt},0! {0.9 * hilt},0! {0.7 * hilt},{-5.6 * hilt}! {-0.7 * hilt},{-5.6 * hilt}!",
        colours.red,
        shade=True,
    )
    for k in range(3):
        y = -1.6 * hilt - 1.5 * hilt * k
        at.stroke(np.array([[-0.8 * hilt, y], [0.8 * hilt, y - 0.7 * hilt]]), colours.yellow, width=1.5)
    if style.sword == "sabre":
        at.rod(f"{3.4 * hilt},0.2 {3.2 * hilt},{-4 * hilt} 0,{-6.6 * hilt}", colours.yellow, width=0.8 * hilt)
    cross = curve("-3.6,-0.2 -3.2,-1 -1.4,-0.5 0,-0.9 1.4,-0.5 3.2,-1 3.6,-0.2 3.2,0.7 1.4,0.5 0,1.1 -1.4,0.5 -3.2,0.7")
    at.fill(cross * hilt, colours.yellow, shade=True)
    at.fill(ellipse(0, -6.6, 1.35) * hilt, colours.yellow, shade=True)
    at.fill(ellipse(0, 0, 0.6) * hilt, colours.red)


def _blade(at: Pen, style: Style, length: float, wide: float) -> None:
    steel = lighter(style.palette.blue, 0.2)
    tip = {"straight": 0.9, "dagger": 0.0, "sabre": 0.75}[style.sword]
    if style.sword == "dagger":
        wide *= 1.35
    bend = 0.06 * length if style.sword == "sabre" else 0.0
    shape = np.array([[-wide, 0], [wide, 0], [wide, tip * length], [bend, length], [-wide, tip * length]])
    if style.sword == "sabre":
        shape = _bent(wide, length, bend)
    at.fill(np.vstack([shape, shape[:1]]), steel, outline=False)
    ridge = np.array([[0, 0], [0, length]]) if not bend else _bent(0, length, bend)[:9]
    right = np.vstack([[[0, 0]], shape[shape[:, 0] > 0.01], [[0, length]]]) if not bend else None
    if right is not None:
        at.fill(right, mix(style.palette.blue, style.palette.ink, 0.12), outline=False)
    at.stroke(ridge, darker(style.palette.blue, 0.35), width=0.8)
    at.stroke(np.vstack([shape, shape[:1]]))


def _bent(wide: float, length: float, bend: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A blade that curves aside and narrows to its point."""
    y = np.linspace(0, 1, 9)
    middle, half = 1.6 * bend * (y**2 - 0.4 * y), wide * np.sqrt(1 - y**5)
    left, right = np.stack([middle - half, y * length], 1), np.stack([middle + half, y * length], 1)
    return np.vstack([right, left[::-1]])


def club(pen: Pen, style: Style, length_mm: float, colour: Colour, slim: float = 1.0) -> None:
    """A cudgel with its thick end up, its middle at the origin.

    Args:
        pen: draws; its origin is where the figure belongs.
        style: the maker's hand.
        length_mm: from end to end, millimetres of a card.
        colour: BGR, 0 to 255.
        slim: scales its breadth.
    """
    at = pen.at(0, 0, scale=length_mm)
    full = 0.105 * style.club_fullness * slim
    shape = {"knotty": KNOTTY, "smooth": SMOOTH, "ringed": SMOOTH}[style.club] * (full, 1.0)
    at.fill(shape, colour, shade=True)
    with at.inside(shape):
        light = lighter(colour, 0.5)
        at.stroke(np.array([[-0.35 * full, -0.34], [-0.22 * full, 0.16]]), light, width=2.2)
        CLUBS[style.club](at, style, full, colour)
    at.stroke(np.vstack([shape, shape[:1]]))
    at.fill(ellipse(0, 0.475, 0.34 * full, 0.018), style.palette.yellow)


def _knots(at: Pen, style: Style, full: float, colour: Colour) -> None:
    for x, y in ((0.45, -0.25), (-0.5, -0.12), (0.35, 0.02), (-0.3, 0.2), (0.1, -0.4)):
        at.fill(ellipse(x * full, y, 0.17 * full, 0.02), style.palette.yellow)
        at.stroke(np.array([[(x - 0.3) * full, y + 0.03], [x * full, y + 0.04], [(x + 0.3) * full, y + 0.025]]))


def _plain(at: Pen, style: Style, full: float, colour: Colour) -> None:
    for x, y in ((0.3, -0.22), (-0.35, 0.05)):
        at.fill(ellipse(x * full, y, 0.2 * full, 0.022), darker(colour, 0.25))


def _bands(at: Pen, style: Style, full: float, colour: Colour) -> None:
    """Knots as two light rings around the cudgel, and an eye."""
    for y in (-0.16, 0.14):
        at.stroke(np.array([[-full, y - 0.02], [0, y + 0.012], [full, y - 0.02]]), style.palette.yellow, width=3)
        at.stroke(np.array([[-full, y + 0.01], [0, y + 0.042], [full, y + 0.01]]))
    _plain(at, style, full, colour)


CLUBS = {"knotty": _knots, "smooth": _plain, "ringed": _bands}
SMOOTH = curve(
    "0,-0.5 0.75,-0.46 1,-0.33 0.9,-0.1 0.6,0.2 0.4,0.48! -0.4,0.48! -0.6,0.2 -0.9,-0.1 -1,-0.33 -0.75,-0.46"
)
KNOTTY = curve(
    "0,-0.5 0.8,-0.45 0.95,-0.36! 1.22,-0.33! 1.0,-0.27! 0.92,-0.1 0.86,-0.02! 1.05,0.02! 0.72,0.07! 0.55,0.24 "
    "0.36,0.48! -0.36,0.48! -0.55,0.28 -0.62,0.18! -0.86,0.16! -0.72,0.1! -0.88,-0.1 -0.94,-0.16! "
    "-1.2,-0.19! -1.0,-0.24! -1,-0.36 -0.7,-0.46"
)
