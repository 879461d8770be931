"""Facts about cards as values."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import pytest

from firmware.cards import ES40, ES48, Card, Rank, Suit
from firmware.decoding.pieces import SecondCopy

SEVEN = Card(Rank.SEVEN, Suit.OROS)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda card: pickle.loads(pickle.dumps(card))])
def test_there_is_one_object_of_each_card(again):
    assert again(SEVEN) is SEVEN
    assert Card.parse("7O") is SEVEN


def test_threads_that_ask_at_once_get_the_same_card():
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: Card(Rank.NINE, Suit.BASTOS), range(64)))) == 1


def test_cards_differ_in_rank_suit_and_what_is_known_of_it():
    assert len({*ES48.cards, *map(Card, Rank)}) == 48 + 12
    assert len(ES40.cards) == 40


def test_the_second_card_of_a_face_is_another_card():
    assert SecondCopy(Rank.SEVEN, Suit.OROS) != SEVEN
    assert SecondCopy(Rank.SEVEN, Suit.OROS) is SecondCopy(Rank.SEVEN, Suit.OROS)


def test_a_card_does_not_change():
    with pytest.raises(FrozenInstanceError):
        SEVEN.rank = Rank.SIX
    assert str(SEVEN) == "7O"
