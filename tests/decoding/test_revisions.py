"""What a referee understands only afterwards: cards held, glimpsed, misread, swept up unseen."""

from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Step
from firmware.decoding.proposals.appearances import explain
from firmware.decoding.proposals.renamings import other_misread, relabel, relabelled, without_card
from firmware.decoding.proposals.reorderings import moved, played_later
from firmware.decoding.proposals.seen_in_passing import pairs_in_passing
from firmware.decoding.proposals.unseen_plays import taken_meanwhile, unseen_captures
from firmware.events import TableDisagrees
from firmware.rules.play import Play
from tests.support.arms import told
from tests.support.scene import SLOTS, laid, plays, said

ON_THE_WAY = (700.0, 520.0)


def seen_at(table, where, text, ms, hand=True):
    """Show a card at a point for a while, and take it away again."""
    table.lying[where] = text
    table.wait(ms, hand)
    del table.lying[where]
    return table


def steps_of(hypothesis):
    """Who has played what in a hypothesis."""
    return [(step.action.seat, str(step.action.card)) for step in hypothesis.steps[1:]]


def test_a_card_held_still_on_its_way_is_played_when_it_is_put_down():
    referee, table = laid()
    seen_at(table, ON_THE_WAY, "12O", 1000)
    put_down_ms = table.t_ms + 200
    table.put(s5="12O").wait(1000)
    assert plays(referee) == [(0, "12O")]
    assert referee.plays[0].t_ms == put_down_ms


def test_a_card_held_long_before_it_captures_does_not_make_the_capture_late():
    referee, table = laid()
    seen_at(table, ON_THE_WAY, "6O", 3000)
    table.put(s5="6O").wait(2600)
    table.take(2, 5).wait(1000)
    table.put(s6="12C")
    assert plays(referee) == [(0, "6O"), (1, "12C")]


def test_a_misreading_met_again_seconds_later_is_no_card_that_lay_there():
    referee, table = laid()
    for _ in range(3):
        seen_at(table, (276.0, 152.0), "2B", 200)  # of the half-hidden 4 in slot 1
        table.wait(1400)
    table.put(s5="12C")
    assert plays(referee) == [(0, "12C")]


def test_a_poorly_read_card_with_which_another_vanishes_was_of_its_rank():
    referee, table = laid()
    table.lying[5] = "7O:0.4 5C:0.3 2B:0.2"
    table.wait(800, hand=True)
    del table.lying[5], table.lying[1]
    table.wait(6000)
    assert [(seat, card[0]) for seat, card in plays(referee)] == [(0, "4")]


@pytest.mark.parametrize(
    ("named", "instead"), [(("7O", "7E"), ("5O", "5E")), (("5O", "5E"), ("7O", "7E"))], ids=["upper one", "lower one"]
)
def test_of_a_card_and_the_equal_that_it_took_either_may_be_misread(named, instead):
    referee, table = laid()
    table.put(s5="7O").wait(1000)
    table.put(s6="5E").wait(1000)
    beam = referee._beam
    first, second = [(index, 0, Card.parse(text)) for index, text in enumerate(named, 1)]
    (alike,) = [two for one in relabel(beam.best, *first) for two in relabel(one, *second)]
    assert [steps_of(one) for one in other_misread([alike], beam.tracker)] == [list(enumerate(instead))]


def test_what_took_another_card_of_its_rank_is_not_named_otherwise():
    referee, table = laid()
    table.put(s5="7O").wait(1000)
    table.put(s6="7E").wait(1000)
    assert not list(other_misread([referee._beam.best], referee._beam.tracker))


def test_a_card_that_turns_up_was_another_before():
    referee, table = laid()
    table.put(s5="7O:0.6 3O:0.05").wait(3000)
    table.put(s6="12O")
    table.put(s7="7O").wait(1000)
    assert [seat for seat, _ in plays(referee)] == [0, 1, 0]
    assert plays(referee)[2] == (0, "7O")
    assert plays(referee)[0][1] != "7O"


def test_a_card_taken_unseen_is_not_taken_for_one_that_comes_later_elsewhere():
    referee, table = laid()
    table.take(1).wait(5000)  # somebody took the 4 of cups
    seen_at(table, ON_THE_WAY, "4C:0.5 4E:0.2 5C:0.2", 600)  # and somebody holds a card much like it
    table.put(s5="5C").wait(1000)
    assert plays(referee) == [(0, "4?"), (1, "5C")]


