"""Cards of any size and shape are looked for at several scales; what one alone shows of a card is a part of it."""

from dataclasses import replace

import numpy as np
import pytest

from vision.locate import Detection, Detections
from vision.multiscale import FEW, SMALLER_PX, WIDE_LOOKS_PX, borne_out, find_at_any_size, find_in_any_shape


def quad(x, y=0.0, width=65.0, height=100.0):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


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
        (200, FEW + 1, [640, SMALLER_PX]),
        (200, FEW, [640, SMALLER_PX, *WIDE_LOOKS_PX]),  # a card may fill the picture, and these be its pips
        (60, FEW + 1, [640, 1280, SMALLER_PX]),
        (60, 1, [640, 1280, SMALLER_PX, *WIDE_LOOKS_PX]),
        (400, FEW + 1, [640, SMALLER_PX, *WIDE_LOOKS_PX]),
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
    assert (inner in found) is not kept


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


def test_a_picture_taken_aslant_is_not_given_up_for_one_outline_round_several_cards():
    aslant = [Detection(quad(100 * number, width=50, height=100), 0.9) for number in range(FEW + 2)]
    round_them = Detection(quad(0, width=310, height=480), 0.8)
    detector = Detector({640: aslant, 851: [round_them]})
    assert len(find_in_any_shape(np.zeros((480, 640, 3), np.uint8), detector)) == len(aslant)
    (found,) = find_in_any_shape(np.zeros((640, 640, 3), np.uint8), Detector({640: aslant[:1], 851: [round_them]}))
    assert found.score == round_them.score


def test_one_whole_card_outweighs_its_pips_in_a_stretched_picture():
    pips = [Detection(quad(80 * number, 300, width=40, height=62), 0.9) for number in range(5)]
    whole = Detection(quad(10, 10, width=400, height=620), 0.6)
    (found,) = find_in_any_shape(np.zeros((640, 640, 3), np.uint8), Detector({640: [whole], 851: pips}))
    assert found.corners_px is whole.corners_px


def test_what_a_smaller_copy_shows_where_nothing_was_found_is_a_card_if_it_is_sure():
    first = [Detection(quad(130 * number, width=120, height=185), 0.9) for number in range(FEW + 1)]
    missed, unsure = Detection(quad(0, 300, width=120, height=185), 0.7), Detection(quad(300, 300, 120, 185), 0.3)
    known = Detection(quad(60, 0, width=120, height=185), 0.9)  # half of one, half of another

    class Smaller(Detector):
        def detect(self, picture, look_px=640, known_places=()):
            cards = (missed, unsure, known) if look_px == SMALLER_PX else tuple(first)
            return Detections(cards, np.zeros((2, 2), np.float32), 8.0)

    assert find_at_any_size(np.zeros((480, 640, 3), np.uint8), Smaller({})) == (*first, missed)


@pytest.mark.parametrize(
    ("smaller", "kept"),
    [
        ("pair", False),
        ("whole", True),
        ("one", True),  # that one look shows a second card there proves nothing
    ],
)
def test_an_outline_round_two_cards_that_two_looks_show_is_none(smaller, kept):
    pair = [Detection(quad(20 + 140 * number, 150, width=120, height=185), 0.7) for number in range(2)]
    around = Detection(quad(0, 20, width=300, height=440), 0.8)
    shown = {"pair": pair, "whole": [around], "one": pair[:1]}[smaller]

    class Wide(Detector):
        def detect(self, picture, look_px=640, known_places=()):
            cards = pair if look_px == 640 else shown if look_px == SMALLER_PX else [around]
            return Detections(tuple(cards), np.zeros((2, 2), np.float32), 8.0)

    found = find_at_any_size(np.zeros((480, 640, 3), np.uint8), Wide({}))
    assert (around in found) is kept
    assert all((card in found) is not kept for card in pair)


WHOLE = Detection(quad(0, width=260, height=400), 0.8)


@pytest.mark.parametrize(
    ("part", "looks", "stays"),
    [
        (Detection(quad(0, width=170, height=400), 0.9), 1, False),  # a half that the common look alone shows
        (Detection(quad(0, width=170, height=400), 0.9), 3, True),  # so many show it: two cards that overlap
        (Detection(quad(240, width=260, height=400), 0.6), 1, True),  # it hardly touches the whole one
        (Detection(quad(100, 300, 60, 90), 0.6), 1, False),  # a pip
    ],
)
def test_what_lies_upon_a_card_that_more_looks_show_is_a_part_of_it(part, looks, stays):
    wider = [[WHOLE, part] if number < looks - 1 else [WHOLE] for number in range(4)]
    assert (part in borne_out([part], wider)) is stays


@pytest.mark.parametrize(
    ("looks", "stays"),
    [(1, True), (2, False)],  # that one look shows a larger outline proves nothing
)
def test_what_lies_in_a_card_that_two_looks_show_is_a_part_of_it(looks, stays):
    inner = Detection(quad(60, 60, width=100, height=200), 0.7)
    wider = [[WHOLE] if number < looks else [] for number in range(3)] + [[inner]] * 3
    assert (inner in borne_out([inner], wider)) is stays
