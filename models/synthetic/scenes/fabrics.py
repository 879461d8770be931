"""Table tops on which cards are hard to find: lace, dots, damask, large checks, metal, ruled and printed paper.

Each function draws one by chance, as those of :mod:`models.synthetic.scenes.surface` do: (H, W, 3) float32 BGR. The
benchmark of finding cards draws its own, by other code; nothing here may be used there.
"""

import functools
from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator

from models.synthetic.scenes.surface import SHAPE, SIDE_PX, Surface, fractal, noise
from vision.frame import Floats

Bgr = tuple[float, float, float]
SEEDS = 8
"""Different tops of each kind; turned, scaled and tinted anew in every picture."""


def white(rng: Generator) -> Bgr:
    """A white, from cool and grey to cream."""
    value, warm = rng.uniform(205, 250), rng.normal(2, 6)
    return (float(value - warm), float(value), float(value + 0.4 * warm))


def strong(rng: Generator) -> Bgr:
    """The colour of a dyed cloth, or of a dark table."""
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(30, 230), rng.uniform(40, 220)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
    return (blue, green, red)


def mixed(low: Bgr, high: Bgr, share: Floats) -> Floats:
    """Two colours mixed, (H, W, 3) float32 BGR.

    Args:
        low: the first.
        high: the second.
        share: of the second, (H, W) float32, 0 to 1.
    """
    part = np.clip(share, 0, 1)[..., None]
    return np.asarray(np.array(low, np.float32) * (1 - part) + np.array(high, np.float32) * part, np.float32)


def _cell(rng: Generator, low: float, high: float) -> tuple[Floats, Floats, float]:
    """Coordinates (H, W) in a pattern's cell, -0.5 to 0.5, and its side in pixels, log-uniform from low to high."""
    side = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    shifted = columns + (side / 2) * (np.floor(rows / side) % 2) * (rng.random() < 0.5)
    return (shifted / side) % 1 - 0.5, (rows / side) % 1 - 0.5, side


def lace(rng: Generator) -> Floats:
    """White thread over a cloth or table of another colour: rosettes in a net, the holes as fine as the thread."""
    x, y, side = _cell(rng, 40, 260)
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    petals = int(rng.choice((4, 5, 6, 8, 12)))
    flower = 0.5 + 0.5 * np.cos(radius * rng.uniform(18, 46) + rng.uniform(0, 2) * np.cos(petals * angle))
    rosette = (flower > rng.uniform(0.25, 0.6)) & (radius < 0.44 + 0.05 * np.cos(petals * angle))
    mesh = max(side / rng.integers(5, 16), 4.0)
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    net = np.minimum((rows + columns) % mesh, (rows - columns) % mesh) < mesh * rng.uniform(0.2, 0.45)
    thread = cv2.GaussianBlur((rosette | (net & (radius > 0.4))).astype(np.float32), (0, 0), rng.uniform(0.5, 1.2))
    under = strong(rng) if rng.random() < 0.7 else white(rng)
    shade = 1 + noise(rng, SHAPE, (400, 400)) * 0.03 + fractal(rng, SHAPE, (4, 4)) * 0.02
    return np.asarray(mixed(under, white(rng), thread) * shade[..., None], np.float32)


def dots(rng: Generator) -> Floats:
    """A cloth with dots in rows, from pinheads to the size of a coin, or larger than a card's pips."""
    x, y, _ = _cell(rng, 8, 170)
    inside = np.hypot(x, y) < rng.uniform(0.1, 0.36)
    first, second = (white(rng), strong(rng)) if rng.random() < 0.5 else (strong(rng), white(rng))
    weave = 1 + (noise(rng, SHAPE, (512, 60)) + noise(rng, SHAPE, (60, 512))) * rng.uniform(0, 0.03)
    return np.asarray(mixed(first, second, inside.astype(np.float32)) * weave[..., None], np.float32)


def damask(rng: Generator) -> Floats:
    """White cloth with a woven pattern that only its sheen shows, ironed in folds."""
    x, y, _ = _cell(rng, 50, 300)
    leaf = np.sin(9 * np.hypot(x, y) + 3 * np.cos(int(rng.integers(2, 7)) * np.arctan2(y, x)))
    weave = rng.standard_normal(SHAPE, dtype=np.float32) * rng.uniform(0.003, 0.02)
    fold = np.abs(np.linspace(-1, 1, SIDE_PX, dtype=np.float32) - np.float32(rng.uniform(-0.6, 0.6)))
    crease = np.exp(-fold / 0.01) * rng.uniform(-0.12, 0.12)
    shade = 1 + np.sign(leaf) * rng.uniform(0, 0.05) + weave + crease[None] + crease[:, None] * (rng.random() < 0.5)
    return np.asarray(np.array(white(rng), np.float32) * (shade + fractal(rng, SHAPE, (3, 3)) * 0.02)[..., None])


