"""Single pictures: cards of any shape are looked for, and what nobody can name where surer cards lie is none."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.locate import Detection, Detections
from vision.stills import (
    FEW,
    ReadCard,
    find_at_any_size,
    find_in_any_shape,
    without_ghosts,
    without_inner,
    without_specks,
)

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
    ("named", "face", "height", "left"),
    [
        (0.9, Unnamed.UNKNOWN, 50.0, False),
        (0.9, Unnamed.UNKNOWN, 60.0, True),  # a far card that nobody can name
        (0.9, SIX, 20.0, True),
        (0.9, Unnamed.BACK, 20.0, True),
        (0.3, Unnamed.UNKNOWN, 20.0, True),  # hardly named: its size tells nothing
    ],
)
def test_what_has_no_name_and_is_far_smaller_than_cards_is_none(named, face, height, left):
    small = card(face, 0.8, 300, width=0.65 * height, height=height)
    assert (small in without_specks([card(SEVEN, named, 0), small])) is left


INNER = card(SIX, 0.9, 10, width=30.0, height=50.0)


@pytest.mark.parametrize(
    ("outer", "left"),
    [
        (card(SEVEN, 0.99, 0), False),
        (card(SEVEN, 0.3, 0), True),  # hardly named: it may be none
        (card(Unnamed.UNKNOWN, 0.99, 0), True),
        (card(SEVEN, 0.99, 300), True),  # lies elsewhere
        (card(SEVEN, 0.99, 5, width=33.0, height=55.0), True),  # hardly larger
    ],
)
def test_what_lies_in_a_larger_card_is_a_part_of_it(outer, left):
    assert (INNER in without_inner([outer, INNER])) is left
    assert outer in without_inner([outer, INNER])


def test_two_unknown_cards_upon_each_other_both_stay():
    cards = (card(Unnamed.UNKNOWN, 0.9, 0), card(Unnamed.UNKNOWN, 0.8, 5))
    assert without_ghosts(cards) == cards


class Detector:
    """Finds in each picture the cards that its width stands for, and counts how often it is asked."""

    def __init__(self, found):
        self.found, self.widths, self.looks_px = found, [], []

    def detect(self, picture, look_px=640, known=()):
        self.widths.append(picture.shape[1])
        self.looks_px.append(look_px)
        return Detections(tuple(self.found.get(picture.shape[1], ())), np.zeros((2, 2), np.float32), 8.0)


class TwoLooks(Detector):
    """Finds something else in the common look."""

    def __init__(self, found, commonly):
        super().__init__(found)
        self.commonly = commonly

    def detect(self, picture, look_px=640, known=()):
        found = super().detect(picture, look_px, known)
        return replace(found, cards=(self.commonly,)) if look_px == 640 else found


def test_cards_of_the_right_shape_are_looked_for_once():
    detector = Detector({640: [Detection(quad(10, width=130, height=200), 0.9)]})
    assert len(find_in_any_shape(np.zeros((480, 640, 3), np.uint8), detector)) == 1
    assert set(detector.widths) == {640}


@pytest.mark.parametrize(
    ("height", "count", "looks_px"),
    [
        (200, FEW + 1, [640]),
        (200, FEW, [640, 320, 224]),  # a card may fill the picture, and these be its pips
        (60, FEW + 1, [640, 1280]),
        (60, 1, [640, 1280, 320, 224]),
        (400, FEW + 1, [640, 320, 224]),
    ],
)
def test_a_picture_is_looked_at_in_the_sizes_in_which_more_may_be_found(height, count, looks_px):
    cards = [Detection(quad(300 * number, width=0.65 * height, height=height), 0.9) for number in range(count)]
    detector = Detector({640: cards})
    assert len(find_at_any_size(np.zeros((480, 640, 3), np.uint8), detector)) == count
    assert detector.looks_px == looks_px


def test_a_card_that_fills_the_picture_is_found_whole_and_not_by_its_halves():
    whole = Detection(quad(0, width=260, height=400), 0.6)
    half = Detection(quad(0, width=260, height=280), 0.9)

    assert find_at_any_size(np.zeros((480, 640, 3), np.uint8), TwoLooks({640: [whole]}, half)) == (whole,)


@pytest.mark.parametrize(
    ("score", "height", "kept"),
    [
        (0.9, 300, False),  # it has the shape of a card, and is surer than the larger one
        (0.5, 300, True),
        (0.9, 100, True),  # a pip
    ],
)
def test_a_larger_outline_is_none_where_a_surer_card_lies_in_it(score, height, kept):
    large = Detection(quad(0, width=260, height=400), 0.6)
    inner = Detection(quad(20, 20, width=0.65 * height, height=height), score)

    found = find_at_any_size(np.zeros((480, 640, 3), np.uint8), TwoLooks({640: [large]}, inner))
    assert (large in found) is kept
    assert inner in found


def test_a_squeezed_picture_is_looked_at_stretched_and_its_cards_lie_where_they_are_in_it():
    wide = Detection(quad(299.5, 99.5, width=130, height=200), 0.9)
    squat = Detection(quad(10, width=190, height=200), 0.6)
    (found,) = find_in_any_shape(np.zeros((640, 640, 3), np.uint8), Detector({640: [squat], 851: [wide]}))
    assert found.corners_px[0] == pytest.approx([300 / 1.33 - 0.5, 99.5], abs=0.3)
    assert found.corners_px[1, 0] - found.corners_px[0, 0] == pytest.approx(130 / 1.33, abs=0.3)


def test_an_odd_picture_that_no_stretch_makes_better_stays_as_it_is():
    squat = Detection(quad(10, width=190, height=200), 0.6)
    (found,) = find_in_any_shape(np.zeros((640, 640, 3), np.uint8), Detector({640: [squat]}))
    assert found.corners_px is squat.corners_px
