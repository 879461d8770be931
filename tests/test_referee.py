"""What a person at the table would expect the referee to have understood."""

import pytest

from firmware.cards import Card
from firmware.events import DeckCompared, Doubt, LayoutCorrected, LayoutSettled, ReadingCorrected
from firmware.referee import MatchSetup, Referee
from firmware.rules.events import CardsCaptured, LayoutDealt, PointsScored
from firmware.rules.notation.record import format_record, score_record
from firmware.signals import ButtonPress, DeckComparison, Tick
from tests.support.scene import LAYOUT, SLOTS, Table, laid, look, plays, said


def test_four_cards_at_rest_are_the_layout():
    _, table = laid()
    assert [set(map(str, event.cards)) for event in said(table, LayoutDealt)] == [{"1O", "4C", "6E", "11B"}]


def test_three_cards_are_no_layout_yet():
    referee, table = laid(s0="1O", s1="4C", s2="6E")
    assert not table.said
    assert referee.scoreboard.turn is None


def test_a_layout_with_a_pair_waits_for_its_replacement():
    referee, table = laid(s0="1O", s1="4C", s2="4E", s3="11B")
    assert not table.said
    table.take(2)
    table.put(s5="7B").wait(800)
    assert [set(map(str, event.cards)) for event in said(table, LayoutDealt)] == [{"1O", "4C", "7B", "11B"}]
    assert plays(referee) == []


def test_a_layout_that_was_one_card_short_of_the_truth_is_corrected():
    referee, table = laid(s0="1O:0.6 3O:0.35", s1="4C", s2="6E", s3="11B")
    table.put(s5="7O").wait(3000)
    table.lying[0] = "3O"
    table.wait(4000)
    told = [event.cards for event in said(table, (LayoutCorrected, LayoutSettled))]
    assert [set(map(str, cards)) for cards in told] == [{"3O", "4C", "6E", "11B"}] * len(told)
    assert said(table, LayoutCorrected)
    assert plays(referee) == [(0, "7O")]


def test_a_card_that_matches_nothing_stays_and_is_a_play():
    referee, table = laid()
    table.put(s5="7O")
    assert plays(referee) == [(0, "7O")]
    assert referee.plays[0].t_ms == table.t_ms - 400  # when it came to lie, not when it was announced


def test_cards_laid_at_once_belong_to_the_seats_in_turn():
    referee, table = laid(players=3)
    table.put(s5="7O").put(s6="12O").put(s7="2O").put(s8="3C")
    assert plays(referee) == [(0, "7O"), (1, "12O"), (2, "2O"), (0, "3C")]


def test_a_caida_is_announced_with_its_point():
    _, table = laid()
    table.put(s5="7O").put(s6="7C").take(5, 6)
    assert [(e.side, e.points, e.reason.value) for e in said(table, PointsScored)] == [(1, 1, "caida")]


def test_what_was_understood_can_be_written_down_and_scores_alike():
    referee, table = laid()
    table.put(s5="7O").put(s6="7C").take(5, 6)
    text = format_record(referee.record)
    assert text.splitlines()[-1] == "A 7O  B 7C"
    scored = score_record(text)
    assert (scored.scores, scored.game.match) == (referee.scoreboard.scores, referee.match)


@pytest.mark.parametrize("after", ["played on", "swept", "left"])
def test_a_match_that_is_won_stays_won_whatever_becomes_of_the_table(after):
    referee = Referee(MatchSetup(2, 1, "pagat target=1"))
    table = Table(referee.feed)
    for slot, text in LAYOUT.items():
        table.put(**{slot: text})
    table.wait(1000).put(s5="7O").put(s6="7C")
    if after == "played on":
        table.take(5, 6).put(s7="2B").put(s8="12E").put(s9="3O").put(s10="3E").take(9, 10)
    elif after == "swept":
        table.take(*table.lying)
    table.wait(8000)
    assert referee.scoreboard.winners == (1,)
    assert (referee.corrections, len(referee.plays)) == (0, 2)


def test_captured_cards_may_be_taken_one_by_one_and_late():
    referee, table = laid()
    table.put(s5="4E").take(1).put(s6="12O").take(5).put(s7="2O")
    assert plays(referee) == [(0, "4E"), (1, "12O"), (0, "2O")]
    assert referee.corrections == referee.doubts == 0


def test_a_hand_over_the_table_hides_cards_without_taking_them():
    referee, table = laid()
    hidden = {slot: table.lying.pop(slot) for slot in (0, 1)}
    table.wait(3000, hand=True)
    table.lying.update(hidden)
    table.wait(600)
    assert plays(referee) == []


def test_a_pushed_card_is_no_play():
    referee, table = laid()
    table.lying[9] = table.lying.pop(0)
    table.wait(1000)
    table.put(s5="7O")
    assert plays(referee) == [(0, "7O")]


def test_a_card_laid_upon_its_match_is_a_play():
    referee, table = laid()
    table.lying.pop(1)
    table.lying[(275.0, 154.0)] = "4E"  # slot 1 lies at (270, 150): almost wholly covered
    table.wait(800)
    table.lying.pop((275.0, 154.0))
    table.wait(1000)
    assert plays(referee) == [(0, "4E")]


def test_a_capture_that_nobody_saw_is_known_by_what_it_took():
    referee, table = laid()
    table.take(1).wait(3000)
    table.put(s5="12O")
    assert plays(referee) == [(0, "4?"), (1, "12O")]


