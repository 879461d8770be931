"""How the camera of the Pi exposes: the brightness that was found, whole flickers, and no card burnt out."""

import numpy as np
import pytest

from hardware.brightness import EXPOSED
from hardware.exposure import (
    BURNT_S,
    LEAST_TABLE,
    LESS_LIGHT,
    MOST_STEPS,
    Exposure,
    HighlightGuard,
    burns_out,
    exposure,
    flickers_us,
    found_exposure,
)

CARD = 24
"""Side of a square that covers 2.8 % of the picture."""


def table(grey, cards=255):
    """A grey picture of a table of this grey with one card."""
    picture = np.full((90, 160), grey, np.uint8)
    picture[20 : 20 + CARD, 20 : 20 + CARD] = cards
    return picture


@pytest.mark.parametrize(
    ("found_us", "kept_us"), [(400, 10_000), (12_345, 10_000), (16_000, 20_000), (33_000, 30_000), (66_000, 30_000)]
)
def test_exposures_are_whole_flickers_of_a_lamp_and_fit_a_picture(found_us, kept_us):
    assert flickers_us(found_us) == kept_us


@pytest.mark.parametrize(
    ("light", "near_us", "least_gain", "kept"),
    [
        (24_690, 12_345, 1.0, Exposure(10_000, 2.469)),
        (24_690, 16_000, 1.0, Exposure(20_000, 1.2345)),
        (16_000, 16_000, 1.0, Exposure(10_000, 1.6)),  # 20 ms would be too bright at any gain
        (2_000, 2_000, 1.0, Exposure(2_000, 1.0)),  # daylight
        (11_000, 10_000, 1.12, Exposure(9_821, 11_000 / 9_821)),
        (198_000, 33_000, 1.0, Exposure(30_000, 6.6)),
    ],
)
def test_brightness_is_kept_at_gains_that_a_sensor_has(light, near_us, least_gain, kept):
    assert exposure(light, near_us, least_gain) == pytest.approx(kept)


def test_what_a_sensor_could_not_amplify_any_more_is_kept_too():
    found = {"ExposureTime": 33_000, "AnalogueGain": 6.0, "DigitalGain": 1.5}
    assert found_exposure(found).light == pytest.approx(33_000 * 9.0)


def test_a_camera_that_tells_nothing_of_its_exposure_has_one():
    assert found_exposure({}) == Exposure(10_000, 1.0)
    assert found_exposure({"ExposureTime": 0}).time_us == 1


@pytest.mark.parametrize(
    ("grey", "card", "burnt"),
    [(110, 255, True), (110, 240, False), (LEAST_TABLE, 255, False), (LEAST_TABLE + 1, 255, True), (230, 255, True)],
)
def test_a_white_card_burns_out_on_a_table_that_is_not_dark(grey, card, burnt):
    assert burns_out(table(grey, card)) is burnt


def test_a_table_that_is_darkened_is_not_taken_for_one_whose_lamp_was_switched_off():
    assert EXPOSED.dark < LEAST_TABLE * LESS_LIGHT ** (1 / 2.2)


def steps(pictures):
    """What a guard says to pictures, one a second."""
    guard = HighlightGuard(Exposure(10_000, 8.0))
    return [guard.see(picture, float(second)) for second, picture in enumerate(pictures)]


def test_what_lies_there_burnt_out_gets_less_light_step_by_step():
    said = steps([table(110)] * 60)
    light = [less.light for less in said if less]
    assert light == pytest.approx([80_000 * LESS_LIGHT**step for step in range(1, MOST_STEPS + 1)])
    assert said.index(next(filter(None, said))) == BURNT_S


def test_once_nothing_burns_out_the_exposure_stays():
    assert not any(steps([table(110, 240)] * 60))


def test_a_sleeve_that_passes_again_and_again_takes_no_light():
    assert not any(steps([table(110), table(110, 90)] * 30))
