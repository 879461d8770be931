"""The message that says how a match stands: what the journal keeps for each session, and ``/api/state`` gives.

Seats and sides are counted from 0, plays, deals and batches from 1; cards are written ``7O``, or ``7?`` where only the
rank is known; events as the journal has them (``docs/notation.md``). Lengths are millimetres in the table frame: origin
in the picture's upper left, x to the right, y down.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from firmware.events import Event
from firmware.storage.moment import EVENTS

VERSION = 1
"""Of the message: fields may be added without a new one."""

NOTHING = Raw(b"null")
"""In the place of an event: there is none."""


class DeckInUse(NamedTuple):
    """The enrolled deck by which cards are read.

    Attributes:
        name: of it; empty: they are read as those of any.
        fits: whether they are of it; ``None``: it is not known yet.
    """

    name: str = ""
    fits: bool | None = None


ANY_DECK = DeckInUse()
"""No deck is known by its own pictures."""


class StandingCard(Struct, frozen=True, omit_defaults=True):
    """A card on the table.

    Attributes:
        card: which it is; ``None``: its back is up, or nobody knows.
        x_mm: where its middle lies; ``None``: it was never seen, the rules say that it lies there.
        y_mm: likewise.
        angle_deg: rotation of its upward axis, degrees clockwise.
        in_game: whether it lies open by the rules.
        hidden: the last look has not seen it.
        doubtful: its rank is not sure.
    """

    card: str | None
    x_mm: float | None
    y_mm: float | None
    angle_deg: int = 0
    in_game: bool = True
    hidden: bool = False
    doubtful: bool = False


class StandingPlay(Struct, frozen=True, omit_defaults=True):
    """A layout, a play or a saying, as it is understood now.

    Attributes:
        t_ms: when; the picture of that moment is the evidence.
        play: the number of a play, from 1; nil: it is none.
        deal: the number of the deal that a layout opened; nil: it is none.
        seat: whose play or saying.
        events: what it caused.
    """

    t_ms: int
    play: int = 0
    deal: int = 0
    seat: int | None = None
    events: list[Raw] = []


class MatchStanding(Struct, frozen=True, omit_defaults=True):
    """How a match stands.

    Attributes:
        version: of the message.
        t_ms: milliseconds since the session began.
        players: seats at the table.
        names: what to call them; empty: by their numbers.
        rules: a preset, or one with options behind it.
        target: points that win.
        scores: points of each side.
        turn: seat to play; ``None``: nobody's turn.
        dealer: who dealt.
        deal: which deal.
        batch: which batch of it.
        batches: how many there are.
        hands: cards that each player still holds.
        winners: the sides that have won.
        winning: sides that will have won once doubts are settled.
        held: the side whose win waits to be accepted.
        provisional: the score may still change.
        table: what lies open by the rules.
        cards: the cards in their places.
        width_mm: width of the camera's picture on the table; nil: unknown.
        told: how many plays were told since the match began.
        plays: the last plays and sayings, oldest first.
        question: the open doubt or challenge, an event; null: nothing is asked.
        disagreement: where table and game do not agree, an event; null: they do.
        faults: why nothing can be watched, and what is missing, by their names in the texts: ``fault.camera_lost`` ...
        deck: the enrolled deck by which cards are read; empty: they are read as those of any.
        deck_fits: whether the cards are of that deck; null: it is not known yet.
    """

    version: int
    t_ms: int
    players: int
    names: tuple[str, ...]
    rules: str
    target: int
    scores: tuple[int, ...]
    turn: int | None
    dealer: int
    deal: int
    batch: int
    batches: int
    hands: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    winning: tuple[int, ...] = ()
    held: int | None = None
    provisional: bool = False
    table: tuple[str, ...] = ()
    cards: list[StandingCard] = []
    width_mm: float = 0.0
    told: int = 0
    plays: list[StandingPlay] = []
    question: Raw = NOTHING
    disagreement: Raw = NOTHING
    faults: tuple[str, ...] = ()
    deck: str = ""
    deck_fits: bool | None = None


def read_standing(body: str) -> MatchStanding:
    """Read a message.

    Raises:
        msgspec.ValidationError: if it is another one.
    """
    return msgspec.json.decode(body, type=MatchStanding)


def events_of(raws: Iterable[Raw]) -> list[Event]:
    """The events of a message; of what is null, none."""
    return [EVENTS.parse(bytes(raw).decode()) for raw in raws if raw != NOTHING]
