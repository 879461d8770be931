"""Facts about the bench of growth: what it counts as plays and deals, and that it leaves the reader as it was."""

import pytest

from firmware.decoding import beam_search
from models.benchmarks.growth import BEAM, DEALS, PLAYS, LookCost, beam_width, place_of, referee_costs, referee_figures
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


def test_a_figure_is_named_for_all_the_plays_and_deals_that_it_is_the_mean_of():
    costs = [LookCost(1, 0, 1.0), LookCost(2, 5, 2.0), LookCost(3, 6, 4.0), LookCost(6, 35, 8.0)]
    assert [(one.name, one.value, one.n) for one in referee_figures(costs)] == [
        (f"{PLAYS} 0 to 5", 1.5, 2),
        (f"{PLAYS} 6 to 11", 4.0, 1),
        (f"{PLAYS} 30 to 35", 8.0, 1),
        (f"{DEALS} 1 to 2", 1.5, 2),
        (f"{DEALS} 3 to 4", 4.0, 1),
        (f"{DEALS} 5 to 6", 8.0, 1),
    ]


@pytest.mark.parametrize(
    ("figure", "name", "place"), [(f"{PLAYS} 6 to 11", PLAYS, 8.5), (f"{BEAM} 48", BEAM, 48), (f"{DEALS} 3", DEALS, 3)]
)
def test_it_is_drawn_in_the_middle_of_them(figure, name, place):
    assert place_of(figure, name) == place
