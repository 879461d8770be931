"""From which side arms were over the table, and when."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.tracking.hands import from_side
from firmware.tracking.reaches import LONGEST_MS, REMEMBERED, Reaches
from tests.support.arms import LAYOUT, arm
from tests.support.scene import SLOTS, look

MIDDLE = SLOTS[1]
SIDES = {0: (0.0, -1.0), 1: (0.0, 1.0), 2: (-1.0, 0.0)}


def seen(*looks):
    """What remains of looks, each a time and the seats whose arms reach for the middle of the cards."""
    reaches = Reaches()
    for one in looks:
        add(reaches, *one)
    return reaches


def add(reaches, t_ms, *seats):
    """Have a look seen at that time, with the arms of these seats."""
    hands = tuple(arm(MIDDLE, seat) for seat in seats)
    reaches.add(replace(look(t_ms, LAYOUT, hand=bool(hands)), covers=hands))


@pytest.mark.parametrize("seat", SIDES)
def test_an_arm_comes_from_where_its_end_is_farthest_from_the_cards(seat):
    x, y = from_side(arm(MIDDLE, seat), MIDDLE)
    assert x * SIDES[seat][0] + y * SIDES[seat][1] > 0.95


@pytest.mark.parametrize(
    ("seat", "since_ms", "until_ms", "there"),
    [
        (0, 1000, 2000, True),
        (0, 0, 1000, True),
        (0, 1400, 1400, True),  # no look was taken at that time
        (0, 0, 999, False),
        (0, 1801, 5000, False),
        (1, 1000, 2000, False),
        (2, 3000, 3000, True),
    ],
)
def test_an_arm_is_there_from_the_first_look_that_shows_it_to_the_last(seat, since_ms, until_ms, there):
    reaches = seen((1000, 0), (1200, 0), (1800, 0), (2000,), (3000, 2))
    assert (reaches.nearest(SIDES[seat], since_ms, until_ms).there > 0.9) == there


@pytest.mark.parametrize(("arrived_ms", "there"), [(1000, True), (1001, False)])
def test_an_arm_that_was_there_before_may_not_be_meant(arrived_ms, there):
    reaches = seen((1000, 0), (1200, 0), (1800, 0))
    assert (reaches.nearest(SIDES[0], 1500, 1600, arrived_ms).arrived > 0.9) == there


def test_nobody_is_there_before_anything_was_seen():
    assert Reaches().nearest((1.0, 0.0), 0, 1000).there == -1.0


def test_two_arms_at_once_are_two():
    reaches = seen((1000, 0, 1), (1200, 0, 1))
    assert all(reaches.nearest(SIDES[seat], 1000, 1200).there > 0.9 for seat in (0, 1))


def test_an_arm_that_leaves_and_comes_again_was_not_there_between():
    reaches = seen((1000, 0), (1100,), (1900,), (2000, 0))
    assert reaches.nearest(SIDES[0], 1200, 1800).there == -1.0


def test_while_nothing_can_be_seen_anybody_may_be_there():
    reaches = seen((1000,))
    reaches.add(replace(look(2000, {}, hand=True), unseen="too_dark"))
    reaches.add(look(5000, LAYOUT))
    assert reaches.nearest((1.0, 0.0), 3000, 3500).there == 1.0
    assert reaches.nearest((1.0, 0.0), 5001, 6000).there == -1.0


def test_however_often_nothing_can_be_seen_what_was_before_is_remembered():
    reaches = seen((1000, 0))
    for number in range(2 * REMEMBERED):
        reaches.add(replace(look(2000 + 100 * number, {}, hand=True), unseen="too_dark"))
    assert reaches.nearest(SIDES[0], 1000, 1000).there > 0.9


def test_what_was_long_ago_is_forgotten():
    reaches = seen(*((2000 * number, number % 2) for number in range(REMEMBERED + 2)))
    assert reaches.nearest(SIDES[0], 0, 0).there == -1.0
    assert reaches.nearest(SIDES[1], 2000 * REMEMBERED + 2000, 2000 * REMEMBERED + 2000 + LONGEST_MS).there > 0.9


ARMS = st.lists(st.tuples(st.sampled_from((100, 300, 700)), st.sets(st.sampled_from((0, 1, 2)))), max_size=12)
"""Looks, each so long after the one before, ms, and the seats whose arms it shows."""


@given(ARMS, st.integers(0, 4000), st.integers(0, 1500), st.integers(0, 1500))
def test_what_was_asked_before_is_answered_as_if_it_were_asked_now(looks, since_ms, lasts_ms, before_ms):
    asked = SIDES[0], since_ms, since_ms + lasts_ms, since_ms - before_ms
    timed, now_ms = [], 0
    known = Reaches()
    for later_ms, seats in looks:
        now_ms += later_ms
        timed.append((now_ms, *sorted(seats)))
        add(known, *timed[-1])
        assert known.nearest(*asked) == seen(*timed).nearest(*asked)
