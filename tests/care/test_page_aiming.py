"""The camera aimed on the page: what a helper with the eyes tells of pictures of the bundled game."""

import cv2
import numpy as np
import pytest

from firmware.care.aim_state import AimState
from firmware.phones.picture_helper import SEEN
from tests.support.aimed_pictures import PICTURES, as_jpeg
from tests.support.shown_tables import page_aiming


@pytest.fixture(scope="module")
def aiming(tmp_path_factory):
    return page_aiming(tmp_path_factory.mktemp("aiming"), "95")


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_turned_into_what_to_do(aiming, name):
    picture, said = PICTURES[name]
    aiming.see(as_jpeg(picture()))
    assert aiming.state().advice == said


def test_nothing_is_told_before_a_picture_or_of_what_is_none(tmp_path):
    fresh = page_aiming(tmp_path, "95")
    fresh.see(b"no picture")
    assert fresh.state() == AimState()
    assert not (tmp_path / SEEN).exists()


def test_the_picture_is_shown_with_the_arrow_of_the_advice(aiming):
    picture = PICTURES["too far right"][0]()
    aiming.see(as_jpeg(picture))
    drawn = cv2.imread(str(aiming._folder / SEEN))
    arrow = np.abs(drawn.astype(int) - picture)[340:380, 60:300]
    assert drawn.shape == picture.shape
    assert arrow.max() > 100
