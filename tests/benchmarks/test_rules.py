"""What the bench of the rules plays is real: whole deals, in the right seats, with words and wins."""

import random

import pytest

from firmware.rules.play import Announce, Challenge, Claim, Decline, Play
from models.benchmarks.rules import deals, play_through


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bench_plays_whole_deals_with_all_that_players_say(players):
    dealt = deals(players, random.Random(2), count=60)
    said = {type(action) for _, actions in dealt for action in actions}
    assert said == {Play, Announce, Decline, Claim, Challenge}
    assert all(sum(isinstance(action, Play) for action in actions) == 36 for _, actions in dealt)
    assert 60 * 36 * 0.8 < play_through(players, dealt) < 60 * 36  # a won match leaves cards out
