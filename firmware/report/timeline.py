"""The time line as HTML: a block for each play, with its picture, its screen and its points."""

from collections.abc import Iterable

from firmware.announce.clock import clock
from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.events import Doubt, Event, ReadingCorrected
from firmware.report.blocks import Block
from firmware.report.cards import chip, chips
from firmware.report.markup import Markup, data_uri, join, tag
from firmware.report.shots import shot
from firmware.rules.events import (
    BatchDealt,
    CardPlayed,
    CardsCaptured,
    DealEnded,
    DealOpened,
    LayoutDealt,
    PacketTakenOver,
    PendingCancelled,
    PointsPended,
    PointsScored,
    RestTaken,
)

NOTHING = Markup("")
POINTS = (PointsScored, PointsPended, PendingCancelled)


def timeline(found: Iterable[Block], seating: Seating) -> Markup:
    """All blocks, one under the other; a deal that was opened again after a correction has one heading."""
    headings: set[Event] = set()
    parts = []
    for block in found:
        if block.head not in headings:
            parts.append(_block(block, seating))
        if isinstance(block.head, DealOpened):
            headings.add(block.head)
    return join(*parts)


def badge(event: PointsScored | PointsPended | PendingCancelled) -> Markup:
    """Points with their reason, in the colour of the side."""
    kind = {PointsScored: "", PointsPended: " pending", PendingCancelled: " lost"}[type(event)]
    words = f"{event.points:+d} {event.reason.value}"
    return tag("span", words, class_=f"badge side{event.side}{kind}", title=_TITLES.get(type(event)))


_TITLES = {PointsPended: "counts if the next card does not answer", PendingCancelled: "lost to the answer"}


def _block(block: Block, seating: Seating) -> Markup:
    head = block.head
    if isinstance(head, DealOpened):
        return tag("h3", f"Deal {head.deal}", tag("small", f"{seating.player(head.dealer, 'en')} deals"), class_="deal")
    if isinstance(head, DealEnded):
        extras = [tag("p", line) for _, line in block.follow]
        return tag("div", tag("p", tag("b", block.line)), *extras, class_="dealend")
    if isinstance(head, (CardPlayed, LayoutDealt, ReadingCorrected)):
        return join(_moment(block, seating), *map(_batch, block.follow if block.stands else ()))
    return tag("p", tag("time", clock(block.told.t_ms)), " ", block.line, class_="note")


def _batch(followed: tuple[Event, str]) -> Markup:
    """The heading for the plays to come, if cards were dealt."""
    event, _ = followed
    if not isinstance(event, BatchDealt):
        return NOTHING
    return tag("h4", f"Batch {event.batch}{', the last' if event.last else ''}", class_="batch")


def _moment(block: Block, seating: Seating) -> Markup:
    rail = tag("div", tag("b", str(block.play or "")), tag("time", clock(block.told.t_ms)), class_="rail")
    marked = _marked(block)
    picture = shot(block.shot, marked, block.line) if block.shot else NOTHING
    oled = tag(
        "img", src=data_uri("png", block.told.screen_png), width=128, height=64, alt="the display", class_="oled"
    )
    words = tag("div", *_words(block, seating), oled, class_="words")
    kind = "moment corrected" if isinstance(block.head, ReadingCorrected) else "moment"
    kind += "" if block.stands else " retracted"
    return tag("article", rail, picture, words, class_=kind, id=block.anchor)


def _marked(block: Block) -> frozenset[Card]:
    cards = _cards(block.head)
    for event, _ in block.follow:
        if isinstance(event, (CardsCaptured, PacketTakenOver)):
            cards += event.cards
    return frozenset(cards)


def _cards(head: Event) -> tuple[Card, ...]:
    if isinstance(head, CardPlayed):
        return (head.card,)
    return head.cards if isinstance(head, LayoutDealt) else ()


def _words(block: Block, seating: Seating) -> list[Markup]:
    badges = [badge(event) for event, _ in block.follow if isinstance(event, POINTS)]
    rest = [_consequence(event, line, seating) for event, line in block.follow]
    score = tag("p", " – ".join(map(str, block.told.scores)), class_="score")
    return [_title(block, seating), *rest, tag("p", *badges, class_="badges") if badges else NOTHING, score]


def _consequence(event: Event, line: str, seating: Seating) -> Markup:
    """One line of what followed; points are badges and batches are headings."""
    if isinstance(event, (CardsCaptured, PacketTakenOver)):
        return tag("p", "takes ", chips(_taken(event)), class_="takes")
    if isinstance(event, RestTaken):
        return tag("p", f"{seating.player(event.seat, 'en')} takes the rest ", chips(event.cards), class_="takes")
    if isinstance(event, Doubt):
        return tag("p", phrase(event, "en", seating=seating), class_="question")
    return NOTHING if isinstance(event, (*POINTS, BatchDealt)) else tag("p", line, class_="takes")


def _title(block: Block, seating: Seating) -> Markup:
    head = block.head
    taken_back = NOTHING if block.stands else tag("small", "taken back later")
    if isinstance(head, CardPlayed):
        who = tag("span", seating.player(head.seat, "en"), class_=f"who side{seating.side_of(head.seat)}")
        return tag("h4", tag("span", who, " plays ", chip(head.card)), taken_back)
    if isinstance(head, LayoutDealt):
        return tag("h4", tag("span", "On the table ", chips(head.cards)), taken_back)
    return tag("h4", block.line)


def _taken(event: CardsCaptured | PacketTakenOver) -> tuple[Card, ...]:
    """What was taken without the card that took it: it comes first in a capture, last in a packet."""
    return event.cards[1:] if isinstance(event, CardsCaptured) else event.cards[:-1]
