"""The moves of a written game: layouts, plays, what was said, and what lies outside the rules."""

from dataclasses import dataclass, field

from firmware.cards import Card
from firmware.rules.notation.sayings import format_saying
from firmware.rules.notation.tokens import format_cards, format_seat
from firmware.rules.play import Saying


@dataclass(frozen=True, slots=True)
class RecordedLayout:
    """A line that opens a deal; ``line`` is its number in the text it came from."""

    cards: tuple[Card, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``deal 2O 5C 7E 12B``."""
        return f"deal {format_cards(self.cards)}"


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A card put down; ``seat`` is ``None`` where the record leaves it to the order of play."""

    card: Card
    seat: int | None = None
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``A 6O``, or ``6O``."""
        return str(self.card) if self.seat is None else f"{format_seat(self.seat)} {self.card}"


@dataclass(frozen=True, slots=True)
class RecordedSaying:
    """What a player said."""

    said: Saying
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``A ronda``."""
        return format_saying(self.said)


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """The player at ``seat`` plays next though it is not his turn, and nobody minds."""

    seat: int
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``turn B``."""
        return f"turn {format_seat(self.seat)}"


@dataclass(frozen=True, slots=True)
class RecordedAbandon:
    """The deal is given up: its cards are thrown in, and ``dealer`` deals next."""

    dealer: int
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``abandon A``."""
        return f"abandon {format_seat(self.dealer)}"


@dataclass(frozen=True, slots=True)
class RecordedScores:
    """The points of each side are these from here on, whatever was counted before."""

    scores: tuple[int, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """``scores 38 20``."""
        return f"scores {' '.join(map(str, self.scores))}"


Move = RecordedLayout | RecordedPlay | RecordedSaying | RecordedTurn | RecordedAbandon | RecordedScores
