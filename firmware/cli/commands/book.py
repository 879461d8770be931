"""``hakam book``: who played whom, who won, and who made what, over all evenings of the café."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from firmware.book.book import CafeBook, book_of
from firmware.book.game import BookGame
from firmware.presentation.columns import fitted
from firmware.replaying.booking import book_games
from firmware.report.book_page import BOOK, book_page
from firmware.report.book_sheet import sheet
from firmware.report.book_tables import BookWords, book_tables
from firmware.settings.model import journal_path, load_settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.journal import Journal
from firmware.storage.outputs import OutputKind, check_file
from hardware.terminal import columns_of

BYTE_ORDER_MARK = "\ufeff"
"""By which spreadsheets know that a file is in UTF-8."""


def book(asked: argparse.Namespace) -> None:
    """Print the book, or write it as a page, or for spreadsheets.

    Raises:
        HakamError: if a journal cannot be read or a file cannot be written.
    """
    settings = load_settings(asked.config)
    words = BookWords(asked.lang or settings.language)
    if asked.page:
        check_file(Path(asked.page), BOOK)  # told before the journals are gone through
    if asked.csv:
        check_file(Path(asked.csv), _sheet_kind(words))
    journals = asked.journals or [journal_path(settings, None)]
    found = book_of(game for path in journals for game in _games(Path(path), words.language, every=asked.all))
    if asked.page:
        write_atomic(Path(asked.page), book_page(found, words).encode(errors="replace"), BOOK)
        print(words("written_page", file=asked.page))
    if asked.csv:
        _write_sheet(Path(asked.csv), found, words)
    if not asked.page and not asked.csv:
        print(_told(found, words))


def _games(path: Path, language: str, *, every: bool) -> Iterator[BookGame]:
    with Journal(path, create=False) as journal:
        yield from book_games(journal, language, every=every)


def _sheet_kind(words: BookWords) -> OutputKind:
    """A sheet is known by its first line; one in another language is kept."""
    return OutputKind("sheet of Hakam's", sheet(book_of(()), words).strip().encode())


def _write_sheet(path: Path, found: CafeBook, words: BookWords) -> None:
    lines = sheet(found, words)
    write_atomic(path, f"{BYTE_ORDER_MARK}{lines}".encode(errors="replace"), _sheet_kind(words))
    print(words("written_sheet", file=path, count=lines.count("\r\n") - 1))


def _told(found: CafeBook, words: BookWords) -> str:
    if not found.games:
        return words("none")
    width = columns_of(sys.stdout)
    counts = {"games": len(found.games), "players": len(found.players), "evenings": len(found.evenings)}
    tables = [f"{table.title}\n{fitted((table.heads, *table.rows), width)}" for table in book_tables(found, words)]
    left = [words("scores_only", count=found.scores_only)] if found.scores_only else []
    return "\n\n".join([words("summary", **counts), *tables, *left])
