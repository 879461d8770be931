"""Single pictures: what nobody can name where surer cards lie is no card."""

import numpy as np
import pytest

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.stills import ReadCard, without_ghosts, without_specks

SEVEN, SIX = Card.parse("7O"), Card.parse("6O")


def quad(x, y=0.0, width=65.0, height=100.0):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def card(face, confidence, x, **size):
    return ReadCard(face, confidence, quad(x, **size))


LEFT, RIGHT = card(SEVEN, 0.99, 0), card(SIX, 0.97, 60)
CASES = [
    ("between two cards, unsure", card(Card.parse("5C"), 0.3, 30), True),
    ("between two cards, unknown", card(Unnamed.UNKNOWN, 0.9, 30), True),
    ("between two cards, but surely read", card(Card.parse("5C"), 0.95, 30), False),
    ("half beside them", card(Card.parse("5C"), 0.3, 95), False),
    ("elsewhere", card(Unnamed.UNKNOWN, 0.9, 300), False),
]


@pytest.mark.parametrize(("third", "ghost"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_half_one_card_and_half_another_is_none(third, ghost):
    assert (third not in without_ghosts([LEFT, RIGHT, third])) is ghost


def test_what_is_surely_unknown_where_something_has_a_name_is_none():
    named = card(SEVEN, 0.7, 0)
    assert without_ghosts([named, card(Unnamed.UNKNOWN, 0.99, 5)]) == (named,)


@pytest.mark.parametrize(
    ("named", "face", "x", "height", "left"),
    [
        (0.9, Unnamed.UNKNOWN, 30, 100.0, False),  # it shares 0.54 of either: half a card and half the table
        (0.9, Unnamed.UNKNOWN, 35, 100.0, True),  # 0.46
        (0.9, Unnamed.UNKNOWN, 50, 160.0, True),  # 0.14 of it and 0.23 of the card
        (0.9, Unnamed.UNKNOWN, 25, 160.0, False),  # 0.38 of it, but 0.62 of the card
        (0.9, SIX, 30, 100.0, True),
        (0.9, Unnamed.BACK, 30, 100.0, True),
        (0.5, Unnamed.UNKNOWN, 30, 100.0, True),  # what it lies on has hardly a name
    ],
)
def test_what_has_no_name_and_lies_half_on_a_named_card_is_none(named, face, x, height, left):
    other = card(face, 0.8, x, width=0.65 * height, height=height)
    assert (other in without_ghosts([card(SEVEN, named, 0), other])) is left


@pytest.mark.parametrize(
    ("named", "face", "height", "left"),
    [
        (0.9, Unnamed.UNKNOWN, 50.0, False),
        (0.9, Unnamed.UNKNOWN, 60.0, True),  # a far card that nobody can name
        (0.9, SIX, 20.0, True),
        (0.9, Unnamed.BACK, 20.0, True),
        (0.3, Unnamed.UNKNOWN, 20.0, True),  # hardly named: its size tells nothing
        (0.9, Unnamed.UNKNOWN, 150.0, True),
        (0.9, Unnamed.UNKNOWN, 170.0, False),
        (0.9, SIX, 170.0, True),
    ],
)
def test_what_has_no_name_and_is_far_smaller_or_larger_than_cards_is_none(named, face, height, left):
    small = card(face, 0.8, 300, width=0.65 * height, height=height)
    assert (small in without_specks([card(SEVEN, named, 0), small])) is left


@pytest.mark.parametrize(("confidence", "left"), [(0.9, True), (0.4, False)])
def test_a_name_that_is_a_guess_makes_no_speck_a_card(confidence, left):
    small = card(SIX, confidence, 300, width=13.0, height=20.0)
    assert (small in without_specks([card(SEVEN, 0.9, 0), small])) is left


def test_two_unknown_cards_upon_each_other_both_stay():
    cards = (card(Unnamed.UNKNOWN, 0.9, 0), card(Unnamed.UNKNOWN, 0.8, 5))
    assert without_ghosts(cards) == cards
