"""The book: games put together by player, pair and evening; its totals are those of the games' reports."""

from collections import Counter
from datetime import UTC, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.book.book import book_of, player_key
from firmware.book.evening import evening_of
from firmware.book.game import GameEnd, PlayerTally
from firmware.book.tally import points_by_reason, tallies
from firmware.cards import Card, Rank
from firmware.rules.events import (
    Announced,
    AnnouncementFalse,
    CardPlayed,
    CardsCaptured,
    PointsScored,
    PointsTakenBack,
    Reason,
)
from firmware.rules.match import Match
from firmware.rules.presets import PRESETS
from firmware.rules.voice import Announcement
from tests.support.book_games import MONDAY, TUESDAY, game

MATCH = Match.of(PRESETS["pagat"], 2)


def rows(*games):
    return {row.name: row for row in book_of(games).players}


# -- what is counted


def test_wins_losses_and_scores_are_counted_by_name():
    found = rows(game(1), game(2, ("Youssef", "Amina"), scores=(41, 12)))
    amina = found["Amina"]
    assert (amina.games, amina.won, amina.lost, amina.scored, amina.conceded) == (2, 1, 1, 41 + 12, 30 + 41)
    assert (amina.tally.points, amina.tally.reasons, amina.tally.longest_run) == (14, {"caida": 4}, 4)


def test_names_are_the_same_whatever_case_and_spaces_they_are_written_in():
    found = rows(game(1), game(2, ("AMINA ", "Youssef")))
    assert {name: row.games for name, row in found.items()} == {"AMINA ": 2, "Youssef": 2}
    assert player_key("É") == player_key("E\u0301")


def test_partners_win_and_lose_together():
    found = rows(game(1, ("A", "B", "C", "D"), scores=(41, 20)))
    assert {name: (row.won, row.lost) for name, row in found.items()} == {
        "A": (1, 0),
        "B": (0, 1),
        "C": (1, 0),
        "D": (0, 1),
    }


def test_a_game_that_was_given_up_or_never_closed_is_nobodys_win_and_nobodys_loss():
    found = rows(game(1, winners=()), game(2, winners=(), end=GameEnd.OPEN))
    assert [(row.games, row.won, row.lost, row.abandoned) for row in found.values()] == [(2, 0, 0, 1)] * 2


def test_pairs_are_opponents_in_games_that_were_won():
    book = book_of(
        [game(1), game(2, ("Youssef", "Amina")), game(3, winners=()), game(4, ("Amina", "B", "Youssef", "D"))]
    )
    pairs = {(pair.one, pair.other): (pair.games, pair.won_by_one, pair.won_by_other) for pair in book.pairs}
    assert pairs["Amina", "Youssef"] == (2, 1, 1)  # in the fourth they were partners
    assert pairs["Amina", "B"] == (1, 1, 0)


def test_evenings_are_told_apart():
    book = book_of([game(1), game(2, winners=(1,)), game(3, day=TUESDAY)])
    first, second = book.evenings
    assert (first.evening, first.games, first.won, first.winners) == (MONDAY, 2, 2, (("Amina", 1), ("Youssef", 1)))
    assert (second.evening, second.games) == (TUESDAY, 1)


def test_a_game_that_stands_in_two_journals_counts_once():
    assert len(book_of([game(1), game(1, session=17)]).games) == 1
    assert len(book_of([game(1), game(2)]).games) == 2


def test_a_game_of_which_only_the_score_is_left_counts_and_is_told():
    book = book_of([game(1, tallies=(), points=({}, {}))])
    assert (book.scores_only, book.players[0].won, book.players[0].tally) == (1, 1, PlayerTally())


def test_an_empty_book_is_empty():
    book = book_of([])
    assert (book.players, book.pairs, book.evenings, book.points) == ((), (), (), {})


# -- what a game comes to


