"""The hand of a maker: everything in which two decks of the same pattern differ."""

from dataclasses import dataclass

from firmware.cards import CARD_MM
from models.synthetic.cards.pen import rgb
from vision.frame import Colour


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
        hatched: shadows are ruled with lines as engravers do.
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
        frame: ``single``, ``double`` or ``none``.
        numeral_slant: how far numerals lean to the right, of their height.
        crowding: how near to the frame the outer pips lie, 1 is the usual.
        pip: size of the pips, 1 is the usual.
        ornament: ``none``, ``scroll``, ``flower`` or ``letters`` (a maker's name): what some cards have between pips.
        aces: ``rich`` (laurel, ribbons), ``plain``, or ``held`` (sword and club in a hand that comes from a cloud).
        hilts_out: the hilts of swords in rows point to the card's edges.
        clubs_alike: clubs in rows have their thick ends outward all alike, instead of in turn.
        club_colours: in turn, and of the one that lies across; names of inks.
        floating: the figures' coins and cups hang in the corner instead of being held.
        figure_width: of the figures, 1 is the usual, and ``figure_lean`` to the right, of their height.
        turned: the figures that face the other way, by bits: suit and figure.
        dress: seeds the clothes.
        tint: colour of aged paper laid over everything, and ``age`` how strongly, 0 to 1.
        grain: uneven printing, grey values.
        back_seed: of the back.
    """

    palette: Palette = CASTILIAN_INKS
    pattern: str = "castilian"
    aspect: float = CARD_MM[0] / CARD_MM[1]
    line_mm: float = 0.26
    shading: float = 0.26
    hatched: bool = False
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
    frame: str = "single"
    numeral_slant: float = 0.0
    crowding: float = 1.0
    pip: float = 1.0
    ornament: str = "scroll"
    aces: str = "rich"
    hilts_out: bool = True
    clubs_alike: bool = False
    club_colours: tuple[str, str, str] = ("red", "green", "yellow")
    floating: bool = False
    figure_width: float = 1.0
    figure_lean: float = 0.0
    turned: int = 0
    dress: int = 0
    tint: Colour = AGED_PAPER
    age: float = 0.0
    grain: float = 0.0
    back_seed: int = 9
