"""What the lenses see, and the README's table of it."""

from pathlib import Path

import pytest

from firmware.care.camera_advice import LEAST_PX, MOST_PX
from hardware.brightness import BEST, GLARE, GLARING
from hardware.exposure import FRAME_US, LESS_LIGHT, MAINS_US, MOST_STEPS
from hardware.lenses import LENSES, MODULE_3, SIZES, Lens, height_table, whole_sensor
from hardware.ports import SIZE

README = (Path(__file__).parents[2] / "hardware" / "README.md").read_text()
BY_NAME = {lens.name: lens for lens in LENSES}
HEIGHTS_CM = range(40, 111, 10)


def test_a_right_angle_sees_a_table_twice_as_wide_as_the_camera_is_high():
    assert Lens("square", 90.0).table_cm(50, (1600, 900)) == pytest.approx((100.0, 56.25))


def test_a_card_has_its_share_of_the_picture():
    assert Lens("square", 90.0).card_px(47.5, (1000, 500)) == pytest.approx(100.0)


def test_a_lamp_is_out_of_the_picture_where_a_table_as_deep_as_its_mirror_image_is():
    assert Lens("square", 90.0).lamp_cm(50, 50, (1600, 900)) == pytest.approx((100.0, 56.25))


def test_the_hq_camera_has_the_angle_of_its_sensor_and_lens():
    assert BY_NAME["HQ, 6 mm"].table_cm(60, SIZES[0])[0] == pytest.approx(62.87)


def test_the_height_is_that_from_which_the_width_is_seen():
    assert MODULE_3.height_cm(MODULE_3.table_cm(70, SIZES[0])[0]) == pytest.approx(70)


def test_the_first_size_is_that_of_the_camera():
    assert SIZES[0] == SIZE


@pytest.mark.parametrize(
    ("resolution", "mode"),
    [((3280, 2464), (1640, 1232)), ((4608, 2592), (2304, 1296)), ((4056, 3040), (2028, 1520))],
)
def test_each_sensor_has_a_mode_that_shows_all_of_it(resolution, mode):
    assert whole_sensor(resolution) == mode


def test_the_readme_has_a_row_of_each_height():
    told = [line for line in README.splitlines() if line.startswith("| ") and " cm | " in line and " px (" in line]
    assert told == list(height_table(HEIGHTS_CM, LEAST_PX, MOST_PX))


def test_its_columns_are_the_lenses():
    assert f"| above the table | {' | '.join(lens.name for lens in LENSES)} |" in README


def test_the_readme_says_how_far_a_lamp_must_hang():
    beside, ahead = MODULE_3.lamp_cm(70, 70, SIZES[0])
    words = " ".join(README.split())
    assert (
        f"{beside:.0f} cm aside towards the picture's left or right, or {ahead:.0f} cm towards its top or bottom"
        in words
    )


def test_the_readme_says_how_light_it_must_be():
    words = " ".join(README.split())
    assert f"mean grey value from {BEST.dark:.0f} to {BEST.bright:.0f} of 255" in words
    assert f"{100 * GLARING:.0f} % of the picture is {GLARE} or more" in words


def test_the_readme_says_how_long_exposures_are():
    most = FRAME_US // MAINS_US
    assert f"10 to {most * MAINS_US // 1000} ms" in README
    assert f"{LESS_LIGHT:.0%}".replace("%", " %") + f" of the light, {MOST_STEPS} times at most" in " ".join(
        README.split()
    )
    assert f"between {LEAST_PX:.0f} and {MOST_PX:.0f} pixels" in " ".join(README.split())
