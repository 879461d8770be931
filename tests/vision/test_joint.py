"""Of each face there is one: what that tells about the others."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.identify import Identification
from vision.joint import once_each, shared_out

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


def test_of_no_cards_there_are_no_names():
    assert once_each([]) == []
