"""Of each face there is one: what that tells about the others."""

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.identify import Identification
from vision.joint import OUTSIDE, best_assignment, margins, once_each, shared_out

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


def test_what_two_cards_say_of_each_other_counts_once_in_the_margin():
    """Messages make 0.97 of it; right are 0.556² against 0.423²."""
    margin, best = margins(np.array([[0.556, 0.423], [0.423, 0.556]]))
    assert np.exp(margin) == pytest.approx([(0.556 / 0.423) ** 2] * 2)
    assert best.tolist() == [0, 1]


@settings(max_examples=60)
@given(arrays(np.float64, st.tuples(st.integers(1, 3), st.integers(1, 4)), elements=st.floats(0.0625, 1, width=32)))
def test_the_margin_is_that_of_all_ways_to_share_out_the_faces(weights):
    cards, faces = weights.shape
    alone = np.hstack([np.log(weights), np.full((cards, 1), np.log(OUTSIDE))])
    ways = [
        way for way in product(range(faces + 1), repeat=cards) if len({*way} - {faces}) == sum(k < faces for k in way)
    ]
    worth = {way: sum(alone[card, face] for card, face in enumerate(way)) for way in ways}
    best = max(worth.values())
    margin, held = margins(weights)
    way = tuple(int(face) if face >= 0 else faces for face in held)
    assert worth[way] == pytest.approx(best)
    for card in np.flatnonzero(held >= 0):
        others = [value for one, value in worth.items() if one[card] != way[card]]
        assert margin[card] == pytest.approx(best - max(others), abs=1e-6)


def test_the_cheapest_assignment_is_found():
    costs = np.random.default_rng(3).normal(size=(5, 5))
    found = best_assignment(costs)
    cheapest = min(sum(costs[row, column] for row, column in enumerate(way)) for way in permutations(range(5)))
    assert costs[np.arange(5), found].sum() == pytest.approx(cheapest)


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
