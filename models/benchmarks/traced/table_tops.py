"""Table tops for path-traced pictures, drawn by other code than those that networks learn from."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.random import Generator

from vision.frame import Floats

SIZE_MM = (1000, 700)
PX_PER_MM = 2.0
SHAPE = (round(SIZE_MM[1] * PX_PER_MM), round(SIZE_MM[0] * PX_PER_MM))


@dataclass(frozen=True, slots=True, eq=False)
class TracedTop:
    """What a table is made of.

    Attributes:
        albedo: (H, W, 3) float32, red first, linear light, 0 to 1; two pixels a millimetre.
        roughness: of its gloss, 0.05 (polished stone) to 1 (cloth, no gloss at all).
        metal: it mirrors as brushed metal does, along its rows.
    """

    albedo: Floats
    roughness: float = 1.0
    metal: bool = False


def _noise(rng: Generator, cell_mm: tuple[float, float]) -> Floats:
    """Smooth noise of mean 0 and deviation 1 with blobs of about ``cell_mm`` (across, along), shape ``SHAPE``."""
    rows, columns = (max(2, round(side / cell)) for side, cell in zip(SIZE_MM[::-1], cell_mm[::-1], strict=True))
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(small, SHAPE[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _flat(colour: tuple[float, float, float]) -> Floats:
    return np.broadcast_to(np.array(colour, np.float32), (*SHAPE, 3)).copy()


def _white(rng: Generator) -> tuple[float, float, float]:
    """One of the whites that tables have: bluish, warm, greyed."""
    level = rng.uniform(0.62, 0.9)
    red, blue = rng.uniform(0.93, 1.0, 2)
    return level * float(red), level * 0.98, level * float(blue)


def _places() -> tuple[Floats, Floats]:
    """Millimetres across and along, of each pixel."""
    along, across = np.mgrid[: SHAPE[0], : SHAPE[1]].astype(np.float32) / PX_PER_MM
    return across, along


def white_marble(rng: Generator) -> TracedTop:
    """White stone with thin grey veins, polished."""
    bent = sum(_noise(rng, (size, size)) * size for size in (240.0, 80.0, 25.0)) / 60
    across, along = _places()
    wave = np.abs(np.sin((across * rng.uniform(-1, 1) + along * rng.uniform(-1, 1)) / 55 + bent))
    vein = np.exp(-wave * rng.uniform(8, 20)) * (0.5 + 0.5 * np.tanh(_noise(rng, (90, 90))))
    cloud = 1 + 0.02 * _noise(rng, (60, 60))
    shade = (cloud - rng.uniform(0.1, 0.4) * vein)[..., None]
    return TracedTop(np.clip(_flat(_white(rng)) * shade, 0.02, 0.95), rng.uniform(0.05, 0.2))


def white_laminate(rng: Generator) -> TracedTop:
    """A kitchen table: one white, half glossy."""
    return TracedTop(_flat(_white(rng)), rng.uniform(0.1, 0.4))


def white_cloth(rng: Generator) -> TracedTop:
    """A white table cloth: threads and soft folds."""
    across, along = _places()
    threads = np.sin(across * 2 * np.pi / 0.9) * np.sin(along * 2 * np.pi / 0.9)
    folds = _noise(rng, (200, 60))
    return TracedTop(np.clip(_flat(_white(rng)) * (1 + 0.03 * threads + 0.02 * folds)[..., None], 0, 0.95))


def lace(rng: Generator) -> TracedTop:
    """White lace over a darker table: rosettes of rings and spokes on a net."""
    period = float(rng.uniform(28, 70))
    across, along = _places()
    x, y = (across % period - period / 2) / period, (along % period - period / 2) / period
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    petals = np.cos(angle * int(rng.integers(5, 10))) * 0.06
    rings = np.abs((radius + petals) % 0.16 - 0.08) < 0.028
    net = (np.abs(across % 4.0 - 2) < 0.45) | (np.abs(along % 4.0 - 2) < 0.45)
    thread = rings | (net & (radius > 0.42))
    ground = _flat(tuple(rng.uniform(0.05, 0.35, 3)))
    return TracedTop(np.where(thread[..., None], _flat(_white(rng)), ground).astype(np.float32))


def gingham(rng: Generator) -> TracedTop:
    """A chequered cloth, woven: white, half and full colour."""
    period = float(rng.uniform(12, 90))
    across, along = _places()
    tone = ((across % period < period / 2).astype(np.float32) + (along % period < period / 2)) / 2
    colour = rng.uniform(0.02, 0.6, 3).astype(np.float32)
    mixed = _flat(_white(rng)) * (1 - tone[..., None]) + colour * tone[..., None]
    return TracedTop(mixed.astype(np.float32))


def dots(rng: Generator) -> TracedTop:
    """A dotted wax cloth."""
    period = float(rng.uniform(10, 45))
    across, along = _places()
    shift = (along // period % 2) * period / 2
    radius = np.hypot((across + shift) % period - period / 2, along % period - period / 2)
    dot = radius < period * rng.uniform(0.15, 0.35)
    one, other = _flat(_white(rng)), _flat(tuple(rng.uniform(0.02, 0.7, 3)))
    one, other = (one, other) if rng.random() < 0.5 else (other, one)
    return TracedTop(np.where(dot[..., None], one, other).astype(np.float32), rng.uniform(0.2, 0.6))


def brushed_metal(rng: Generator) -> TracedTop:
    """A grey steel table, brushed along its length."""
    lines = 1 + 0.05 * _noise(rng, (300, 0.7))
    return TracedTop(np.clip(_flat((rng.uniform(0.4, 0.7),) * 3) * lines[..., None], 0, 1), 0.15, metal=True)


def paper(rng: Generator) -> TracedTop:
    """Sheets of lined or squared paper."""
    period = float(rng.uniform(4, 9))
    across, along = _places()
    line = along % period < 0.5
    if rng.random() < 0.5:
        line |= across % period < 0.5
    return TracedTop(np.where(line[..., None], _flat((0.25, 0.35, 0.6)), _flat(_white(rng))).astype(np.float32))


def wood(rng: Generator) -> TracedTop:
    """Planks with grain."""
    grain = 0.5 * _noise(rng, (400, 2.0)) + 0.5 * _noise(rng, (200, 9.0))
    plank = _places()[1] // rng.uniform(80, 200)
    tone = 1 + 0.12 * grain + 0.15 * np.sin(plank * 12.9)
    base = np.array((0.36, 0.2, 0.1), np.float32) * np.float32(rng.uniform(0.4, 1.6))
    return TracedTop(np.clip(base * tone[..., None], 0.01, 0.95).astype(np.float32), rng.uniform(0.15, 0.5))


def zellige(rng: Generator) -> TracedTop:
    """A mosaic of eight-pointed stars in glazed tiles."""
    period = float(rng.uniform(50, 110))
    across, along = _places()
    x, y = np.abs(across % period - period / 2) / period, np.abs(along % period - period / 2) / period
    square, diamond = np.maximum(x, y), (x + y) / np.sqrt(2)
    star = np.minimum(square, diamond) < 0.27
    joint = np.abs(np.minimum(square, diamond) - 0.27) < 0.012
    one, other = _flat(tuple(rng.uniform(0.02, 0.5, 3))), _flat(_white(rng))
    tiles = np.where(star[..., None], one, other)
    return TracedTop(np.where(joint[..., None], _flat((0.5, 0.48, 0.45)), tiles).astype(np.float32), 0.1)


TABLE_TOPS: MappingProxyType[str, Callable[[Generator], TracedTop]] = MappingProxyType(
    {
        "white marble": white_marble,
        "white laminate": white_laminate,
        "white cloth": white_cloth,
        "lace": lace,
        "gingham": gingham,
        "dots": dots,
        "brushed metal": brushed_metal,
        "paper": paper,
        "wood": wood,
        "zellige": zellige,
    }
)
"""Kinds of table tops, each drawn anew from a seed."""
WHITE = ("white marble", "white laminate", "white cloth", "paper")
"""Those on which a card's white is the table's white."""
