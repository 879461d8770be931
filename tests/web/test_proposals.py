"""A correction waits for a nod of the other side, and for nobody else's."""

import pytest

from firmware.web.proposals import TOLD_S, WINDOW_S, Proposals


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def proposals(now):
    return Proposals(lambda: now[0])


def test_the_other_side_agrees_and_it_is_gone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.waiting(7) == (asked,)
    assert proposals.agree(asked.number, 1, 1, 7) == asked
    assert proposals.waiting(7) == ()


def test_nobody_agrees_to_what_his_own_side_has_asked_for(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.agree(asked.number, 0, 0, 7) is None
    assert proposals.waiting(7) == (asked,)


def test_it_cannot_be_agreed_to_twice(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    proposals.agree(asked.number, 1, 1, 7)
    assert proposals.agree(asked.number, 1, 1, 7) is None


def test_once_the_game_has_gone_on_it_is_another_play_that_would_be_undone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.waiting(8) == ()
    assert proposals.agree(asked.number, 1, 1, 8) is None


def test_it_does_not_wait_for_ever(proposals, now):
    asked = proposals.ask(0, 0, "undo", plays=7)
    now[0] += WINDOW_S
    assert proposals.agree(asked.number, 1, 1, 7) is None


@pytest.mark.parametrize("outcome", ["agreed", "refused"])
def test_what_came_of_it_is_told_for_a_while(proposals, now, outcome):
    asked = proposals.ask(0, 0, "undo", plays=7)
    proposals.agree(asked.number, 1, 1, 7) if outcome == "agreed" else proposals.refuse(asked.number, 1)
    assert [(one.proposal, one.outcome, one.seat) for one in proposals.settled(7)] == [(asked, outcome, 1)]
    now[0] += TOLD_S
    assert proposals.settled(7) == ()


@pytest.mark.parametrize(("plays", "later_s"), [(8, 0.0), (7, WINDOW_S)], ids=["played on", "too long"])
def test_what_nobody_answered_in_time_is_told_to_be_too_late(proposals, now, plays, later_s):
    asked = proposals.ask(0, 0, "undo", plays=7)
    now[0] += later_s
    assert [(one.proposal, one.outcome) for one in proposals.settled(plays)] == [(asked, "lapsed")]
    assert proposals.waiting(7) == ()


def test_who_thinks_better_of_it_leaves_nothing_to_tell(proposals):
    proposals.refuse(proposals.ask(0, 0, "undo", plays=7).number, 0)
    assert proposals.settled(7) == ()


def test_a_second_one_takes_the_place_of_the_first(proposals):
    proposals.ask(0, 0, "undo", plays=7)
    other, second = proposals.ask(1, 1, "undo", plays=7), proposals.ask(0, 0, "remove 7", plays=7)
    assert proposals.waiting(7) == (other, second)


def test_what_is_refused_is_gone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.refuse(asked.number, 1) == asked
    assert proposals.refuse(asked.number, 1) is None
