"""Detector and second look learn from larger networks; what ships are int8 copies of weights that learn on."""

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch")  # an extra of the training alone
pytest.importorskip("onnx")

from models.training.command_line import MODELS  # noqa: E402
from models.training.corners import loss as of_corners  # noqa: E402
from models.training.corners.net import CornerNet  # noqa: E402
from models.training.half import load_half, save_half  # noqa: E402
from models.training.locate.distil import DetectorTeacher, answer_loss  # noqa: E402
from models.training.locate.net import CardNet, Maps, large_net  # noqa: E402
from models.training.locate.targets import targets  # noqa: E402
from tests.support.drawn_table import drawn, laid  # noqa: E402
from vision.corners import VIEW_PX, expanded_quad  # noqa: E402
from vision.grid import BINS  # noqa: E402
from vision.locate import prepared  # noqa: E402
from vision.rectify import rectify_all  # noqa: E402
from vision.reduction import reduced  # noqa: E402

CARD = np.array([[60, 40], [110, 40], [110, 120], [60, 120]], np.float32)


def sure_maps():
    """Logits of a teacher that sees one card and is sure about it."""
    wanted = targets(CARD[None], np.ones(1, np.float32), np.zeros((160, 160), np.float32))
    heat = torch.logit(torch.from_numpy(wanted.heat), eps=1e-4)[None]
    return Maps(heat, torch.from_numpy(wanted.corners)[None], torch.full((1, 1, 20, 20), -8.0))


def test_nothing_costs_less_than_the_teachers_own_answers():
    answers = sure_maps()
    least = answer_loss(answers, answers)
    for part in ("heat", "corners", "cover"):
        moved = answers._replace(**{part: getattr(answers, part) + 0.3})
        assert answer_loss(moved, answers) > least


def test_corners_are_learned_where_the_teacher_sees_a_card_and_nowhere_else():
    answers = sure_maps()
    warm = (torch.sigmoid(answers.heat) > 0.1).repeat_interleave(8, dim=1)
    elsewhere = answers._replace(corners=answers.corners + 5.0 * ~warm)
    assert warm.any()
    assert answer_loss(elsewhere, answers) == answer_loss(answers, answers)


def test_the_corner_teachers_answers_cost_least_and_count_for_cards_alone():
    torch.manual_seed(1)
    teacher = of_corners.CornerTeacher(CornerNet())
    views = torch.randint(0, 255, (4, 128, 96, 3), dtype=torch.uint8)
    offsets, logits = teacher.answers(views)
    none = of_corners.CornerLabels(torch.zeros(4, 8), torch.zeros(4))
    cards = of_corners.CornerLabels(offsets, torch.ones(4))
    away = (offsets + 1.0, logits)
    assert teacher.loss(views, away, none) == teacher.loss(views, (offsets, logits), none)
    assert teacher.loss(views, away, cards) > teacher.loss(views, (offsets, logits), cards)


def test_the_shipped_detector_is_the_int8_copy_of_the_weights_to_go_on_from():
    net = load_half(CardNet(), MODELS / "training" / "locate" / "student.pt").eval()
    picture = drawn(laid()).picture
    pictures = prepared(reduced(picture, 640 / picture.shape[1]))
    heat, corners, _ = onnxruntime.InferenceSession(str(MODELS / "locate.onnx")).run(None, {"pictures": pictures})
    with torch.no_grad():
        maps = net(torch.from_numpy(pictures))
    warm = torch.sigmoid(maps.heat).numpy() > 0.5
    assert warm.any()
    assert (heat[warm] > 0.4).all()
    asked = np.repeat(warm, 8, axis=1)
    assert np.median(np.abs(maps.corners.numpy() - corners)[asked]) < 0.05  # of 64 px


def test_the_shipped_second_look_is_the_int8_copy_of_the_weights_to_go_on_from():
    net = load_half(CornerNet(), MODELS / "training" / "corners" / "student.pt").eval()
    table = drawn(laid())
    views = rectify_all(table.picture, [expanded_quad(card.corners_px) for card in table.cards], VIEW_PX)
    offsets, chances = onnxruntime.InferenceSession(str(MODELS / "corners.onnx")).run(None, {"views": views})
    with torch.no_grad():
        told = net(torch.from_numpy(views))
    assert np.abs(told[0].numpy() - offsets).max() < 0.1  # of 16 px
    assert chances.min() > 0.9


def test_the_kept_teacher_is_the_large_network_and_is_read_as_it_was_written(tmp_path):
    teacher = DetectorTeacher.load()
    save_half(teacher.net, tmp_path / "again.pt")
    again = load_half(large_net(), tmp_path / "again.pt")
    for one, other in zip(teacher.net.state_dict().values(), again.state_dict().values(), strict=True):
        assert torch.equal(one, other)


def test_maps_have_a_cell_for_every_eight_pixels():
    maps = CardNet().eval()(torch.zeros(1, 3, 64, 96))
    assert maps.heat.shape == (1, BINS, 8, 12)
    assert maps.corners.shape == (1, 8 * BINS, 8, 12)
