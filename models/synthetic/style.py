"""The hand of a maker: everything in which two decks of the same pattern differ."""

import zlib
from dataclasses import dataclass, replace

import numpy as np

from models.synthetic.pen import Colour, mix, rgb


@dataclass(frozen=True, slots=True)
class Palette:
    """The printing colours, BGR."""

    paper: Colour
    ink: Colour
    red: Colour
    blue: Colour
    yellow: Colour
    green: Colour
    orange: Colour
    flesh: Colour
    horse: Colour
    hair: Colour


CASTILIAN_INKS = Palette(
    paper=rgb("#fdf9ec"),
    ink=rgb("#1d181a"),
    red=rgb("#c8251f"),
    blue=rgb("#2f6fb7"),
    yellow=rgb("#f2bf25"),
    green=rgb("#3d7d34"),
    orange=rgb("#e0861c"),
    flesh=rgb("#f3cfae"),
    horse=rgb("#b9814b"),
    hair=rgb("#6b4426"),
)
AGED_PAPER = rgb("#e8c98a")


@dataclass(frozen=True, slots=True)
class Style:
    """How a maker draws the pattern. Lengths are millimetres on a card 95 mm high.

    Attributes:
        palette: the printing colours.
        pattern: ``castilian`` or ``cadiz``: how swords, clubs and ornaments are laid out.
        aspect: width over height of the card.
        line_mm: width of outlines.
        shading: 0 for flat colours, 1 for the darkest shadows.
        coin: ``petals``, ``sun``, ``rosette`` or ``rings``.
        cup: ``goblet``, ``drum`` or ``tall``.
        cup_width: width of a cup over its height, 1 is the usual.
        sword: ``straight``, ``dagger`` (tapering) or ``sabre``.
        sword_width_mm: of a blade.
        club: ``knotty``, ``smooth`` or ``ringed``.
        club_fullness: width of a club, 1 is the usual.
        numeral: ``strokes`` (drawn lines), ``serif`` (drawn with feet) or ``font`` (sans serif).
        numeral_mm: height of a numeral.
        numeral_weight: width of its strokes over its height.
        numeral_outside: the numerals stand in a break of the frame's corner instead of within it.
        inset_mm: from the edge of the paper to the frame line.
        frame_mm: width of the frame line.
        gap_mm: width of a gap in the frame line.
        crowding: how near to the frame the outer pips lie, 1 is the usual.
        pip: size of the pips, 1 is the usual.
        ornament: ``none``, ``scroll`` or ``flower``: what is printed between the pips of some cards.
        turned: the figures that face the other way, by bits: suit and figure.
        dress: seeds the clothes.
        tint: colour of aged paper laid over everything, and ``age`` how strongly, 0 to 1.
        grain: uneven printing, grey values.
        back_seed: of the back.
    """

    palette: Palette = CASTILIAN_INKS
    pattern: str = "castilian"
    aspect: float = 61.5 / 95  # the usual Spanish card, product sheets of Spanish makers
    line_mm: float = 0.26
    shading: float = 0.26
    coin: str = "petals"
    cup: str = "goblet"
    cup_width: float = 1.0
    sword: str = "straight"
    sword_width_mm: float = 2.6
    club: str = "knotty"
    club_fullness: float = 1.0
    numeral: str = "serif"
    numeral_mm: float = 4.4
    numeral_weight: float = 0.12
    numeral_outside: bool = False
    inset_mm: float = 4.6
    frame_mm: float = 0.4
    gap_mm: float = 4.5
    crowding: float = 1.0
    pip: float = 1.0
    ornament: str = "scroll"
    turned: int = 0
    dress: int = 0
    tint: Colour = AGED_PAPER
    age: float = 0.0
    grain: float = 0.0
    back_seed: int = 9


STYLES = ("castilian", "cadiz")


def vary(style: str, seed: int) -> Style:
    """A maker's variation of a pattern.

    Args:
        style: one of :data:`STYLES`.
        seed: which maker.

    Raises:
        ValueError: if there is no such style.
    """
    if style not in STYLES:
        raise ValueError(f"{style!r} is no style of deck: one of {', '.join(STYLES)} is expected")
    rng = np.random.default_rng([zlib.crc32(style.encode()), seed])
    return _cadiz(rng) if style == "cadiz" else _castilian(rng)


def _castilian(rng: np.random.Generator) -> Style:
    return replace(
        _print(rng),
        palette=_palette(rng, CASTILIAN_INKS, 22),
        shading=float(rng.uniform(0, 0.4)),
        coin=_one(rng, "petals", "sun", "rosette", "rings"),
        cup=_one(rng, "goblet", "goblet", "tall", "drum"),
        cup_width=float(rng.uniform(0.8, 1.2)),
        sword=_one(rng, "straight", "dagger", "dagger", "sabre"),
        club=_one(rng, "knotty", "knotty", "smooth"),
        ornament=_one(rng, "none", "scroll", "scroll", "flower"),
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
        palette=_palette(rng, colours, 18),
        pattern="cadiz",
        shading=float(rng.choice([0, 0, 0.15])),
        coin=_one(rng, "rosette", "rosette", "rosette", "sun"),
        cup=_one(rng, "drum", "drum", "drum", "goblet"),
        cup_width=float(rng.uniform(0.95, 1.25)),
        sword=_one(rng, "straight", "straight", "dagger"),
        club=_one(rng, "smooth", "ringed", "ringed"),
        ornament=_one(rng, "flower", "flower", "scroll"),
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
        turned=int(rng.integers(1 << 12)),
        dress=int(rng.integers(1 << 30)),
        grain=float(rng.choice([0, rng.uniform(0, 6)])),
        back_seed=int(rng.integers(1 << 30)),
    )


def _one(rng: np.random.Generator, *choices: str) -> str:
    return choices[int(rng.integers(len(choices)))]


def _shade_of(rng: np.random.Generator, *texts: str) -> Colour:
    return rgb(_one(rng, *texts))


def _palette(rng: np.random.Generator, colours: Palette, spread: float) -> Palette:
    """The palette with every ink mixed a little differently; the paper stays nearly white."""

    def inked(colour: Colour, amount: float) -> Colour:
        other = tuple(int(n) for n in np.clip(np.array(colour) + rng.normal(0, amount, 3), 0, 255))
        return mix(colour, (other[0], other[1], other[2]), 1.0)

    names = Palette.__slots__
    return Palette(**{n: inked(getattr(colours, n), 4 if n in ("paper", "ink") else spread) for n in names})
