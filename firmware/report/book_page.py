"""The book as one page: tables of players, pairs and evenings, with bars for what was won and what for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.book.book import CafeBook
from firmware.report.book_tables import BookWords, book_tables, reasons_told
from firmware.report.page import templates
from firmware.rules.events import Reason
from firmware.storage.outputs import OutputKind

BOOK = OutputKind("book of Hakam's", b'name="generator" content="Hakam book"')
WIDTH = 100.0  # of a bar, in units of its own; the page stretches it


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of a bar: from where, how wide, in which colour, and what it says."""

    left: float
    width: float
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class StackedBar:
    """A bar of several parts, with its name and the sum of its parts."""

    name: str
    total: int
    parts: tuple[BarPart, ...]


def book_page(book: CafeBook, words: BookWords, assets: str = "") -> str:
    """The book as HTML; every text in it is escaped.

    Args:
        book: what it tells.
        words: of the page.
        assets: where the style sheet is served from, with a stroke at its end; empty: it is in the page.
    """
    reasons = [(str(reason), words.reason(reason)) for reason in Reason if book.points.get(reason)]
    return (
        templates()
        .get_template("book.html")
        .render(
            book=book,
            words=words,
            assets=assets,
            tables=book_tables(book, words),
            wins=list(_wins(book, words)),
            evenings=list(_evenings(book, words)),
            reasons=reasons,
            all_points=reasons_told(book.points, words),
        )
    )


def _wins(book: CafeBook, words: BookWords) -> Iterator[StackedBar]:
    most = max((row.games for row in book.players), default=1)
    for row in book.players:
        still = row.games - row.won - row.lost - row.abandoned
        counts = {"won": row.won, "lost": row.lost, "abandoned": row.abandoned, "open": still}
        named = {"open": words("end_open"), **{key: words(key) for key in ("won", "lost", "abandoned")}}
        yield StackedBar(row.name, row.games, tuple(_parts(counts, most, named)))


def _evenings(book: CafeBook, words: BookWords) -> Iterator[StackedBar]:
    most = max((sum(row.points.values()) for row in book.evenings), default=1)
    order = [str(reason) for reason in Reason]
    for row in book.evenings:
        counts = {reason: row.points.get(reason, 0) for reason in order}
        bar = tuple(_parts(counts, most, {reason: words.reason(reason) for reason in order}))
        yield StackedBar(row.evening.isoformat(), sum(row.points.values()), bar)


def _parts(counts: Mapping[str, int], most: int, named: Mapping[str, str]) -> Iterator[BarPart]:
    """The parts of a bar, as wide as they are of the longest one; none for what is not there."""
    before = 0
    for kind, count in counts.items():
        if count > 0:
            left, right = (round(WIDTH * until / most, 2) for until in (before, before + count))
            yield BarPart(left, round(right - left, 2), kind, f"{named[kind]}: {count}")
            before += count
