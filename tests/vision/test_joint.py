"""Of each face there is one: what that tells about the others."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.identify import Identification
from vision.joint import OUTSIDE, once_each, shared_out

SIX, SEVEN = Card.parse("6O"), Card.parse("7O")

CASES = [  # cards by faces: probabilities alone, then together (the last column: none of the faces)
    ("alone a card stays as it was", [[0.6, 0.4]], [[0.6, 0.4, 0.0]]),
    ("the sure one leaves the other face to the unsure one", [[0.99, 0.01], [0.6, 0.4]], [[0.98, 0.02], [0.02, 0.98]]),
    ("two alike share what there is one of", [[1.0, 0.0], [1.0, 0.0]], [[0.5, 0.0, 0.5], [0.5, 0.0, 0.5]]),
    ("what is like no face is outside", [[0.0, 0.0]], [[0.0, 0.0, 1.0]]),
    ("nobody is forced onto the last face", [[1.0, 0.0], [1.0, 1e-7]], [[0.5, 0.0, 0.5], [0.5, 0.0, 0.5]]),
]


@pytest.mark.parametrize(("alone", "together"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_faces_are_shared_out(alone, together):
    got = shared_out(np.array(alone))
    for row, expected in zip(got, together, strict=True):
        assert row[: len(expected)] == pytest.approx(expected, abs=0.03)


def test_what_two_cards_say_of_each_other_counts_once():
    """Messages alone make 0.97 of it; right are 0.556² against 0.423²."""
    pair = shared_out(np.array([[0.556, 0.423], [0.423, 0.556]]))
    assert pair == pytest.approx(in_all_ways(np.array([[0.556, 0.423], [0.423, 0.556]])), abs=0.002)
    assert pair.max() < 0.64


def test_nothing_comes_back_from_a_third_card_either():
    ring = np.array([[0.55, 0.4, 0.001], [0.001, 0.55, 0.4], [0.4, 0.001, 0.55]])
    assert shared_out(ring) == pytest.approx(in_all_ways(ring), abs=0.02)


def in_all_ways(weights):
    """Probabilities (cards, faces + 1) by all ways to share out the faces."""
    cards, faces = weights.shape
    alone, sums = np.hstack([weights, np.full((cards, 1), OUTSIDE)]), np.zeros((cards, faces + 1))
    for way in product(range(faces + 1), repeat=cards):
        if len({*way} - {faces}) == sum(face < faces for face in way):
            sums[range(cards), way] += np.prod(alone[range(cards), way])
    return sums / sums.sum(axis=1, keepdims=True)


@settings(max_examples=60)
@given(arrays(np.float64, st.tuples(st.integers(1, 2), st.integers(1, 4)), elements=st.floats(0.0625, 1, width=32)))
def test_two_cards_are_as_probable_as_by_all_ways(weights):
    alone = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    assert shared_out(alone) == pytest.approx(in_all_ways(alone), abs=0.01)


@settings(max_examples=60)
@given(arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(2, 12)), elements=st.floats(0, 1, width=32)))
def test_each_card_is_something_and_each_face_at_most_once(weights):
    alone = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    together = shared_out(alone)
    assert together.sum(axis=1) == pytest.approx(np.ones(len(alone)))
    assert together[:, :-1].sum(axis=0).max() <= 1.1


def named(*faces):
    return Identification(tuple(faces), upside_down=False)


def test_backs_and_strangers_keep_their_names_and_cards_share():
    back, stranger = named((Unnamed.BACK, 0.9)), named((Unnamed.UNKNOWN, 0.9))
    answers = once_each([named((SEVEN, 0.97), (SIX, 0.01)), back, named((SEVEN, 0.55), (SIX, 0.4)), back, stranger])
    assert [str(one.face) for one in answers] == ["7O", "back", "6O", "back", "?"]


def test_two_cards_of_an_enrolled_deck_do_not_make_each_other_sure():
    pair = once_each([named((SIX, 0.55), (SEVEN, 0.44)), named((SEVEN, 0.55), (SIX, 0.44))])
    assert [str(one.face) for one in pair] == ["6O", "7O"]
    assert max(one.confidence for one in pair) < 0.65


def test_of_no_cards_there_are_no_names():
    assert once_each([]) == []
