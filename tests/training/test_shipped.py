"""The shipped classifier as a network that learns on: it names as the file does."""

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch")  # an extra of the training alone
pytest.importorskip("onnx")

from models.synthetic.cards.own_deck import own_deck  # noqa: E402
from models.training.command_line import MODELS  # noqa: E402
from models.training.identify.faces import face_set  # noqa: E402
from models.training.identify.shipped import shipped_net  # noqa: E402
from vision.identify import CROP_PX, Identifier  # noqa: E402


@pytest.fixture(scope="module")
def crops():
    faces = face_set(own_deck()).faces.values()
    return np.stack([cv2.resize(face, CROP_PX, interpolation=cv2.INTER_AREA) for face in faces])


def test_it_names_and_describes_cards_as_the_file_does(crops):
    net = shipped_net(MODELS / "identify.onnx", [crops[:20], crops[20:]])
    with torch.no_grad():
        kind, rank, suit, _, description = net(torch.as_tensor(crops))
    identifier = Identifier.load()
    seen, looks = identifier.identify(crops), identifier.classify(crops)
    assert [int(k) + 1 for k in rank.argmax(1)] == [int(one.face.rank) for one in seen]
    assert not kind.argmax(1).any()
    assert len(set(suit.argmax(1).tolist())) == 4
    alike = torch.nn.functional.normalize(description).numpy() * looks.descriptions
    assert alike.sum(1).min() > 0.99


def test_its_norms_hold_mean_and_spread_of_what_they_see(crops):
    net = shipped_net(MODELS / "identify.onnx", [crops])
    with torch.no_grad():
        seen = net.body[0][0](torch.as_tensor(crops).permute(0, 3, 1, 2).float() / 64 - 2)
    assert torch.allclose(net.body[0][1].running_mean, seen.mean((0, 2, 3)), atol=1e-3)
    assert torch.allclose(net.body[0][1].running_var, seen.var((0, 2, 3), unbiased=False), rtol=1e-3)
