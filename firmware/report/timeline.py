"""The steps of a report: a view of each fact with its picture, the table as it stood, its points and all notes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from firmware.cards import Card
from firmware.report.pictures import PictureBar, PictureDrawing, drawings
from firmware.report.reading import FinalReading, ReportedFact
from firmware.report.words import PageWords
from firmware.rules import events as game

HEADINGS = game.DealOpened | game.LayoutDealt | game.BatchDealt | game.CardPlayed
"""What the heading of a step says already."""
PointsEvent = game.PointsScored | game.PointsTakenBack | game.PointsPended | game.PendingCancelled


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card of the drawn table; ``kind`` is its class: ``new``, ``gone`` (taken by this play), or empty."""

    card: Card
    kind: str


@dataclass(frozen=True, slots=True)
class PointsBadge:
    """Points with their reason, in the colour of the side; ``kind`` is their class on the page."""

    words: str
    side: int
    kind: str
    hint: str


@dataclass(frozen=True, slots=True)
class StepView:
    """All that the page shows of one fact.

    Attributes:
        fact: the fact.
        picture: the evidence, if there is any.
        table: the cards that lay there, those that it brought and those that it took.
        lines: what followed from it.
        badges: points that it brought, or may bring.
    """

    fact: ReportedFact
    picture: PictureDrawing | None
    table: tuple[TableCard, ...]
    lines: tuple[str, ...]
    badges: tuple[PointsBadge, ...]


@dataclass(frozen=True, slots=True)
class DealContents:
    """One deal in the contents.

    Attributes:
        deal: its number from 1.
        dealer: who dealt.
        steps: what happened in it.
        scores: of each side, at its end.
    """

    deal: int
    dealer: str
    steps: tuple[StepView, ...]
    scores: tuple[int, ...]

    @property
    def disputes(self) -> int:
        """How many of its steps are worth another look."""
        return sum(step.fact.disputed for step in self.steps)


def steps(reading: FinalReading, words: PageWords, progress: PictureBar = iter) -> list[StepView]:
    """Every fact of a session, one after the other.

    Args:
        reading: of the whole session.
        words: of the page.
        progress: hands on the pictures one by one as they are made smaller.
    """
    pictures = drawings(reading.facts, progress=progress)
    return [_step(fact, pictures, words) for fact in reading.facts]


def contents(views: Sequence[StepView], words: PageWords) -> Iterator[DealContents]:
    """The deals with their steps."""
    for deal, members in groupby(views, key=_deal):
        of_deal = tuple(members)
        dealers = [event.dealer for step in of_deal for event in _events(step.fact, game.DealOpened)]
        yield DealContents(
            deal, words.player(dealers[0]) if dealers else "", of_deal, of_deal[-1].fact.entry.game.scores
        )


def _deal(step: StepView) -> int:
    return step.fact.entry.game.deal


def _events(fact: ReportedFact, kind: type[game.DealOpened]) -> Iterator[game.DealOpened]:
    return (event for event in fact.entry.events if isinstance(event, kind))


def _step(fact: ReportedFact, pictures: Mapping[str, PictureDrawing], words: PageWords) -> StepView:
    events = fact.entry.events[1 if fact.said else 0 :]  # what was said is its heading
    return StepView(
        fact=fact,
        picture=pictures.get(fact.anchor),
        table=_table(fact),
        lines=tuple(words.event(event) for event in events if not isinstance(event, HEADINGS | PointsEvent)),
        badges=tuple(_badge(event, words) for event in fact.entry.events if isinstance(event, PointsEvent)),
    )


def _table(fact: ReportedFact) -> tuple[TableCard, ...]:
    """The table as it stood: all that lay there with what came; what is not there any more is ``gone``."""
    lying = [*fact.entry.game.table]
    cards = [TableCard(card, _kind(card, lying)) for card in fact.before]
    return (*cards, *(TableCard(card, "new") for card in fact.cards))


def _kind(card: Card, lying: list[Card]) -> str:
    if card not in lying:
        return "gone"
    lying.remove(card)
    return ""


def _badge(event: PointsEvent, words: PageWords) -> PointsBadge:
    points = -event.points if isinstance(event, game.PointsTakenBack) else event.points
    text = f"{points:+d} {words.reason(event.reason)}"
    match event:
        case game.PointsPended():
            return PointsBadge(text, event.side, " pending", words("pending"))
        case game.PendingCancelled():
            return PointsBadge(text, event.side, " lost", words("lost"))
        case _:
            return PointsBadge(text, event.side, "", words.why(event.reason))
