"""Cards that fill the picture, photographs of packs, and the weights of an export: what the detector goes on from."""

from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from models.training.locate import close
from models.training.locate.augment import StillSample
from models.training.locate.close import cut, laid_out, near_view
from vision.quads import long_side_px

CARD = np.array([[200, 100], [330, 100], [330, 300], [200, 300]], np.float32)
MODELS = Path(__file__).parents[2] / "models"


@pytest.fixture
def sample():
    picture = np.zeros((384, 640, 3), np.uint8)
    cv2.fillConvexPoly(picture, CARD.astype(np.int32), (255, 255, 255))
    away = CARD + np.float32(250)
    seen = np.array([1.0, 0.3], np.float32)
    return StillSample(picture, np.stack([CARD, away]), seen, np.zeros((384, 640), np.uint8))


def test_a_near_view_shows_one_card_and_little_else(sample):
    for seed in range(8):
        seen = near_view(np.random.default_rng(seed), sample)
        assert seen.bounded
        assert seen.picture.mean() > 90  # the card covers a third of it at least; of the whole sample it is a tenth
        inside = cv2.mean(seen.picture, mask=_mask(seen.picture, seen.corners_px[0]))[0]
        assert inside > 245  # the corners went along
        assert seen.visible[1] <= 0.1  # the other card is out of sight


def _mask(picture, quad):
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, (quad.mean(0) + (quad - quad.mean(0)) * 0.9).astype(np.int32), 255)
    return mask


def test_a_sample_without_a_large_card_stays_as_it_is(sample):
    small = StillSample(sample.picture, sample.corners_px * np.float32(0.4), sample.visible, sample.cover)
    assert near_view(np.random.default_rng(0), small) is small


def test_what_is_cut_through_counts_as_barely_seen(sample):
    half = cut(sample, (0, 0, 250, 384))
    assert half.visible.tolist() == pytest.approx([0.1, 0.1])


def photograph(value):
    picture = np.full((300, 225, 3), value, np.uint8)
    quad = np.array([[[50, 60], [150, 60], [150, 215], [50, 215]]], np.float32)
    return StillSample(picture, quad, np.ones(1, np.float32), np.zeros((300, 225), np.uint8), bounded=True)


def test_photographs_lie_side_by_side_and_are_of_one_pack():
    packs = [[photograph(value)] * 20 for value in (60, 160)]
    for seed in range(12):
        seen = laid_out(np.random.default_rng(seed), packs)
        assert len(set(np.unique(seen.picture))) == 1
        assert {round(long_side_px(quad)) for quad in seen.corners_px} == {155}
        assert len(seen.corners_px) == max(seen.picture.size // (300 * 225 * 3), 1)  # one may be cut down


def test_packs_that_are_kept_apart_are_not_learned_from(tmp_path, monkeypatch):
    for name in ("stone", *close.APART):
        (tmp_path / name).mkdir()
    monkeypatch.setattr(close, "_pack", lambda folder: (folder.name,))
    assert close.photographs(tmp_path) == (("stone",),)


def test_exports_go_on_as_what_they_were(tmp_path):
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from models.training.corners.export import export as export_corners
    from models.training.corners.net import CornerNet
    from models.training.exported import settle, started_from
    from models.training.half import load_half
    from models.training.locate.export import export as export_detector
    from models.training.locate.net import CardNet

    rng = np.random.default_rng(0)
    picture = rng.uniform(-1, 1, (1, 3, 64, 96)).astype(np.float32)
    views = rng.integers(0, 256, (2, 128, 96, 3)).astype(np.uint8)
    for name, kind, export, inputs, given in (
        ("locate", CardNet, export_detector, "pictures", picture),
        ("corners", CornerNet, export_corners, "views", views),
    ):
        exported, net = tmp_path / f"{name}.onnx", kind()
        export(load_half(kind(), MODELS / "training" / name / "student.pt"), exported)
        settle(started_from(net, exported).train())
        first, second, *_ = onnxruntime.InferenceSession(str(exported)).run(None, {inputs: given})
        answers = net(torch.from_numpy(given))
        found = {tuple(one.shape): one.detach().numpy() for one in answers}
        logit, exact = (first, second) if name == "locate" else (second, first)
        assert np.abs(found[exact.shape] - exact).max() < 1e-3
        assert np.abs(1 / (1 + np.exp(-found[logit.shape])) - logit).max() < 1e-4


def test_a_mixture_lies_between_what_it_is_mixed_of():
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from models.training.exported import mixed

    one, other = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
    torch.nn.init.constant_(one.weight, 1.0)
    torch.nn.init.constant_(other.weight, 3.0)
    assert mixed(one, other, 0.75).weight.tolist() == [[1.5, 1.5]]
