"""Drawing the backs of cards: six patterns in many colours."""

from collections.abc import Callable

import cv2
import numpy as np

from models.synthetic.cards.pen import Pen, box, ellipse, lighter, rgb
from vision.frame import Colour, Picture

HEIGHT = 100.0  # own units from top to bottom of the card
FINENESS = 2  # drawn this many times larger, then reduced

COLOURS = tuple(
    rgb(c) for c in ("#b01c28", "#1d4f9c", "#1c6b3f", "#7a1f3d", "#2b2b57", "#c05a1a", "#5a3a22", "#3f7fa8", "#2a2a2a")
)
PAPERS = tuple(rgb(c) for c in ("#ffffff", "#fbf7ea", "#f6f1e4"))

Pattern = Callable[[Pen, "Inks", np.random.Generator], None]
Inks = tuple[Colour, Colour]


def _grid(step: float, width: float) -> list[tuple[float, float, int]]:
    """Places (x, y, row) of a staggered grid that covers the card and is the same upside down."""
    rows = int(HEIGHT / step) + 3
    columns = int(width / step) + 4
    return [
        (width / 2 + (k + (j % 2) / 2) * step, HEIGHT / 2 + j * step / 2, j)
        for j in range(-rows, rows + 1)
        for k in range(-columns, columns + 1)
    ]


def _lozenges(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    size = rng.uniform(4, 9)
    tall = size * rng.uniform(0.9, 1.0)
    for x, y, row in _grid(size, _width(pen)):
        shape = np.array([[0, -tall], [size, 0], [0, tall], [-size, 0], [0, -tall]]) * 0.42
        at = pen.at(x, y)
        at.fill(shape, inks[row % 2] if size > 6 else inks[0], outline=False)
        at.fill(shape * 0.4, pen.ink, outline=False)


def _lattice(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    step, thick = rng.uniform(3, 7), rng.uniform(0.6, 1.6)
    reach = HEIGHT + 40
    slant = rng.choice([0.6, 1.0, 1.5])
    for side, colour in zip((-1, 1), inks, strict=True):
        for k in range(-int(reach / step), int(reach / step) + 1):
            x = _width(pen) / 2 + k * step
            run, rise = side * reach, reach * slant
            line = np.array([[x - run, HEIGHT / 2 - rise], [x + run, HEIGHT / 2 + rise]])
            pen.rod(line, colour, width=thick, outline=0)


def _dots(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    step, radius = rng.uniform(3.5, 8), rng.uniform(0.14, 0.3)
    for x, y, row in _grid(step, _width(pen)):
        pen.at(x, y).fill(ellipse(0, 0, 1.0) * step * radius, inks[row % 2], outline=False)


def _stripes(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    step, share = rng.uniform(2, 7), rng.uniform(0.3, 0.6)
    at = pen.at(_width(pen) / 2, HEIGHT / 2, turn_deg=float(rng.choice([0, 45, 90, -45])))
    for k in range(-int(90 / step), int(90 / step) + 1):
        at.fill(box(k * step - step * share / 2, -95, step * share, 190), inks[k % 2], outline=False)


def _arabesque(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    step, petals = rng.uniform(9, 16), int(rng.choice([4, 6, 8]))
    leaf = "0,-0.5! 0.16,-0.28 0,0! -0.16,-0.28"
    scroll = "0,-0.5 0.3,-0.45 0.34,-0.2 0.2,-0.12 0.14,-0.24"
    for x, y, row in _grid(step, _width(pen)):
        for k in range(petals):
            at = pen.at(x, y, scale=0.66 * step, turn_deg=360 * k / petals)
            at.fill(leaf, inks[row % 2], outline=False)
            at.stroke(scroll, inks[0], width=0.7)
        pen.at(x, y).fill(ellipse(0, 0, 1.0) * step * 0.09, pen.ink, outline=False)


def _plain(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    pen.fill(box(-5, -5, _width(pen) + 10, HEIGHT + 10), inks[0], outline=False)
    size = rng.uniform(8, 22)
    at = pen.at(_width(pen) / 2, HEIGHT / 2, scale=size)
    for turn_deg in range(0, 360, 45):
        at.at(0, 0, turn_deg=turn_deg).fill("0,-1! 0.2,-0.4 0,0! -0.2,-0.4", pen.ink, outline=False)


STYLES: dict[str, Pattern] = {
    "lozenges": _lozenges,
    "lattice": _lattice,
    "dots": _dots,
    "stripes": _stripes,
    "arabesque": _arabesque,
    "plain": _plain,
}


def _width(pen: Pen) -> float:
    return float(pen.picture.shape[1] / pen.matrix[0, 0])


def draw_back(size_px: tuple[int, int], seed: int, style: str | None = None) -> Picture:
    """Draw the back of a card.

    Args:
        size_px: width and height.
        seed: colours, proportions and, where none is given, the style.
        style: a key of :data:`STYLES`.

    Returns:
        (H, W, 3) uint8 BGR, the same the other way up.
    """
    rng = np.random.default_rng(seed)
    chosen = style or str(rng.choice(list(STYLES)))
    width, height = (FINENESS * n for n in size_px)
    paper = PAPERS[rng.integers(len(PAPERS))]
    first, second = (COLOURS[k] for k in rng.choice(len(COLOURS), 2, replace=False))
    ground = paper if rng.random() < 0.6 else lighter(first, 0.75)
    picture = np.full((height, width, 3), ground, np.uint8)
    pen = Pen(picture, np.array([[height / HEIGHT, 0, 0], [0, height / HEIGHT, 0]]), line_px=height / 400, ink=paper)
    STYLES[chosen](pen, (first, second if rng.random() < 0.4 else first), rng)
    _border(pen, (paper, first), rng)
    picture[height // 2 :] = picture[: height // 2][::-1, ::-1]
    return np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _border(pen: Pen, inks: Inks, rng: np.random.Generator) -> None:
    """A margin of paper and, mostly, a line within; some backs are printed up to the edge."""
    if rng.random() < 0.15:
        return
    margin, width = rng.uniform(2.5, 6.5), _width(pen)
    for x, y, w, h in ((0.0, 0.0, width, margin), (0.0, HEIGHT - margin, width, margin)):
        pen.fill(box(x, y, w, h), inks[0], outline=False)
    for left in (0.0, width - margin):
        pen.fill(box(left, 0, margin, HEIGHT), inks[0], outline=False)
    if rng.random() < 0.75:
        line = box(margin, margin, width - 2 * margin, HEIGHT - 2 * margin)
        pen.stroke(line, inks[1], width=float(rng.uniform(1, 5)))
