"""Pictures of one deck: what is seen of a card in one of them helps to name it in the others."""

import numpy as np
import pytest

from firmware.cards import ES40, Card
from tests.support.looks import chances_of, description_of
from vision.one_deck import StillLook, looks_at, named_together
from vision.stills import ReadCard

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")
QUAD = np.zeros((4, 2), np.float32)


def look(card, taken_for, confidence=0.9):
    """A card that the network takes for another one."""
    number = ES40.cards.index(card)
    ends = np.stack([description_of(number), description_of(number, turned=True)])
    return StillLook(chances_of(taken_for, confidence), ends)


def named(*pictures):
    cards = [[ReadCard(SIX, 0.5, QUAD) for _ in picture] for picture in pictures]
    return [[(one.face, one.confidence) for one in picture] for picture in named_together(cards, pictures)]


def test_a_card_is_named_by_the_clearer_looks_at_it_in_other_pictures():
    clear = [look(SEVEN, SEVEN)]
    (doubtful,), *_ = named([look(SEVEN, SIX, 0.4)], clear, clear, clear)
    assert doubtful[0] == SEVEN


def test_what_is_unlike_a_card_that_is_known_is_less_surely_that_card():
    clear = [look(SEVEN, SEVEN)]
    (other,), *_ = named([look(SIX, SEVEN, 0.9)], clear, clear, clear)
    assert other[1] < 0.8


@pytest.mark.parametrize("pictures", [[[look(SIX, SEVEN, 0.99)], [look(SEVEN, SEVEN, 0.99)]], [[], []]])
def test_a_deck_that_the_network_knows_keeps_its_names(pictures):
    assert named(*pictures) == [[(SIX, 0.5) for _ in picture] for picture in pictures]


def test_a_single_picture_is_named_by_the_network():
    assert named([look(SIX, SEVEN, 0.9)], []) == [[(SEVEN, pytest.approx(0.9))], []]


def test_a_picture_without_cards_has_no_looks():
    assert looks_at(np.zeros((9, 9, 3), np.uint8), (), None) == []
