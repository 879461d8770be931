"""Where arms leave the picture: two that touch, and are seen as one, leave it at two ends."""

from dataclasses import replace

import pytest

from firmware.tracking.hands import sides_at, widened
from firmware.tracking.reaches import Reaches
from tests.support.scene import look

LEFT, TOP, TOUCHING = (
    ((0.0, 140.0), (0.0, 220.0), (180.0, 200.0), (180.0, 160.0)),
    ((210.0, 0.0), (310.0, 0.0), (280.0, 100.0), (230.0, 100.0)),
    ((0.0, 60.0), (210.0, 0.0), (310.0, 0.0), (500.0, 250.0), (350.0, 340.0), (0.0, 300.0)),
)
RIGHT, BOTTOM = (
    ((800.0, 220.0), (800.0, 300.0), (600.0, 280.0), (600.0, 240.0)),
    ((350.0, 500.0), (450.0, 500.0), (420.0, 400.0), (380.0, 400.0)),
)
ACROSS_THE_CORNER = ((0.0, 0.0), (0.0, 70.0), (330.0, 340.0), (370.0, 300.0), (70.0, 0.0))
ALL = (LEFT, TOP, RIGHT, BOTTOM)
ENDS = (0.0, 0.0, 800.0, 500.0)


def seen(*looks):
    """What remains of looks, each the arms that it shows, 200 ms apart."""
    reaches = Reaches()
    for number, arms in enumerate(looks):
        reaches.add(replace(look(200 * number, {}, hand=bool(arms)), covers=tuple(arms)))
    return reaches


def test_the_picture_reaches_as_far_as_arms_have_shown():
    assert widened(None, ()) is None
    assert widened(None, (LEFT,)) == (0.0, 140.0, 180.0, 220.0)
    assert widened(widened(None, (LEFT, TOP)), (RIGHT, BOTTOM)) == ENDS


@pytest.mark.parametrize(("arm", "sides"), [(LEFT, 1), (TOP, 1), (RIGHT, 1), (BOTTOM, 1), (TOUCHING, 2)])
def test_an_arm_leaves_the_picture_at_one_end_and_two_that_touch_at_two(arm, sides):
    assert len(sides_at(arm, ENDS)) == sides


def test_a_side_of_an_outline_within_the_picture_is_no_end_of_it():
    sleeve = ((300.0, 100.0), (400.0, 100.0), (400.0, 500.0), (300.0, 500.0))
    assert sides_at(sleeve, ENDS) == [(0.0, 1.0)]
    assert sides_at(tuple((x, y - 10) for x, y in sleeve), ENDS) == []
    assert sides_at(sleeve, None) == []


@pytest.mark.parametrize("side", [(-1.0, 0.0), (0.0, -1.0)])
def test_whoever_touches_another_arm_is_there_as_that_one_is(side):
    reaches = seen(ALL, (), (), (), (TOUCHING,))
    assert reaches.nearest(side, 800, 800).there > 0.87


@pytest.mark.parametrize("side", [(1.0, 0.0), (0.0, 1.0)])
def test_nobody_else_is_there_then(side):
    reaches = seen(ALL, (), (), (), (TOUCHING,))
    assert reaches.nearest(side, 800, 800).there < 0.5


def test_two_arms_that_touch_count_as_two():
    reaches = seen(ALL)
    assert reaches.parted([TOUCHING, LEFT]) == [TOUCHING, TOUCHING, LEFT]


def test_an_arm_that_the_corner_of_the_picture_cuts_off_is_one():
    (side,) = sides_at(ACROSS_THE_CORNER, ENDS)
    assert side == pytest.approx((-0.707, -0.707), abs=0.05)
    assert seen(ALL).parted([ACROSS_THE_CORNER]) == [ACROSS_THE_CORNER]
