"""The book of the café from the command line."""

import csv

import pytest

from firmware.storage.journal import Journal
from firmware.storage.records import AT_THE_TABLE
from tests.support.html_page import Page
from tests.support.sentence import sentence


@pytest.fixture
def evening(kept, home):
    """The kept session as if it had been played at the table."""
    with Journal(kept) as journal, Journal(home / "evening.db") as evening:
        found = journal.session(1)
        header = type(found.header)(found.header.started, AT_THE_TABLE, found.header.setup)
        *entries, last = journal.entries(1, pictures=False)
        number = evening.begin(header)
        evening.write_all(number, entries)
        evening.close_session(number, last, found.outcome)
    return home / "evening.db"


def test_the_book_is_told_in_tables(hakam, evening):
    status, out, err = hakam("book", evening)
    assert (status, err) == (0, "")
    assert out.startswith("Games: 1, players: 2, evenings: 1")
    assert "Player 1" in out


def test_the_same_journal_twice_counts_once(hakam, evening):
    assert hakam("book", evening, evening)[1] == hakam("book", evening)[1]


def test_what_was_only_watched_counts_when_it_is_asked_for(hakam, kept):
    assert "`hakam book --all` counts recordings" in hakam("book", kept)[1]
    assert hakam("book", kept, "--all")[1].startswith("Games: 1")


def test_without_a_path_it_is_the_users_own_journal(hakam, evening, monkeypatch):
    monkeypatch.setenv("HAKAM_JOURNAL", str(evening))
    assert hakam("book")[1].startswith("Games: 1")


def test_a_page_and_a_sheet_are_written_once_more_but_over_nothing_else(hakam, evening, home):
    for _ in range(2):
        status, out, err = hakam("book", evening, "--page", home / "book.html", "--csv", home / "book.csv")
        assert (status, err) == (0, "")
    assert out.splitlines() == [f"{home / 'book.html'}: the page", f"{home / 'book.csv'}: 2 lines"]
    assert Page((home / "book.html").read_text()).rows("counts")
    text = (home / "book.csv").read_bytes().decode("utf-8-sig")
    assert [row["player"] for row in csv.DictReader(text.splitlines())] == ["Player 1", "Player 2"]
    (home / "letter.csv").write_text("dear sir")
    assert "is there already" in sentence(hakam("book", evening, "--csv", home / "letter.csv"))
    assert "is there already" in sentence(hakam("book", evening, "--page", home / "letter.csv"))


def test_a_journal_that_is_not_there_is_told(hakam, home):
    assert "there is no journal yet" in sentence(hakam("book", home / "none.db"))
