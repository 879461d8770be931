"""The clothes of a figure: who wears which colours."""

from dataclasses import dataclass

import numpy as np

from firmware.cards import Rank, Suit
from models.synthetic.cards.pen import mix
from models.synthetic.cards.style import Style
from vision.frame import Colour


@dataclass(frozen=True, slots=True)
class Dress:
    """The clothes of one figure; neighbouring pieces differ in colour.

    Attributes:
        coat: doublet or robe.
        cloak: cape or mantle.
        sleeves: of both arms.
        legs: the two legs of the hose.
        hat, trim: headgear, and its feather, belts and hems.
        headgear: a key of :data:`models.synthetic.cards.heads.HATS`.
        hair: of head and beard.
        striped: the coat has stripes.
        hip: the free hand rests on the hip instead of the breast.
        caped: a sota has a cape.
        short: a king's robe ends at the knees.
        rearing_deg: how far a horse rises on its hind legs.
        size: of the figure, 1 is the usual.
    """

    coat: Colour
    cloak: Colour
    sleeves: Colour
    legs: tuple[Colour, Colour]
    hat: Colour
    trim: Colour
    headgear: str
    hair: Colour
    striped: bool
    hip: bool
    caped: bool
    short: bool
    rearing_deg: float
    size: float


def dress(style: Style, rank: Rank, suit: Suit) -> Dress:
    """What the figure wears in this maker's deck.

    Args:
        style: the maker's hand.
        rank: of the card.
        suit: of the card.
    """
    rng = np.random.default_rng([style.dress, int(rank), list(Suit).index(suit)])
    colours = style.palette
    cloths = [colours.red, colours.blue, colours.yellow, colours.green]
    coat, cloak, third, fourth = (cloths[k] for k in rng.permutation(4))
    old = rank == Rank.TWELVE and rng.random() < 0.5
    return Dress(
        coat=coat,
        cloak=cloak,
        sleeves=third if rng.random() < 0.6 else coat,
        legs=(third, third if rng.random() < 0.5 else fourth),
        hat=cloak if rng.random() < 0.6 else fourth,
        trim=colours.yellow
        if colours.yellow not in (coat, cloak)
        else third
        if coat == colours.yellow
        else colours.red,
        headgear=str(rng.choice(["beret", "beret", "cap", "helmet", "turban"])),
        hair=mix(colours.hair, (225, 225, 225), 0.75)
        if old
        else mix(colours.hair, colours.ink, float(rng.uniform(0, 0.6))),
        striped=bool(rng.random() < 0.5),
        hip=bool(rng.random() < 0.6),
        caped=bool(rng.random() < 0.75),
        short=bool(style.dress and rng.random() < 0.35),
        rearing_deg=float(rng.uniform(4, 12)) if style.dress and rng.random() < 0.35 else 0.0,
        size=float(rng.uniform(0.95, 1.03)),
    )
