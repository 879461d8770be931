"""The hand of a maker who draws the Cádiz pattern in simple shapes: every choice drawn anew, wider than makers differ.

Such decks stand for an artist whom nobody here has seen: they share nothing with :mod:`models.synthetic.cards.style`
but what the pattern prescribes, so that a reader learned from both leans on neither's way to draw. From
:data:`KEPT_FROM` on a maker takes other shapes, typefaces and ways to lay pips than all before: those makers are only
measured on.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from models.synthetic.cards import typefaces
from models.synthetic.cards.pen import mix
from vision.frame import Colour

KEPT_FROM = 500
"""From this seed on makers draw with the second of each pair of :data:`SHAPES`."""
SHAPES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "rim": (("cogs", "plain", "rays", "dots", "double"), ("scallops",)),
    "heart": (("petals", "star", "rings", "cross", "head", "blank", "letter"), ("quatrefoil", "spokes")),
    "bowl": (("round", "box", "cone", "low"), ("tulip",)),
    "blade": (("straight", "taper", "sabre"), ("leaf",)),
    "guard": (("bar", "down", "disc", "none"), ("up",)),
    "club": (("smooth", "ringed", "stick", "knots"), ("jagged",)),
    "body": (("block", "bell", "round"), ("hourglass",)),
    "hat": (("flat", "feather", "bare", "hood"), ("cone",)),
    "three": (("slope", "slope", "column"), ("rise",)),
    "rows": (("rows", "rows", "upright"), ("fan",)),
}
"""What a maker chooses among: for those learned from, and for those only measured on."""


@dataclass(frozen=True, slots=True)
class FlatHand:
    """One maker's choices. Lengths are millimetres on a card 95 mm high; shares are of what is usual.

    Attributes:
        shapes: the choice of each of :data:`SHAPES`.
        inks: paper, ink, red, blue, yellow, green and flesh, BGR.
        outlined: whether shapes have an outline, and ``line_mm`` its width.
        aspect: width over height of the card.
        cogs: teeth, rays or petals of a coin.
        middle_coin: size of the five's middle coin over that of the others.
        bands: the names of the inks of a cup's bands, from above, and of its foot last.
        cup_wide, blade_mm, club_mm: widths.
        pip: size of pips; ``spread``: how far they lie apart, in width and height.
        ornaments: share of the usual places that have an ornament.
        frame: ``none``, ``line``, ``double`` or ``band``; ``inset_mm`` from the edge, ``frame_mm`` wide, with gaps of
            ``gap_mm``.
        typeface: of the numerals, ``None`` is Pillow's; ``numeral_mm`` high, ``numeral_wide``; 0 mm: none.
        numeral_at: millimetres of a numeral's upper left from the card's corner.
        corners: two or four corners have a numeral.
        seed: of what differs from card to card.
    """

    shapes: dict[str, str]
    inks: dict[str, Colour]
    outlined: bool
    line_mm: float
    aspect: float
    cogs: int
    middle_coin: float
    bands: tuple[str, ...]
    cup_wide: float
    blade_mm: float
    club_mm: float
    pip: float
    spread: tuple[float, float]
    ornaments: float
    frame: str
    inset_mm: float
    frame_mm: float
    gap_mm: float
    typeface: str | None
    numeral_mm: float
    numeral_wide: float
    numeral_at: tuple[float, float]
    corners: int
    seed: int


def flat_hand(seed: int) -> FlatHand:
    """The hand of maker ``seed``; the same seed is the same maker."""
    rng, kept = np.random.default_rng([77, seed]), seed >= KEPT_FROM
    names = typefaces.there(typefaces.KEPT if kept else typefaces.LEARNED)
    inset = float(rng.uniform(2.0, 7.0))
    numeral_mm = 0.0 if rng.random() < 0.06 else float(rng.uniform(2.8, 7.5))
    inside = inset + rng.uniform(0.4, 1.6, 2)
    return FlatHand(
        shapes={what: str(rng.choice(pair[kept])) for what, pair in SHAPES.items()},
        inks=_inks(rng),
        outlined=bool(rng.random() < 0.7),
        line_mm=float(rng.uniform(0.1, 0.75)),
        aspect=float(rng.uniform(0.60, 0.71)),
        cogs=int(rng.integers(6, 30)),
        middle_coin=float(rng.uniform(1.3, 2.4)) if rng.random() < 0.85 else 1.0,
        bands=tuple(str(name) for name in rng.permutation(["red", "yellow", "blue"])[: rng.integers(1, 4)]),
        cup_wide=float(rng.uniform(0.7, 1.5)),
        blade_mm=float(rng.uniform(1.6, 4.6)),
        club_mm=float(rng.uniform(3.2, 8.0)),
        pip=float(rng.uniform(0.75, 1.2)),
        spread=(float(rng.uniform(0.82, 1.08)), float(rng.uniform(0.8, 1.06))),
        ornaments=float(rng.choice([0.0, 0.9, 0.9, 1.0])),
        frame=str(rng.choice(["none", "line", "line", "line", "line", "double", "band"])),
        inset_mm=inset,
        frame_mm=float(rng.uniform(0.2, 1.2)),
        gap_mm=float(rng.uniform(1.5, 7.0)),
        typeface=str(rng.choice(names)) if names else None,
        numeral_mm=numeral_mm,
        numeral_wide=float(rng.uniform(0.7, 1.3)),
        numeral_at=(float(inside[0]), float(inside[1]))
        if rng.random() < 0.7
        else (float(rng.uniform(0.8, 3.5)), float(rng.uniform(0.8, 4.0))),
        corners=4 if rng.random() < 0.15 else 2,
        seed=seed,
    )


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    """Inks about the pattern's red, blue and yellow: from washed out to garish, from dark to pale."""
    strength, bright = float(rng.uniform(0.35, 1.0)), float(rng.uniform(0.55, 1.0))

    def ink(hue: float, spread: float, saturation: float = 1.0, value: float = 1.0) -> Colour:
        shown = (hue + rng.normal(0, spread)) % 180, 255 * np.clip(strength * saturation, 0, 1), 255 * bright * value
        blue, green, red = cv2.cvtColor(np.array([[shown]], np.float32).round().astype(np.uint8), cv2.COLOR_HSV2BGR)[
            0, 0
        ]
        return (int(blue), int(green), int(red))

    green = ink(62, 12, 0.8, 0.75) if rng.random() < 0.4 else ink(110, 6, 0.9, 0.9)
    dark = int(rng.integers(5, 70))
    paper = tuple(int(v) for v in 255 - rng.gamma(1.5, 5.0, 3).clip(0, 50) * (1.6, 1.0, 0.6))
    inks: dict[str, Colour] = {
        "paper": (paper[0], paper[1], paper[2]),
        "ink": mix((dark, dark, dark), ink(110, 10), 0.25 * float(rng.random())),
        "red": ink(178, 5, 1.0, 0.95),
        "blue": ink(110, 8, 0.95, 0.9),
        "yellow": ink(25, 4, 1.0, 1.05 if bright < 0.95 else 1.0),
        "green": green,
        "flesh": mix((176, 206, 243), ink(12, 5, 0.5), 0.4 * float(rng.random())),
    }
    return inks
