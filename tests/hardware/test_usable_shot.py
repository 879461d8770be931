"""What of a camera's answer is believed."""

import math

import numpy as np
import pytest

from hardware.ports import Shot
from hardware.usable_shot import plausible_s, usable

YEARS_S = 10 * 365.25 * 86_400
PICTURE = np.zeros((90, 160, 3), np.uint8)


@pytest.mark.parametrize("stamp_s", [YEARS_S, -YEARS_S, math.nan, math.inf, -math.inf, 1000.2, 997.0])
def test_a_time_that_cannot_be_is_that_at_which_the_picture_came(stamp_s):
    assert plausible_s(stamp_s, 1000.0) == 1000.0
    assert usable(Shot(stamp_s, PICTURE), 1000.0).taken_s == 1000.0


@pytest.mark.parametrize("stamp_s", [1000.0, 999.9, 998.1])
def test_a_time_that_can_be_stays(stamp_s):
    assert plausible_s(stamp_s, 1000.0) == stamp_s


@pytest.mark.parametrize(
    "picture",
    [
        None,
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((0,), np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((90, 160), np.uint8),
        np.zeros((90, 160, 4), np.uint8),
        np.zeros((90, 160, 3), np.float32),
    ],
    ids=lambda one: str(getattr(one, "shape", one)) + str(getattr(one, "dtype", "")),
)
def test_an_answer_without_a_picture_is_none(picture):
    assert usable(Shot(1.0, picture), 1.0) is None


@pytest.mark.parametrize("grey", [np.zeros((0, 0), np.uint8), np.zeros((9, 16, 3), np.uint8)])
def test_a_small_picture_that_is_none_is_left_out(grey):
    assert usable(Shot(1.0, PICTURE, grey), 1.0).grey is None
