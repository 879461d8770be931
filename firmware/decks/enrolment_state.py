"""How an enrolment that the page leads stands: what its helper tells, and the page draws. No arrays, no file."""

from enum import StrEnum

from msgspec import Struct

ASKED, SHEET = "asked.jpg", "sheet.jpg"
"""What else a helper draws: the card that is asked about, all known cards."""
ACROSS, CELL_PX = 10, (96, 144)
"""Cards in a row of a sheet, and width and height of each."""


class EnrolmentPhase(StrEnum):
    """What is to be done next."""

    SHOW = "show"
    """Lay out any cards, table by table."""
    ASK = "ask"
    """Say what a card is."""
    ORDER = "order"
    """Lay out these cards alone, in this order."""
    WHOLE = "whole"
    """Keep the deck."""
    KEPT = "kept"
    """It is enrolled."""


class AskedCard(Struct, frozen=True, omit_defaults=True):
    """A card that somebody is to name.

    Attributes:
        number: of the look at it.
        likely: what it may be, the likeliest first.
        table: which of the kept tables, from 1.
        row: in which row of it.
        place: which card of that row.
    """

    number: int
    likely: tuple[str, ...]
    table: int
    row: int
    place: int


class EnrolmentState(Struct, frozen=True, omit_defaults=True):
    """How an enrolment stands.

    Attributes:
        phase: what is to be done next.
        pack: the cards of the deck, in order.
        known: those that have a name, in that order, each with the number of its clearest look; they are on the
            sheet in this order, :data:`ACROSS` to a row.
        back: its back was seen.
        tables: how many tables were kept.
        here: how many cards lie there now.
        fits: they can be kept.
        asked: the card to be named.
        lay: the cards to be laid out next, in this order.
        shifted: what was laid out last did not lie so.
        fault: what the deck lacks, in English; empty: nothing.
        drawn: changes with the sheet and the asked card's picture.
        deck: name of the deck, once it is enrolled.
    """

    phase: EnrolmentPhase = EnrolmentPhase.SHOW
    pack: tuple[str, ...] = ()
    known: dict[str, int] = {}
    back: bool = False
    tables: int = 0
    here: int = 0
    fits: bool = False
    asked: AskedCard | None = None
    lay: tuple[str, ...] = ()
    shifted: bool = False
    fault: str = ""
    drawn: int = 0
    deck: str = ""