def squares(rng: Generator) -> Floats:
    """Checks or a chessboard whose squares are as large as cards, give or take a half."""
    side = rng.uniform(60, 260)
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    down, across = np.floor(rows / side) % 2, np.floor(columns / (side * rng.choice((1.0, 0.66)))) % 2
    share = (down + across) / 2 if rng.random() < 0.6 else np.abs(down - across)
    weave = 1 + (noise(rng, SHAPE, (512, 60)) + noise(rng, SHAPE, (60, 512))) * rng.uniform(0, 0.03)
    soft = cv2.GaussianBlur(share.astype(np.float32), (0, 0), rng.uniform(0.4, 1.5))
    return np.asarray(mixed(white(rng), strong(rng), soft) * weave[..., None], np.float32)


def metal(rng: Generator) -> Floats:
    """Grey metal, brushed or of a rough cast, with the broad bands of light that it mirrors across its grain."""
    grey = rng.uniform(95, 205)
    fine, coarse = int(rng.integers(250, 700)), int(rng.integers(250, 700))
    grain = noise(rng, SHAPE, (fine, 6)) if rng.random() < 0.5 else noise(rng, SHAPE, (fine, coarse))
    along = np.linspace(0, 1, SIDE_PX, dtype=np.float32)[None]
    bands = sum(
        rng.uniform(-0.35, 0.5) * np.exp(-(((along - rng.random()) / rng.uniform(0.08, 0.35)) ** 2)) for _ in range(3)
    )
    clouds = fractal(rng, SHAPE, (2, 3), 2) * rng.uniform(0, 0.12)
    shade = 1 + grain * rng.uniform(0.01, 0.13) + bands + clouds
    tint = np.array((1.0, 1.0, 1.0), np.float32) + rng.normal(0, 0.02, 3).astype(np.float32)
    return np.asarray(grey * shade[..., None] * tint, np.float32)


def ruled(rng: Generator) -> Floats:
    """Paper with lines or squares, as in a school book."""
    gap, thick = rng.uniform(6, 24), rng.uniform(0.7, 1.8)
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    lines = rows % gap < thick
    lines = lines | (columns % gap < thick) if rng.random() < 0.6 else lines
    soft = cv2.GaussianBlur(lines.astype(np.float32), (0, 0), 0.5) * rng.uniform(0.2, 0.9)
    ink = (rng.uniform(120, 220), rng.uniform(90, 170), rng.uniform(60, 200))
    return mixed(white(rng), ink, np.asarray(soft, np.float32)) + fractal(rng, SHAPE, (4, 4))[..., None]


def newsprint(rng: Generator) -> Floats:
    """A newspaper: columns of grey lines, headings, pictures of the size of cards."""
    sheet = np.full(SHAPE, rng.uniform(200, 236), np.float32)
    width, top = int(rng.integers(90, 200)), 0
    for left in range(0, SIDE_PX, width):
        top = 0
        while top < SIDE_PX:
            top = _article(rng, sheet, (left + 5, top, left + width - 5))
    soft = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.7), np.float32)
    return np.asarray(soft[..., None] * np.array((0.93, 0.98, 1.0), np.float32), np.float32)


def _article(rng: Generator, sheet: Floats, place: tuple[int, int, int]) -> int:
    """One picture, heading or paragraph at (left, top, right); gives where the next begins."""
    left, top, right = place
    kind = rng.random()
    bottom = top + int(rng.integers(60, 200))
    if kind < 0.2:
        sheet[top + 6 : bottom - 6, left:right] = rng.uniform(30, 190)
        return bottom
    if kind < 0.35:
        bottom = top + int(rng.integers(18, 40))
    step = 6 if kind >= 0.35 else max(bottom - top - 4, 8)
    for line in range(top + 4, min(bottom, SIDE_PX) - 3, step):
        dashes = rng.random(max((right - left) // 4, 1)) < 0.75
        ink = np.repeat(dashes, 4)[: max(min(right, SIDE_PX) - left, 0)]
        rows = sheet[line : line + max(step // 2, 2), left : left + len(ink)]
        rows[:, ink[: rows.shape[1]]] *= rng.uniform(0.35, 0.6)
    return bottom


KINDS: dict[str, tuple[Callable[[Generator], Floats], float]] = {  # kind: drawing, gloss
    "lace": (lace, 0.0),
    "dots": (dots, 0.2),
    "damask": (damask, 0.0),
    "squares": (squares, 0.3),
    "metal": (metal, 0.9),
    "ruled": (ruled, 0.1),
    "newsprint": (newsprint, 0.0),
}
PALE = ("damask", "ruled")
"""Those about as bright as a card."""


@functools.cache
def fabric(kind: str, seed: int) -> Surface:
    """A top of one of :data:`KINDS`; the same seed gives the same one. Kept: 3 MB each.

    Raises:
        KeyError: if the kind does not exist.
    """
    drawing, gloss = KINDS[kind]
    rng = np.random.default_rng((seed, *kind.encode()))
    picture = np.clip(drawing(rng), 0, 255).astype(np.uint8)
    return Surface(f"{kind}-{seed}", picture, gloss=gloss * float(rng.uniform(0.2, 1)))
