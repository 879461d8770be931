"""Makes the view of a match: every stop with its words, its table, its picture and the screen as players saw it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from firmware.cards import Card
from firmware.report.drawn_table import field_of, table_of
from firmware.report.match_view import (
    FORMAT,
    DealView,
    MatchView,
    PictureLabel,
    SideView,
    StopNote,
    StopPicture,
    StopView,
)
from firmware.report.pictures import PictureDrawing, drawn
from firmware.report.reading import FinalReading, ReportedFact
from firmware.report.record import AnnotatedPicture, SessionRecord
from firmware.report.stop_words import badges_of, is_disputed, lines_of, read_as, said_of, takes, title_of
from firmware.report.stops import ReplayStop, anchored, replay_stops
from firmware.report.words import PageWords
from firmware.rules.events import DealOpened

PictureSources = Callable[[Sequence[AnnotatedPicture]], Sequence[str]]
"""Gives the address of each picture."""
ScreenSource = Callable[[bytes], str]
"""Gives the address of a screen of the small display, a PNG."""


def match_view(
    record: SessionRecord, reading: FinalReading, words: PageWords, sources: PictureSources, screen: ScreenSource
) -> MatchView:
    """The view of a session.

    Args:
        record: the session.
        reading: its final reading.
        words: of the page.
        sources: gives the address of each picture.
        screen: gives that of a screen.
    """
    return _Viewing(record, reading, words).view(sources, screen)


class _Viewing:
    """Makes one view."""

    def __init__(self, record: SessionRecord, reading: FinalReading, words: PageWords) -> None:
        self._record, self._reading, self._words = record, reading, words
        self._stops = replay_stops(record.moments, reading)
        self._screens = [*dict.fromkeys(moment.screen_png for moment in record.moments)]
        self._anchors = anchored(self._stops, reading.facts)
        self._names = {number: anchor for anchor, number in reversed(self._anchors.items())}

    def view(self, sources: PictureSources, screen: ScreenSource) -> MatchView:
        proven = [number for number, stop in enumerate(self._stops) if stop.picture]
        addresses = sources([picture for stop in self._stops if (picture := stop.picture)])
        known = dict(zip(proven, addresses, strict=True))
        stops = tuple(self._stop(number, stop, known.get(number, "")) for number, stop in enumerate(self._stops))
        record, words = self._record, self._words
        return MatchView(
            format=FORMAT,
            language=record.language,
            end_ms=record.end_ms,
            plays=sum(fact.play > 0 for fact in self._reading.facts),
            sides=tuple(SideView(words.side(side), score) for side, score in enumerate(record.scores)),
            field=field_of(record.moments),
            deals=tuple(self._deals(stops)),
            stops=stops,
            screens=tuple(map(screen, self._screens)),
            anchors=self._anchors,
            winner=record.winner,
        )

    def _deals(self, stops: Sequence[StopView]) -> Iterator[DealView]:
        for deal, members in groupby(range(len(stops)), key=lambda number: stops[number].deal):
            numbers = [*members]
            yield DealView(
                deal=deal,
                dealer=self._words.player(self._dealer(numbers)),
                stop=numbers[0],
                disputes=sum(stops[number].disputed for number in numbers),
                scores=stops[numbers[-1]].scores,
            )

    def _dealer(self, numbers: Sequence[int]) -> int:
        """Who dealt the deal of these stops; once it is over, the scoreboard names the next dealer."""
        events = (event for number in numbers for event in self._stops[number].events)
        opened = next((event for event in events if isinstance(event, DealOpened)), None)
        return opened.dealer if opened else self._stops[numbers[0]].moment.board.dealer

    def _stop(self, number: int, stop: ReplayStop, address: str) -> StopView:
        board = stop.moment.board
        game = stop.understood.entry.game if stop.understood and stop.opens else None
        return StopView(
            t_ms=stop.moment.t_ms,
            kind=stop.kind,
            anchor=self._names.get(number, f"stop-{number}"),
            deal=max(game.deal if game else board.deal, 1),  # before the first one is laid out, that one is awaited
            batch=game.batch if game else board.batch,
            batches=board.batches,
            title=title_of(stop, self._words),
            scores=game.scores if game else board.scores,
            screen=self._screens.index(stop.moment.screen_png),
            lines=lines_of(stop),
            badges=badges_of(stop, self._words),
            table=tuple(table_of(stop)),
            hands=game.hands if game else (),
            piles=game.pile_sizes if game else (),
            took=takes(stop.events),
            open=board.provisional,
            disputed=is_disputed(stop, self._words),
            play=stop.fact.play if stop.fact else 0,
            read_as=read_as(stop, self._words),
            notes=tuple(self._notes(number, stop)),
            picture=_picture(stop.picture, stop.fact, address, self._words) if stop.picture else None,
        )

    def _notes(self, number: int, stop: ReplayStop) -> Iterator[StopNote]:
        """What was said about the same fact at other stops."""
        for other, one in enumerate(self._stops):
            if stop.fact and one.fact is stop.fact and other != number and said_of(one):
                yield StopNote(one.moment.t_ms, said_of(one), other)


def _picture(shown: AnnotatedPicture, fact: ReportedFact | None, address: str, words: PageWords) -> StopPicture:
    drawing = drawn(shown, fact)
    return StopPicture(
        source=address,
        width=round(drawing.width_mm),
        height=round(drawing.height_mm),
        outlines=drawing.outlines,
        labels=tuple(
            PictureLabel(str(one.card), round(one.confidence, 3), round(one.x), round(one.y), one.marked)
            for one in drawing.labels
        ),
        misread=_misread(drawing, fact, words),
    )


def _misread(drawing: PictureDrawing, fact: ReportedFact | None, words: PageWords) -> str:
    """That this one picture shows another card than the play."""
    seen = drawing.misread
    if fact is None or seen is None or not isinstance(seen.face, Card):
        return ""
    share, card = words.share(seen.confidence), words.card(fact.cards[0])
    return words("otherwise", seen=words.card(seen.face), share=share, card=card)
