"""Inventing makers of Moroccan decks: the Cádiz pattern card by card, in the spread in which shops have it."""

from dataclasses import replace

import numpy as np

from models.synthetic.cards.cadiz_pips import COIN_HEARTS
from models.synthetic.cards.style import Style

BANDS = ("red", "yellow", "blue")
FREE = 0.12
"""Share in which a maker departs from what most have; decks differ, and a reader must not lean on one mark."""


def moroccan(rng: np.random.Generator, loose: Style) -> Style:
    """A maker's hand.

    Args:
        rng: of all chance.
        loose: what any maker of the pattern may choose, inks and sizes among it.
    """
    usual = replace(
        loose,
        palette=replace(loose.palette, green=loose.palette.blue) if rng.random() > FREE else loose.palette,
        coin="cogged" if rng.random() > FREE else loose.coin,
        cogs=int(rng.integers(12, 34)),
        coin_heart=str(rng.choice(list(COIN_HEARTS))),
        middle_coin=float(rng.uniform(1.3, 2.1)) if rng.random() > FREE else 0.0,
        cup="banded" if rng.random() > FREE else loose.cup,
        cup_bands=tuple(str(name) for name in rng.permutation(BANDS)),
        cup_width=float(rng.uniform(0.85, 1.3)),
        cartouche=bool(rng.random() > FREE),
        flowered=bool(rng.random() > FREE),
        aces=str(rng.choice(["framed", "ringed"])) if rng.random() > FREE else loose.aces,
        four_swords=str(rng.choice(["crossed", "rows"])),
        three_clubs="star" if rng.random() < 0.6 else "cross",
        swords_alike=bool(rng.random() < 0.4),
        club=str(rng.choice(["smooth", "smooth", "ringed"])),
        sword="straight" if rng.random() > FREE else loose.sword,
    )
    return _printed(rng, usual)


def _printed(rng: np.random.Generator, style: Style) -> Style:
    """How the deck was printed, cut and used: numerals, corners, wear."""
    worn = rng.random() < 0.35
    return replace(
        style,
        numeral=str(rng.choice(["strokes", "serif", "font", *(f"pen-{k}" for k in range(8))])),
        numeral_mm=float(rng.uniform(3.2, 6.6)),
        numeral_stretch=float(rng.uniform(0.75, 1.25)),
        numeral_shift=(float(rng.uniform(-1.0, 1.2)), float(rng.uniform(-1.0, 1.6))),
        line_mm=float(rng.uniform(0.14, 0.5)),
        corner=float(rng.uniform(0.025, 0.08)),
        pip=float(rng.uniform(0.88, 1.16)),
        fade=float(rng.uniform(0, 0.45)) if worn or rng.random() < 0.2 else 0.0,
        wear=float(rng.uniform(0.01, 0.12)) if worn else 0.0,
        age=float(rng.uniform(0.1, 0.6)) if worn else 0.0,
        slip_mm=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.4 else 0.0,
    )
