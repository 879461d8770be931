"""Backs of cards: one for each seed, the same either way up."""

import numpy as np
import pytest

from models.synthetic.cards.backs import STYLES, draw_back


@pytest.mark.parametrize("style", STYLES)
def test_a_back_has_the_size_asked_for_and_depends_on_the_seed_alone(style):
    one, again, other = (draw_back((90, 140), seed, style) for seed in (3, 3, 4))
    assert one.shape == (140, 90, 3)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("seed", range(12))
def test_a_back_does_not_tell_which_way_up_it_lies(seed):
    back = draw_back((90, 140), seed).astype(int)
    assert np.abs(back - back[::-1, ::-1]).max() <= 1


@pytest.mark.parametrize("style", STYLES)
def test_a_back_is_not_blank(style):
    assert np.ptp(draw_back((90, 140), 1, style)) > 40
