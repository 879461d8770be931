"""The shipped classifier on our own deck: what it names, what it refuses, and that it means what it says."""

import cv2
import numpy as np
import pytest

from firmware.cards import ES48, Card, Rank, Suit
from firmware.signals import Unnamed
from models.synthetic.cards.own_deck import own_deck
from vision.identify import CARDS, CROP_PX, FACES, Identifier, joint


@pytest.fixture(scope="module")
def identifier():
    return Identifier.load()


@pytest.fixture(scope="module")
def crops():
    """Our own deck's 48 cards as flat crops, by card."""
    deck = own_deck()
    return {card: crop_of(deck.faces[card]) for card in ES48.cards}


def crop_of(picture):
    """A card's picture on grey, as the rectifier would cut it out."""
    share = picture[..., 3:].astype(np.float32) / 255
    flat = (picture[..., :3] * share + 128 * (1 - share)).astype(np.uint8)
    return cv2.resize(flat, CROP_PX, interpolation=cv2.INTER_AREA)


def upside_down(crop):
    return np.ascontiguousarray(crop[::-1, ::-1])


@pytest.mark.parametrize("card", ES48.cards, ids=str)
def test_names_each_card_of_our_deck_either_end_up(identifier, crops, card):
    upright, turned = identifier.identify(np.stack([crops[card], upside_down(crops[card])]))
    assert (upright.face, turned.face) == (card, card)


@pytest.mark.parametrize("rank", [Rank.TEN, Rank.ELEVEN, Rank.TWELVE], ids=str)
@pytest.mark.parametrize("suit", Suit)
def test_tells_which_end_of_a_court_card_is_up(identifier, crops, rank, suit):
    crop = crops[Card(rank, suit)]
    assert [seen.upside_down for seen in identifier.identify(np.stack([crop, upside_down(crop)]))] == [False, True]


@pytest.mark.parametrize("grey", [0, 60, 128, 235])
def test_a_plain_surface_is_unknown(identifier, grey):
    (seen,) = identifier.identify(np.full((1, CROP_PX[1], CROP_PX[0], 3), grey, np.uint8))
    assert seen.face == Unnamed.UNKNOWN


def test_two_half_cards_are_unknown(identifier, crops):
    half = CROP_PX[1] // 2
    crop = np.vstack([crops[Card(Rank.SEVEN, Suit.COPAS)][half:], crops[Card(Rank.TWELVE, Suit.BASTOS)][:half]])
    (seen,) = identifier.identify(crop[None])
    assert seen.face == Unnamed.UNKNOWN


def test_the_back_of_our_deck_is_a_back(identifier):
    (seen,) = identifier.identify(crop_of(own_deck().back)[None])
    assert seen.face == Unnamed.BACK


def surprise(identifier, pictures, cards):
    """Mean negative log of the probability given to the truth."""
    answers = identifier.identify(np.ascontiguousarray(pictures))
    return -np.mean([np.log(dict(seen.faces).get(card, 1e-4)) for card, seen in zip(cards, answers, strict=True)])


def test_red_and_blue_are_not_exchanged(identifier, crops):
    """The model knows colours blue first: with red and blue exchanged on the way to it, the truth surprises it more."""
    pictures = np.stack(list(crops.values()))
    right, exchanged = (surprise(identifier, given, crops) for given in (pictures, pictures[..., ::-1]))
    assert right < 0.3
    assert exchanged > 2 * right


def test_probabilities_are_sorted_and_sum_to_at_most_one(identifier, crops):
    for seen in identifier.identify(np.stack(list(crops.values()))):
        shares = [share for _, share in seen.faces]
        assert shares == sorted(shares, reverse=True)
        assert 0.95 < sum(shares) <= 1 + 1e-5
        assert len(dict(seen.faces)) == len(seen.faces)


def test_no_crops_no_answers(identifier):
    assert identifier.identify(np.zeros((0, CROP_PX[1], CROP_PX[0], 3), np.uint8)) == []


def test_an_answer_does_not_depend_on_the_other_crops(identifier, crops):
    pictures = np.stack(list(crops.values())[:5])
    together = identifier.identify(pictures)
    alone = [identifier.identify(picture[None])[0] for picture in pictures]
    assert [seen.face for seen in together] == [seen.face for seen in alone]
    assert [seen.confidence for seen in together] == pytest.approx([seen.confidence for seen in alone], abs=1e-4)


def test_descriptions_have_length_one_and_keep_looks_at_one_card_together(identifier, crops):
    pictures = np.stack(list(crops.values()))
    dimmer = cv2.convertScaleAbs(pictures.reshape(-1, CROP_PX[0], 3), alpha=0.8).reshape(pictures.shape)
    known, looked = (identifier.classify(shown).descriptions for shown in (pictures, dimmer))
    assert np.linalg.norm(known, axis=1) == pytest.approx(np.ones(len(known)), abs=1e-3)
    assert (np.argmax(looked @ known.T, axis=1) == np.arange(len(known))).mean() > 0.95


def test_joint_probabilities_are_products_in_the_order_of_faces():
    kind, rank, suit = np.array([[0.5, 0.3, 0.2]]), np.eye(12)[None, 6], np.array([[0.0, 0.25, 0.75, 0.0]])
    row = joint(*(table.astype(np.float32) for table in (kind, rank, suit)))[0]
    expected = {
        Card(Rank.SEVEN, Suit.COPAS): 0.125,
        Card(Rank.SEVEN, Suit.ESPADAS): 0.375,
        Unnamed.BACK: 0.3,
        Unnamed.UNKNOWN: 0.2,
    }
    assert {face: share for face, share in zip(FACES, row, strict=True) if share > 0} == pytest.approx(expected)
    assert len(CARDS) == 48
