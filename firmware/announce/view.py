"""What a screen shows: the score as announcing sees it; the composition root fills it from the referee's scoreboard."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from firmware.announce.seating import Seating

MOST_MODULES = 61
"""Of a QR code: with more, a module would have less than a pixel of the display, and a message no room for it."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """The last thing worth showing, in the language of the players.

    Attributes:
        title: a short text; about 16 characters fit the line beneath the score, a word or two the big letters.
        points: points it scored; 0 shows it as a line beneath the score instead of a screen of its own.
        seat: whose it is, if it is somebody's.
        side: the side that scores, if anybody does.
    """

    title: str
    points: int = 0
    seat: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with two answers; the buttons A and B give them."""

    text: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class CodeOnDisplay:
    """A code by which somebody is let in; within these bounds also as a message.

    Attributes:
        lines: what stands beside it; of a code that is only read, its title and the code; or a sentence alone.
        size: modules on each side of a QR code; nil: it is only read.
        modules: those, row by row from the upper left, a bit each, dark is 1.
    """

    lines: Annotated[tuple[Annotated[str, Meta(max_length=100)], ...], Meta(min_length=1, max_length=4)]
    size: Annotated[int, Meta(ge=0, le=MOST_MODULES)] = 0
    modules: Annotated[bytes, Meta(max_length=(MOST_MODULES**2 + 7) // 8)] = b""

    def is_dark(self, row: int, column: int) -> bool:
        """Whether a module is dark; what is missing is not."""
        at = row * self.size + column
        return at // 8 < len(self.modules) and bool(self.modules[at // 8] >> (7 - at % 8) & 1)


@dataclass(frozen=True, slots=True)
class ScreenView:
    """Everything the screens need.

    Attributes:
        scores: points of each side; with four players sides are seats 0 and 2, 1 and 3.
        players: number of seats.
        turn: seat whose turn it is, ``None`` between deals.
        dealer: seat of the dealer.
        deal: the number of the deal; between two that of the next one.
        batch: which hand-out of cards is being played, 1 to ``batches``; 0 before the first.
        batches: hand-outs in this deal.
        last: what was said last, as long as it is to be shown.
        question: what the referee asks, if anything.
        provisional: an answer or later cards may still change the scores.
        winners: sides that have won; empty while the match goes on.
        awaiting_layout: the next thing to come is a layout of four cards.
        notice: a sentence that somebody has asked for, to be shown before all else; empty: none.
        fault: why the referee cannot watch, in the language of the players; empty when it can.
        names: what to call each seat; the number from 1 without it.
        recording: pictures of the table are kept.
        code: by which somebody is let in, while nothing is asked and nobody has just scored; ``None``: none is shown.
    """

    scores: tuple[int, ...]
    players: int
    turn: int | None = None
    dealer: int | None = None
    deal: int = 1
    batch: int = 0
    batches: int = 0
    last: Highlight | None = None
    question: Question | None = None
    provisional: bool = False
    winners: tuple[int, ...] = ()
    awaiting_layout: bool = False
    notice: str = ""
    fault: str = ""
    names: tuple[str, ...] = ()
    recording: bool = False
    code: CodeOnDisplay | None = None

    @property
    def seating(self) -> Seating:
        """Who sits there, for naming them."""
        return Seating(self.players, self.names)
