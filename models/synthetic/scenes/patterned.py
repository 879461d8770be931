"""Tables on which outlines are hard to find: dotted cloth, lace, brushed metal; see also :mod:`...scenes.surface`."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from models.synthetic.scenes.surface import SHAPE, SIDE_PX, Surface, fractal, noise
from vision.frame import Floats


def dotted(rng: Generator) -> Floats:
    """Cloth of one colour with rows of dots in another, 15 to 45 mm apart."""
    period, radius = float(rng.uniform(30, 90)), float(rng.uniform(0.12, 0.3))
    rows, columns = np.indices(SHAPE, dtype=np.float32) / period
    columns = columns + 0.5 * (rows.astype(int) % 2)
    inside = np.hypot(rows % 1 - 0.5, columns % 1 - 0.5) < radius
    ground, dots = rng.uniform(20, 245, (2, 3))
    return np.asarray(
        np.where(inside[..., None], dots, ground) + noise(rng, SHAPE, (512, 512))[..., None] * 4, np.float32
    )


def lace(rng: Generator) -> Floats:
    """White threads about round holes through which dark wood is seen, flowers among them."""
    period = float(rng.uniform(14, 40))
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    holes = np.sin(2 * np.pi * rows / period) * np.sin(2 * np.pi * columns / period)
    flowers = np.sin(2 * np.pi * rows / (6 * period)) + np.sin(2 * np.pi * columns / (6 * period))
    thread = np.clip((np.abs(holes) < rng.uniform(0.3, 0.6)) + (flowers > 1.2), 0, 1).astype(np.float32)
    wood = np.array([40, 60, 90], np.float32) * (1 + 0.15 * fractal(rng, SHAPE, (60, 4))[..., None])
    white = np.array([225, 232, 236], np.float32) + noise(rng, SHAPE, (512, 512))[..., None] * 6
    return np.asarray(wood * (1 - thread[..., None]) + white * thread[..., None], np.float32)


def metal(rng: Generator) -> Floats:
    """Grey brushed metal: fine bright lines along x, broad bands of light across."""
    lines = rng.standard_normal((SIDE_PX, 1), dtype=np.float32) * 10 + noise(rng, SHAPE, (512, 12)) * 8
    bands = fractal(rng, SHAPE, (2, 6)) * rng.uniform(8, 25)
    grey = rng.uniform(110, 190) + lines + bands
    return np.asarray(grey[..., None] * np.array([1.02, 1.0, 0.98], np.float32), np.float32)


PATTERNS: dict[str, tuple[Callable[[Generator], Floats], float]] = {  # kind: drawing, gloss
    "dots": (dotted, 0.05),
    "lace": (lace, 0.0),
    "metal": (metal, 0.8),
}


def draw_pattern(kind: str, seed: int) -> Surface:
    """A surface of one of :data:`PATTERNS`; the same seed gives the same one.

    Raises:
        KeyError: if the kind does not exist.
    """
    drawing, gloss = PATTERNS[kind]
    picture = np.clip(drawing(np.random.default_rng((seed, *kind.encode()))), 0, 255).astype(np.uint8)
    return Surface(f"{kind}-{seed}", picture, gloss=gloss)
