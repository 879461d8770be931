"""Cards that lie elsewhere than a person says are overruled; those gathered when the match is over agree with him."""

import pytest

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import add_play, open_deal
from firmware.dialogue.answers import answer
from firmware.dialogue.earlier_deals import EarlierDeals
from firmware.events import Doubt
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from tests.support.arms import dealt, laid

TAKEN = Doubt(3000, 2, 1, ((Card.parse("2C"), 0.5), (Card.parse("3C"), 0.5)))
"""What has seat 1 played upon the 2 of coins?"""


@pytest.mark.parametrize(("target", "overruled"), [(41, True), (1, False)], ids=["the deal goes on", "a caida wins"])
def test_cards_that_are_gone_are_overruled_unless_the_match_is_over_by_the_answer(target, overruled):
    beam = BeamSearch(Game(parse_rules(f"pagat target={target}"), 2, 1))
    session = dealt(beam.tracker.update)
    hypothesis = open_deal(beam.best, [beam.tracker[i] for i in range(4)], laid(), 0.0)
    for number, (seat, text) in enumerate([(0, "2O"), (1, "2C")], 4):
        session.lay_by(seat, number + 2, text)
        hypothesis = add_play(hypothesis, Card.parse(text), session.t_ms, (number,), weights.SEEN_PLAY)
    session.lying.clear()
    session.see(12)
    beam.hypotheses, beam.log_likelihoods = [hypothesis], [0.0]
    assert answer(beam, TAKEN, EarlierDeals(), (), first=True)
    assert [beam.tracker[i].overruled for i in range(4)] == [overruled] * 4
