"""One game as the book has it: who played, how it ended, what each player made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class GameEnd(StrEnum):
    """How a game ended."""

    WON = "won"
    """A side reached the target."""
    ABANDONED = "abandoned"
    """It was closed before anybody had won."""
    OPEN = "open"
    """It was never closed: it goes on, or the power went."""


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """What one player made in one game, or in many.

    Attributes:
        points: how many he scored himself; what the count of the cards brings is his side's.
        reasons: how often he scored for each :class:`firmware.rules.events.Reason`.
        rondas, tringas: announced, of which ``false`` were proven false; a double announcement counts as two rondas.
        longest_run: the most ranks that he took with one card.
        best_capture: the most points that one of his cards brought at once.
    """

    points: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    rondas: int = 0
    tringas: int = 0
    false: int = 0
    longest_run: int = 0
    best_capture: int = 0

    def __add__(self, other: "PlayerTally") -> "PlayerTally":
        """Both together."""
        return PlayerTally(
            self.points + other.points,
            {key: self.reasons.get(key, 0) + other.reasons.get(key, 0) for key in (*self.reasons, *other.reasons)},
            self.rondas + other.rondas,
            self.tringas + other.tringas,
            self.false + other.false,
            max(self.longest_run, other.longest_run),
            max(self.best_capture, other.best_capture),
        )


@dataclass(frozen=True, slots=True)
class BookGame:
    """One game.

    Attributes:
        session: its number in its journal.
        evening: the day on which that evening began.
        started: date and time, ISO 8601, UTC.
        rules: by which it was played.
        players: what each seat is called.
        named: whether these are names, rather than numbers of seats.
        sides: the seats of each side.
        scores: of each side, at the end.
        winners: the sides that have won.
        end: how it ended.
        deals, plays, questions, corrections: how many.
        points: of each side, by reason; they sum to all that was scored, over all rounds.
        tallies: of each seat; empty where only the score was kept.
    """

    session: int
    evening: date
    started: str
    rules: str
    players: tuple[str, ...]
    named: bool
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end: GameEnd
    deals: int
    plays: int
    questions: int
    corrections: int
    points: tuple[Mapping[str, int], ...]
    tallies: tuple[PlayerTally, ...]

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)
