"""The table of a stop as it is drawn: which cards lay where, which came and which went."""

from collections import Counter
from collections.abc import Iterable, Iterator

from firmware.cards import Card
from firmware.events import Doubt
from firmware.report.match_view import CardOnTable, CardOutline
from firmware.report.record import ReportedMoment, ToldFact
from firmware.report.stops import ReplayStop, StopKind
from firmware.signals import Outline

MARGIN_MM = 20
"""Around the outermost cards of the drawn table, a third of a card."""


def table_of(stop: ReplayStop) -> Iterator[CardOnTable]:
    """The cards that lay there, with those that came and those that went by it."""
    outlines = {one.card: _whole(one.corners) for one in stop.moment.lying}
    asked = _asked(stop)
    for card, mark in _marked(stop):
        yield CardOnTable(str(card), outlines.get(card, ()), "asked" if card in asked and not mark else mark)


def _marked(stop: ReplayStop) -> Iterator[tuple[Card, str]]:
    fact = stop.understood
    if fact and stop.opens:
        yield from _changed(fact)
    else:
        corrected = fact.brought if fact and stop.kind is StopKind.CORRECTION else ()
        yield from ((card, "new" if card in corrected else "") for card in stop.moment.board.table)


def _changed(fact: ToldFact) -> Iterator[tuple[Card, str]]:
    left = Counter(fact.entry.game.table)
    for card in fact.before:
        left[card] -= 1
        yield card, "" if left[card] >= 0 else "gone"
    yield from ((card, "new") for card in fact.brought)


def _asked(stop: ReplayStop) -> frozenset[Card]:
    """The cards about which a question is open."""
    doubt = stop.moment.board.question
    if isinstance(stop.head, Doubt) and stop.understood:
        return frozenset(stop.understood.brought)
    return frozenset(card for card, _ in doubt.candidates[:1] if card) if doubt else frozenset()


def _whole(corners: Outline) -> CardOutline:
    return tuple((round(x), round(y)) for x, y in corners)


def field_of(moments: Iterable[ReportedMoment]) -> tuple[int, int, int, int]:
    """Left, top, width and height of what all cards of a session lie in; nil where none was seen."""
    corners = [corner for moment in moments for one in moment.lying for corner in one.corners]
    if not corners:
        return (0, 0, 0, 0)
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*corners, strict=True))
    width, height = round(right - left) + 2 * MARGIN_MM, round(bottom - top) + 2 * MARGIN_MM
    return (round(left) - MARGIN_MM, round(top) - MARGIN_MM, width, height)
