"""All that the referee can say: one closed set of typed events.

The events of the game are the rules' own vocabulary (:mod:`firmware.rules.events`); questions, corrections, notices and
disagreements between table and game are the referee's, and stand here. Seats and sides are counted from 0, deals and
batches from 1. The ``tag`` of an event is the name under which journals, JSON and the tables of texts know it: a class
may be renamed, its tag may not.
"""

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from firmware.cards import Card
from firmware.rules.events import GameEvent, PointsScored

SHOWN = 2
"""Choices of a question that are shown at a time: one for each of the referee's buttons."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question: something that the referee could not settle; play goes on meanwhile.

    Attributes:
        t_ms: when it happened; the picture of that moment is the evidence.
        step: which step of the history, from 0.
        seat: who played; ``None`` for a layout.
        candidates: what it may have been (``None``: no play at all), with probabilities, likeliest first until somebody
            asks for others; the first :data:`SHOWN` ranks are shown.
        seats: who may have played it, where only that is in doubt.
        slot: which card of a layout is in doubt, from 0.
        deal: which deal it was, from 1, if the next one was begun since and nobody has answered.
        after: the card played before it in the same deal: until people are asked the player has played others.
    """

    tag: ClassVar[str] = "Doubt"
    t_ms: int
    step: int
    seat: int | None
    candidates: tuple[tuple[Card | None, float], ...]
    seats: tuple[tuple[int, float], ...] = ()
    slot: int | None = None
    deal: int | None = field(default=None, metadata={"omit_default": True})  # questions before 2026-11-25 have none
    after: Card | None = field(default=None, metadata={"omit_default": True})  # nor those before 2026-11-30 this


@dataclass(frozen=True, slots=True)
class DoubtSettled:
    """Later looks, cards or people have answered a doubt.

    Attributes:
        step: which step of the history, from 0.
        card: the card as it is read now; ``None`` where no card was played, and for a layout.
    """

    tag: ClassVar[str] = "DoubtSettled"
    step: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class LayoutSettled(DoubtSettled):
    """Later looks or people have answered a doubt about the ``cards`` that opened a deal; ``card`` is ``None``."""

    tag: ClassVar[str] = "LayoutSettled"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ReadingCorrected:
    """A play announced before is understood otherwise now: what changed and the new total, no more.

    Attributes:
        step: which step of the history, from 0.
        was: the card announced before; ``None`` where none was announced, and for a layout.
        now: the card as it is read now; ``None`` where no card was played, and for a layout.
        scores: the new total of each side.
    """

    tag: ClassVar[str] = "ReadingCorrected"
    step: int
    was: Card | None
    now: Card | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LayoutCorrected(ReadingCorrected):
    """The ``cards`` that open a deal are read otherwise now; ``now`` is ``None``, as is ``was`` of a layout."""

    tag: ClassVar[str] = "LayoutCorrected"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SeatCorrected:
    """A play was another player's: a person said so. ``step`` is the step of the history, from 0."""

    tag: ClassVar[str] = "SeatCorrected"
    step: int
    card: Card
    was_seat: int
    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SayingTakenBack:
    """What was said was not said after all, or said all the same once more (``back``)."""

    tag: ClassVar[str] = "SayingTakenBack"
    seat: int
    saying: str
    back: bool
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SayingRefused:
    """Somebody said what he could not say at that moment; nothing follows from it.

    Attributes:
        seat: who.
        saying: the word for it: ``ronda``, ``nothing``, ``accept`` ...
        fault: why not.
    """

    tag: ClassVar[str] = "SayingRefused"
    seat: int
    saying: str
    fault: str


@dataclass(frozen=True, slots=True)
class PressRefused:
    """A press that could not be done; nothing changed.

    Attributes:
        seat: whose button; ``None``: the referee's own.
        input: what was pressed.
        fault: why not.
    """

    tag: ClassVar[str] = "PressRefused"
    seat: int | None
    input: str
    fault: str


@dataclass(frozen=True, slots=True)
class PointsExplained:
    """Why there are points: what the card (``None``: what was said) brought, and when."""

    tag: ClassVar[str] = "PointsExplained"
    t_ms: int
    seat: int | None
    card: Card | None
    why: tuple[PointsScored, ...]


@dataclass(frozen=True, slots=True)
class ChallengeOpened:
    """A player doubts what another announced; the players say by A or B whether he held it (D18)."""

    tag: ClassVar[str] = "ChallengeOpened"
    seat: int
    against: int


@dataclass(frozen=True, slots=True)
class TableDisagrees:
    """The cards on the table are not those of the game; the referee says what is to be done and waits.

    Attributes:
        take: captured, and still lying there.
        put_back: not captured, and gone.
        played_on: the match is won by the game, and people play on: perhaps its score is wrong.
        doubted_deal: what was seen of this deal, from 1, hardly fits the game: perhaps its points are wrong.
    """

    tag: ClassVar[str] = "TableDisagrees"
    take: tuple[Card, ...]
    put_back: tuple[Card, ...]
    played_on: bool = field(default=False, metadata={"omit_default": True})  # events before 2026-11-25 have none
    doubted_deal: int | None = field(default=None, metadata={"omit_default": True})  # nor this one


@dataclass(frozen=True, slots=True)
class TableAgrees:
    """The table is as the game has it again."""

    tag: ClassVar[str] = "TableAgrees"


@dataclass(frozen=True, slots=True)
class DeckCompared:
    """The cards are of the enrolled ``deck``, or they are not (``fits``) and are read as those of any deck."""

    tag: ClassVar[str] = "DeckCompared"
    deck: str
    fits: bool


QuestionEvent: TypeAlias = Doubt | LayoutSettled | DoubtSettled | ChallengeOpened
"""What is asked, and what later looks have answered."""
CorrectionEvent: TypeAlias = LayoutCorrected | ReadingCorrected | SeatCorrected | SayingTakenBack
"""What was announced before and is announced otherwise now."""
NoticeEvent: TypeAlias = SayingRefused | PressRefused | PointsExplained
"""What somebody who presses is answered."""
AgreementEvent: TypeAlias = TableDisagrees | TableAgrees | DeckCompared
"""Whether the cards on the table are those of the game, and of the deck."""
Event: TypeAlias = GameEvent | QuestionEvent | CorrectionEvent | NoticeEvent | AgreementEvent
"""All that the referee can say."""
