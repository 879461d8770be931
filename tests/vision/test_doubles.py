"""One card gets one outline: what lies on it otherwise is a second answer, or a part of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import ES40, Card
from firmware.signals import Unnamed
from vision.doubles import CardMeasure, is_spanned, one_card, without_doubles
from vision.stills import ReadCard

SEVEN, SIX = Card.parse("7O"), Card.parse("6O")


def card(face=SEVEN, confidence=0.97, *, x=0.0, y=0.0, width=65.0, height=100.0):
    corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
    return ReadCard(face, confidence, np.array(corners, np.float32))


def turned(one, by_deg):
    angle, middle = np.radians(by_deg), one.corners_px.mean(0)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return ReadCard(one.face, one.confidence, ((one.corners_px - middle) @ spin.T + middle).astype(np.float32))


WHOLE = card()
PAIRS = [
    ("another name, hardly smaller", card(SIX, x=2, y=3, width=60, height=94), True),
    ("a pip's frame, surely named", card(SIX, x=15, y=20, width=30, height=46), True),
    ("its upper half, a little beside it", card(SIX, x=-8, y=-4, width=65, height=55), True),
    ("the same name, half beside it", card(x=0, y=55), True),
    ("another card over its lower half", card(SIX, x=0, y=50), False),
    ("another card over three quarters of it", card(SIX, x=0, y=26), False),
    ("another card across it", turned(card(SIX), 90), False),
    ("the same name elsewhere", card(x=300), False),
    ("unknown, elsewhere", card(Unnamed.UNKNOWN, x=300), False),
]


@pytest.mark.parametrize(("other", "same"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_what_lies_on_a_card_as_no_other_card_can_be_read_is_that_card(other, same):
    assert one_card(WHOLE, other, CardMeasure()) is same
    assert one_card(other, WHOLE, CardMeasure()) is same
    assert (len(without_doubles([WHOLE, other])) == 1) is same


def test_of_two_outlines_the_one_with_the_shape_of_a_card_stays_though_it_is_less_sure():
    half = card(SIX, 0.99, height=58)
    assert without_doubles([half, card(SEVEN, 0.7)])[0].face == SEVEN


def test_a_larger_outline_that_nobody_can_name_is_no_card_where_one_with_a_name_lies_in_it():
    around = card(Unnamed.UNKNOWN, 0.9, x=-20, y=-30, width=105, height=160)
    assert without_doubles([around, WHOLE]) == (WHOLE,)


def test_of_two_outlines_of_one_name_about_equally_large_the_surer_stays():
    surer, larger = card(confidence=0.99), card(confidence=0.8, y=35, height=101)
    assert without_doubles([larger, surer]) == (surer,)


INNER = card(SIX, 0.9, x=10, y=10, width=33, height=50)


@pytest.mark.parametrize(
    ("outer", "left"),
    [
        (card(SEVEN, 0.99), [SEVEN]),
        (card(SEVEN, 0.3), [SIX]),  # hardly named: it may be none
        (card(Unnamed.UNKNOWN, 0.99), [SIX]),
        (card(SEVEN, 0.99, x=300), [SEVEN, SIX]),
    ],
)
def test_what_lies_in_a_larger_card_is_a_part_of_it(outer, left):
    assert [one.face for one in without_doubles([outer, INNER])] == left


def test_a_guess_that_bears_the_name_of_the_card_upon_it_is_a_card_of_its_own():
    beneath = card(SEVEN, 0.35, x=5, y=55)
    assert len(without_doubles([card(SEVEN, 0.99), beneath])) == 2


PAIR = [card(SIX, x=300, y=0), card(Card.parse("3C"), x=300, y=70)]
AROUND = card(SEVEN, 0.99, x=295, y=-5, width=110, height=180)


def test_an_outline_round_two_cards_is_none_where_others_tell_how_large_cards_are():
    others = [card(Card.parse(name), x=150 * k, y=400) for k, name in enumerate(("1O", "2O", "3O"))]
    assert without_doubles([AROUND, *PAIR, *others]) == (*PAIR, *others)


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (65, True),  # a card that lies upon both
        (52, False),  # too narrow for one
    ],
)
def test_an_outline_half_on_one_card_and_half_on_another_is_none_if_it_has_not_their_measure(width, left):
    lying = [card(Card.parse("1O")), card(Card.parse("2O"), y=98)]
    others = [card(Card.parse(name), x=150 * k, y=400) for k, name in enumerate(("3O", "4O"))]
    between = card(SIX, 0.99, x=2, y=48, width=width)
    assert (between in without_doubles([*lying, between, *others])) is left


@pytest.mark.parametrize(
    ("between", "left"),
    [
        (card(SIX, 0.7, x=1, y=45), False),  # the ends of both, in one line with them
        (card(SIX, 0.99, x=1, y=45), True),  # surer than they are: a card that lies upon both
        (card(SIX, 0.7, x=12, y=45), True),  # aside
        (turned(card(SIX, 0.7, x=1, y=45), 12), True),  # aslant
    ],
)
def test_an_outline_in_one_line_with_two_surer_cards_is_put_together_of_their_ends(between, left):
    lying = [card(Card.parse("1O")), card(Card.parse("2O"), y=92)]
    others = [card(Card.parse(name), x=150 * k, y=400) for k, name in enumerate(("3O", "4O"))]
    assert (between in without_doubles([*lying, between, *others])) is left


@pytest.mark.parametrize(("face", "left"), [(Unnamed.UNKNOWN, False), (SIX, True)])
def test_what_lies_in_a_card_by_less_is_none_where_it_has_no_name(face, left):
    others = [card(Card.parse(name), x=150 * k, y=400) for k, name in enumerate(("3O", "4O", "5O"))]
    aside = card(face, 0.9, x=-14, y=10, width=50, height=70)
    assert (aside in without_doubles([WHOLE, aside, *others])) is left


def test_cards_of_a_squeezed_picture_are_shaped_as_most_of_them_are():
    squeezed = [card(Card.parse(f"{k + 1}O"), x=200 * k, width=100, height=100) for k in range(4)]
    over = card(SIX, x=0, y=40, width=100, height=100)
    assert without_doubles([*squeezed, over]) == (*squeezed, over)


def test_two_backs_upon_each_other_stay():
    backs = (card(Unnamed.BACK, 0.9), card(Unnamed.BACK, 0.9, y=30))
    assert without_doubles(backs) == backs


faces = st.sampled_from([*ES40.cards, Unnamed.UNKNOWN, Unnamed.BACK])
places = st.floats(0, 200, allow_nan=False, width=32)
outlines = st.builds(
    lambda face, sure, x, y, wide, high: card(face, sure, x=x, y=y, width=wide, height=high),
    faces,
    st.floats(0, 1),
    places,
    places,
    st.floats(20, 120),
    st.floats(20, 120),
)


@given(st.lists(outlines, max_size=8))
def test_no_two_outlines_of_one_card_are_left_and_nothing_else_is_lost(cards):
    left, usual = without_doubles(cards), CardMeasure.of(cards)
    assert not any(one_card(first, second, usual) for k, first in enumerate(left) for second in left[:k])
    for gone in (one for one in cards if not any(one is kept for kept in left)):
        others = [one for one in cards if one is not gone]
        same = any(one_card(gone, one, usual) for one in others)
        assert same or not usual.fits(gone.corners_px) or is_spanned(gone, others)
