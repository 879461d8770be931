"""The games of a journal for the book: their sums are those of their reports, whatever was put right."""

import json
import random
from collections import Counter
from contextlib import suppress
from datetime import UTC

import pytest

from firmware.book.book import book_of
from firmware.book.game import GameEnd
from firmware.referee import MatchSetup
from firmware.replaying.booking import book_games, counted
from firmware.replaying.correcting import corrected_from, corrected_source, keep
from firmware.report.ledger import NEW_ROUND, booked
from firmware.rules.events import CardPlayed, PointsScored
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.storage.journal import Journal, SessionHeader, SessionSummary
from firmware.storage.moment import SETUPS
from firmware.storage.records import AT_THE_TABLE, EMPTIED
from firmware.storage.session_rows import keep_head
from tests.support.deal import play_deal
from tests.support.reported_table import ReportedTable

NAMES = ("Amina", "Youssef")


def header(setup, source=AT_THE_TABLE, minute=0):
    return SessionHeader(f"2026-11-23T20:{minute:02d}:00+00:00", source, SETUPS.text(setup))


class EnoughError(Exception):
    """As many cards as a test needs have been played."""


def played(rules="pagat", seed=1, *, put_right=False, most=40):
    """A deal played at random; in the middle of it some plays are put right, and not always rightly."""
    setup = MatchSetup(2, 1, rules, names=NAMES)
    rng, table = random.Random(seed), ReportedTable(setup, pictures=False)

    def read(card, pack):
        if len(table.referee.plays) >= most:
            raise EnoughError
        if put_right and table.referee.plays and rng.random() < 0.2:
            number = rng.randint(1, len(table.referee.plays))
            table.press(rng.choice((f"card {number} {rng.choice(pack)}", f"remove {number}", "undo")))
        return str(card)

    with suppress(EnoughError):
        play_deal(rng, table.table, Game(parse_rules(rules), 2, 1), read)
    return table


def kept(path, tables, sources=(), *, closed=True):
    with Journal(path) as journal:
        for number, table in enumerate(tables):
            source = sources[number] if number < len(sources) else AT_THE_TABLE
            head = header(table.referee.setup, source, number)
            if closed:
                keep(journal, head, table.close().moments, table.referee)
            else:
                journal.write_all(journal.begin(head), [one.entry for one in table.moments])


