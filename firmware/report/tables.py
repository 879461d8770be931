"""The tables of a report: every point with its reason, and what the referee asked or took back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.events import Doubt, DoubtSettled, Event, ReadingCorrected
from firmware.report.blocks import Block
from firmware.rules.events import CardPlayed, PointsScored, Reason

WHY = {
    Reason.CAIDA: "the card just played was taken with its equal",
    Reason.BKHAMSA: "the third card of the rank answered the caida",
    Reason.BACHRA: "the fourth card of the rank answered the b’khamsa",
    Reason.MESA: "the capture left the table empty",
    Reason.LAST_CARD: "the very last card of the deal",
    Reason.ANNOUNCEMENT: "the best of what was announced",
    Reason.FALSE_ANNOUNCEMENT: "the other side did not hold what it had announced",
    Reason.CONCEALED: "the other side showed what it had not announced",
    Reason.CARDS: "more cards than an even share at the end of the deal",
}

LEAST_SHARE = 0.01  # less would be printed as 0 %


@dataclass(frozen=True, slots=True)
class PointRow:
    """Points that were scored.

    Attributes:
        scored: how many, by which side, and for what.
        t_ms: when they were told.
        who: the side in words.
        play: the play before them, if there was one, and ``card``, its card.
    """

    scored: PointsScored
    t_ms: int
    who: str
    play: Block | None
    card: Card | None

    @property
    def why(self) -> str:
        """The reason in a sentence."""
        return WHY[self.scored.reason]


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """Something asked, settled or taken back.

    Attributes:
        block: the entry of the time line to which it belongs.
        words: the event in words.
        likely: of a question what it may have been, with probabilities.
    """

    block: Block
    words: str
    likely: tuple[tuple[Card | None, float], ...] = ()


def point_rows(found: Sequence[Block], seating: Seating) -> Iterator[PointRow]:
    """Every point that was scored: when, by whom, for what, and after which play."""
    play, card = None, None
    for block in found:
        if block.play and isinstance(block.head, CardPlayed):
            play, card = block, block.head.card
        for event in block.events:
            if isinstance(event, PointsScored):
                yield PointRow(event, block.moment.t_ms, seating.side_in_full(event.side, "en"), play, card)


def question_rows(found: Sequence[Block], seating: Seating) -> Iterator[QuestionRow]:
    """What the referee was not sure of, how it was settled, and what it took back."""
    for block in found:
        for event in block.events:
            if isinstance(event, Doubt | DoubtSettled | ReadingCorrected):
                yield QuestionRow(block, phrase(event, "en", seating=seating), _likely(event))


def _likely(event: Event) -> tuple[tuple[Card | None, float], ...]:
    if not isinstance(event, Doubt) or event.seat is None:
        return ()
    return tuple((card, share) for card, share in event.candidates if share >= LEAST_SHARE)
