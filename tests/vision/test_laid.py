"""Outlines of cards laid out: halves, doubles and others of another size are none, cut and covered ones have a flaw."""

import numpy as np
import pytest

from vision.laid import Flaw, burnt_share, whole_cards
from vision.suppress import parts

SHAPE = (720, 1280)


def card(x, y, width=100, height=155):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


TEN = [card(60 + 240 * column, 60 + 340 * row) for row in (0, 1) for column in range(5)]


def found(*others, cards=TEN):
    return whole_cards([*cards, *others], SHAPE)


def test_ten_cards_side_by_side_have_no_flaw():
    assert [flaw for _, flaw in found()] == [None] * 10


@pytest.mark.parametrize(
    "wrong", [card(60, 60, 100, 80), card(70, 130, 60, 80), card(50, 50, 350, 170), card(700, 300, 60, 90)]
)
def test_a_half_a_part_a_double_and_another_size_are_no_cards(wrong):
    assert all(quad is not wrong for quad, _ in found(wrong))
    assert len(found(wrong)) == 10


def test_a_half_is_none_beside_a_single_card_too():
    assert parts([card(0, 0), card(0, 70, 100, 80)]) == [False, True]


def test_patterns_of_the_cloth_do_not_tell_the_size_of_the_cards():
    specks = [card(50 + 90 * k, 600, 30, 45) for k in range(7)]
    weights = [1.0] * 3 + [0.1] * 7
    assert _same(whole_cards([*TEN[:3], *specks], SHAPE, weights), TEN[:3])
    assert _same(whole_cards([*TEN[:3], specks[0]], SHAPE), TEN[:3])
    assert whole_cards([], SHAPE) == []


def test_a_card_on_a_tile_is_no_part_of_it():
    tile = card(700, 20, 560, 600)
    assert _same(whole_cards([*TEN[:4], tile], SHAPE), TEN[:4])


def test_what_holds_two_cards_is_none_and_they_are():
    assert parts([card(0, 0), card(110, 0), card(-5, -5, 230, 170)]) == [False, False, True]


def test_a_card_across_the_edge_is_cut():
    assert found(card(1200, 200), cards=TEN[:8])[-1][1] is Flaw.CUT


def test_cards_that_lie_on_one_another_are_both_told():
    flaws = [flaw for _, flaw in found(card(90, 80), cards=TEN)]
    assert flaws == [Flaw.COVERED, *[None] * 9, Flaw.COVERED]


def test_far_cards_of_a_table_seen_aslant_are_cards():
    rows = [card(60 + 240 * column, y, 70 + y / 6, (70 + y / 6) * 1.55) for y in (40, 230, 460) for column in range(5)]
    assert [flaw for _, flaw in whole_cards(rows, SHAPE)] == [None] * 15


def test_burnt_pixels_are_counted():
    crop = np.full((192, 128, 3), 90, np.uint8)
    crop[:96] = 255
    assert burnt_share(crop) == 0.5


def _same(found_ones, quads):
    return [id(quad) for quad, _ in found_ones] == [id(quad) for quad in quads]
