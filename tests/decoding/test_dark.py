"""What was on its way to the table when nothing could be seen any more may have been laid meanwhile."""

import pytest

from firmware.decoding.proposals.seen_in_passing import laid_unseen
from firmware.rules.play import Play
from firmware.signals import TableObservation
from tests.support.scene import LAYOUT, laid

WHOLE_TABLE = (((0.0, 0.0), (900.0, 0.0), (900.0, 700.0), (0.0, 700.0)),)


def dark(ms_later):
    """The reader's beam after a card was seen once beneath a hand, and nothing could be seen from then on."""
    referee, table = laid()
    table.lying[6] = "7O"
    table.wait(200, hand=True)
    referee.feed(TableObservation(table.t_ms + ms_later, (), hand_present=True, unseen="camera_lost"))
    return referee._beam


def proposed(beam):
    known = {str(card) for card in LAYOUT.values()}
    steps = [one.steps[-1].action for one in laid_unseen([beam.best], beam.tracker)]
    return {str(action.card) for action in steps if isinstance(action, Play)} - known


def test_a_card_on_its_way_is_proposed_as_a_play():
    assert "7O" in proposed(dark(1000))


def test_a_card_that_was_seen_long_before_is_not():
    assert proposed(dark(9000)) == set()


def test_of_two_plays_made_in_the_dark_either_may_have_been_the_first():
    referee, table = laid()
    table.t_ms += 1000
    referee.feed(TableObservation(table.t_ms, (), hand_present=True, hidden=WHOLE_TABLE, unseen="too_dark"))
    table.t_ms += 4000
    del table.lying[1]  # the 4 of the layout was taken by one that nobody saw
    table.put(s6="7O").wait(3000)
    beam = referee._beam
    told = [[step.rank_fact for step in one.steps[1:]] for one in beam.hypotheses[:2]]
    assert sorted(told) == [[(0, 4), (1, 7)], [(0, 7), (1, 4)]]
    assert beam.probabilities()[0] == pytest.approx(beam.probabilities()[1], rel=0.2)
