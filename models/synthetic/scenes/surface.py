"""Table tops, drawn from a seed or read from a picture.

A function of a kind draws it by chance: (H, W, 3) float32 BGR, 0 to 255 and a little beyond.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from firmware.errors import HakamError
from vision.frame import Floats, Picture

SIDE_PX = 1024  # a drawn surface; at MM_PER_PX it shows 512 mm and is mirrored beyond
MM_PER_PX = 0.5  # a card of 95 mm is 190 px: as fine as a 1280x720 camera over a small table sees it


class SurfaceUnreadableError(HakamError, OSError):
    """A surface picture could not be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """What a table is covered with; compared by identity, so that what was drawn from it can be kept.

    Attributes:
        name: the kind, or the file's stem.
        picture: (H, W, 3) uint8 BGR under even white light; mirrored beyond its borders.
        mm_per_px: scale.
        gloss: share of the lamp mirrored, 0 (cloth) to 1 (polished stone).
    """

    name: str
    picture: Picture
    mm_per_px: float = MM_PER_PX
    gloss: float = 0.2


def noise(rng: Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Floats:
    """Smooth noise, mean 0, standard deviation 1, (H, W) float32.

    Args:
        rng: of all chance.
        shape: rows and columns.
        cells: rows and columns of independent values.
    """
    grid = rng.standard_normal(cells, dtype=np.float32)
    field = cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(field / max(float(field.std()), 1e-6), np.float32)


def fractal(rng: Generator, shape: tuple[int, int], cells: tuple[int, int], octaves: int = 4) -> Floats:
    """A sum of noises, each twice as fine and half as strong, standard deviation about 1: (H, W) float32.

    Args:
        rng: of all chance.
        shape: rows and columns.
        cells: rows and columns of independent values of the coarsest.
        octaves: how many noises.
    """
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        total += noise(rng, shape, (cells[0] << octave, cells[1] << octave)) * 0.5**octave
    return np.asarray(total / max(float(total.std()), 1e-6), np.float32)


def _mix(low: tuple[float, ...], high: tuple[float, ...], share: Floats) -> Floats:
    share3 = np.clip(share, 0, 1)[..., None]
    return np.asarray(np.array(low, np.float32) * (1 - share3) + np.array(high, np.float32) * share3, np.float32)


def _jitter(rng: Generator, bgr: tuple[float, ...], spread: float = 12) -> tuple[float, ...]:
    return tuple(float(np.clip(channel + rng.normal(0, spread), 4, 250)) for channel in bgr)


SHAPE = (SIDE_PX, SIDE_PX)

# Dark and light BGR of oak, pine, beech, walnut, mahogany, bleached, painted green: picked from photographs of tables.
WOODS = (
    ((70, 105, 150), (120, 165, 205)),
    ((95, 150, 200), (150, 200, 235)),
    ((110, 150, 185), (160, 195, 222)),
    ((25, 40, 62), (52, 78, 112)),
    ((18, 26, 70), (38, 55, 120)),
    ((150, 165, 178), (200, 212, 222)),
    ((50, 68, 55), (86, 106, 88)),
)


def wood(rng: Generator) -> Floats:
    """Boards or veneer with grain along x: streaks, bowed rings, pores, seams between the boards."""
    dark, light = WOODS[rng.integers(len(WOODS))]
    rows = np.linspace(0, 1, SIDE_PX, dtype=np.float32)[:, None]
    bow = fractal(rng, SHAPE, (3, 2), 3) * rng.uniform(0.02, 0.09) + fractal(rng, SHAPE, (24, 4), 2) * 0.004
    phase = (rows + bow) * rng.uniform(8, 45) % 1  # a year ring: it darkens slowly towards winter and breaks off
    rings = np.where(phase < 0.85, phase / 0.85, (1 - phase) / 0.15) ** 2
    streaks = fractal(rng, SHAPE, (110, 5), 3) * 0.09 + fractal(rng, SHAPE, (12, 2), 3) * 0.13
    pores = np.minimum(noise(rng, SHAPE, (512, 40)) + 1.3, 0) * rng.uniform(0.1, 0.4)
    share = np.asarray(0.6 + streaks - rng.uniform(0.05, 0.5) * rings + pores, np.float32)
    return _boards(rng, _mix(_jitter(rng, dark, 7), _jitter(rng, light, 7), share))


def _boards(rng: Generator, picture: Floats) -> Floats:
    if rng.random() < 0.4:
        return picture
    edges = np.cumsum(rng.integers(90, 320, size=12))
    for top, bottom in zip((0, *edges), edges, strict=False):
        picture[top:bottom] *= rng.uniform(0.86, 1.1)
        picture[top : top + int(rng.integers(1, 4))] *= rng.uniform(0.4, 0.8)
    return picture


def cloth(rng: Generator) -> Floats:
    """Felt or woven cloth of one colour, with soft stains, threads and perhaps creases."""
    colours = (
        (52, 98, 40),
        (38, 38, 130),
        (105, 62, 34),
        (60, 60, 64),
        (120, 140, 150),
        (196, 206, 214),
        (90, 110, 66),
    )
    base = _jitter(rng, colours[rng.integers(len(colours))], 14)
    fibre = rng.standard_normal(SHAPE, dtype=np.float32) * rng.uniform(0.02, 0.08)
    threads = noise(rng, SHAPE, (512, 40)) + noise(rng, SHAPE, (40, 512))
    ridges = np.abs(fractal(rng, SHAPE, (3, 3), 3))  # creases of a cloth that was folded or pulled
    creases = np.exp(-ridges / 0.08) - np.exp(-np.roll(ridges, 5, axis=(0, 1)) / 0.08)
    shade = 1 + fibre + threads * rng.uniform(0, 0.05) + fractal(rng, SHAPE, (4, 4)) * 0.03
    shade = shade + creases * max(rng.uniform(-0.12, 0.14), 0)
    return np.asarray(np.array(base, np.float32) * shade[..., None], np.float32)


def marble(rng: Generator) -> Floats:
    """White or grey marble: clouds, and veins where a bent field crosses zero."""
    base = _jitter(rng, (232, 236, 238), 6) if rng.random() < 0.8 else _jitter(rng, (70, 74, 70), 15)
    clouds = fractal(rng, SHAPE, (3, 3), 5)
    veins = np.zeros(SHAPE, np.float32)
    for cells in ((2, 3), (4, 3), (7, 8)):
        ridge = np.abs(fractal(rng, SHAPE, cells, 5))
        veins += np.exp(-ridge / rng.uniform(0.02, 0.12)) * np.clip(noise(rng, SHAPE, (3, 3)), 0, 1.5)
    tint = np.array((0.92, 0.95, 1.0), np.float32) if rng.random() < 0.5 else np.array((1.0, 0.97, 0.95), np.float32)
    shade = clouds * rng.uniform(2, 7) - veins * rng.uniform(15, 70)
    return np.asarray(np.array(base, np.float32) + shade[..., None] * (2 - tint), np.float32)


def laminate(rng: Generator) -> Floats:
    """White, cream or grey laminate or plastic: nearly nothing on it."""
    base = _jitter(rng, ((240, 240, 238), (215, 228, 235), (205, 205, 205))[rng.integers(3)], 6)
    grain = fractal(rng, SHAPE, (5, 5)) * rng.uniform(0.3, 2.5) + rng.standard_normal(SHAPE, dtype=np.float32)
    return np.asarray(np.array(base, np.float32) + grain[..., None], np.float32)


def checks(rng: Generator) -> Floats:
    """Gingham or printed oilcloth in two colours: where stripes cross the colour doubles."""
    colour = _jitter(rng, ((60, 50, 190), (170, 90, 40), (70, 130, 50), (60, 60, 60))[rng.integers(4)], 15)
    period = int(rng.integers(24, 150))
    stripes = (np.arange(SIDE_PX) % period < period * rng.uniform(0.35, 0.6)).astype(np.float32)
    share = np.asarray((stripes[:, None] + stripes[None, :]) / 2, np.float32)
    threads = (noise(rng, SHAPE, (512, 60)) + noise(rng, SHAPE, (60, 512))) * 3
    return np.asarray(_mix((236, 238, 240), colour, share) + threads[..., None], np.float32)


def tiles(rng: Generator) -> Floats:
    """Square tiles with grout; in half of them two colours alternate or each tile bears a star, as zellige does."""
    period = int(rng.integers(90, 420))
    rows, columns = np.indices(SHAPE, dtype=np.float32)
    cell = (rows // period).astype(int), (columns // period).astype(int)
    shades = rng.normal(1, 0.05, (SIDE_PX // period + 1,) * 2).astype(np.float32)[cell]
    grout = (np.minimum(rows % period, columns % period) < rng.uniform(2, 7)).astype(np.float32)
    other = _star(rows, columns, period) if rng.random() < 0.5 else ((cell[0] + cell[1]) % 2).astype(np.float32)
    light = _jitter(rng, (205, 215, 220), 20)
    second = _jitter(rng, ((150, 80, 40), (60, 120, 60), (60, 90, 160), (80, 80, 80))[rng.integers(4)], 20)
    picture = _mix(light, second if rng.random() < 0.6 else light, other) * shades[..., None]
    uneven = fractal(rng, SHAPE, (8, 8))[..., None] * 4
    return np.asarray(_mix_in(picture, (120, 128, 132), grout) + uneven, np.float32)


def _star(rows: Floats, columns: Floats, period: int) -> Floats:
    x, y = columns % period / period - 0.5, rows % period / period - 0.5
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    return np.asarray(radius < 0.27 + 0.1 * np.cos(8 * angle), np.float32)


def _mix_in(picture: Floats, colour: tuple[float, ...], share: Floats) -> Floats:
    return np.asarray(picture * (1 - share[..., None]) + np.array(colour, np.float32) * share[..., None], np.float32)


def granite(rng: Generator) -> Floats:
    """Speckled stone: grains of three greys."""
    base = _jitter(rng, (rng.uniform(50, 215),) * 3, 10)
    speckle = noise(rng, SHAPE, (256, 256)) * rng.uniform(10, 30) + noise(rng, SHAPE, (512, 512)) * rng.uniform(8, 22)
    return np.asarray(np.array(base, np.float32) + speckle[..., None], np.float32)


def plain(rng: Generator) -> Floats:
    """One colour from black to white, perhaps painted: broad unevenness, worn specks."""
    value = rng.uniform(15, 245)
    base = np.clip(value + rng.normal(0, 25, 3), 8, 248).astype(np.float32)
    uneven = fractal(rng, SHAPE, (4, 4), 5) * rng.uniform(1, 8)
    worn = (fractal(rng, SHAPE, (10, 10), 4) > rng.uniform(1.6, 4)).astype(np.float32)
    return _mix_in(base + uneven[..., None], _jitter(rng, (150, 150, 160), 40), worn * np.float32(0.7))


KINDS: dict[str, tuple[Callable[[Generator], Floats], float]] = {  # kind: drawing, gloss
    "wood": (wood, 0.35),
    "cloth": (cloth, 0.0),
    "marble": (marble, 0.8),
    "laminate": (laminate, 0.6),
    "checks": (checks, 0.3),
    "tiles": (tiles, 0.6),
    "granite": (granite, 0.5),
    "plain": (plain, 0.4),
}


def draw_surface(kind: str, seed: int) -> Surface:
    """Draw a surface of one of :data:`KINDS`; the same seed gives the same surface.

    Raises:
        KeyError: if the kind does not exist.
    """
    drawing, gloss = KINDS[kind]
    rng = np.random.default_rng((seed, *kind.encode()))
    picture = np.clip(drawing(rng), 0, 255).astype(np.uint8)
    return Surface(f"{kind}-{seed}", picture, gloss=gloss * float(rng.uniform(0.3, 1)))


def draw_surfaces(count: int, seed: int = 0) -> tuple[Surface, ...]:
    """Draw ``count`` surfaces, the kinds in turn; 3 MB and about 0.15 s each."""
    kinds = tuple(KINDS)
    return tuple(draw_surface(kinds[n % len(kinds)], seed + n) for n in range(count))


def load_surface(path: Path, mm_per_px: float = 1.0) -> Surface:
    """Read a surface from a picture file; a picture does not tell its scale, so it is given.

    Raises:
        SurfaceUnreadableError: if ``path`` is not a picture.
    """
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise SurfaceUnreadableError(f"{path} cannot be read as a picture: a JPEG or PNG of a table top is expected")
    return Surface(path.stem, np.asarray(picture, np.uint8), mm_per_px)
