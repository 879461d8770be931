"""Hands as outlines on the table, and what hides it beside them, told from a picture of the clear table."""

import numpy as np
import pytest

from firmware.tracking.geometry import reaches
from vision.locate import Detections
from vision.occluders import (
    CELLS,
    LEAST_COVERED_CELLS,
    BackgroundSubtractor,
    covered_cells,
    hand_outlines,
    small_colours,
)

PX_PER_MM = 2.0
SIZE_MM = (640, 360)


def detections(cells, cell_px=20.0):
    cover = np.zeros((20, 30), np.float32)
    for row, column in cells:
        cover[row, column] = 0.9
    return Detections((), cover, cell_px)


def block(top, left, height, width):
    return [(row, column) for row in range(top, top + height) for column in range(left, left + width)]


def test_an_outline_goes_round_whole_cells_in_millimetres():
    (outline,) = hand_outlines(detections(block(2, 3, 4, 5)), px_per_mm=2.0)
    assert set(outline) == {(30.0, 20.0), (80.0, 20.0), (80.0, 60.0), (30.0, 60.0)}


def test_two_hands_are_two_outlines():
    assert len(hand_outlines(detections(block(2, 3, 4, 5) + block(2, 20, 4, 5)), 2.0)) == 2


def test_a_freckle_is_no_hand():
    freckle = block(2, 3, 1, LEAST_COVERED_CELLS - 1)
    assert hand_outlines(detections(freckle), 2.0) == ()
    assert covered_cells(detections(freckle)) == LEAST_COVERED_CELLS - 1


def test_before_the_scale_is_known_a_hand_has_no_place():
    assert hand_outlines(detections(block(2, 3, 4, 5)), None) == ()


def table(light=1.0):
    """A grey table with a grain, (720, 1280, 3) uint8."""
    rng = np.random.default_rng(5)
    grain = rng.normal(170, 6, (int(SIZE_MM[1] * PX_PER_MM), int(SIZE_MM[0] * PX_PER_MM), 1))
    return np.clip(grain * light + np.zeros(3), 0, 255).astype(np.uint8)


def laid(picture, box_mm, colours):
    """The picture with a striped rectangle (left, top, right, bottom) upon it."""
    left, top, right, bottom = (int(side * PX_PER_MM) for side in box_mm)
    for n, row in enumerate(range(top, bottom, 8)):
        picture[row : min(row + 8, bottom), left:right] = colours[n % len(colours)]
    return picture


def found(background, picture):
    return background.occluders(small_colours(picture), max(picture.shape) / CELLS / PX_PER_MM)


def hidden(picture):
    background = BackgroundSubtractor()
    background.learn(small_colours(table()))
    return found(background, picture)


STRIPES = ((60, 40, 90), (150, 120, 180))


def test_a_broad_sleeve_is_outlined_in_table_millimetres():
    (outline,) = hidden(laid(table(), (300, 120, 640, 260), STRIPES))
    xs, ys = zip(*outline, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((300, 640), abs=10)
    assert (min(ys), max(ys)) == pytest.approx((120, 260), abs=10)


@pytest.mark.parametrize("light", [0.75, 1.0, 1.2])
def test_a_card_or_another_light_hides_nothing(light):
    assert hidden(laid(table(light), (300, 120, 361.5, 215), ((230, 230, 230),))) == ()


def test_most_of_the_table_may_be_hidden_by_two():
    (outline,) = hidden(laid(laid(table(), (250, 0, 450, 360), STRIPES), (450, 0, 640, 360), ((20, 60, 20),)))
    assert reaches(outline, (400.0, 200.0), 0.0)
    assert not reaches(outline, (100.0, 200.0), 20.0)


def test_a_dark_sleeve_may_hide_more_than_half_of_the_table():
    (outline,) = hidden(laid(table(), (200, 0, 640, 360), ((40, 36, 38),)))
    xs, _ = zip(*outline, strict=True)
    assert (min(xs), max(xs)) == pytest.approx((200, 640), abs=10)


def test_a_table_never_seen_clear_tells_nothing():
    sleeve = small_colours(laid(table(), (300, 120, 640, 260), STRIPES))
    assert BackgroundSubtractor().occluders(sleeve, 9.0) == ()


PAIR_MM = (300, 120, 410, 230)
"""Two cards, one laid upon the other a little aside."""
WHITE = ((245, 245, 245), (225, 235, 240))


def after_a_pair(light=1.0):
    """The bare table was seen, and then a pair of cards upon it, in this light."""
    background = BackgroundSubtractor()
    background.learn(small_colours(table()))
    left, top, right, bottom = (side * PX_PER_MM for side in PAIR_MM)
    corners_px = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    picture = laid(table(light), PAIR_MM, WHITE)
    background.learn(small_colours(picture), [corners_px], max(picture.shape) / CELLS)
    return background


@pytest.mark.parametrize("light", [1.0, 0.6, 1.3])
def test_where_a_pair_of_cards_was_taken_up_nothing_hides_the_table(light):
    assert found(after_a_pair(light), table(light)) == ()


def test_a_sleeve_over_a_pair_of_cards_hides_them():
    sleeve = laid(table(), (250, 80, 640, 260), STRIPES)
    (outline,) = found(after_a_pair(), sleeve)
    assert min(x for x, _ in outline) == pytest.approx(250, abs=12)
