"""A correction waits for a nod of the other side, and for nobody else's."""

import pytest

from firmware.web.proposals import WINDOW_S, Proposals


@pytest.fixture
def now():
    return [1000.0]


@pytest.fixture
def proposals(now):
    return Proposals(lambda: now[0])


def test_the_other_side_agrees_and_it_is_gone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.waiting(7) == (asked,)
    assert proposals.agree(asked.number, 1, 7) == asked
    assert proposals.waiting(7) == ()


def test_nobody_agrees_to_what_his_own_side_has_asked_for(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.agree(asked.number, 0, 7) is None
    assert proposals.waiting(7) == (asked,)


def test_it_cannot_be_agreed_to_twice(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    proposals.agree(asked.number, 1, 7)
    assert proposals.agree(asked.number, 1, 7) is None


def test_once_the_game_has_gone_on_it_is_another_play_that_would_be_undone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.waiting(8) == ()
    assert proposals.agree(asked.number, 1, 8) is None


def test_it_does_not_wait_for_ever(proposals, now):
    asked = proposals.ask(0, 0, "undo", plays=7)
    now[0] += WINDOW_S
    assert proposals.agree(asked.number, 1, 7) is None


def test_a_second_one_takes_the_place_of_the_first(proposals):
    proposals.ask(0, 0, "undo", plays=7)
    other, second = proposals.ask(1, 1, "undo", plays=7), proposals.ask(0, 0, "remove 7", plays=7)
    assert proposals.waiting(7) == (other, second)


def test_what_is_refused_is_gone(proposals):
    asked = proposals.ask(0, 0, "undo", plays=7)
    assert proposals.refuse(asked.number) == asked
    assert proposals.refuse(asked.number) is None
