"""The time line: a part for each play, with its picture, its screen and its points; each part names its template."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.events import Doubt, Event, ReadingCorrected
from firmware.report.blocks import Block
from firmware.report.pictures import PictureDrawing, drawing
from firmware.rules import events as game

PointsEvent: TypeAlias = game.PointsScored | game.PointsPended | game.PendingCancelled


@dataclass(frozen=True, slots=True)
class DealHeading:
    """The heading of a deal, with the dealer's name."""

    template: ClassVar[str] = "deal.html"
    deal: int
    dealer: str


@dataclass(frozen=True, slots=True)
class DealResult:
    """The end of a deal and what was counted."""

    template: ClassVar[str] = "deal_end.html"
    block: Block


@dataclass(frozen=True, slots=True)
class TimelineNote:
    """One line about something that is neither a play nor a deal."""

    template: ClassVar[str] = "note.html"
    block: Block


@dataclass(frozen=True, slots=True)
class Consequence:
    """A line of what followed from a play, with cards after the words; ``kind`` is its class on the page."""

    words: str
    cards: tuple[Card, ...] = ()
    kind: str = "takes"


@dataclass(frozen=True, slots=True)
class PointsBadge:
    """Points with their reason, in the colour of the side; ``kind`` is their class on the page."""

    words: str
    side: int
    kind: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlayedMoment:
    """A play, a layout or a correction.

    Attributes:
        block: all that is told of it.
        seat: who played, if it is a play.
        cards: the card played or those laid out; empty for a correction.
        picture: the evidence, if there is any.
        lines: what followed.
        badges: points that it brought, or may bring.
        batches: hands that were dealt after it.
        corrected: it is a correction.
    """

    template: ClassVar[str] = "moment.html"
    block: Block
    seat: int | None
    cards: tuple[Card, ...]
    picture: PictureDrawing | None
    lines: tuple[Consequence, ...]
    badges: tuple[PointsBadge, ...]
    batches: tuple[game.BatchDealt, ...]
    corrected: bool


TimelinePart: TypeAlias = DealHeading | DealResult | TimelineNote | PlayedMoment


def timeline(found: Iterable[Block], seating: Seating) -> Iterator[TimelinePart]:
    """All parts, one under the other; a deal that was opened again after a correction has one heading."""
    headings: set[Event] = set()
    for block in found:
        if block.head not in headings:
            yield _part(block, seating)
        if isinstance(block.head, game.DealOpened):
            headings.add(block.head)


def _part(block: Block, seating: Seating) -> TimelinePart:
    match block.head:
        case game.DealOpened() as opened:
            return DealHeading(opened.deal, seating.player(opened.dealer, "en"))
        case game.DealEnded():
            return DealResult(block)
        case game.CardPlayed() as played:
            return _moment(block, played.seat, (played.card,), seating)
        case game.LayoutDealt() as layout:
            return _moment(block, None, layout.cards, seating)
        case ReadingCorrected():
            return _moment(block, None, (), seating)
        case _:
            return TimelineNote(block)


def _moment(block: Block, seat: int | None, cards: tuple[Card, ...], seating: Seating) -> PlayedMoment:
    events = [event for event, _ in block.follow]
    taken = [
        card for event in events if isinstance(event, game.CardsCaptured | game.PacketTakenOver) for card in event.cards
    ]
    lines = [_consequence(event, line, seating) for event, line in block.follow]
    return PlayedMoment(
        block=block,
        seat=seat,
        cards=cards,
        picture=drawing(block.picture, frozenset((*cards, *taken))) if block.picture else None,
        lines=tuple(line for line in lines if line),
        badges=tuple(_badge(event) for event in events if isinstance(event, PointsEvent)),
        batches=tuple(event for event in events if isinstance(event, game.BatchDealt) and block.stands),
        corrected=isinstance(block.head, ReadingCorrected),
    )


def _badge(event: PointsEvent) -> PointsBadge:
    words = f"{event.points:+d} {event.reason.value}"
    match event:
        case game.PointsScored():
            return PointsBadge(words, event.side)
        case game.PointsPended():
            return PointsBadge(words, event.side, " pending", "counts if the next card does not answer")
        case game.PendingCancelled():
            return PointsBadge(words, event.side, " lost", "lost to the answer")


def _consequence(event: Event, line: str, seating: Seating) -> Consequence | None:
    """One line of what followed; points are badges and batches are headings.

    What was taken is told without the card that took it: it comes first in a capture, last in a packet.
    """
    match event:
        case game.CardsCaptured():
            return Consequence("takes", event.cards[1:])
        case game.PacketTakenOver():
            return Consequence("takes", event.cards[:-1])
        case game.RestTaken():
            return Consequence(f"{seating.player(event.seat, 'en')} takes the rest", event.cards)
        case Doubt():
            return Consequence(phrase(event, "en", seating=seating), kind="question")
        case game.PointsScored() | game.PointsPended() | game.PendingCancelled() | game.BatchDealt():
            return None
        case _:
            return Consequence(line)
