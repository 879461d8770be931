"""Teaching the last layers: what is written back is what was read, and nothing else of the model changes."""

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch")  # an extra of the training alone
pytest.importorskip("onnx")

from models.synthetic.cards.own_deck import own_deck  # noqa: E402
from models.training.command_line import MODELS  # noqa: E402
from models.training.identify.backs import draw_any_back  # noqa: E402
from models.training.identify.crops import CropMaker  # noqa: E402
from models.training.identify.faces import face_set  # noqa: E402
from models.training.identify.further import last_layers, learn, marks_session, seen_crops, write  # noqa: E402
from models.training.identify.strangers import STRANGERS  # noqa: E402
from vision.identify import CROP_PX  # noqa: E402

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
