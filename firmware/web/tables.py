"""What a board of several tables shows of each: who plays, how it stands, what it comes to, what it needs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.league.gathering import REASONS, TableTotals
from firmware.league.watching import BoardRow
from firmware.standing.message import MatchStanding, events_of, read_standing
from firmware.web.board import SidePanel, side_panels
from firmware.web.rendering import render
from firmware.web.viewer import SiteWords, Viewer, words_of

SUMMARY = "summary"


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table on the board.

    Attributes:
        name: of the table.
        address: of its page; empty: nobody knows.
        match: how its newest match stands; ``None``: nobody knows.
        sides: of that match.
        needs: what somebody should see to, in words; none: it is well.
        lost: it cannot be asked now.
        counts: what was gathered, each with its name.
    """

    name: str
    address: str
    match: MatchStanding | None
    sides: list[SidePanel]
    needs: tuple[str, ...]
    lost: bool
    counts: tuple[tuple[str, int], ...]


def table_parts(rows: tuple[BoardRow, ...], addresses: Mapping[str, str], language: str) -> dict[str, str]:
    """The parts of the board as HTML: first what all come to, then each table.

    Args:
        rows: all tables.
        addresses: of the pages of those that have one.
        language: of the page.
    """
    viewer, shown = Viewer(language=language), [(_words(one, language), one) for one in rows]
    cards = [table_card(row, addresses.get(row.totals.table, ""), words) for words, row in shown]
    parts = {SUMMARY: render("parts/tables_summary.html", words=words_of(language), **summary(rows, cards, language))}
    for number, ((words, _), card) in enumerate(zip(shown, cards, strict=True)):
        parts[f"table-{number}"] = render("parts/table_card.html", words=words, viewer=viewer, card=card)
    return parts


def table_card(row: BoardRow, address: str, words: SiteWords) -> TableCard:
    """A table as the board shows it.

    Args:
        row: what is known of it.
        address: of its page; empty: nobody knows.
        words: of the page, with the names of those who play.
    """
    match = read_standing(row.standing.body) if row.standing else None
    return TableCard(
        name=row.totals.table,
        address=address,
        match=match,
        sides=side_panels(match, words) if match else [],
        needs=tuple(_needs(row.totals, match, words)),
        lost=bool(row.totals.lost),
        counts=tuple(_counts(row.totals, words.language)),
    )


def summary(rows: tuple[BoardRow, ...], cards: list[TableCard], language: str) -> dict[str, object]:
    """What all tables come to together, and which of them need a hand.

    Args:
        rows: all tables.
        cards: the same as they are shown.
        language: of the page.
    """
    added: dict[str, int] = {}
    for row in rows:
        for name, count in _counts(row.totals, language):
            added[name] = added.get(name, 0) + count
    return {"counts": tuple(added.items()), "waiting": [one for one in cards if one.needs], "tables": len(cards)}


def _words(row: BoardRow, language: str) -> SiteWords:
    match = read_standing(row.standing.body) if row.standing else None
    return words_of(language, match.players, match.names) if match else words_of(language)


def _needs(totals: TableTotals, match: MatchStanding | None, words: SiteWords) -> Iterator[str]:
    """What somebody should see to: a fault first, and last that nobody answers there."""
    if match:
        yield from map(words.fault, match.faults)
        yield from (words.event(one) for one in events_of([match.question, match.disagreement]))
    if totals.lost:
        lost = in_language(totals.lost, words.language)
        yield text("board", "lost", words.language).format(why=lost)


def _counts(totals: TableTotals, language: str) -> Iterator[tuple[str, int]]:
    yield text("board", "games", language), totals.games
    yield text("board", "plays", language), totals.plays
    for reason in REASONS:
        yield text("board", reason, language), totals.reasons.get(reason, (0, 0))[0]
    yield text("board", "corrections", language), totals.corrections
