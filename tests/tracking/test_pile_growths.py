"""When piles grow."""

from dataclasses import replace

import pytest

from firmware.tracking.pile_growths import ONE_GROWTH_MS, REMEMBERED, SHIFTED_MM, PileGrowth, PileGrowths
from firmware.tracking.recent_looks import RecentLooks
from tests.support.arms import arm
from tests.support.scene import look

PILE = (600.0, 150.0)
FAR = (100.0, 500.0)


class Piles:
    """Piles that are looked at, and the growths that are noted."""

    def __init__(self):
        self.growths, self.recent = PileGrowths(), RecentLooks()

    def see(self, t_ms, *lying, under=()):
        """A look at piles that lie ``(x, y)`` millimetres from :data:`PILE`, with an arm over each of some points."""
        places = {(PILE[0] + x, PILE[1] + y): "back" for x, y in lying}
        arms = tuple(arm(point, 1) for point in under)
        seen = replace(look(t_ms, places, hand=bool(arms)), covers=arms)
        self.growths.add(seen, self.recent)
        self.recent.add(seen, arms)
        return self

    @property
    def noted(self):
        return list(self.growths.latest)


def test_a_pile_that_begins_grows_when_it_is_first_seen():
    assert Piles().see(0).see(200, (0, 0)).see(400, (0, 0)).noted == [PileGrowth(0, 200, 200)]


def test_a_pile_that_begins_under_an_arm_may_have_since_it_was_there():
    piles = Piles().see(0).see(2000, under=[PILE]).see(3000, under=[PILE]).see(4000, (0, 0))
    assert piles.noted == [PileGrowth(0, 2000, 4000)]


@pytest.mark.parametrize(
    ("aside_mm", "grown"), [(0.0, False), (SHIFTED_MM - 0.1, False), (SHIFTED_MM, True), (10.0, True)]
)
def test_a_pile_that_lies_otherwise_has_grown_since_it_was_seen_as_before(aside_mm, grown):
    piles = Piles().see(0, (0, 0)).see(5000, (0, 0)).see(6000, (aside_mm, 0))
    assert piles.noted[1:] == ([PileGrowth(0, 5000, 6000)] if grown else [])


def test_small_errors_do_not_add_up_unseen():
    piles = Piles().see(0, (0, 0)).see(5000, (2, 0)).see(10_000, (4, 0))
    assert piles.noted[1:] == [PileGrowth(0, 5000, 10_000)]


def test_what_lies_under_an_arm_tells_nothing_until_it_is_seen_in_the_clear():
    piles = Piles().see(0, (0, 0)).see(5000, (6, 0), under=[PILE]).see(6000, (6, 0))
    assert piles.noted[1:] == [PileGrowth(0, 0, 6000)]


def test_cards_that_are_put_straight_are_one_growth():
    piles = Piles().see(0, (0, 0)).see(5000, (5, 0)).see(5000 + ONE_GROWTH_MS - 1, (0, 0))
    assert piles.noted[1:] == [PileGrowth(0, 0, 5000 + ONE_GROWTH_MS - 1)]
    assert len(piles.see(10_000, (5, 0)).noted) == 3


def test_piles_at_two_places_grow_apart():
    aside = (FAR[0] - PILE[0], FAR[1] - PILE[1])
    piles = Piles().see(0, (0, 0), aside).see(5000, (5, 0), aside).see(9000, (5, 0), (aside[0] + 5, aside[1]))
    assert [(one.place, one.until_ms) for one in piles.noted] == [(0, 0), (1, 0), (0, 5000), (1, 9000)]
    assert sorted(piles.growths.by_place()) == [(0b0101, 9000), (0b1010, 9000)]


@pytest.mark.parametrize(
    ("since_ms", "until_ms", "found"),
    [(0, 4000, 0), (0, 4001, 0b10), (4500, 4600, 0b10), (4999, 9000, 0b10), (5000, 9000, 0), (-1, 9000, 0b11)],
)
def test_a_growth_may_have_been_at_any_time_between_two_looks(since_ms, until_ms, found):
    piles = Piles().see(0, (0, 0)).see(4000, (0, 0)).see(5000, (5, 0))
    assert piles.growths.between(since_ms, until_ms) == found


def test_what_was_worked_out_is_worked_out_again_after_another_look():
    piles = Piles().see(0, (0, 0))
    assert (piles.growths.between(-1, 9000), piles.growths.by_place()) == (1, [(1, 0)])
    piles.see(5000, (5, 0))
    assert (piles.growths.between(-1, 9000), piles.growths.by_place()) == (0b11, [(0b11, 5000)])


def test_the_latest_growths_are_remembered():
    piles = Piles()
    for number in range(REMEMBERED + 5):
        piles.see(2000 * number, (5 * (number % 2), 0))
    assert len(piles.noted) == REMEMBERED
    assert piles.noted[-1].until_ms == 2000 * (REMEMBERED + 4)
