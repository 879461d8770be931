"""Inventing makers: variations of a pattern's style, each from a seed."""

import zlib
from dataclasses import replace

import numpy as np

from models.synthetic.cards.moroccan import moroccan
from models.synthetic.cards.pen import mix, rgb
from models.synthetic.cards.style import CASTILIAN_INKS, Palette, Style
from vision.frame import Colour

STYLES = ("castilian", "cadiz")
MOROCCAN_FROM = 1000
"""From this seed on the makers of ``cadiz`` keep to what Moroccan decks have card by card; those before are freer."""


CAREFUL = {"paper": 4.0, "ink": 4.0, "flesh": 7.0}  # grey values: what makers print nearly alike; judged by eye


def vary(style: str, seed: int) -> Style:
    """A maker's variation of a pattern.

    Args:
        style: one of :data:`STYLES`.
        seed: which maker.

    Raises:
        ValueError: if the style does not exist.
    """
    if style not in STYLES:
        raise ValueError(f"{style!r} is no style of deck: one of {', '.join(STYLES)} is expected")
    rng = np.random.default_rng([zlib.crc32(style.encode()), seed])
    if style == "cadiz" and seed >= MOROCCAN_FROM:
        return moroccan(rng, _cadiz(rng))
    return _cadiz(rng) if style == "cadiz" else _castilian(rng)


def _castilian(rng: np.random.Generator) -> Style:
    return replace(
        _print(rng),
        palette=_palette(rng, CASTILIAN_INKS, 17),
        shading=float(rng.uniform(0, 0.4)),
        hatched=bool(rng.random() < 0.3),
        coin=_one(rng, "petals", "sun", "rosette", "rings"),
        cup=_one(rng, "goblet", "goblet", "tall", "drum"),
        cup_width=float(rng.uniform(0.8, 1.2)),
        sword=_one(rng, "straight", "dagger", "dagger", "sabre"),
        club=_one(rng, "knotty", "knotty", "smooth"),
        ornament=_one(rng, "none", "scroll", "scroll", "flower", "letters"),
        club_colours=(*_shuffled(rng, "red", "green"), _one(rng, "yellow", "yellow", "green", "red")),
        age=float(rng.choice([0, 0, rng.uniform(0, 0.5)])),
    )


def _cadiz(rng: np.random.Generator) -> Style:
    """Moroccan decks: flat red, blue and yellow on white; rosettes, drums, straight blades, smooth clubs."""
    colours = replace(
        CASTILIAN_INKS,
        paper=rgb("#ffffff"),
        red=rgb("#d8232a"),
        blue=rgb("#2a5fb0"),
        yellow=rgb("#f6c915"),
        green=rgb("#2a5fb0") if rng.random() < 0.5 else rgb("#2f8a46"),
        orange=rgb("#d8232a"),
        horse=_shade_of(rng, "#ffffff", "#e9b44c", "#a9683a"),
    )
    return replace(
        _print(rng),
        palette=_palette(rng, colours, 14),
        pattern="cadiz",
        shading=float(rng.choice([0, 0, 0.15])),
        coin=_one(rng, "rosette", "rosette", "rosette", "sun"),
        cup=_one(rng, "drum", "drum", "drum", "goblet"),
        cup_width=float(rng.uniform(0.95, 1.25)),
        sword=_one(rng, "straight", "straight", "dagger"),
        club=_one(rng, "smooth", "ringed", "ringed"),
        ornament=_one(rng, "flower", "flower", "scroll", "letters", "none"),
        club_colours=(*_shuffled(rng, "red", "blue"), _one(rng, "yellow", "yellow", "red", "blue")),
    )


def _print(rng: np.random.Generator) -> Style:
    """What differs between makers of any pattern: sizes, lines, numerals."""
    return Style(
        aspect=float(rng.uniform(0.61, 0.70)),
        line_mm=float(rng.uniform(0.18, 0.42)),
        sword_width_mm=float(rng.uniform(1.9, 3.4)),
        club_fullness=float(rng.uniform(0.8, 1.25)),
        numeral=_one(rng, "strokes", "serif", "font"),
        numeral_mm=float(rng.uniform(4.0, 6.8)),
        numeral_weight=float(rng.uniform(0.08, 0.2)),
        numeral_outside=bool(rng.random() < 0.4),
        inset_mm=float(rng.uniform(3.2, 6.0)),
        frame_mm=float(rng.uniform(0.25, 0.7)),
        gap_mm=float(rng.uniform(2.5, 6.0)),
        crowding=float(rng.uniform(0.88, 1.05)),
        pip=float(rng.uniform(0.86, 1.1)),
        frame=_one(rng, "single", "single", "single", "single", "single", "single", "double", "none"),
        numeral_slant=float(rng.choice([0, 0, rng.uniform(0, 0.3)])),
        aces=_one(rng, "rich", "plain", "held"),
        hilts_out=bool(rng.random() < 0.8),
        clubs_alike=bool(rng.random() < 0.35),
        floating=bool(rng.random() < 0.4),
        figure_width=float(rng.uniform(0.88, 1.06)),
        figure_lean=float(rng.uniform(-0.06, 0.06)),
        turned=int(rng.integers(1 << 12)),
        dress=int(rng.integers(1 << 30)),
        grain=float(rng.choice([0, rng.uniform(0, 6)])),
        back_seed=int(rng.integers(1 << 30)),
    )


def _one(rng: np.random.Generator, *choices: str) -> str:
    return choices[int(rng.integers(len(choices)))]


def _shuffled(rng: np.random.Generator, one: str, other: str) -> tuple[str, str]:
    return (one, other) if rng.random() < 0.5 else (other, one)


def _shade_of(rng: np.random.Generator, *texts: str) -> Colour:
    return rgb(_one(rng, *texts))


def _palette(rng: np.random.Generator, colours: Palette, spread: float) -> Palette:
    """The palette with every ink mixed a little differently; the paper stays nearly white."""

    def inked(colour: Colour, amount: float) -> Colour:
        other = tuple(int(n) for n in np.clip(np.array(colour) + rng.normal(0, amount, 3), 0, 255))
        return mix(colour, (other[0], other[1], other[2]), 1.0)

    names = Palette.__slots__
    return Palette(**{n: inked(getattr(colours, n), CAREFUL.get(n, spread)) for n in names})
