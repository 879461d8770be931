"""Facts about the bench of growth: what it counts as plays and deals, and that it leaves the reader as it was."""

import pytest

from firmware.decoding import beam_search
from models.benchmarks.growth import beam_width, referee_costs
from models.synthetic.films.witnessed import witnessed_match
from models.synthetic.play.mishaps import CALM

SEED = 4100


def test_each_look_of_a_deal_is_told_with_the_plays_before_it():
    witnessed = witnessed_match(SEED, rules="pagat", players=4, deals=1, mishaps=CALM)
    costs = list(referee_costs(witnessed))
    assert len(costs) == len(witnessed.looks)
    told = [(cost.deal, cost.play) for cost in costs]
    assert (told[0], told[-1]) == ((1, 0), (2, 0))
    assert len(set(told)) > 30
    assert all(cost.ms >= 0 for cost in costs)


def test_the_reader_keeps_as_many_hypotheses_as_before_once_it_was_measured_with_others():
    usual = beam_search.BEAM_WIDTH
    with pytest.raises(ZeroDivisionError), beam_width(1):
        assert beam_search.BEAM_WIDTH == 1
        raise ZeroDivisionError
    assert usual == beam_search.BEAM_WIDTH
