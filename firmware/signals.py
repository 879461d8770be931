"""The signals: everything that can reach the referee. What is not one of these does not exist for it.

The ``tag`` of a signal is the name under which journals know it: a class may be renamed, its tag may not.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from firmware.cards import Card

Point = tuple[float, float]
Outline = tuple[Point, ...]


class Unnamed(StrEnum):
    """What a seen card can be besides a card with a name."""

    BACK = "back"
    UNKNOWN = "?"


Face = Card | Unnamed
Faces = tuple[tuple[Face, float], ...]
"""Probabilities over faces, likeliest first; they sum to at most 1, the remainder is spread over the rest."""
UNSIGHTED = 0
"""Number of no sighting."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card lying on the table, as one look saw it.

    Attributes:
        corners: four corners in table millimetres, clockwise from the card's own upper left, also where covered.
            The table frame has its origin in the picture's upper left, x to the right, y down.
        faces: probabilities over faces, likeliest first; they sum to at most 1, the remainder is spread over the rest.
        sighting: number under which the eyes remember how it looked, from which it was named.
    """

    corners: tuple[Point, Point, Point, Point]
    faces: Faces
    sighting: int = field(default=UNSIGHTED, metadata={"omit_default": True})  # looks before 2026-11-24 have none

    @property
    def centre(self) -> Point:
        """The middle of the card, millimetres, table frame."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        return ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)

    @property
    def angle_deg(self) -> float:
        """Rotation of the card's upward axis, degrees clockwise from the picture's upward axis, in (-180, 180]."""
        (ax, ay), _, _, (dx, dy) = self.corners
        return math.degrees(math.atan2(ax - dx, dy - ay))

    @property
    def face(self) -> Face:
        """The likeliest face."""
        return self.faces[0][0]

    @property
    def confidence(self) -> float:
        """The probability of the likeliest face."""
        return self.faces[0][1]


@dataclass(frozen=True, slots=True)
class ViewQuality:
    """How far a look can be trusted.

    Attributes:
        motion: share of the picture that changed since the frame before, 0 to 1.
        sharpness: variance of the Laplacian of the small grey picture; a blurred or dirty lens lowers it.
        brightness: mean grey value, 0 to 255.
    """

    motion: float = 0.0
    sharpness: float = 0.0
    brightness: float = 0.0


@dataclass(frozen=True, slots=True)
class TableObservation:
    """One look at the table.

    Attributes:
        t_ms: time of the frame, milliseconds since the session began.
        cards: every card found, face-up and face-down, in no order.
        hand_present: a hand, sleeve or other cover is over the table or something moves: what is missing may be hidden.
        quality: how far to trust the look.
        covers: outlines of the hands and sleeves seen, convex, table millimetres; none although a hand is present: it
            may be anywhere.
        hidden: outlines, convex, table millimetres, of whatever else hides the table while a hand is there: sleeves. It
            says what cannot be seen, and nothing of whose hand does what.
        unseen: why nothing at all could be seen from now till the next look, the name of a fault: ``too_dark``,
            ``view_lost`` ...; ``hand_present`` is set then, for hands may do anything meanwhile. Empty: it could.
    """

    tag: ClassVar[str] = "TableObservation"
    t_ms: int
    cards: tuple[SeenCard, ...]
    hand_present: bool = False
    quality: ViewQuality = ViewQuality()
    covers: tuple[tuple[Point, ...], ...] = ()
    hidden: tuple[tuple[Point, ...], ...] = ()
    unseen: str = field(default="", metadata={"omit_default": True})  # looks before 2026-11-24 have none

    def renamed(self, names: Mapping[int, Faces]) -> "TableObservation":
        """The look with other names for the cards of some sightings, by their numbers."""
        return replace(self, cards=tuple(replace(one, faces=names.get(one.sighting, one.faces)) for one in self.cards))


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button's meaning, not its pin: ``ronda tringa double nothing claim challenge accept undo a b why ...``.

    Attributes:
        seat: whose button, or ``None`` for the referee's own two.
    """

    tag: ClassVar[str] = "ButtonPress"
    t_ms: int
    seat: int | None
    input: str


@dataclass(frozen=True, slots=True)
class DeckComparison:
    """The eyes have found out whether the cards are of the enrolled ``deck`` by which they were to be read."""

    tag: ClassVar[str] = "DeckComparison"
    t_ms: int
    deck: str
    fits: bool


@dataclass(frozen=True, slots=True)
class CardsRenamed:
    """The deck is known better by now: what was seen since the session began is named otherwise, and is heard again.

    Attributes:
        names: of sightings, by their numbers.
    """

    tag: ClassVar[str] = "CardsRenamed"
    t_ms: int
    names: tuple[tuple[int, Faces], ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened but time; sent when :attr:`Referee.wake_at_ms` has come."""

    tag: ClassVar[str] = "Tick"
    t_ms: int


Signal = TableObservation | ButtonPress | DeckComparison | CardsRenamed | Tick
