"""Path-traced stills: where things are seen, how cards are bent and cut, what of them counts as found twice."""

import numpy as np
import pytest

from firmware.cards import Card
from models.benchmarks.traced.__main__ import Counts, figures, outlines
from models.benchmarks.traced.card_sheet import sheet
from models.benchmarks.traced.laid_cards import filled, laid, truths
from models.benchmarks.traced.table_tops import SHAPE, TABLE_TOPS, WHITE
from models.benchmarks.traced.view import View
from models.synthetic.cards.own_deck import own_deck
from models.synthetic.scenes.placed import PlacedCard
from vision.stills import ReadCard

ABOVE = View((20.0, -30.0, 800.0), (20.0, -30.0), 40.0)
SEVEN = Card.parse("7O")


def placed(x_mm, y_mm, angle_deg=0.0, **how):
    return PlacedCard(SEVEN, own_deck().faces[SEVEN], (x_mm, y_mm), angle_deg, **how)


@pytest.mark.parametrize(
    ("point", "where"),
    [((20, -30, 0), (640, 360)), ((70, -30, 0), (750, 360)), ((20, 20, 0), (640, 470)), ((70, -30, 400), (860, 360))],
)
def test_a_point_is_seen_where_a_pinhole_shows_it(point, where):
    assert np.allclose(ABOVE.project(np.array([point])), [where], atol=0.5)


def test_a_camera_that_looks_aslant_sees_what_is_far_small():
    aslant = View((0.0, 500.0, 700.0), (0.0, 0.0), 40.0)
    near, far = (np.ptp(aslant.project(np.array([[-50, y, 0], [50, y, 0]]))[:, 0]) for y in (100, -100))
    assert far < near


def test_a_sheet_has_the_size_of_the_card_rounded_corners_and_its_face_up():
    card = placed(10.0, 20.0, 0.0, lift_mm=0.5, curl_mm=2.0)
    points, places, faces = sheet(card)
    assert np.allclose(np.ptp(points[:, :2], axis=0), card.size_mm)
    assert (points[:, 2].min(), points[:, 2].max()) == pytest.approx((0.5, 2.5), abs=0.1)
    assert np.ptp(places, axis=0) == pytest.approx((1, 1))
    assert np.abs(points[0, 0] - 10.0) < card.size_mm[0] / 2
    one, other = points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]]
    assert (one[:, 0] * other[:, 1] < one[:, 1] * other[:, 0]).all(), "clockwise where y points down: seen from above"


def test_of_a_card_under_another_less_is_seen():
    below, above, beside = truths(ABOVE, [placed(20, -30), placed(45, -30), placed(160, -30)])
    assert below.visible < 0.7
    assert above.visible == pytest.approx(1, abs=0.03)
    assert beside.visible == pytest.approx(1, abs=0.03)


def test_print_goes_on_under_the_rounded_corners():
    picture = filled(own_deck().faces[SEVEN])
    assert picture[0, 0, 3] == 0
    assert picture[0, 0, :3].min() > 150


def test_each_card_is_laid_once():
    cards = [one.face for one in laid(np.random.default_rng(3), own_deck(), ABOVE)]
    assert len(cards) == len(set(cards)) > 3


@pytest.mark.parametrize("kind", WHITE)
def test_a_white_table_top_throws_back_most_light_and_no_more_than_it_gets(kind):
    top = TABLE_TOPS[kind](np.random.default_rng(5))
    assert (top.albedo.shape, top.albedo.dtype) == ((*SHAPE, 3), np.float32)
    assert top.albedo.min() >= 0
    assert 0.5 < np.median(top.albedo) < top.albedo.max() <= 1


def test_an_outline_counts_for_the_card_in_whose_middle_it_is():
    (truth,) = truths(ABOVE, [placed(20, -30)])
    one, half, beside = truth.corners_px, truth.corners_px * 0.5 + truth.corners_px.mean(axis=0) / 2, truth.corners_px
    read = [ReadCard(SEVEN, 0.9, quad.astype(np.float32)) for quad in (one, half, beside + 80)]
    assert outlines(truth, read) == 2


def test_figures_tell_cards_with_two_outlines():
    counts = Counts(twice=2)
    counts.read.asked = 10
    assert {one.name: one.count for one in figures("wood", counts)}["wood: two outlines"] == 2
