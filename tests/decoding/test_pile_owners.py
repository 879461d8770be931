"""Whose pile grows tells who had captured."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import Card
from firmware.decoding.branching import initial_hypothesis, open_deal
from firmware.decoding.history import Capture
from firmware.decoding.pile_owners import LAID_UP_MS, PUT_BACK_MS, piles_log_likelihood, surprise
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.tracking.tracker import Tracker
from tests.support.arms import arm, laid
from tests.support.scene import LAYOUT, Table

PILES = {0: (650.0, 500.0), 1: (50.0, 50.0), 2: (650.0, 50.0), 3: (50.0, 500.0)}
SLOT = 8
PAUSE_MS = 4000


class Captures(Table):
    """A table at which one card after the other is laid and taken up, and a pile grows."""

    def __init__(self, players):
        self.tracker = Tracker()
        super().__init__(self.tracker.update)
        self.put(**LAYOUT)
        self.wait(1000)
        opened = initial_hypothesis(Game(PRESETS["pagat"], players, players - 1))
        self.hypothesis = open_deal(opened, [self.tracker[number] for number in range(4)], laid(), 0.0)
        self.taken = []
        self.shift = dict.fromkeys(PILES, 0)

    def capture(self, pile=None):
        """A card is laid and taken up, and this pile grows; ``None``: none in view does."""
        self.put(**{f"s{SLOT}": "7O"})
        self.taken.append((self.t_ms, list(self.tracker)[-1].id))
        self.take(SLOT)
        if pile is not None:
            self.grow(pile)
        return self.wait(PAUSE_MS)

    def grow(self, pile):
        """A pile grows: what lies on top lies somewhat aside."""
        x, y = PILES[pile]
        self.lying.pop((x + 6 * self.shift[pile], y), None)
        self.shift[pile] ^= 1
        self.lying[(x + 6 * self.shift[pile], y)] = "back"
        return self.wait(200)

    def put_back(self, later_ms):
        """A card of the table is gone, lies there again, and the hypothesis knows: a pile grew so long before."""
        lain = next(iter(self.tracker)).id
        self.take(0).wait(PAUSE_MS).grow(0).wait(later_ms - 200)
        self.put(s0=LAYOUT["s0"]).wait(PAUSE_MS)
        found = {Card.parse(LAYOUT["s0"]): (lain, list(self.tracker)[-1].id)}
        self.hypothesis._facts_cache[:] = [self.hypothesis.facts._replace(tracks_by_card=found)]
        return self

    def by(self, *seats):
        """The log-likelihood if these seats had captured, in this order."""
        captures = [(Capture(t_ms, seat), (number,)) for (t_ms, number), seat in zip(self.taken, seats, strict=True)]
        return piles_log_likelihood(self.hypothesis, captures, self.tracker)


def captures(players, *piles):
    """A table at which a pile grew after each capture, the pile of this seat."""
    table = Captures(players)
    for pile in piles:
        table.capture(pile)
    return table


@pytest.mark.parametrize(
    ("players", "piles"),
    [(2, []), (2, [0]), (2, [0, 1]), (2, [0, 0, 0, 0]), (2, [0, 1, 0, 1, 1]), (3, [0, 1, 2, 0, 2]), (4, [3, 0, 3, 1])],
)
def test_it_is_zero_where_each_pile_grew_after_the_captures_of_one_player(players, piles):
    assert captures(players, *piles).by(*piles) == 0.0


def test_nobody_knows_before_whose_pile_lies_where():
    assert captures(2, 0, 1, 0, 1).by(1, 0, 1, 0) == 0.0


@pytest.mark.parametrize("each", [2, 3, 4])
def test_a_capture_by_another_is_one_surprise_of_each_pile(each):
    piles = [0, 1] * each
    not_by_its_owner, not_followed = surprise(each - 1, each), surprise(each, each + 1)
    assert captures(2, *piles).by(*piles[:-1], 0) == pytest.approx(not_by_its_owner + not_followed)


def test_it_is_the_more_surprising_the_more_were_seen():
    told = [surprise(times, times + 1) for times in range(1, 8)]
    assert told == sorted(told, reverse=True)


def test_the_captures_of_whoever_has_no_pile_in_view_tell_nothing():
    assert captures(2, 0, None, 0, None, 0).by(0, 1, 0, 1, 0) == 0.0


def test_a_capture_after_which_the_own_pile_lies_as_before_was_hardly_his():
    table = captures(2, 0, 0, 0, None)
    assert table.by(0, 0, 0, 0) == pytest.approx(surprise(3, 4))
    assert table.by(0, 0, 0, 1) == 0.0


def test_what_still_lies_there_is_on_no_pile_yet():
    table = captures(2, 0, 0, 0).put(**{f"s{SLOT}": "7O"}).wait(PAUSE_MS)
    table.taken.append((table.t_ms, list(table.tracker)[-1].id))
    assert table.by(0, 0, 0, 0) == 0.0


def test_while_an_arm_hides_his_pile_it_tells_nothing():
    table = captures(2, 0, 0, 0)
    table.show = lambda seen: table.tracker.update(_hidden(seen))
    assert table.capture().by(0, 0, 0, 0) == 0.0


def _hidden(seen):
    """The same look with an arm over the pile of seat 0."""
    return replace(seen, hand_present=True, covers=(arm(PILES[0], 1),))


def test_partners_may_lay_their_captures_upon_one_pile():
    table = captures(4, 0, 0, 0, 0)
    assert table.by(0, 2, 0, 2) == 0.0
    assert table.by(0, 2, 0, 1) < -1.0


def test_other_players_have_a_pile_each():
    assert captures(3, 0, 0, 0, 0).by(0, 2, 0, 2) < -1.0


def test_a_pile_that_grows_when_nobody_captured_is_hardly_the_players():
    table = captures(2, 0, 0, 0).grow(0)
    assert table.wait(PAUSE_MS).by(0, 0, 0) == pytest.approx(surprise(3, 4))


@pytest.mark.parametrize(("later_ms", "told"), [(400, 0.0), (PUT_BACK_MS + 800, surprise(3, 4))])
def test_a_pile_from_which_a_card_was_put_back_has_not_grown(later_ms, told):
    assert captures(2, 0, 0, 0).put_back(later_ms).by(0, 0, 0) == pytest.approx(told)


def test_what_grew_before_the_deal_or_after_it_tells_nothing():
    table = captures(2, 0, 0, 0)
    over = table.hypothesis.facts._replace(end_ms=float(table.t_ms - LAID_UP_MS))
    table.grow(0).wait(PAUSE_MS)
    before = table.by(0, 0, 0)
    table.hypothesis._facts_cache[:] = [over]
    assert before < 0.0 == table.by(0, 0, 0)


@given(st.integers(0, 30), st.integers(0, 30))
def test_what_always_happens_or_never_is_no_surprise_and_all_else_is_one(times, others):
    told = surprise(times, times + others)
    assert told == pytest.approx(surprise(others, times + others))
    assert told == pytest.approx(0.0) if 0 in (times, others) else told <= math.log(1 / 3) + 1e-9