def games_in(path, **options):
    with Journal(path) as journal:
        return list(book_games(journal, "en", zone=UTC, **options))


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Three games: one as it was told, one that was put right, one that is paid in cards."""
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    tables = [played(seed=3), played(seed=5, put_right=True, most=9), played("pagat-transfer", seed=7, most=9)]
    kept(path, tables)
    return path, tables


def test_the_totals_of_the_book_are_those_of_the_games_reports(evening):
    path, tables = evening
    book = book_of(games_in(path))
    reports = [table.record() for table in tables]
    wanted = Counter()
    for report in reports:
        for item in booked(report.history):
            wanted[str(item.reason)] += item.counted
    del wanted[NEW_ROUND]
    assert book.points == {reason: points for reason, points in wanted.items() if points}
    assert [game.scores for game in book.games] == [report.scores for report in reports]
    assert [game.plays for game in book.games] == [len(table.referee.plays) for table in tables]
    assert sum(game.corrections for game in book.games) == sum(report.corrections for report in reports) > 0


def test_what_was_put_right_counts_as_it_was_put_right(evening):
    path, tables = evening
    (_, game, _), table = games_in(path), tables[1]
    caidas = [
        event.seat
        for entry in table.referee.history
        for event in entry.events
        if isinstance(event, PointsScored) and event.reason == "caida"
    ]
    assert [tally.reasons.get("caida", 0) for tally in game.tallies] == [caidas.count(seat) for seat in (0, 1)]
    told = [event for moment in table.moments for event in moment.events if isinstance(event, CardPlayed)]
    assert len(told) != game.plays or game.corrections


def test_a_game_that_was_told_right_is_not_read_again(evening, monkeypatch):
    path, _ = evening
    read = []
    monkeypatch.setattr("firmware.replaying.booking.Referee", lambda setup: read.append(setup) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        games_in(path)
    assert len(read) == 1  # the first game was told as it is; the second one would be read


def test_a_game_that_was_closed_without_a_winner_is_told_apart_from_one_that_never_was(tmp_path):
    table = ReportedTable(MatchSetup(2, 1, names=NAMES), pictures=False).lay()
    table.table.put(s5="12O").wait(1500)
    kept(tmp_path / "open.db", [table], closed=False)
    (game,) = games_in(tmp_path / "open.db")
    assert (game.end, game.plays, game.players) == (GameEnd.OPEN, 1, NAMES)
    kept(tmp_path / "closed.db", [table])
    (game,) = games_in(tmp_path / "closed.db")
    assert (game.end, game.scores) == (GameEnd.ABANDONED, (0, 0))


def test_a_game_that_was_won_has_its_winner(tmp_path):
    table = ReportedTable(MatchSetup(2, 1, "pagat target=1", names=NAMES), pictures=False).lay()
    table.table.put(s5="12O").wait(1500).put(s6="12C").wait(9000)
    kept(tmp_path / "won.db", [table])
    (game,) = games_in(tmp_path / "won.db")
    assert (game.end, game.winners, game.scores) == (GameEnd.WON, (1,), (0, 1))
    assert [row.name for row in book_of([game]).players] == ["Youssef", "Amina"]


def test_a_table_at_which_nobody_played_is_no_game(tmp_path):
    kept(tmp_path / "journal.db", [ReportedTable(pictures=False).lay()])
    assert games_in(tmp_path / "journal.db") == []


def test_players_without_names_are_called_by_their_seats(tmp_path):
    table = ReportedTable(pictures=False).lay()
    table.table.put(s5="12O").wait(1500)
    kept(tmp_path / "journal.db", [table])
    (game,) = games_in(tmp_path / "journal.db")
    assert (game.players, game.named) == (("Player 1", "Player 2"), False)


def summary(number, source):
    return SessionSummary(number, header(MatchSetup(), source), "{}", 1, 0)


@pytest.mark.parametrize(
    ("sources", "every", "numbers"),
    [
        ((AT_THE_TABLE, AT_THE_TABLE), False, [1, 2]),
        ((AT_THE_TABLE, "evening.mp4"), False, [1]),
        ((AT_THE_TABLE, "evening.mp4"), True, [1, 2]),
        ((AT_THE_TABLE, corrected_source(1)), False, [2]),
        ((AT_THE_TABLE, corrected_source(1), corrected_source(2)), False, [3]),
        ((AT_THE_TABLE, corrected_source(1), corrected_source(1)), False, [3]),
        (("evening.mp4", corrected_source(1)), False, []),
        (("evening.mp4", corrected_source(1)), True, [2]),
        ((corrected_source(1),), False, [1]),  # it names itself, as nothing that we write does
        ((corrected_source(9), AT_THE_TABLE), False, [1, 2]),
    ],
)
def test_of_a_game_that_was_put_right_the_last_version_counts(sources, every, numbers):
    sessions = [summary(number, source) for number, source in enumerate(sources, 1)]
    assert sorted(one.number for one in counted(sessions, every=every)) == numbers


def test_the_source_of_what_was_put_right_reads_back():
    assert corrected_from(corrected_source(17)) == 17
    assert corrected_from("session 17 of journal.db") is None


def test_a_damaged_game_is_left_out_and_told(evening, tmp_path, caplog):
    path, _ = evening
    copy = tmp_path / "damaged.db"
    with Journal(path) as journal, Journal(copy) as damaged:
        for found in journal.sessions()[:2]:
            number = damaged.begin(found.header)
            *entries, last = journal.entries(found.number)
            damaged.write_all(number, entries)
            damaged.close_session(number, last, found.outcome)
        damaged._file.execute("UPDATE signal SET t_ms = t_ms + 1 WHERE session = 1 AND place = 3")
    assert [game.session for game in games_in(copy)] == [2]
    assert "damaged" in caplog.text


def test_a_game_of_which_only_the_score_is_left_counts_with_it(evening, tmp_path):
    path, _ = evening
    copy = tmp_path / "emptied.db"
    with Journal(path) as journal, Journal(copy) as emptied:
        found = journal.session(1)
        number = emptied.begin(found.header)
        *entries, last = journal.entries(1)
        emptied.write_all(number, entries)
        emptied.close_session(number, last, found.outcome)
        keep_head(emptied._file, emptied._head(number)._replace(pruned=EMPTIED))
    (game,) = games_in(copy)
    assert (list(game.scores), game.tallies) == (json.loads(found.outcome)["scores"], ())
    assert book_of([game]).scores_only == 1