def test_a_card_covered_at_once_was_played_before_the_one_seen_meanwhile():
    referee, table = laid()
    seen_at(table, 5, "7O", 200)
    table.lying[6] = "12O"
    table.wait(400)
    table.lying[5] = "7O"
    table.wait(2000)
    assert plays(referee) == [(0, "7O"), (1, "12O")]


@pytest.mark.parametrize(("ms", "pairs"), [(200, 0), (400, 1)], ids=["in one look", "in two"])
def test_a_card_seen_in_passing_may_have_been_played_and_taken_at_once_by_one_that_nobody_saw(ms, pairs):
    referee, table = laid()
    table.put(s5="2B")
    seen_at(table, ON_THE_WAY, "12O:0.85 11O:0.05", ms).put(s6="7O")
    proposed = list(pairs_in_passing([referee._beam.best], referee._beam.tracker))
    assert list(map(steps_of, proposed)) == [[(0, "2B"), (1, "12O"), (0, "12?"), (1, "7O")]] * pairs


def test_a_card_that_is_seen_while_a_run_is_taken_up_may_be_one_of_them():
    referee, table = laid(s0="5O", s1="6C", s2="7E", s3="11B")
    del table.lying[1], table.lying[2]
    seen_at(table, ON_THE_WAY, "6E:0.6 6C:0.3", 400)  # the 6 of cups, on its way to the pile
    table.wait(1000)
    assert plays(referee) == [(0, "6E")]
    del table.lying[0]
    table.wait(400)
    proposed = list(unseen_captures([referee._beam.best], referee._beam.tracker))
    assert [told for told in map(steps_of, proposed) if len(told) == 1] == [[(0, "5?")]]


def test_the_suit_of_an_unseen_card_is_told_when_only_one_is_left():
    referee, table = laid()
    table.take(1).wait(3000)
    assert plays(referee) == [(0, "4?")]
    table.put(s5="4O").put(s6="4E").take(5, 6)
    assert plays(referee) == [(0, "4B"), (1, "4O"), (0, "4E")]


def test_a_card_taken_back_into_the_hand_was_not_played():
    referee, table = laid()
    table.put(s5="7O").wait(1200)
    table.take(5).wait(2500)
    table.put(s6="12C").wait(1500).put(s7="3B").wait(1500).put(s8="7O").wait(3000)
    assert plays(referee) == [(0, "12C"), (1, "3B"), (0, "7O")]


def test_a_card_under_another_one_was_not_taken():
    referee, table = laid()
    table.put(s5="12O").wait(1500)
    x, y = SLOTS[5]
    del table.lying[5]  # more than half of it is covered: the eyes do not find it
    table.lying[(x + 30, y + 20)] = "10C"
    table.wait(4000)
    assert plays(referee) == [(0, "12O"), (1, "10C")]
    assert "12O" in [str(card) for card in referee.scoreboard.table]


def test_a_card_that_stays_where_it_seemed_to_take_another_was_only_laid():
    referee, table = laid()
    table.put(s5="12O").put(s6="3C")
    seen_at(table, (700.0, 150.0), "back", 3000)  # a sleeve over the 6: somebody takes it with his
    del table.lying[2]
    table.wait(3000, hand=True)
    table.lying[7] = "6B"
    table.wait(1000, hand=True).wait(4000)
    table.put(s8="2E").wait(3000)
    assert [card[:-1] for _, card in plays(referee)] == ["12", "3", "6", "6", "2"]


def test_where_a_card_is_gone_and_there_was_hardly_time_to_take_it_the_table_is_said_to_disagree():
    referee, table = laid()
    table.put(s5="12O").put(s6="3C")
    del table.lying[2]
    table.lying[7] = "6B"  # in the very look in which the other six is missed first
    table.wait(1000, hand=True).wait(3000)
    table.put(s8="2E").wait(3000)
    assert [card[:-1] for _, card in plays(referee)][:3] == ["12", "3", "6"]
    assert said(table, TableDisagrees)


