"""The book as tables, as a page and as a file for spreadsheets."""

import csv
from datetime import date
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.announce.texts import LANGUAGES, reads_from_right
from firmware.book.book import book_of
from firmware.book.game import GameEnd, PlayerTally
from firmware.report.book_page import book_page
from firmware.report.book_sheet import DANGEROUS, safe, sheet
from firmware.report.book_tables import BookWords, book_tables
from tests.support.book_games import TUESDAY, game
from tests.support.html_page import Page

EVIL = "=HYPERLINK(1)<script>"
WORDS = BookWords("en")


@pytest.fixture(scope="module")
def book():
    tally = PlayerTally(12, {"caida": 3, "mesa": 2}, 4, 1, 1, 5, 6)
    points = ({"caida": 20, "cards": 21}, {"mesa": 30})
    return book_of(
        [
            game(1, points=points, tallies=(tally, PlayerTally())),
            game(2, ("Amina", "Driss"), winners=(), day=TUESDAY),
            game(3, ("Amina", "Driss"), winners=(), end=GameEnd.OPEN, day=TUESDAY),
        ]
    )


def test_the_tables_tell_players_pairs_and_evenings(book):
    players, pairs, evenings = book_tables(book, WORDS)
    assert players.rows[0] == ("Amina", "3", "1", "0", "1", "123", "90", "7", "0", "0", "2", "4", "1", "1", "5", "6")
    assert len(players.heads) == len(players.rows[0])
    assert pairs.rows == (("Amina", "1", "Youssef", "0", "1"),)
    assert [row[:3] for row in evenings.rows] == [("2026-11-23", "1", "1"), ("2026-11-24", "2", "0")]


def test_the_page_is_whole_and_asks_nothing_of_the_network(book):
    html = book_page(book, WORDS)
    assert not Page(html).open
    assert "http" not in html
    assert 'style="' not in html


def test_the_bars_are_as_wide_as_what_they_stand_for(book):
    read = Page(book_page(book, WORDS))
    bars = [(found["class"], float(found["x"]), float(found["width"])) for found in read.all("rect")]
    assert bars[:3] == [("won", 0.0, 33.33), ("abandoned", 33.33, 33.34), ("open", 66.67, 33.33)]
    assert all(left + width <= 100.1 for _, left, width in bars)


def test_an_empty_book_says_what_to_do():
    html = book_page(book_of(()), WORDS)
    assert "No game was played at the table yet; `hakam book --all`" in Page(html).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_its_language(book, language):
    html = book_page(book, BookWords(language))
    direction = "rtl" if reads_from_right(language) else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in html
    assert ("given up" in html) == (language == "en")


def test_names_are_escaped():
    html = book_page(book_of([game(1, (EVIL, "Youssef"))]), WORDS)
    assert "<script>" not in html
    assert EVIL in Page(html).text


# -- the sheet


def lines(book, language="en"):
    words = BookWords(language)
    return list(csv.DictReader(StringIO(sheet(book, words)), delimiter=words("separator")))


def test_there_is_a_line_for_each_player_of_each_game(book):
    found = lines(book)
    assert [(one["player"], one["won"], one["points of the side"], one["ended"]) for one in found] == [
        ("Amina", "1", "41", "won"),
        ("Youssef", "0", "30", "won"),
        *[(name, "0", score, "given up") for name, score in (("Amina", "41"), ("Driss", "30"))],
        *[(name, "0", score, "not closed") for name, score in (("Amina", "41"), ("Driss", "30"))],
    ]
    assert (found[0]["caida"], found[0]["rondas"], found[0]["evening"]) == ("3", "4", str(date(2026, 11, 23)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_has_a_name_of_its_own(book, language):
    (head, *_) = csv.reader(StringIO(sheet(book, BookWords(language))), delimiter=BookWords(language)("separator"))
    assert len(head) == len({*head})


def test_spreadsheets_expect_a_semicolon_where_the_comma_parts_decimals():
    assert {one: BookWords(one)("separator") for one in LANGUAGES if BookWords(one)("separator") != ";"} == {"en": ","}


@given(st.text(max_size=12))
def test_no_name_becomes_a_formula(name):
    assert not str(safe(name)).startswith(DANGEROUS)
    assert str(safe(name)).endswith(name)
    assert safe(-3) == -3


def test_a_name_that_looks_like_a_formula_is_quoted_in_the_sheet():
    assert lines(book_of([game(1, (EVIL, "Youssef"))]))[0]["player"] == f"'{EVIL}"