def test_a_card_seen_in_passing_names_the_capture():
    referee, table = laid()
    table.lying[5] = "4E"
    table.wait(200, hand=True)
    del table.lying[5], table.lying[1]
    table.wait(4000)
    assert plays(referee) == [(0, "4E")]


def test_a_better_look_renames_a_card_without_a_word():
    referee, table = laid()
    table.put(s5="7O:0.5 3O:0.45")
    table.lying[5] = "3O"
    table.wait(3000)
    assert plays(referee) == [(0, "3O")]
    assert not said(table, Doubt)


def test_a_card_found_twice_in_one_look_is_one_card():
    referee, table = laid()
    table.put(s5="7O")
    table.lying[(752.0, 152.0)] = "7O"  # slot 4 is empty, slot 5 lies at (150, 290)
    table.lying[(154.0, 290.0)] = "7O"
    table.wait(200)
    del table.lying[(752.0, 152.0)], table.lying[(154.0, 290.0)]
    table.put(s6="12O")
    assert plays(referee) == [(0, "7O"), (1, "12O")]


def test_a_better_look_renames_a_card_of_the_layout():
    _, table = laid(s0="1O:0.6 3O:0.35", s1="4C", s2="6E", s3="11B")
    table.lying[0] = "3O"
    table.wait(3000)
    table.put(s5="3C").take(0, 1, 5)
    assert [event.cards for event in said(table, CardsCaptured)] == [tuple(map(Card.parse, ("3C", "3O", "4C")))]


def test_a_suit_is_put_right_without_a_word():
    referee, table = laid()
    table.put(s5="7O:0.55 7C:0.4").wait(3000)
    table.put(s6="7O").take(5, 6)
    assert plays(referee) == [(0, "7C"), (1, "7O")]
    assert {str(card) for event in said(table, CardsCaptured) for card in event.cards} == {"7C", "7O"}
    assert not said(table, (Doubt, ReadingCorrected))


def test_a_card_dropped_upon_another_that_it_does_not_take_is_asked_about():
    referee, table = laid()
    table.lying[(272.0, 152.0)] = "7O"  # upon the 4 of slot 1, which stays in sight
    table.wait(400)
    assert not table.said[5:]
    table.wait(4000)
    assert plays(referee) == [(0, "7O")]


def test_a_play_seen_late_is_put_before_the_one_that_came_after_it():
    referee, table = laid()
    table.lying[5] = "back"
    table.lying[6] = "12O"
    table.t_ms += 200
    referee.feed(look(table.t_ms, {**table.lying, 5: "7O"}))
    table.wait(600)
    table.lying[5] = "7O"
    table.wait(1500)
    assert sorted(seat for seat, _ in plays(referee)) == [0, 1]


def test_face_down_piles_are_no_cards_of_the_table():
    referee, table = laid()
    table.put(s10="back", s11="back")
    assert plays(referee) == []


def test_a_still_table_is_looked_at_again_until_nothing_can_be_learned():
    referee = Referee(MatchSetup())
    assert referee.wake_at_ms is None
    referee.feed(look(1000, {0: "1O", 1: "4C", 2: "6E", 3: "11B"}))
    events = []
    while (wake_at_ms := referee.wake_at_ms) is not None:
        events += referee.feed(Tick(wake_at_ms))
    assert any(isinstance(event, LayoutDealt) for event in events)
    assert referee.feed(Tick(99_000)) == ()


@pytest.mark.parametrize("fits", [True, False])
def test_whether_the_enrolled_deck_lies_there_is_told(fits):
    assert Referee(MatchSetup()).feed(DeckComparison(10, "cafe", fits)) == (DeckCompared("cafe", fits),)


def test_a_button_that_means_nothing_yet_changes_nothing():
    assert Referee(MatchSetup()).feed(ButtonPress(10, 0, "ronda")) == ()


def test_cards_that_are_unknown_by_suit_are_cards():
    assert str(Card.parse("4?")) == "4?"


def test_the_history_is_what_was_told_and_ends_at_the_score_that_is_shown():
    referee, table = laid()
    table.put(s5="12O").wait(1500).put(s6="12C").wait(1500)
    plays = [entry.fact.action.card for entry in referee.history[1:]]
    assert [str(card) for card in plays] == ["12O", "12C"]
    assert referee.history[-1].game.scores == referee.scoreboard.scores == (0, 1)


def test_a_card_that_may_be_another_leaves_less_confidence_than_one_seen_plainly():
    plain, table = laid(s0="1O", s1="4C", s2="6E", s3="11B")
    table.put(s5="7O").wait(3000)
    doubtful, other = laid(s0="1O", s1="4C", s2="6E", s3="11B")
    other.put(s5="7O:0.5 2O:0.45").wait(3000)
    assert 0 < doubtful.confidence < plain.confidence <= 1


def test_where_the_cards_of_the_deal_lie_is_known():
    referee, table = laid()
    table.put(s5="7O").wait(1500)
    assert {str(card): place for card, place in referee.places.items()} == {
        text: pytest.approx(SLOTS[int(slot[1:])]) for slot, text in {**LAYOUT, "s5": "7O"}.items()
    }


def test_what_lies_there_is_told_with_what_is_hidden_and_what_is_not_of_the_game():
    referee, table = laid()
    table.lying[9] = "back"
    table.wait(600)
    del table.lying[0]
    table.wait(200, hand=True)
    lying = {str(one.card): one for one in referee.lying}
    assert lying["1O"].hidden and not lying["4C"].hidden
    assert lying["4C"].centre == pytest.approx(SLOTS[1])
    assert [one.in_game for one in referee.lying if one.card is None] == [False]