def test_a_card_that_lay_for_long_was_not_taken_back_into_the_hand():
    referee, table = laid()
    table.put(s5="7O").wait(15_000).put(s6="12C").wait(1000)
    table.take(5).put(s7="7O").wait(2000)
    assert plays(referee) == [(0, "7O"), (1, "12C")]


@pytest.mark.parametrize("fixed", [False, True])
def test_a_card_that_turned_up_elsewhere_may_have_been_taken_back_and_played_there(fixed):
    session, tracker, hypothesis = told(zip((0, 1, 0), ("2O", "3C", "5E"), strict=True))
    layout, first, *others = hypothesis.steps
    hypothesis = rewrite(hypothesis, (layout, replace(first, card_fixed=fixed), *others))
    del session.lying[6]
    session.see(4)
    session.lay_by(0, 12, "2O")
    pushed = moved(hypothesis, tracker[7], Card.parse("2O"), tracker)
    later = list(played_later([pushed], tracker))
    assert [steps_of(one) for one in later] == ([] if fixed else [[(0, "3C"), (1, "5E"), (0, "2O")]])
    assert all((one.base, one.assignment[4]) == (hypothesis.base, None) for one in later)


@pytest.mark.parametrize(("looks", "taken"), [(2, False), (20, True)], ids=["just now", "long ago"])
def test_a_card_that_should_lie_there_and_went_long_ago_was_taken_unseen(looks, taken):
    session, tracker, hypothesis = told(zip((0, 1, 0), ("2O", "3C", "5E"), strict=True))
    del session.lying[8]
    session.see(looks)
    last = [steps_of(one)[-2:] for one in taken_meanwhile(hypothesis, tracker)]
    assert ([(0, "5E"), (1, "5?")] in last) is taken


def test_where_a_played_card_turns_up_what_should_lie_there_may_have_been_taken_unseen_before():
    session, tracker, hypothesis = told(zip((0, 1, 0), ("2O", "3C", "5E"), strict=True))
    del session.lying[8]
    session.see(20)
    session.lying[12] = "2O"
    session.see(4)
    assert any((1, "5?") in steps_of(one) and steps_of(one)[-1][1] == "2O" for one in explain(hypothesis, tracker))


def test_a_guess_that_turns_up_was_one_of_another_card_or_of_another_rank_that_takes_something():
    referee, _ = laid()  # 1, 4, 6 and 11
    guess = Step(2000, (), Play(0, Card.parse("4E")), weights.UNSEEN_PLAY)
    guessed = rewrite(referee._beam.best, (*referee._beam.best.steps, guess))
    others = without_card(guessed, Card.parse("4E"), referee._beam.tracker)
    assert [steps_of(other) for other in others] == [[(0, text)] for text in ("4?", "1?", "6?", "11?")]


def test_a_card_that_was_seen_and_turns_up_elsewhere_was_misread_and_may_have_been_of_a_rank_that_takes_something():
    referee, table = laid()  # 1, 4, 6 and 11
    table.put(s5="12O").wait(1000)
    beam = referee._beam
    others = [one for one in without_card(beam.best, Card.parse("12O"), beam.tracker) if len(one.steps) > 1]
    assert [steps_of(one) for one in others] == [[(0, text)] for text in ("12?", "1?", "4?", "6?", "11?")]
    assert [one.assignment[4] for one in others] == [None] * 5  # what was seen there tells of no play


def test_what_a_person_has_said_is_not_guessed_otherwise():
    referee, _ = laid()
    said = Step(2000, (), Play(0, Card.parse("4E")), weights.UNSEEN_PLAY, card_fixed=True)
    fixed = rewrite(referee._beam.best, (*referee._beam.best.steps, said))
    assert not list(without_card(fixed, Card.parse("4E"), referee._beam.tracker))


def test_a_card_is_named_otherwise_where_the_looks_say_so_unless_another_hypothesis_tells_that_already():
    referee, table = laid()
    table.put(s5="7O:0.8 3O:0.15").wait(1500)
    beam = referee._beam
    (misread,) = relabel(beam.best, 1, 0, Card.parse("3O"))
    assert [steps_of(one) for one in relabelled([misread], beam.tracker)] == [[(0, "7O")]]
    assert not list(relabelled([beam.best, misread], beam.tracker))
