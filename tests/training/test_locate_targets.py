"""What the detector is taught is what its reader reads; views, turns and descriptions keep the truth."""

import tomllib

import cv2
import numpy as np
import pytest

from models.training.locate.augment import StillSample, varied
from models.training.locate.measure import DetectionTally, corner_error
from models.training.locate.targets import targets
from models.training.model_registry import register
from vision.corners import CARD, expanded_quad, picture_to_view, view_to_picture
from vision.locate import Detection, decoded
from vision.quads import convex, overlap


def card_at(x, y, angle_deg=0.0, height=100.0):
    turn = np.radians(angle_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = np.array([[-0.32, -0.5], [0.32, -0.5], [0.32, 0.5], [-0.32, 0.5]]) * height
    return (flat @ rotation.T + (x, y)).astype(np.float32)


def taught(quads, visible=None):
    """The wanted maps of a 640x384 picture without hands."""
    shares = np.ones(len(quads), np.float32) if visible is None else np.array(visible, np.float32)
    return targets(np.stack(quads), shares, np.zeros((384, 640), np.float32))


@pytest.mark.parametrize("angle_deg", range(-180, 180, 15))
def test_a_taught_card_is_read_back_at_any_angle(angle_deg):
    quad = card_at(301.0, 177.0, angle_deg)
    maps = taught([quad])
    found = decoded(maps.heat, maps.corners, 0.9)
    assert found
    assert all(corner_error(quad, one) < 0.001 for one, _ in found)


@pytest.mark.parametrize(
    "second",
    [card_at(300, 200, 90), card_at(320, 210, 45), card_at(300, 240, 0), card_at(330, 200, 5)],
    ids=["cross", "slanted", "below", "beside"],
)
def test_cards_that_overlap_are_both_taught(second):
    first = card_at(300, 200, 0)
    maps = taught([first, second])
    found = [quad for quad, _ in decoded(maps.heat, maps.corners, 0.9)]
    assert min(corner_error(first, one) for one in found) < 0.03
    assert min(corner_error(second, one) for one in found) < 0.03


def test_a_card_of_which_nothing_is_seen_is_not_taught():
    assert not taught([card_at(300, 200)], visible=[0.0]).heat.any()


def test_a_card_of_which_little_is_seen_is_neither_asked_nor_punished():
    maps = taught([card_at(300, 200)], visible=[0.1])
    assert not maps.heat.any()
    assert not maps.heat_weight.all()


@pytest.mark.parametrize("seed", range(8))
def test_a_view_keeps_each_card_on_its_picture(seed):
    picture = np.full((384, 640, 3), 40, np.uint8)
    quad = card_at(320, 192, 30, 120)
    cv2.fillPoly(picture, [np.round(quad).astype(np.int32)], (250, 250, 250))
    sample = StillSample(picture, quad[None], np.ones(1, np.float32), np.zeros((384, 640), np.uint8))
    view = varied(np.random.default_rng(seed), sample, 320)
    assert convex(view.corners_px[0])
    middle = view.corners_px[0].mean(0)
    points = middle + (view.corners_px[0] - middle) * 0.5
    inside = [view.picture[int(y), int(x)].mean() for x, y in points if 1 < x < 318 and 1 < y < 318]
    assert all(value > 140 for value in inside)


def test_the_view_round_a_card_holds_it_in_the_middle():
    quad = card_at(300, 200, 25)
    assert view_to_picture(quad, CARD) == pytest.approx(quad, abs=0.01)
    assert picture_to_view(quad, quad) == pytest.approx(CARD, abs=0.01)
    assert overlap(quad, expanded_quad(quad)) == pytest.approx(0.5, abs=0.01)  # 64x96 of 96x128


def test_a_tally_counts_found_missed_and_false():
    tally = DetectionTally()
    answers = [Detection(card_at(301, 200), 0.9), Detection(card_at(100, 100), 0.9), Detection(card_at(500, 300), 0.1)]
    assert tally.add([card_at(300, 200), card_at(500, 300)], [1.0, 0.5], answers) == [True, False]
    assert (tally.found(0.9), tally.found(0.4, 0.9), tally.false) == (1.0, 0.0, 1)


def test_a_description_keeps_the_other_models(tmp_path):
    (tmp_path / "a.onnx").write_bytes(b"one")
    (tmp_path / "b.onnx").write_bytes(b"two")
    register(tmp_path / "a.onnx", "a", {"classes": ["card", "back"], "accuracy": {"rank right": 0.9}})
    register(tmp_path / "b.onnx", "b", {"seed": 1})
    register(tmp_path / "b.onnx", "b", {"seed": 2})
    tables = tomllib.loads((tmp_path / "model.toml").read_text())
    assert tables["a"]["accuracy"] == {"rank right": 0.9}
    assert tables["a"]["classes"] == ["card", "back"]
    assert tables["b"]["seed"] == 2