CARDS = tuple(Card.parse(text) for text in ("4C", "4E", "5O", "6C"))
EVENTS = (
    Announced(0, Announcement.DOUBLE, ()),
    Announced(1, Announcement.TRINGA, (Rank.FIVE,)),
    CardPlayed(0, CARDS[1]),
    CardPlayed(1, CARDS[0]),
    CardsCaptured(1, CARDS),
    PointsScored(1, 1, Reason.CAIDA, 1),
    PointsScored(1, 1, Reason.MESA, 1),
    PointsScored(0, 2, Reason.ANNOUNCEMENT, 0),
    AnnouncementFalse(0, Announcement.RONDA),
    PointsTakenBack(0, 2, Reason.ANNOUNCEMENT, 0),
    PointsScored(1, 3, Reason.CARDS, None),
)


def test_what_each_player_made():
    first, second = tallies(MATCH, EVENTS)
    assert (first.rondas, first.false, first.points, first.reasons) == (2, 1, 0, {"announcement": 1})
    assert (second.tringas, second.points, second.reasons) == (1, 2, {"caida": 1, "mesa": 1})
    assert (second.longest_run, second.best_capture) == (3, 2)


def test_points_by_reason_are_those_of_the_side_the_count_of_cards_too():
    assert points_by_reason(MATCH, EVENTS) == ({}, {"caida": 1, "mesa": 1, "cards": 3})


def test_what_is_paid_in_cards_changes_no_score():
    match = Match.of(PRESETS["pagat-transfer"], 2)
    assert points_by_reason(match, EVENTS) == ({}, {"cards": 3})
    assert [one.points for one in tallies(match, EVENTS)] == [0, 0]
    assert tallies(match, EVENTS)[1].reasons == {"caida": 1, "mesa": 1}


# -- evenings


@pytest.mark.parametrize(
    ("started", "hours", "day"),
    [
        ("2026-11-23T21:00:00+00:00", 1, MONDAY),
        ("2026-11-24T01:30:00+00:00", 1, MONDAY),  # half past two at night
        ("2026-11-24T03:59:59+00:00", 1, MONDAY),
        ("2026-11-24T04:00:00+00:00", 1, TUESDAY),
        ("2026-11-24T04:00:00", 1, TUESDAY),
        ("2026-11-24T03:00:00+00:00", 9, TUESDAY),
    ],
)
def test_an_evening_lasts_until_five_in_the_morning(started, hours, day):
    assert evening_of(started, timezone(timedelta(hours=hours))) == day


def test_an_evening_is_the_machines_where_no_zone_is_named():
    assert abs((evening_of("2026-11-24T12:00:00+00:00") - evening_of("2026-11-24T12:00:00+00:00", UTC)).days) <= 1


# -- totals


NAMES = st.lists(st.sampled_from(["A", "B", "C", "D", "E"]), min_size=2, max_size=4, unique=True)
REASONS = st.dictionaries(st.sampled_from([*map(str, Reason)]), st.integers(1, 20), max_size=4)


@st.composite
def games(draw):
    players = tuple(draw(NAMES))
    sides = 2 if len(players) == 4 else len(players)
    points = tuple(draw(REASONS) for _ in range(sides))
    return game(
        draw(st.integers(1, 50)),
        players,
        scores=tuple(sum(side.values()) for side in points),
        winners=draw(st.sampled_from([(), (0,), (1,)])),
        day=draw(st.sampled_from([MONDAY, TUESDAY])),
        points=points,
    )


@given(st.lists(games(), max_size=12))
def test_the_totals_of_the_book_are_the_sums_of_its_games(played):
    book = book_of(played)
    won = [one for one in book.games if one.winners]
    assert sum(row.games for row in book.players) == sum(len(one.players) for one in book.games)
    assert sum(row.won + row.lost for row in book.players) == sum(len(one.players) for one in won)
    assert sum(book.points.values()) == sum(sum(one.scores) for one in book.games)
    assert sum((Counter(row.points) for row in book.evenings), Counter()) == Counter(book.points)
    assert sum(row.games for row in book.evenings) == len(book.games)
    assert all(pair.won_by_one + pair.won_by_other <= pair.games for pair in book.pairs)
