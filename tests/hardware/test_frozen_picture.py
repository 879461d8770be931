"""A camera that gives the same picture again and again, whatever the driver does to it."""

import cv2
import numpy as np
import pytest

from hardware.frozen_picture import FROZEN_S, FrozenPicture

RNG = np.random.default_rng(5)
TABLE = cv2.GaussianBlur(RNG.integers(0, 256, (96, 160, 3), np.uint8), (0, 0), 4)
TABLE = cv2.normalize(TABLE, None, 20, 230, cv2.NORM_MINMAX)


def noisy(grey=2.0):
    return np.clip(TABLE + RNG.normal(0, grey, TABLE.shape), 0, 255).astype(np.uint8)


def packed(picture):
    quality = int(RNG.integers(60, 96))
    return cv2.imdecode(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))[1], cv2.IMREAD_COLOR)


def seen(monitor, pictures, rate_hz, began_s=0.0, stamp_s=lambda _now_s: None):
    """When the camera counted as frozen first and when no more, by the clock; ``None``: never."""
    frozen_s = None
    for count, picture in enumerate(pictures):
        now_s = began_s + count / rate_hz
        if monitor.see(picture, now_s, stamp_s(now_s)) is not None:
            frozen_s = now_s if frozen_s is None else frozen_s
        elif frozen_s is not None:
            return frozen_s, now_s
    return frozen_s, None


@pytest.mark.parametrize(
    ("driver", "rate_hz", "within_s"),
    [(np.copy, 1, 11), (np.copy, 5, 6), (np.copy, 30, 6), (packed, 5, 30), (packed, 30, 8)],
)
def test_a_frozen_picture_is_noticed_and_heals_with_the_next_one(driver, rate_hz, within_s):
    monitor, still = FrozenPicture(), noisy()
    assert seen(monitor, [noisy() for _ in range(10 * rate_hz)], rate_hz) == (None, None)
    frozen_s, _ = seen(monitor, [driver(still) for _ in range(within_s * rate_hz + 1)], rate_hz, 100.0)
    assert frozen_s is not None and frozen_s >= 100.0 + FROZEN_S
    other = cv2.rectangle(noisy(), (50, 20), (110, 80), (250, 250, 250), -1)
    assert monitor.see(other, 200.0) is None


def test_a_table_at_rest_under_a_real_sensor_is_no_frozen_picture():
    assert seen(FrozenPicture(), (noisy() for _ in range(300)), 30) == (None, None)


@pytest.mark.parametrize("grey", [0, 255])
def test_a_black_or_burnt_out_picture_is_something_else(grey):
    assert seen(FrozenPicture(), [np.full_like(TABLE, grey)] * 100, 10) == (None, None)


def test_it_ends_where_the_table_had_not_changed_after_some_new_pictures():
    monitor = FrozenPicture()
    assert seen(monitor, [TABLE] * 100, 10)[0] is not None
    assert [monitor.see(noisy(1.0), 20.0 + count) is None for count in range(5)] == [False] * 4 + [True]


def each_its_own(now_s):
    return now_s


def always_the_same(_now_s):
    return 7.0


@pytest.mark.parametrize("stamp_s", [each_its_own, lambda _now_s: None], ids=["stamped", "no stamps"])
@pytest.mark.parametrize("times", [2, 6])
def test_a_camera_that_sends_each_picture_several_times_is_not_frozen(times, stamp_s):
    pictures = (np.copy(one) for one in (noisy() for _ in range(60)) for _ in range(times))
    assert seen(FrozenPicture(), pictures, 30, stamp_s=stamp_s) == (None, None)


def test_a_camera_without_noise_that_looks_at_a_table_at_rest_is_not_frozen_where_its_stamps_go_on():
    assert seen(FrozenPicture(), [TABLE] * 600, 30, stamp_s=each_its_own) == (None, None)


@pytest.mark.parametrize("stamp_s", [always_the_same, lambda _now_s: None], ids=["old stamp", "no stamps"])
def test_a_picture_that_comes_again_with_its_old_stamp_is_frozen(stamp_s):
    assert seen(FrozenPicture(), [TABLE] * 200, 30, stamp_s=stamp_s)[0] is not None


def test_a_camera_that_had_noise_is_frozen_without_it_whatever_its_stamps_say():
    monitor = FrozenPicture()
    assert seen(monitor, [noisy() for _ in range(60)], 30, stamp_s=each_its_own) == (None, None)
    assert seen(monitor, [TABLE] * 200, 30, 2.0, stamp_s=each_its_own)[0] is not None
