"""French cards with indices round the art of others: the letter tells the rank, the sign below it the suit."""

import itertools

import numpy as np
import pytest

from firmware.cards import Card, Rank, Suit
from models.synthetic.cards.own_deck import own_deck
from models.training.identify.faces import FACE_PX, FaceSet, face_set
from models.training.identify.indices import LETTERS, IndexMaker, indexed_deck, pip


@pytest.fixture(scope="module")
def deck():
    return face_set(own_deck())


def test_no_letter_stands_for_two_ranks():
    named = [letter for names in LETTERS.values() for letter in set(names)]
    assert len(named) == len(set(named))


def test_the_signs_of_the_suits_differ():
    for one, other in itertools.combinations(Suit, 2):
        assert np.abs(pip(one).astype(int) - pip(other)).mean() > 12


@pytest.mark.parametrize("seed", range(6))
def test_an_index_stands_upper_left_and_upside_down_lower_right(deck, seed):
    rng = np.random.default_rng(seed)
    maker, white = IndexMaker(rng), np.full((100, 60, 3), 255, np.uint8)
    jack, king = (maker.print_card(Card(rank, Suit.ESPADAS), white, np.random.default_rng(1)) for rank in (10, 12))
    x, y = maker.at
    corner = (slice(y, y + round(maker.height)), slice(x, x + 10))
    assert np.abs(jack[corner].astype(int) - king[corner]).mean() > 8
    assert np.abs(jack.astype(int) - jack[::-1, ::-1]).mean() < 6


def test_a_suit_has_its_ink(deck):
    maker, white = IndexMaker(np.random.default_rng(0)), np.full((100, 60, 3), 255, np.uint8)
    heart = maker.print_card(Card(Rank.TWELVE, Suit.COPAS), white, np.random.default_rng(1))
    x, y = maker.at
    letter = heart[y : y + round(maker.height), x : x + 20].reshape(-1, 3).astype(int)
    assert (letter[:, 2] - letter[:, 0]).max() > 100


def test_a_deck_has_the_cards_of_the_deck_whose_art_it_shows(deck):
    french = FaceSet(
        "f", "french", {card: face for card, face in deck.faces.items() if card.rank <= 7 or card.rank > 9}
    )
    made = indexed_deck([french], [deck], np.random.default_rng(4))
    assert set(made) == set(french.faces)
    assert {face.shape for face in made.values()} == {(FACE_PX[1], FACE_PX[0], 3)}
    assert set(indexed_deck([french], [], np.random.default_rng(5))) == set(french.faces)
