"""Table tops to find cards on, for measuring alone: nothing that learns may see them, and none of the code is shared.

A top is a function of table coordinates: where the training paints pictures and warps them, these are computed at each
point. Values are reflectances, 0 to 1, linear.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.frame import Floats

Reflectance = Callable[[Floats, Floats], Floats]
GRID = 256


@dataclass(frozen=True, slots=True)
class TableTop:
    """What cards lie on.

    Attributes:
        reflect: takes x and y (H, W) in mm, gives (H, W, 3) BGR.
        gloss: share of the light mirrored, 0 to 1.
        stretch: how many times longer a mirrored lamp is along the grain: 1 but for brushed metal.
        glare: how many times brighter than a matt white the mirrored window may be.
        pale: whether it is to be as white as the cards, whatever white these are.
    """

    reflect: Reflectance
    gloss: float = 0.0
    stretch: float = 1.0
    glare: float = 1.0
    pale: bool = False


class Field:
    """Smooth chance over the table, repeated after 256 cells: deviation 1."""

    def __init__(self, rng: Generator, cell_mm: float, long: float = 1.0) -> None:
        """Draw it.

        Args:
            rng: of all chance.
            cell_mm: from one independent value to the next.
            long: how many times farther these lie apart in x.
        """
        self._grid = rng.standard_normal((GRID, GRID)).astype(np.float32)
        self._cell, self._long = cell_mm, long

    def __call__(self, x: Floats, y: Floats) -> Floats:
        """At points (H, W) in mm."""
        u, v = (x / (self._cell * self._long)) % GRID, (y / self._cell) % GRID
        u, v = u.astype(np.float32), v.astype(np.float32)
        return np.asarray(cv2.remap(self._grid, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.float32)


def _grey(value: float, warm: float = 0.0) -> Floats:
    return np.array((value - warm, value, value + warm / 2), np.float32)


def _white(rng: Generator) -> Floats:
    return _grey(float(rng.uniform(0.62, 0.9)), float(rng.normal(0.01, 0.02)))


def _matched(rng: Generator) -> bool:
    """Whether a white table is exactly as white as the cards: two of three are."""
    return bool(rng.random() < 0.67)


def _dyed(rng: Generator) -> Floats:
    return np.asarray(rng.uniform(0.02, 0.6, 3), np.float32)


def _two(low: Floats, high: Floats, share: Floats) -> Floats:
    return np.asarray(low + (high - low) * np.clip(share, 0, 1)[..., None], np.float32)


def _edge(distance_mm: Floats, soft_mm: float = 0.3) -> Floats:
    """1 where a distance is negative, 0 where it is positive, soft between."""
    return np.asarray(np.clip(0.5 - distance_mm / soft_mm, 0, 1), np.float32)


def white_cloth(rng: Generator) -> TableTop:
    """A linen cloth: threads, two folds that ironing left, slow waves."""
    base, threads, waves = _white(rng), Field(rng, 0.5, 6.0), Field(rng, 90.0)
    depth, fold = rng.uniform(0.01, 0.05), rng.uniform(-80, 80, 2)
    lie = float(rng.uniform(0.02, 0.12))

    def reflect(x: Floats, y: Floats) -> Floats:
        shade = 1 + depth * (threads(x, y) + threads(y, x)) / 2 + 0.04 * waves(x, y)
        for across, at in ((x, fold[0]), (y, fold[1])):
            shade = shade - lie * np.exp(-np.abs(across - at) / 1.5) * np.sign(across - at)
        return np.asarray(base * shade[..., None], np.float32)

    return TableTop(reflect, pale=_matched(rng))


def white_marble(rng: Generator) -> TableTop:
    """White marble: veins along warped lines."""
    base, bend, fine = _white(rng), Field(rng, 70.0), Field(rng, 18.0)
    period, strength = rng.uniform(90, 260), rng.uniform(0.05, 0.35)

    def reflect(x: Floats, y: Floats) -> Floats:
        line = np.abs(np.sin((x + 0.6 * y + 45 * bend(x, y) + 12 * fine(x, y)) * np.pi / period))
        shade = 1 - strength * (1 - line) ** 6 + 0.02 * bend(y, x)
        return np.asarray(base * shade[..., None], np.float32)

    return TableTop(reflect, gloss=float(rng.uniform(0.0, 0.06)), pale=_matched(rng))


def white_plastic(rng: Generator) -> TableTop:
    """A garden table: nothing on it."""
    base, waves = _white(rng), Field(rng, 160.0)
    return TableTop(
        lambda x, y: np.asarray(base * (1 + 0.01 * waves(x, y))[..., None], np.float32),
        gloss=float(rng.uniform(0, 0.05)),
        pale=_matched(rng),
    )


def lace(rng: Generator) -> TableTop:
    """Crochet: rings of stitches about the middles of a hexagonal grid, spokes between them, over another colour."""
    pitch, stitches = rng.uniform(18, 75), int(rng.integers(6, 19))
    thread, under = _white(rng), _dyed(rng) if rng.random() < 0.75 else _white(rng) * 0.8
    rings = np.sort(rng.uniform(0.08, 0.5, int(rng.integers(2, 5)))) * pitch
    breadth, weave = rng.uniform(0.6, 2.2), Field(rng, 0.7)

    def reflect(x: Floats, y: Floats) -> Floats:
        row = np.round(y / (0.866 * pitch))
        dx, dy = x - np.round(x / pitch - 0.5 * (row % 2)) * pitch - 0.5 * (row % 2) * pitch, y - row * 0.866 * pitch
        radius, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
        scallop = breadth * np.abs(np.sin(stitches * angle / 2))
        away = np.min([np.abs(radius - ring + scallop) for ring in rings], axis=0) - breadth / 2
        spokes = radius * np.abs(np.sin(stitches * angle / 4)) - breadth / 2
        share = np.maximum(_edge(away), _edge(np.maximum(spokes, rings[0] - radius)))
        return _two(under, thread, share) * (1 + 0.04 * weave(x, y))[..., None]

    return TableTop(reflect)


def chequered(rng: Generator) -> TableTop:
    """Vichy: bands across bands, from the breadth of a finger to that of a card."""
    side, light, dark = np.exp(rng.uniform(np.log(9), np.log(95))), _white(rng), _dyed(rng)
    weave = Field(rng, 0.6, 3.0)

    def reflect(x: Floats, y: Floats) -> Floats:
        bands = [_edge(np.abs(at % (2 * side) - side) - side / 2, 0.5) for at in (x, y)]
        return _two(light, dark, np.asarray(np.mean(bands, axis=0), np.float32)) * (1 + 0.03 * weave(x, y))[..., None]

    return TableTop(reflect)


def dotted(rng: Generator) -> TableTop:
    """A cloth with dots on a square or slanted grid."""
    pitch = np.exp(rng.uniform(np.log(5), np.log(60)))
    radius, slant = pitch * rng.uniform(0.12, 0.38), rng.choice((0.0, 0.5))
    ground, dot = (_dyed(rng), _white(rng)) if rng.random() < 0.6 else (_white(rng), _dyed(rng))

    def reflect(x: Floats, y: Floats) -> Floats:
        row = np.round(y / pitch)
        dx = (x + slant * pitch * row) / pitch
        away = np.hypot((dx - np.round(dx)) * pitch, y - row * pitch) - radius
        return _two(ground, dot, _edge(away))

    return TableTop(reflect)


def brushed_metal(rng: Generator) -> TableTop:
    """Steel: grain along x, a broad mirror image of the window across it; or a cast sheet with grains."""
    base, cast = _grey(float(rng.uniform(0.2, 0.55))), rng.random() < 0.4
    grain = Field(rng, rng.uniform(0.6, 1.6)) if cast else Field(rng, 0.25, 160.0)
    depth = rng.uniform(0.04, 0.2)
    return TableTop(
        lambda x, y: np.asarray(base * (1 + depth * grain(x, y))[..., None], np.float32),
        gloss=float(rng.uniform(0.1, 0.35)),
        stretch=1.0 if cast else float(rng.uniform(2, 6)),
        glare=float(rng.uniform(1, 3)),
    )


def lined_paper(rng: Generator) -> TableTop:
    """Exercise paper, squares of 4 to 10 mm or lines, perhaps a red margin."""
    base, gap, ink = _white(rng), rng.uniform(4, 10), np.array((0.6, 0.4, 0.3), np.float32)
    both, thick, margin = rng.random() < 0.6, rng.uniform(0.2, 0.5), rng.uniform(-150, 150)

    def reflect(x: Floats, y: Floats) -> Floats:
        lines = _edge(np.abs(y % gap - gap / 2) - thick / 2, 0.4)
        lines = np.maximum(lines, _edge(np.abs(x % gap - gap / 2) - thick / 2, 0.4)) if both else lines
        page = _two(base, ink, lines * 0.7)
        return _two(page, np.array((0.25, 0.2, 0.6), np.float32), _edge(np.abs(x - margin) - 0.4))

    return TableTop(reflect, pale=_matched(rng))


def wood(rng: Generator) -> TableTop:
    """A plank: rings of a trunk that the saw cut at a slant."""
    dark = np.array((0.04, 0.1, 0.2), np.float32) * rng.uniform(0.5, 2.2)
    light, far = dark * rng.uniform(1.4, 2.6), rng.uniform(20, 70)
    bend, pores = Field(rng, 60.0, 6.0), Field(rng, 0.5, 20.0)

    def reflect(x: Floats, y: Floats) -> Floats:
        radius = np.hypot(y + 8 * bend(x, y), far + 0.05 * x)
        ring = (radius / 5.5) % 1
        return _two(dark, light, 0.3 + 0.6 * ring + 0.12 * pores(x, y))

    return TableTop(reflect, gloss=float(rng.uniform(0, 0.08)))


def burnt_out(rng: Generator) -> TableTop:
    """A dark lacquered table in which a window burns out, and the cards' varnish with it."""
    base, waves = _dyed(rng) * 0.5, Field(rng, 50.0)
    return TableTop(
        lambda x, y: np.asarray(base * (1 + 0.05 * waves(x, y))[..., None], np.float32),
        gloss=float(rng.uniform(0.15, 0.35)),
        glare=float(rng.uniform(4, 12)),
    )


TOPS: dict[str, Callable[[Generator], TableTop]] = {
    "white cloth": white_cloth,
    "white marble": white_marble,
    "white plastic": white_plastic,
    "lace": lace,
    "chequered": chequered,
    "dotted": dotted,
    "grey metal": brushed_metal,
    "lined paper": lined_paper,
    "strong glare": burnt_out,
    "wood": wood,
}
WHITE = ("white cloth", "white marble", "white plastic", "lined paper")
