"""The tables of a report: every point with its reason, and what the referee asked or took back."""

from collections.abc import Sequence

from firmware.announce.clock import clock
from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.cards import Card
from firmware.events import Doubt, DoubtSettled, ReadingCorrected
from firmware.report.blocks import Block
from firmware.report.cards import chip, nothing
from firmware.report.markup import Markup, Part, join, tag
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


def points_table(found: Sequence[Block], seating: Seating) -> Markup:
    """Every point that was scored: when, by whom, for what, and after which play."""
    rows, last_play = [], None
    for block in found:
        last_play = block if block.play else last_play
        events = [block.head, *(event for event, _ in block.follow)]
        rows += [_point(event, block, last_play, seating) for event in events if isinstance(event, PointsScored)]
    if not rows:
        return tag("p", "Nobody has scored yet.", class_="quiet")
    head = tag("tr", *(tag("th", name) for name in ("Time", "Points", "Side", "Why", "Play")))
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="points")


def _point(event: PointsScored, block: Block, play: Block | None, seating: Seating) -> Markup:
    who = seating.side_in_full(event.side, "en")
    why = join(tag("b", event.reason.value), ": ", _why(event, block))
    link: Part = tag("a", _short(play), href=f"#{play.anchor}") if play else ""
    return tag(
        "tr",
        tag("td", tag("time", clock(block.told.t_ms))),
        tag("td", tag("b", f"{event.points:+d}"), class_="number"),
        tag("td", tag("span", who, class_=f"who side{event.side}")),
        tag("td", why),
        tag("td", link),
    )


def _why(event: PointsScored, block: Block) -> str:
    return WHY.get(event.reason, block.line)


def _short(play: Block) -> Markup:
    assert isinstance(play.head, CardPlayed)
    return join(f"{play.play}. ", chip(play.head.card))


def questions(found: Sequence[Block], seating: Seating) -> Markup:
    """What the referee was not sure of, how it was settled, and what it took back."""
    rows = [row for block in found for event in _all(block) if (row := _question(event, block, seating))]
    if not rows:
        return tag("p", "The referee was sure of every play and took nothing back.", class_="quiet")
    return tag("ol", *rows, class_="questions")


def _all(block: Block) -> list[object]:
    return [block.head, *(event for event, _ in block.follow)]


def _question(event: object, block: Block, seating: Seating) -> Markup | None:
    if isinstance(event, Doubt):
        likely = event.candidates if event.seat is not None else ()
        told = [join(_card(card), f" {share:.0%} ") for card, share in likely if share >= LEAST_SHARE]
        words: list[Part] = [phrase(event, "en", seating=seating), " ", *told]
    elif isinstance(event, (DoubtSettled, ReadingCorrected)):
        words = [phrase(event, "en", seating=seating)]
    else:
        return None
    link: Part = tag("a", f"play {block.play}", href=f"#{block.anchor}") if block.play else ""
    return tag("li", tag("time", clock(block.told.t_ms)), " ", *words, link)


def _card(card: Card | None) -> Markup:
    return chip(card) if card else nothing()
