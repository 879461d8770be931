"""From which side arms were over the table, and when."""

from dataclasses import replace

import pytest

from firmware.tracking.hands import from_side
from firmware.tracking.reaches import LONGEST_MS, REMEMBERED, Reaches
from tests.support.arms import LAYOUT, arm
from tests.support.scene import SLOTS, look

MIDDLE = SLOTS[1]
SIDES = {0: (0.0, -1.0), 1: (0.0, 1.0), 2: (-1.0, 0.0)}


def seen(*looks):
    """What remains of looks, each a time and the seats whose arms reach for the middle of the cards."""
    reaches = Reaches()
    for t_ms, *seats in looks:
        hands = tuple(arm(MIDDLE, seat) for seat in seats)
        reaches.add(replace(look(t_ms, LAYOUT, hand=bool(hands)), covers=hands))
    return reaches


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
    assert (reaches.nearest_cosine(SIDES[seat], since_ms, until_ms) > 0.9) == there


@pytest.mark.parametrize(("arrived_ms", "there"), [(1000, True), (1001, False)])
def test_an_arm_that_was_there_before_may_not_be_meant(arrived_ms, there):
    reaches = seen((1000, 0), (1200, 0), (1800, 0))
    assert (reaches.nearest_cosine(SIDES[0], 1500, 1600, arrived_ms) > 0.9) == there


def test_nobody_is_there_before_anything_was_seen():
    assert Reaches().nearest_cosine((1.0, 0.0), 0, 1000) == -1.0


def test_two_arms_at_once_are_two():
    reaches = seen((1000, 0, 1), (1200, 0, 1))
    assert all(reaches.nearest_cosine(SIDES[seat], 1000, 1200) > 0.9 for seat in (0, 1))


def test_an_arm_that_leaves_and_comes_again_was_not_there_between():
    reaches = seen((1000, 0), (1100,), (1900,), (2000, 0))
    assert reaches.nearest_cosine(SIDES[0], 1200, 1800) == -1.0


def test_while_nothing_can_be_seen_anybody_may_be_there():
    reaches = seen((1000,))
    reaches.add(replace(look(2000, {}, hand=True), unseen="too_dark"))
    reaches.add(look(5000, LAYOUT))
    assert reaches.nearest_cosine((1.0, 0.0), 3000, 3500) == 1.0
    assert reaches.nearest_cosine((1.0, 0.0), 5001, 6000) == -1.0


def test_however_often_nothing_can_be_seen_what_was_before_is_remembered():
    reaches = seen((1000, 0))
    for number in range(2 * REMEMBERED):
        reaches.add(replace(look(2000 + 100 * number, {}, hand=True), unseen="too_dark"))
    assert reaches.nearest_cosine(SIDES[0], 1000, 1000) > 0.9


def test_what_was_long_ago_is_forgotten():
    reaches = seen(*((2000 * number, number % 2) for number in range(REMEMBERED + 2)))
    assert reaches.nearest_cosine(SIDES[0], 0, 0) == -1.0
    assert reaches.nearest_cosine(SIDES[1], 2000 * REMEMBERED + 2000, 2000 * REMEMBERED + 2000 + LONGEST_MS) > 0.9
