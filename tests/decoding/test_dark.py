"""What was on its way to the table when nothing could be seen any more may have been laid meanwhile."""

from firmware.decoding.proposals.unseen_plays import laid_unseen
from firmware.rules.play import Play
from firmware.signals import TableObservation
from tests.support.scene import LAYOUT, laid


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
