"""Makers who draw in simple shapes: what every card tells, and that those only measured on draw otherwise."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES48, Card, Rank, Suit
from models.synthetic.cards import typefaces
from models.synthetic.cards.faces import GAPS
from models.synthetic.cards.flat_faces import flat_deck, flat_face
from models.synthetic.cards.flat_hand import KEPT_FROM, SHAPES, flat_hand

HEIGHT = 120
LEARNED = [flat_hand(seed) for seed in range(1, 41)]
KEPT = [flat_hand(KEPT_FROM + seed) for seed in range(1, 21)]


def differ(one, other):
    return float(np.abs(one.astype(int) - other.astype(int)).mean())


def test_the_same_maker_draws_the_same_deck_and_another_maker_another():
    one, again, other = (flat_deck(seed, 60).faces for seed in (3, 3, 4))
    assert all(np.array_equal(one[card], again[card]) for card in ES48.cards)
    assert (
        differ(flat_face(ES48.cards[5], LEARNED[2], 60)[:, :36], flat_face(ES48.cards[5], LEARNED[3], 60)[:, :36]) > 1
    )
    assert len(other) == len(ES48.cards) + 1


@pytest.mark.parametrize("seed", [1, 7, KEPT_FROM + 2])
def test_no_two_cards_of_a_maker_look_alike(seed):
    hand = flat_hand(seed)
    faces = [flat_face(card, hand, HEIGHT) for card in ES48.cards]
    assert min(differ(one, other) for k, one in enumerate(faces) for other in faces[:k]) > 0.5


@pytest.mark.parametrize("hand", LEARNED[:4])
@pytest.mark.parametrize("suit", Suit)
def test_gaps_in_the_upper_frame_line_tell_the_suit(hand, suit):
    hand = replace(hand, frame="line", numeral_mm=0.0, frame_mm=0.8, inset_mm=4.0)
    row, column = flat_face(Card(Rank.SEVEN, suit), hand, 475)[20].astype(int), 22
    paper = np.abs(row[column:-column] - np.array(hand.inks["paper"])).max(1) < 40
    assert int((np.diff(paper.astype(int)) == 1).sum()) == GAPS[suit]


def test_makers_that_are_only_measured_on_draw_shapes_that_none_learned_from_draws():
    for what, (learned, kept) in SHAPES.items():
        assert not set(learned) & set(kept)
        assert {hand.shapes[what] for hand in LEARNED} == set(learned)
        assert {hand.shapes[what] for hand in KEPT} == set(kept)
    assert not set(typefaces.LEARNED) & set(typefaces.KEPT)
    assert not {hand.typeface for hand in LEARNED} & {hand.typeface for hand in KEPT} - {None}


def test_makers_differ_in_ink_line_pip_and_numeral():
    assert np.ptp([hand.line_mm for hand in LEARNED]) > 0.4
    assert np.ptp([hand.pip for hand in LEARNED]) > 0.3
    assert np.ptp([hand.numeral_mm for hand in LEARNED]) > 3
    assert np.ptp([hand.inks["red"][2] for hand in LEARNED]) > 60
    assert {hand.outlined for hand in LEARNED} == {True, False}


def test_a_numeral_stands_upper_left_and_upside_down_lower_right():
    hand = replace(LEARNED[0], numeral_mm=6.0, numeral_at=(4.0, 5.0), corners=2)
    blank, six = (flat_face(Card(Rank.SIX, Suit.OROS), replace(hand, numeral_mm=mm), 475) for mm in (0.0, 6.0))
    printed = np.abs(blank.astype(int) - six).max(2) > 20
    assert printed[25:55, 20:45].any() and not printed[70:-70].any()
    assert (printed != printed[::-1, ::-1]).mean() < 0.002


def test_a_text_is_set_in_a_typeface_of_the_machine_or_in_the_one_that_comes_with_pillow():
    assert typefaces.there(("no-such-typeface.ttf",)) == ()
    for name in (None, "no-such-typeface.ttf", *typefaces.there(typefaces.LEARNED)[:2]):
        mask = typefaces.typed("12", name)
        assert mask.max() == 255 and mask.mean() < 200
