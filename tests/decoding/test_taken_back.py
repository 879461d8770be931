"""A card that was laid and went back to the hand, however often it was found on its way, went back once."""

import pytest

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.branching import assign, initial_hypothesis, open_deal
from firmware.decoding.clutter import WITHDRAWN_MS, clutter_log_likelihood
from firmware.decoding.likelihood import deal_log_likelihood
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.tracking.tracker import Tracker
from tests.support.scene import SLOTS, look

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
LAID = tuple(map(Card.parse, LAYOUT.values()))
LOOK_MS = 100
X, Y = SLOTS[7]
SPOT, BESIDE, BACK = (X, Y), (X + 12.0, Y), (X, Y + 90.0)
"""Where the card lay, where it is found a second time, and where it is seen on its way back."""


class Table:
    """A table that is looked at ten times a second: a layout, and a card that is laid and taken back."""

    def __init__(self):
        self.tracker, self.t_ms = Tracker(), 1000

    def shows(self, more, looks, *, hand=False):
        for _ in range(looks):
            self.tracker.update(look(self.t_ms, LAYOUT | more, hand=hand))
            self.t_ms += LOOK_MS
        return self

    def taken_back(self):
        """The hypothesis that takes all but the layout for clutter."""
        four = [self.tracker[number] for number in range(4)]
        hypothesis = open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), four, LAID, 0.0)
        for track in list(self.tracker)[4:]:
            hypothesis = assign(hypothesis, track, None)
        return hypothesis

    def clutter(self):
        """The log-likelihood of each track that is clutter."""
        hypothesis = self.taken_back()
        return [clutter_log_likelihood(hypothesis, self.tracker[one], self.tracker) for one in hypothesis.clutter]


def laid(looks=8):
    return Table().shows({}, 6).shows({SPOT: "7O"}, looks)


def test_what_is_seen_of_it_on_its_way_back_counts_nothing_more():
    seen_going = laid().shows({BACK: "7O"}, 1, hand=True).shows({}, 30)
    unseen = laid().shows({}, 1, hand=True).shows({}, 30)
    assert seen_going.clutter() == [pytest.approx(unseen.clutter()[0], abs=0.01), 0.0]


def test_the_longer_a_card_lay_there_the_less_was_it_taken_back():
    at_once, soon, late = (laid(looks).shows({}, 30).clutter()[0] for looks in (8, 21, 51))
    assert (at_once, soon + 3 * weights.TAKEN_BACK_LATE) == pytest.approx((soon, late))


@pytest.mark.parametrize("passing", ["6O", "7E"])
def test_another_card_seen_there_is_not_that_one(passing):
    assert laid().shows({BACK: passing}, 1, hand=True).shows({}, 30).clutter()[1] < weights.FALSE_ALARM


def test_nor_is_one_seen_long_after():
    waits = WITHDRAWN_MS // LOOK_MS + 1
    assert laid().shows({}, waits, hand=True).shows({BACK: "7O"}, 1, hand=True).shows({}, 30).clutter()[1] < -1.0


def test_a_card_that_comes_to_lie_elsewhere_is_another_event():
    assert laid().shows({BACK: "7O"}, 8).shows({}, 30).clutter()[1] < weights.IN_HAND_AGAIN


def test_a_card_that_was_found_twice_goes_back_once():
    twice = laid(4).shows({SPOT: "7O:0.5 7E:0.4", BESIDE: "7E:0.5 7O:0.4"}, 4).shows({}, 30)
    assert twice.clutter()[1] > weights.FALSE_ALARM + weights.LOOKS_LIKE_CARD / 3


def upon_the_four(again_looks, looks=1):
    """What it weighs more that the 5 of cups, seen for so many looks where the 4 lies, is that card than nothing."""
    table = Table().shows({}, 6)
    for _ in range(looks):
        table.tracker.update(look(table.t_ms, {**LAYOUT, 1: "5C"}, hand=True))
        table.t_ms += LOOK_MS
    table.tracker.update(look(table.t_ms, {slot: text for slot, text in LAYOUT.items() if slot != 1}, hand=True))
    table.t_ms += LOOK_MS
    table.shows({}, again_looks)
    four = [table.tracker[number] for number in range(4)]
    hypothesis = open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), four, LAID, 0.0)
    played = assign(hypothesis, table.tracker[4], Card.parse("5C"))
    one, other = (deal_log_likelihood(each, table.tracker) for each in (played, hypothesis))
    return one - other - weights.FACE * table.tracker[4].log_prob(Card.parse("5C"))


def test_what_is_seen_once_where_a_card_lay_and_lies_on_is_mostly_that_card():
    assert upon_the_four(again_looks=1) - upon_the_four(again_looks=0) == pytest.approx(weights.UPON_ANOTHER, abs=0.1)


def test_unless_it_is_seen_there_twice():
    assert upon_the_four(1, looks=2) - upon_the_four(0, looks=2) > weights.UPON_ANOTHER / 2
