"""Teaching the last layers: what is written back is what was read, and nothing else of the model changes."""

import cv2
import numpy as np
import onnxruntime
import pytest

from firmware.cards import Card, Rank, Suit

torch = pytest.importorskip("torch")  # an extra of the training alone
pytest.importorskip("onnx")

from models.synthetic.cards.own_deck import own_deck  # noqa: E402
from models.training.command_line import MODELS  # noqa: E402
from models.training.identify.backs import draw_any_back  # noqa: E402
from models.training.identify.crops import CropMaker  # noqa: E402
from models.training.identify.faces import face_set  # noqa: E402
from models.training.identify.further import between, last_layers, learn, marks_session, seen_crops, write  # noqa: E402
from models.training.identify.measure import CropTally  # noqa: E402
from models.training.identify.pack_reading import cell_of, grids  # noqa: E402
from models.training.identify.strangers import STRANGERS  # noqa: E402
from vision.identify import CROP_PX, Identification  # noqa: E402

MODEL = MODELS / "identify.onnx"


@pytest.fixture(scope="module")
def seen():
    rng = np.random.default_rng(0)
    surface = rng.integers(90, 140, (240, 300, 3), np.uint8)
    maker = CropMaker([(face_set(own_deck()), 1.0)], [draw_any_back(rng) for _ in range(4)], [surface], STRANGERS)
    return seen_crops(maker, marks_session(MODEL), crops=256, seed=1)


@pytest.fixture(scope="module")
def crops():
    return np.random.default_rng(1).integers(0, 256, (6, CROP_PX[1], CROP_PX[0], 3)).astype(np.uint8)


def answers(path, crops):
    return onnxruntime.InferenceSession(str(path)).run(None, {"crops": crops})


def test_what_is_seen_of_crops_has_a_row_and_labels_for_each(seen):
    assert seen.marks.shape == (256, 1152)
    assert seen.labels.shape == (256, 5)


def test_layers_written_back_unchanged_give_the_same_answers(crops, tmp_path):
    write(last_layers(MODEL), MODEL, tmp_path / "same.onnx")
    for one, other in zip(answers(MODEL, crops), answers(tmp_path / "same.onnx", crops), strict=True):
        assert np.array_equal(one, other)


def test_taught_layers_answer_otherwise_and_the_description_stays(seen, crops, tmp_path):
    net = last_layers(MODEL)
    learn(net, seen, rounds=2)
    write(net, MODEL, tmp_path / "taught.onnx")
    before, after = answers(MODEL, crops), answers(tmp_path / "taught.onnx", crops)
    assert np.array_equal(before[4], after[4])
    assert not np.allclose(before[1], after[1], atol=1e-4)


def test_photographs_stand_ten_to_a_picture_with_their_cards_row_by_row(tmp_path):
    labels = [f"{rank}{suit}" for suit in "OC" for rank in (1, 2, 3, 4, 5, 6)]
    for number, label in enumerate(labels):
        cv2.imwrite(str(tmp_path / f"{label}.jpg"), np.full((300, 225, 3), 20 * number, np.uint8))
    first, second = grids(tmp_path)
    assert first[0].shape == second[0].shape == (720, 1280, 3)
    assert (len(first[1]), len(second[1])) == (10, 2)
    greys = [int(first[0][180 + 360 * row, 128 + 256 * column, 0]) for row in range(2) for column in range(5)]
    assert [labels[round(grey / 20)] for grey in greys] == [str(card) for card in first[1]]


@pytest.mark.parametrize(("middle", "cell"), [((128, 180), 0), ((1270, 10), 4), ((10, 400), 5), ((700, 700), 7)])
def test_a_card_belongs_to_the_cell_in_which_its_middle_lies(middle, cell):
    around = np.array([[-50, -70], [50, -70], [50, 70], [-50, 70]], np.float32)
    assert cell_of(around + np.array(middle, np.float32)) == cell


def test_tallies_of_packs_add_up():
    jack, king = (Card(rank, Suit.COPAS) for rank in (Rank.TEN, Rank.TWELVE))
    one, other = CropTally(), CropTally()
    one.add(jack, Identification(((jack, 0.9),), False))
    other.add(king, Identification(((jack, 0.95),), False))
    both = one + other
    assert (both.cards, both.rank, both.suit, both.sure_wrong, len(both.looks)) == (2, 1, 2, 1, 2)
    assert both.confusions == {("12C", "10C"): 1}


def test_half_way_lies_between_two_networks():
    one, other = last_layers(MODEL), last_layers(MODEL)
    with torch.no_grad():
        other.heads.bias += 2.0
    before = one.heads.bias.detach().clone()
    assert torch.allclose(between(one, other, 0.5).heads.bias, before + 1.0)
