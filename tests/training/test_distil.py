"""Learning from a larger network's answers."""

import pytest

torch = pytest.importorskip("torch")  # an extra of the training alone

from models.training.identify.crops import NO_LOSS, CropKind  # noqa: E402
from models.training.identify.distil import Teacher, answer_loss  # noqa: E402
from models.training.identify.net import IdentifyNet, large_net  # noqa: E402

CARD = [CropKind.CARD, 3, 1, 0, 6]
STRANGER = [CropKind.UNKNOWN, NO_LOSS, NO_LOSS, NO_LOSS, NO_LOSS]


def crops(many):
    return torch.randint(0, 256, (many, 192, 128, 3), dtype=torch.uint8, generator=torch.Generator().manual_seed(4))


@pytest.fixture(scope="module")
def teacher():
    return Teacher.load()


def alike(answers):
    """Outputs that say what the answers say."""
    kind, rank, suit, turn, description = answers
    return kind.log(), rank.log(), suit.log(), torch.logit(turn)[:, None], 3 * description


def test_answers_are_probabilities_and_descriptions_of_length_one(teacher):
    kind, rank, suit, turn, description = teacher.answers(crops(3))
    for chances in (kind, rank, suit):
        assert torch.allclose(chances.sum(1), torch.ones(3), atol=1e-4)
    assert ((turn >= 0) & (turn <= 1)).all()
    assert torch.allclose(description.norm(dim=1), torch.ones(3), atol=1e-4)


def test_nobody_is_nearer_to_the_answers_than_who_says_the_same(teacher):
    answers, labels = teacher.answers(crops(4)), torch.tensor([CARD] * 4)
    same = answer_loss(alike(answers), answers, labels)
    other = answer_loss(alike(tuple(answer.roll(1, 0) for answer in answers)), answers, labels)
    assert same < other


def test_what_is_no_card_is_asked_for_its_kind_alone(teacher):
    answers, labels = teacher.answers(crops(4)), torch.tensor([STRANGER] * 4)
    kind, *others = alike(answers)
    elsewhere = kind, *(output.roll(1, 0) for output in others)
    assert answer_loss(alike(answers), answers, labels) == answer_loss(elsewhere, answers, labels)


def test_the_smaller_one_learns_and_the_teacher_stays(teacher):
    small, before = IdentifyNet().eval(), teacher.net.heads.weight.clone()
    teacher.loss(crops(2), small(crops(2)), torch.tensor([CARD, STRANGER])).backward()
    assert small.heads.weight.grad is not None
    assert torch.equal(teacher.net.heads.weight, before)
    assert teacher.net.heads.weight.grad is None


def test_a_teacher_saved_in_half_precision_says_nearly_the_same(tmp_path, teacher):
    torch.manual_seed(6)
    net = large_net()
    net.load_state_dict(
        {
            name: value * (1 + 2e-4 * torch.randn_like(value)) if value.is_floating_point() else value
            for name, value in teacher.net.state_dict().items()
        }
    )
    Teacher(net).save(tmp_path / "teacher.pt")
    said, again = (one.answers(crops(4)) for one in (Teacher(net), Teacher.load(tmp_path / "teacher.pt")))
    assert all(torch.allclose(one, other, atol=0.01) for one, other in zip(said, again, strict=True))


def test_a_student_that_describes_otherwise_learns_the_names_alone(teacher):
    answers, labels = teacher.answers(crops(4)), torch.tensor([CARD] * 4)
    *named, description = alike(answers)
    elsewhere = (*named, description.roll(1, 0))
    assert answer_loss(alike(answers), answers, labels, 0) == answer_loss(elsewhere, answers, labels, 0)
    assert answer_loss(alike(answers), answers, labels) < answer_loss(elsewhere, answers, labels)


def test_the_upper_end_of_a_card_that_has_none_is_not_learned(teacher):
    answers, labels = teacher.answers(crops(4)), torch.tensor([[CropKind.CARD, 3, 1, NO_LOSS, 6]] * 4)
    kind, rank, suit, turn, description = alike(answers)
    turned = (kind, rank, suit, -turn, description)
    assert answer_loss(alike(answers), answers, labels) == answer_loss(turned, answers, labels)


def test_a_teacher_made_of_a_network_leaves_it_able_to_learn():
    net = large_net()
    Teacher(net)
    assert all(weight.requires_grad for weight in net.parameters())
