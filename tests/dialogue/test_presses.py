"""What players say by their buttons is judged with the cards."""

import pytest

from firmware.dialogue.presses import needs_seat
from firmware.events import PointsExplained, PressRefused, SayingRefused
from firmware.rules.events import (
    Announced,
    AnnouncementFalse,
    Challenged,
    ClaimRefused,
    GameWon,
    PointsScored,
    Reason,
    WinHeld,
)
from firmware.rules.presets import PRESETS
from tests.support.buttons import TableWithButtons


def test_an_announcement_is_told_at_once_and_scored_when_the_others_have_played():
    table = TableWithButtons().press("ronda", 0)
    assert [event.seat for event in table.heard(Announced)] == [0]
    table.put(s5="12O").put(s6="7O")
    assert table.scores == (1, 0)


def test_an_announcement_before_the_layout_is_read_counts():
    table = TableWithButtons(layout={"s0": "1O", "s1": "4C", "s2": "6E"})
    table.press("ronda", 1).put(s3="11B").wait(1000)
    assert [event.seat for event in table.heard(Announced)] == [1]


@pytest.mark.parametrize(("after_ms", "counts"), [(600, True), (2400, True), (3000, False)])
def test_a_press_soon_after_the_first_card_still_counts(after_ms, counts):
    table = TableWithButtons().put(s5="12O").wait(after_ms - 600)
    table.press("ronda", 0).wait(1000)
    assert bool(table.heard(Announced)) is counts
    assert bool(table.heard(SayingRefused)) is not counts
    assert len(table.heard(Announced)) <= 1


def test_a_false_ronda_is_reported_when_the_third_card_falls():
    table = TableWithButtons().press("ronda", 0)
    for slot, card in enumerate(("12O", "2C", "7O", "2E", "5O"), 5):
        table.put(**{f"s{slot}": card})
    table.wait(1000)
    assert [(event.seat, event.what) for event in table.heard(AnnouncementFalse)] == [(0, "ronda")]


def test_a_concealed_ronda_is_claimed_without_a_target_by_the_only_opponent():
    table = TableWithButtons().press("nothing", 0)
    for slot, card in enumerate(("12O", "2C", "12C"), 5):
        table.put(**{f"s{slot}": card})
    table.wait(600).press("claim", 1).tick(1200)
    concealed = [event for event in table.heard(PointsScored) if event.reason is Reason.CONCEALED]
    assert [event.side for event in concealed] == [1]


def test_a_claim_counts_though_its_card_is_read_only_after_it():
    table = TableWithButtons().press("nothing", 0)
    for slot, card in enumerate(("12O", "2C"), 5):
        table.put(**{f"s{slot}": card})
    table.wait(600)
    table.lying[7] = "12C"
    table.wait(200).press("claim", 1).wait(1500)
    assert not table.heard(ClaimRefused)
    assert table.scores[1] == PRESETS["pagat"].concealed[0]


def test_a_wrong_claim_is_refused_and_costs_nothing():
    table = TableWithButtons().put(s5="12O").press("claim 0", 1).tick(1200)
    assert len(table.heard(ClaimRefused)) == 1
    assert table.scores == (0, 0)


def test_with_three_players_a_claim_finds_the_one_who_concealed():
    table = TableWithButtons(players=3)
    for slot, card in enumerate(("12O", "2C", "7O", "12C"), 5):
        table.put(**{f"s{slot}": card})
    table.wait(600).press("claim", 1).tick(1200)
    assert [(e.side, e.seat) for e in table.heard(PointsScored) if e.reason is Reason.CONCEALED] == [(1, 0)]


def test_a_claim_that_could_mean_several_asks_for_a_name():
    table = TableWithButtons(players=3).press("claim", 1)
    assert [event.input for event in table.heard(PressRefused)] == ["claim"]


@pytest.mark.parametrize(("verdict", "true"), [("a", True), ("b", False)])
def test_a_challenge_asks_whether_it_was_right(verdict, true):
    table = TableWithButtons().press("ronda", 0).press("challenge", 1)
    assert table.referee.scoreboard.open_challenge.against == 0
    table.press(verdict).tick(1200)
    assert [event.true for event in table.heard(Challenged)] == [true]
    assert table.referee.scoreboard.open_challenge is None


def test_a_challenge_with_the_hand_shown_is_judged_by_it():
    table = TableWithButtons().press("ronda", 0).press("challenge 0 5,5,7", 1).tick(1200)
    assert [event.true for event in table.heard(Challenged)] == [True]


@pytest.mark.parametrize(
    "words", ["rondo", "claim 7", "card", "card 1 99X", "ronda seven", "", "undo 3", "layout 1 1O"]
)
def test_what_is_not_understood_is_refused_with_a_word(words):
    table = TableWithButtons().press(words, 0)
    assert [event.input for event in table.heard(PressRefused)] == [words]


def test_an_announcement_needs_a_player():
    assert TableWithButtons().press("ronda", None).heard(PressRefused)


def test_what_cannot_be_said_now_is_refused_with_its_reason():
    table = TableWithButtons().press("accept", 0).tick(1200)
    assert [event.fault for event in table.heard(SayingRefused)] == ["no win waits to be accepted"]


def test_why_tells_the_last_points_and_once_more_those_before():
    table = TableWithButtons().put(s5="12O").put(s6="12C").take(5, 6)
    table.put(s7="2C").put(s8="2O").press("why").press("why")
    assert [(str(e.card), e.why[0].side) for e in table.heard(PointsExplained)] == [("2O", 1), ("12C", 1)]
    assert TableWithButtons().press("why").heard(PressRefused)


def test_a_win_is_told_only_when_the_table_is_still():
    table = TableWithButtons(rules="pagat target=1").put(s5="12O")
    table.put(s6="12C")
    assert not table.heard(GameWon)
    assert (table.referee.scoreboard.winners, table.referee.scoreboard.winning) == ((), (1,))
    table.wait(2000, hand=True).wait(2000)
    assert not table.heard(GameWon)
    table.tick(2400)
    assert len(table.heard(GameWon)) == 1
    assert (table.referee.scoreboard.winners, table.referee.scoreboard.winning) == ((1,), ())


def test_a_win_by_an_unproven_word_waits_until_nobody_has_doubted_it_for_long():
    table = TableWithButtons(rules="pagat target=1 unproven_win=held").press("ronda", 0).press("nothing", 1)
    assert table.heard(WinHeld)
    table.tick(9000)
    assert table.referee.scoreboard.winning == ()
    table.tick(6000)
    assert table.heard(GameWon)


def test_an_opponent_may_accept_it_before():
    table = TableWithButtons(rules="pagat target=1 unproven_win=held").press("ronda", 0).press("nothing", 1)
    table.press("accept", 1).tick(4200)
    assert table.heard(GameWon)


@pytest.mark.parametrize("word", ["ronda", "nothing", "claim", "accept"])
def test_a_word_of_a_player_on_nobodys_button_is_told_as_that(word):
    (refused,) = TableWithButtons().press(word, None).heard(PressRefused)
    assert "a player's own button" in str(refused)


@pytest.mark.parametrize(
    ("words", "needed"), [("ronda", True), ("claim 1", True), ("undo", False), ("card 1 7O", False), ("", False)]
)
def test_what_players_say_needs_their_seat(words, needed):
    assert needs_seat(words) == needed
