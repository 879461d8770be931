"""The hand of a maker: everything in which two decks of the same pattern differ."""

from dataclasses import dataclass

from firmware.cards import CARD_MM
from models.synthetic.cards.cutout import CORNER_RADIUS
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
        coin: ``petals``, ``sun``, ``rosette``, ``rings`` or ``cogged``.
        cogs: teeth on the rim of a cogged coin, and ``coin_heart`` what it shows.
        middle_coin: size of the coin in the middle of the five over that of the others; 0 is the pattern's usual.
        cup: ``goblet``, ``drum``, ``tall`` or ``banded``.
        cup_bands: the inks of a banded cup from its rim to its foot.
        cup_width: width of a cup over its height, 1 is the usual.
        sword: ``straight``, ``dagger`` (tapering) or ``sabre``.
        sword_width_mm: of a blade.
        club: ``knotty``, ``smooth`` or ``ringed``.
        club_fullness: width of a club, 1 is the usual.
        four_swords: how the four of swords lie: ``crossed`` or in ``rows``; ``three_clubs``: ``star`` or ``cross``.
        swords_alike: the long swords point the same way, instead of up and down in turn.
        numeral: ``strokes`` (drawn lines), ``serif`` (drawn with feet), ``font`` (sans serif), ``pen-0`` to ``pen-7``.
        numeral_stretch: width of a numeral, 1 is the usual.
        numeral_shift: millimetres by which numerals stand further right and down.
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
        cartouche: the four of coins and the four of cups have the maker's name in a ring of ribbon.
        flowered: flowers stand between the two cups, and by the swords of the four and the five.
        aces: ``rich`` (laurel, ribbons), ``plain``, ``held`` (sword and club in a hand that comes from a cloud), or
            ``framed`` and ``ringed`` as Moroccan decks have them (the coin in a square or round frame of ribbon).
        hilts_out: the hilts of swords in rows point to the card's edges.
        clubs_alike: clubs in rows have their thick ends outward all alike, instead of in turn.
        club_colours: in turn, and of the one that lies across; names of inks.
        floating: the figures' coins and cups hang in the corner instead of being held.
        figure_width: of the figures, 1 is the usual, and ``figure_lean`` to the right, of their height.
        turned: the figures that face the other way, by bits: suit and figure.
        dress: seeds the clothes.
        tint: colour of aged paper laid over everything, and ``age`` how strongly, 0 to 1.
        grain: uneven printing, grey values.
        corner: radius of the card's corners over its height.
        fade: share of the ink that has gone, ``wear``: share of the face where it is rubbed off.
        slip_mm: how far the colours are printed beside the outlines.
        back_seed: of the back.
    """

    palette: Palette = CASTILIAN_INKS
    pattern: str = "castilian"
    aspect: float = CARD_MM[0] / CARD_MM[1]
    line_mm: float = 0.26
    shading: float = 0.26
    hatched: bool = False
    coin: str = "petals"
    cogs: int = 20
    coin_heart: str = "rosette"
    middle_coin: float = 0.0
    cup: str = "goblet"
    cup_bands: tuple[str, ...] = ("red", "yellow", "blue")
    cup_width: float = 1.0
    sword: str = "straight"
    sword_width_mm: float = 2.6
    club: str = "knotty"
    club_fullness: float = 1.0
    four_swords: str = "crossed"
    three_clubs: str = "star"
    swords_alike: bool = False
    numeral: str = "serif"
    numeral_stretch: float = 1.0
    numeral_shift: tuple[float, float] = (0.0, 0.0)
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
    cartouche: bool = False
    flowered: bool = False
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
    corner: float = CORNER_RADIUS
    fade: float = 0.0
    wear: float = 0.0
    slip_mm: float = 0.0
    back_seed: int = 9

    def ink(self, name: str) -> Colour:
        """The printing colour ``red``, ``blue``, ``green`` or, by any other name, yellow."""
        inks = {"red": self.palette.red, "blue": self.palette.blue, "green": self.palette.green}
        return inks.get(name, self.palette.yellow)
