"""What the referee answers to people who press: what was put right, why there are points, why not."""

from dataclasses import dataclass

from firmware.cards import Card
from firmware.rules.events import Event, PointsScored


@dataclass(frozen=True, slots=True)
class PressRefused(Event):
    """A press that could not be done; nothing changed.

    Attributes:
        seat: whose button; ``None``: the referee's own.
        input: what was pressed.
        fault: why not.
    """

    seat: int | None
    input: str
    fault: str


@dataclass(frozen=True, slots=True)
class SeatCorrected(Event):
    """A play was another player's: a person said so. ``step`` is the step of the story, from 0."""

    step: int
    card: Card
    was_seat: int
    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SayingTakenBack(Event):
    """What was said was not said after all, or said all the same once more (``back``)."""

    seat: int
    saying: str
    back: bool
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PointsExplained(Event):
    """Why there are points: what the card (``None``: what was said) brought, and when."""

    t_ms: int
    seat: int | None
    card: Card | None
    why: tuple[PointsScored, ...]


@dataclass(frozen=True, slots=True)
class ChallengeOpened(Event):
    """A player doubts what another announced; the players say by A or B whether he held it (D18)."""

    seat: int
    against: int
