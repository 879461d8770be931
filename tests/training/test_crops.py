"""The crops the classifier learns from: what is drawn, how it is labelled, and how answers are counted."""

import numpy as np
import pytest

from firmware.cards import Card, Rank, Suit
from firmware.signals import Unnamed
from models.synthetic.cards.own_deck import own_deck
from models.training.identify.backs import draw_any_back
from models.training.identify.crops import KNOWN_SHARE, LOST_SHARE, NO_LOSS, CropKind, CropMaker
from models.training.identify.faces import FACE_PX, face_set, has_a_head
from models.training.identify.hybrids import hybrid_deck
from models.training.identify.laying import loose_corners
from models.training.identify.measure import CropTally, calibration_error
from models.training.identify.photo import photograph
from models.training.identify.prints import FADED, bend, by_another_hand
from models.training.identify.strangers import STRANGERS
from vision.identify import CROP_PX, Identification

SEVEN = Card(Rank.SEVEN, Suit.COPAS)


@pytest.fixture(scope="module")
def deck():
    return face_set(own_deck())


@pytest.fixture(scope="module")
def maker(deck):
    rng = np.random.default_rng(0)
    surface = rng.integers(90, 140, (240, 300, 3), np.uint8)
    return CropMaker([(deck, 1.0)], [draw_any_back(rng) for _ in range(6)], [surface], STRANGERS)


def test_samples_have_the_crop_size_and_labels_of_their_kind(maker):
    rng = np.random.default_rng(1)
    for sample in (maker.sample(rng) for _ in range(120)):
        assert sample.crop.shape == (CROP_PX[1], CROP_PX[0], 3)
        assert sample.crop.dtype == np.uint8
        named = sample.kind == CropKind.CARD
        assert (sample.rank != NO_LOSS, sample.suit != NO_LOSS) == (named, named)
        assert sample.upside_down in ((NO_LOSS, 0, 1) if named else (NO_LOSS,))


def test_the_same_seed_draws_the_same_crops(maker):
    one, other = (maker.sample(np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one.crop, other.crop)


def test_cards_of_one_deck_are_seen_twice_each_with_the_same_end_up(maker):
    looks = maker.deckmates(6, np.random.default_rng(9))
    assert len(looks) == 12
    for one, other in zip(looks[::2], looks[1::2], strict=True):
        assert not np.array_equal(one.crop, other.crop)
        if CropKind.CARD == one.kind == other.kind:
            assert (one.face, one.rank, one.suit, one.upside_down) == (
                other.face,
                other.rank,
                other.suit,
                other.upside_down,
            )
    faces = [one.face for one in looks[::2] if one.face != NO_LOSS]
    assert len(set(faces)) == len(faces)


@pytest.mark.parametrize(
    ("hidden", "kind"),
    [(0.0, CropKind.CARD), (KNOWN_SHARE, CropKind.CARD), (0.7, NO_LOSS), (LOST_SHARE + 0.01, CropKind.UNKNOWN)],
)
def test_a_card_is_named_only_as_far_as_it_is_seen(maker, hidden, kind):
    crop = np.zeros((CROP_PX[1], CROP_PX[0], 3), np.uint8)
    assert maker.labelled(crop, SEVEN, hidden, 0).kind == kind


def test_a_covered_card_counts_what_is_hidden(maker, deck):
    rng = np.random.default_rng(2)
    shares = [maker.lay(deck.faces[SEVEN], rng, often=1.0)[1] for _ in range(60)]
    assert all(0 <= share <= 1 for share in shares)
    assert np.mean(np.array(shares) > 0.1) > 0.3
    assert maker.lay(deck.faces[SEVEN], rng, often=0.0)[1] == 0


@pytest.mark.parametrize("draw", dict.fromkeys(STRANGERS), ids=lambda draw: draw.__name__)
def test_strangers_have_the_crop_size(maker, draw):
    assert draw(maker, np.random.default_rng(3)).shape == (CROP_PX[1], CROP_PX[0], 3)


@pytest.mark.parametrize("long_side", [50, 150, 260])
def test_a_photograph_keeps_the_size_and_changes_the_picture(deck, long_side):
    face = deck.faces[SEVEN]
    taken = photograph(face, np.random.default_rng(4), long_side)
    assert taken.shape == face.shape
    assert not np.array_equal(taken, face)


def test_corners_stay_near_the_crop():
    rng = np.random.default_rng(6)
    corners = np.stack([loose_corners(rng) for _ in range(500)])
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * CROP_PX
    assert np.abs(corners - square).max() < 0.25 * CROP_PX[1]
    assert np.abs((corners - square).mean(axis=(0, 1))).max() < 0.02 * CROP_PX[1]


@pytest.mark.parametrize("suit", Suit)
def test_courts_have_a_head_and_four_coins_have_none(deck, suit):
    assert has_a_head(deck.faces[Card(Rank.TWELVE, suit)])
    assert not has_a_head(deck.faces[Card(Rank.FOUR, Suit.OROS)])


def test_a_hybrid_has_every_card_at_the_size_of_faces(deck):
    faces = hybrid_deck([deck], [deck], np.random.default_rng(7))
    assert len(faces) == 48
    assert {face.shape for face in faces.values()} == {(FACE_PX[1], FACE_PX[0], 3)}


ANSWERS = [  # what was read with which confidence, then: rank, suit, both, refused, surely wrong
    (SEVEN, 0.95, (1, 1, 1, 0, 0)),
    (Card(Rank.SEVEN, Suit.OROS), 0.95, (1, 0, 0, 0, 0)),
    (Card(Rank.SIX, Suit.COPAS), 0.95, (0, 1, 0, 0, 1)),
    (Card(Rank.SIX, Suit.COPAS), 0.60, (0, 1, 0, 0, 0)),
    (Unnamed.UNKNOWN, 0.99, (0, 0, 0, 1, 0)),
    (Unnamed.BACK, 0.99, (0, 0, 0, 1, 0)),
]


@pytest.mark.parametrize(("face", "share", "counts"), ANSWERS)
def test_answers_are_counted_by_what_was_right(face, share, counts):
    tally = CropTally()
    tally.add(SEVEN, Identification(((face, share),), upside_down=False))
    assert (tally.rank, tally.suit, tally.both, tally.refused, tally.sure_wrong) == counts


@pytest.mark.parametrize(
    ("looks", "error"),
    [([], 0.0), ([(1.0, True)] * 4, 0.0), ([(1.0, False)] * 4, 1.0), ([(0.75, True)] * 3 + [(0.75, False)], 0.0)],
)
def test_calibration_error_is_the_gap_between_confidence_and_share_right(looks, error):
    assert calibration_error(looks) == pytest.approx(error)


def test_another_hand_bends_a_card_and_leaves_its_inks(deck):
    face = deck.faces[SEVEN]
    bent = bend(face, np.random.default_rng(3))
    assert bent.shape == face.shape
    assert not np.array_equal(bent, face)
    assert np.abs(bent.mean((0, 1)) - face.mean((0, 1))).max() < 3


def test_some_cards_are_printed_pale(deck):
    face, rng = deck.faces[SEVEN], np.random.default_rng(0)
    printed = [by_another_hand(face, rng) for _ in range(200)]
    pale = [picture for picture in printed if picture.min() > 255 * FADED[0] * 0.9]
    assert 2 <= len(pale) <= 40
