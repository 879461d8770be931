"""The decks we draw: complete, distinct, repeatable, with the maker's marks in their places."""

import itertools

import cv2
import numpy as np
import pytest

from firmware.cards import ES48, Card, Rank, Suit
from firmware.signals import Unnamed
from models.synthetic.cards.faces import draw_face
from models.synthetic.cards.layouts import HEIGHT_MM, half_frame
from models.synthetic.cards.makers import STYLES, vary
from models.synthetic.cards.numerals import numeral_width
from models.synthetic.cards.own_deck import contact_sheet, drawn_deck, own_deck
from models.synthetic.cards.style import Style

GAPS = {Suit.OROS: 0, Suit.COPAS: 1, Suit.ESPADAS: 2, Suit.BASTOS: 3}
SMALL = 130


def thumbnail(picture):
    return cv2.resize(picture[..., :3], (32, 48), interpolation=cv2.INTER_AREA).astype(float)


def test_the_own_deck_has_every_card_of_the_pack_of_48_and_a_back():
    assert set(own_deck().faces) == {*ES48.cards, Unnamed.BACK}
    assert own_deck() is own_deck()


def test_no_two_faces_look_alike():
    thumbs = [thumbnail(picture) for picture in own_deck().faces.values()]
    assert min(np.abs(a - b).mean() for a, b in itertools.combinations(thumbs, 2)) > 2


def test_corners_are_transparent_and_everything_else_opaque():
    for picture in own_deck().faces.values():
        height, width = picture.shape[:2]
        assert picture[[0, 0, -1, -1], [0, -1, 0, -1], 3].tolist() == [0, 0, 0, 0]
        assert picture[height // 10 : -height // 10, :, 3].min() == 255
        assert picture[:, width // 6 : -width // 6, 3].min() == 255


def dark_runs(row):
    """How many pieces of ink lie along a row of grey values."""
    dark = np.concatenate([[False], row < 150, [False]])
    return int((np.diff(dark.astype(int)) == 1).sum())


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("rank", Rank)
@pytest.mark.parametrize("suit", Suit)
def test_the_frame_line_has_the_gaps_of_the_suit_above_and_below(rank, suit, outside):
    style = Style(numeral_outside=outside)
    face = draw_face(Card(rank, suit), style, 420)
    scale = 420 / HEIGHT_MM
    x, y = (n * scale for n in half_frame(style))
    room = outside * (numeral_width(str(rank.value)) + 0.2) * style.numeral_mm * scale
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    middle = face.shape[1] / 2
    upper = grey[round(210 - y), round(middle - x + room) : round(middle + x)]
    lower = grey[round(209 + y), round(middle - x) : round(middle + x - room)]
    assert [dark_runs(upper), dark_runs(lower)] == [GAPS[suit] + 1] * 2


@pytest.mark.parametrize("rank", Rank)
@pytest.mark.parametrize("numeral", ["strokes", "serif", "font"])
def test_the_numeral_stands_upper_left_and_upside_down_lower_right(rank, numeral):
    style = Style(numeral=numeral)
    face = cv2.cvtColor(draw_face(Card(rank, Suit.ESPADAS), style, 420), cv2.COLOR_BGR2GRAY)
    turned = face[::-1, ::-1]
    scale = 420 / HEIGHT_MM
    left, top = (round((n + 0.12 * style.numeral_mm) * scale) for n in (style.inset_mm, style.inset_mm))
    size = (
        slice(top, top + round(1.1 * style.numeral_mm * scale)),
        slice(left, left + round(0.55 * style.numeral_mm * scale)),
    )
    assert (face[size] < 120).mean() > 0.05
    assert np.abs(face[size].astype(int) - turned[size]).mean() < 40


@pytest.mark.parametrize("style", STYLES)
def test_a_makers_deck_depends_on_its_seed_alone(style):
    one, again = (drawn_deck(style, 1, SMALL) for _ in range(2))
    assert set(one.faces) == {*ES48.cards, Unnamed.BACK}
    assert all(np.array_equal(one.faces[face], again.faces[face]) for face in one.faces)
    for card in ES48.cards[::5]:
        other = draw_face(card, vary(style, 2), SMALL)
        assert np.abs(thumbnail(one.faces[card]) - thumbnail(other)).mean() > 1


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("style", STYLES)
def test_every_makers_hand_leaves_room_for_the_pips(style, seed):
    hand = vary(style, seed)
    x, y = half_frame(hand)
    assert x > 20
    assert y > 40
    assert 0.58 < hand.aspect < 0.72


def test_an_unknown_style_is_refused():
    with pytest.raises(ValueError, match="'tarot' is no style of deck"):
        drawn_deck("tarot", 1)


def test_a_card_without_a_suit_has_no_face():
    with pytest.raises(ValueError, match=r"7\? has no suit"):
        draw_face(Card(Rank.SEVEN), Style(), SMALL)


def test_a_contact_sheet_shows_a_row_for_each_suit():
    sheet = contact_sheet(own_deck(), height_px=60)
    assert sheet.shape == (4 * 62 + 2, 12 * 41 + 2, 3)
    assert sheet[2 + 30, 2 + 20].tolist() != [52, 92, 40]
    assert sheet[0, 0].tolist() == [52, 92, 40]
