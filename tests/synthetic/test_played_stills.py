"""Stills out of played deals: what a session shows, with the truth that a session hides."""

import numpy as np
import pytest

from models.synthetic.cards.own_deck import own_deck
from models.synthetic.films.played_stills import played_stills
from models.synthetic.scenes.surface import draw_surfaces
from vision.quads import long_side_px, short_side_px

SIZE_PX = (320, 192)


@pytest.fixture(scope="module")
def stills():
    rng = np.random.default_rng(5)
    return list(played_stills(rng, [own_deck()], draw_surfaces(2, seed=3), SIZE_PX, 12))


def test_there_are_as_many_as_asked_for_and_no_two_alike(stills):
    assert len(stills) == 12
    assert all(still.picture.shape == (SIZE_PX[1], SIZE_PX[0], 3) for still in stills)
    assert len({still.picture.tobytes() for still in stills}) == 12


def test_they_show_cards_in_all_states_of_play(stills):
    shares = [card.visible for still in stills for card in still.cards]
    assert sum(share > 0.98 for share in shares) > 20
    assert any(0.05 < share < 0.9 for share in shares)
    assert any(still.hand_mask.any() for still in stills)


def test_their_corners_have_the_shape_of_a_card(stills):
    """95 by 61.5 mm is 1.54; a leaning camera makes of that what it may."""
    seen = [card.corners_px for still in stills for card in still.cards if card.visible > 0.98]
    ratios = [long_side_px(corners) / short_side_px(corners) for corners in seen]
    assert 1.4 < np.median(ratios) < 1.7
