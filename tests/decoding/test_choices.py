"""What people choose to play: who holds a card that would take something, and lays another one, passes it up."""

from dataclasses import replace

import pytest

from firmware.decoding import likelihood, weights
from firmware.decoding.branching import rewrite
from firmware.decoding.choices import passed_up
from tests.support.arms import told


def inferred(hypothesis):
    """The hypothesis as if nobody had seen when its plays were made."""
    layout, *plays = hypothesis.steps
    return rewrite(hypothesis, (layout, *(replace(step, span=(0, 99_000)) for step in plays)))


def passes(*plays):
    _, _, hypothesis = told(list(plays))
    blind = inferred(hypothesis)
    return passed_up(blind.origin, blind.entries)


@pytest.mark.parametrize(
    ("plays", "count"),
    [
        ([(0, "2O"), (1, "2C")], 0),
        ([(0, "2O"), (1, "7C"), (0, "7E")], 0),
        ([(0, "2O"), (1, "7C"), (0, "12E"), (1, "2C")], 1),
        ([(0, "2O"), (1, "7C"), (0, "12E"), (1, "12C")], 0),
        ([(0, "2O"), (1, "7C"), (0, "12E"), (1, "10C"), (0, "10B"), (1, "2C")], 2),
    ],
    ids=["takes", "took the first that he could", "takes later", "had nothing before", "passes it up twice"],
)
def test_who_lays_a_card_that_takes_nothing_and_later_one_that_would_have_has_passed_it_up(plays, count):
    assert passes(*plays) == count


def test_what_he_plays_of_the_next_hand_he_did_not_hold_before():
    first = [(0, "2O"), (1, "7C"), (0, "12E"), (1, "10C"), (0, "5B"), (1, "3B")]
    assert passes(*first, (0, "11E"), (1, "2C")) == 0


def test_each_play_that_passes_something_up_is_weighed(monkeypatch):
    _, tracker, hypothesis = told([(0, "2O"), (1, "7C"), (0, "12E"), (1, "2C")])
    blind, weight = inferred(hypothesis), weights.PASSED_UP
    weighed = likelihood.deal_log_likelihood(blind, tracker)
    monkeypatch.setattr(weights, "PASSED_UP", 0.0)
    assert weighed - likelihood.deal_log_likelihood(blind, tracker) == pytest.approx(weight)


def test_of_plays_that_were_seen_nothing_is_inferred():
    _, _, hypothesis = told([(0, "2O"), (1, "7C"), (0, "12E"), (1, "2C")])
    assert passed_up(hypothesis.origin, hypothesis.entries) == 0
