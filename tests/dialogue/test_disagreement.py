"""Where table and game do not agree, it is said, and taken back when they agree again (rules, part 9: O7)."""

import pytest

from firmware.cards import Card
from firmware.decoding.clutter import BACK_MS
from firmware.dialogue.disagreement import FORGOTTEN_MS, MISSING_MS
from firmware.events import TableAgrees, TableDisagrees
from firmware.referee import MatchSetup, Referee
from firmware.rules.events import WinRevoked
from tests.support.scene import LAYOUT, Table, laid, said


def with_the_last_four_on_the_table():
    """A table on which the 4 of clubs lies for long, and the other fours are captured: nothing can take it unseen."""
    referee, table = laid()
    table.put(s4="3O").put(s5="3C").take(4, 5, 1)
    table.put(s4="4O").put(s5="4E").take(4, 5)
    table.put(s4="4B").put(s5="12O").wait(BACK_MS + 2000)
    return referee, table


def cards(*texts):
    return tuple(map(Card.parse, texts))


def test_a_card_of_the_table_that_is_gone_is_to_be_put_back():
    referee, table = with_the_last_four_on_the_table()
    table.take(4).wait(MISSING_MS + 3000)
    assert said(table, TableDisagrees)[-1].put_back == cards("4B")
    assert referee.scoreboard.provisional


def test_when_it_lies_there_again_table_and_game_agree():
    referee, table = with_the_last_four_on_the_table()
    table.take(4).wait(MISSING_MS + 3000)
    table.put(s4="4B").wait(3000)
    assert isinstance(said(table, TableDisagrees | TableAgrees)[-1], TableAgrees)
    assert referee.scoreboard.disagreement is None


def test_a_capture_that_nobody_collects_is_to_be_taken():
    referee, table = laid()
    table.put(s4="4O").wait(FORGOTTEN_MS + 3000)
    assert set(said(table, TableDisagrees)[-1].take) == set(cards("4C", "4O"))
    table.take(1, 4).wait(3000)
    assert referee.scoreboard.disagreement is None


def test_nothing_disagrees_while_cards_are_collected_in_time():
    _, table = laid()
    table.put(s4="4O").wait(1500)
    table.take(1, 4).wait(8000)
    assert not said(table, TableDisagrees)


MORE = ["2B", "12E", "3O", "5E", "10C", "2C"]
"""Cards of which none takes another, laid after a win."""


def won_at_once(rules="pagat target=1"):
    """A match that is won by a caida in the middle of its first deal."""
    referee = Referee(MatchSetup(2, 1, rules))
    table = Table(referee.feed)
    for slot, text in LAYOUT.items():
        table.put(**{slot: text})
    return referee, table.wait(1000).put(s5="7O").put(s6="7C").take(5, 6)


@pytest.mark.parametrize(("cards", "doubted"), [(0, False), (4, False), (5, True), (6, True)])
def test_a_match_that_is_won_is_doubted_once_people_lay_more_cards_than_a_layout_has(cards, doubted):
    referee, table = won_at_once()
    for slot, card in enumerate(MORE[:cards], 5):
        table.put(**{f"s{slot}": card})
    table.wait(6000)
    assert referee.scoreboard.winners == (1,)
    assert any(event.played_on for event in said(table, TableDisagrees)) == doubted
    assert referee.scoreboard.provisional == doubted


ON = ["2B", "12E", "3O", "5E", "10C", "7B"]
"""Cards of which none takes another, after the captures of :func:`won_by_two`."""


def won_by_two(cards):
    """A match to 2 that is won by the second caida, and cards that people lay then all the same, one by one."""
    referee = Referee(MatchSetup(2, 1, "pagat target=2"))
    table = Table(referee.feed)
    for slot, text in LAYOUT.items():
        table.put(**{slot: text})
    table.wait(1000).put(s5="7O").put(s6="7C").take(5, 6).put(s5="12O").put(s6="12C").take(5, 6)
    for slot, card in enumerate(cards, 5):
        table.put(**{f"s{slot}": card})
    return referee, table.wait(6000)


def test_a_win_is_revoked_once_people_play_on_and_what_they_play_counts():
    referee, table = won_by_two(ON)
    assert [str(play.card) for play in referee.plays] == ["7O", "7C", "12O", "12C", *ON]
    assert (referee.scoreboard.winners, referee.scoreboard.scores) == ((), (0, 1))
    assert said(table, WinRevoked) == [WinRevoked((1,), (0, 0))]
    assert referee.scoreboard.provisional


def test_what_wins_after_that_is_told():
    referee, table = won_by_two([*ON[:5], "10B"])
    table.take(3, 6, 9, 10).wait(6000)
    assert (referee.scoreboard.winners, referee.scoreboard.scores) == ((1,), (0, 2))
    assert referee.scoreboard.provisional


def test_a_win_stands_while_nobody_lays_a_card():
    referee, table = won_by_two([])
    assert referee.scoreboard.winners == (1,)
    assert not said(table, WinRevoked)
    assert not referee.scoreboard.provisional
