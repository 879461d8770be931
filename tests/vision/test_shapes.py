"""All cards of a table have one shape: an end that another card hides is put where it must be."""

import numpy as np
import pytest

from vision.shapes import fitted

FREE = [(x, 0.0) for x in (0.0, 200.0, 400.0, 600.0)]


def card(x, y, width=62.0, height=95.0):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def around(quads):
    """The cards, and four free ones far from them."""
    return [*(card(*place) for place in FREE), *quads]


def turned(quads, degrees):
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return [(quad @ matrix.T).astype(np.float32) for quad in quads]


BELOW = card(300, 360)  # the card that lies upon the lower end of the others
CASES = [  # what was found of the card above it, and what it must be
    ("hidden end guessed too short", card(300, 300, height=80), card(300, 300)),
    ("hidden end guessed too long", card(300, 300, height=110), card(300, 300)),
    ("right within the error of a corner", card(300, 300, height=97), card(300, 300, height=97)),
    ("nothing like a card", card(300, 300, height=150), card(300, 300, height=150)),
    ("too short, but nothing lies at its ends", card(900, 300, height=80), card(900, 300, height=80)),
]


@pytest.mark.parametrize("degrees", [0, 90, 137, 270])
@pytest.mark.parametrize(("found", "true"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_an_end_at_another_card_is_moved_until_the_card_has_the_shape_of_the_others(found, true, degrees):
    quads = turned(around([found, BELOW]), degrees)
    assert fitted(quads)[4] == pytest.approx(turned([true], degrees)[0], abs=0.1)


def test_a_side_is_moved_like_an_end():
    quads = around([card(300, 300, width=80), card(350, 300)])
    assert fitted(quads)[4] == pytest.approx(card(300, 300), abs=0.1)


def test_a_card_between_two_others_stays_as_it_is():
    squeezed = card(300, 300, height=80)
    assert fitted(around([squeezed, BELOW, card(300, 230)]))[4] is squeezed


def test_three_cards_tell_nothing_about_the_shape_of_all_unless_it_is_known():
    short = card(300, 300, height=80)
    assert fitted([short, BELOW, card(0, 0)])[0] is short
    (known,) = fitted([short], [BELOW, card(0, 0)], shape=95 / 62)
    assert known == pytest.approx(card(300, 300), abs=0.1)


def test_cards_of_all_shapes_tell_nothing():
    short = card(300, 300, height=80)
    odd = [card(200.0 * n, 0.0, height=height) for n, height in enumerate((60, 80, 110, 140))]
    assert fitted([short, BELOW, *odd])[0] is short
