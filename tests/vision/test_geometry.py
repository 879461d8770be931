"""Quadrilaterals, cutting out, telling answers apart, scale: facts that need no model."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibrate import TableScale
from vision.locate import Detection, decoded
from vision.quads import area, convex, half_turn, heading_deg, long_side_px, overlap, short_side_px
from vision.rectify import rectify, rectify_all
from vision.suppress import distinct


def card_at(x=200.0, y=200.0, angle_deg=0.0, height=100.0, width=65.0):
    """Corners (4, 2) clockwise from the card's upper left."""
    turn = np.radians(angle_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return (flat @ rotation.T + (x, y)).astype(np.float32)


@given(st.floats(-179, 179), st.floats(40, 400))
def test_a_card_has_its_sides_its_heading_and_its_area(angle_deg, height):
    quad = card_at(angle_deg=angle_deg, height=height, width=height * 0.65)
    assert long_side_px(quad) == pytest.approx(height, rel=1e-3)
    assert short_side_px(quad) == pytest.approx(height * 0.65, rel=1e-3)
    assert abs((heading_deg(quad) - angle_deg + 180) % 360 - 180) < 0.1
    assert area(quad) == pytest.approx(height * height * 0.65, rel=1e-3)
    assert convex(quad)
    assert overlap(quad, half_turn(quad)) == pytest.approx(1.0, abs=1e-3)


def test_a_dented_or_mirrored_quadrilateral_is_not_convex():
    dented = card_at()
    dented[0] = dented.mean(0) + 1
    assert not convex(dented)
    assert not convex(card_at()[::-1].copy())


@pytest.mark.parametrize(
    ("second", "cards"),
    [
        (card_at(202, 201, 2), 1),  # the same card answered twice
        (card_at(200, 200, 180), 1),  # the same card from its other end
        (card_at(200, 233, 0), 2),  # a third along the long side
        (card_at(222, 200, 0), 2),  # a third along the short side
        (card_at(200, 200, 90), 2),  # a cross
        (card_at(200, 200, 45), 2),  # a slanted cross
        (card_at(215, 225, 12), 2),  # a pair put down loosely
        (card_at(400, 200, 0), 2),  # far away
        (card_at(200, 200, 0, 60, 39), 2),  # a picture of a card on a card
    ],
)
def test_cards_that_overlap_are_kept_and_repetitions_are_not(second, cards):
    kept = distinct([Detection(second, 0.8), Detection(card_at(), 0.9)])
    assert len(kept) == cards
    assert kept[0].heat == 0.9


def test_the_maps_of_a_network_are_read_where_they_peak():
    quad = card_at(84.0, 60.0, 40.0)
    heat, corners = np.zeros((4, 15, 20), np.float32), np.zeros((32, 15, 20), np.float32)
    heat[1, 7, 10], heat[1, 7, 9] = 0.9, 0.5
    for row, column in ((7, 10), (7, 9)):
        corners[8:16, row, column] = ((quad - (column * 8 + 4, row * 8 + 4)) / 64.0).ravel()
    ((found, score),) = decoded(heat, corners, 0.3)
    # neighbours without heat have no weight
    assert found == pytest.approx(quad, abs=0.01)
    assert score == pytest.approx(0.9)


def test_a_card_is_cut_out_upright_whatever_its_angle():
    crop_px = (64, 96)
    face = np.zeros((96, 64, 3), np.uint8)
    face[:48, :32], face[48:, 32:], face[:48, 32:] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    for angle_deg in range(0, 360, 15):
        quad = card_at(160, 160, angle_deg, 180, 120)
        onto = np.array([[0, 0], [64, 0], [64, 96], [0, 96]], np.float32) - 0.5
        scene = cv2.warpPerspective(face, cv2.getPerspectiveTransform(onto, quad), (320, 320), flags=cv2.INTER_LINEAR)
        crop = rectify(scene, quad, crop_px)
        assert np.abs(crop.astype(int) - face).mean() < 6
        turned = rectify(scene, half_turn(quad), crop_px)
        assert np.abs(turned[::-1, ::-1].astype(int) - face).mean() < 6


@given(st.floats(-300, 900), st.floats(-300, 700), st.floats(0, 360), st.floats(20, 900))
def test_any_place_can_be_cut_out_even_outside_the_picture(x, y, angle_deg, height):
    picture = np.full((360, 640, 3), 77, np.uint8)
    quad = card_at(x, y, angle_deg, height, height * 0.65)
    assert rectify(picture, quad, (32, 48)).shape == (48, 32, 3)


def test_no_cards_give_no_crops():
    assert rectify_all(np.zeros((10, 10, 3), np.uint8), [], (32, 48)).shape == (0, 48, 32, 3)


def test_the_scale_comes_from_the_cards_and_then_stays():
    scale = TableScale(card_height_mm=95.0)
    with pytest.raises(ValueError, match="before a card was seen"):
        scale.to_mm(card_at())
    scale.learn([card_at(height=190.0)])
    assert scale.px_per_mm == pytest.approx(2.0, rel=1e-3)
    assert not scale.settled
    scale.learn([card_at(height=192.0), card_at(height=188.0), card_at(height=700.0), card_at(height=190.0)])
    assert scale.settled
    assert scale.px_per_mm == pytest.approx(2.0, rel=0.02)
    scale.learn([card_at(height=100.0)] * 9)
    assert scale.px_per_mm == pytest.approx(2.0, rel=0.02)


def test_what_was_found_under_a_hand_is_a_guess_that_cards_at_rest_replace():
    scale = TableScale(card_height_mm=95.0)
    scale.learn([card_at(height=700.0)], sure=False)
    assert scale.px_per_mm == pytest.approx(700 / 95, rel=1e-3)
    scale.learn([card_at(height=190.0)])
    scale.learn([card_at(height=700.0)], sure=False)
    assert scale.px_per_mm == pytest.approx(2.0, rel=1e-3)


def test_two_lengths_far_apart_still_give_a_scale():
    scale = TableScale(card_height_mm=95.0)
    scale.learn([card_at(height=50.0), card_at(height=300.0)], sure=False)
    assert scale.px_per_mm == pytest.approx(175 / 95, rel=1e-3)


@pytest.mark.parametrize(
    ("height", "width", "fits"),
    [
        (100.0, 65.0, True),
        (75.0, 50.0, True),
        (140.0, 90.0, True),
        (61.0, 65.0, False),
        (100.0, 32.0, False),
        (160.0, 65.0, False),
    ],
)
def test_what_is_far_larger_or_smaller_than_the_cards_of_this_table_is_no_card(height, width, fits):
    scale = TableScale()
    assert scale.plausible(card_at(height=height, width=width))
    scale.learn([card_at(height=100.0, width=65.0)] * 4)
    assert scale.plausible(card_at(height=height, width=width)) is fits


def test_the_table_frame_begins_in_the_upper_left():
    scale = TableScale(card_height_mm=50.0)
    scale.learn([card_at(height=100.0)])
    corners = scale.to_mm(card_at(100, 60, height=100.0, width=60.0))
    assert np.array(corners) == pytest.approx(np.array([[35, 5], [65, 5], [65, 55], [35, 55]]), abs=0.01)
