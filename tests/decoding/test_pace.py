"""Nobody takes his turn at once after the one before him: how many plays of a history do."""

import pytest

from firmware.cards import Card
from firmware.decoding.branching import initial_hypothesis, open_deal, rewrite
from firmware.decoding.facts import HURRIED_MS
from firmware.decoding.history import Step
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS

LAID = tuple(map(Card.parse, ("1O", "4C", "6E", "11B")))


def hurried(*plays):
    """Of plays, each when it was made and, if nobody saw that, from when to when."""
    base = open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), (), LAID, 0.0, t_ms=1000)
    cards = map(Card.parse, ("2C", "7O", "12E"))
    steps = [Step(t_ms, (), Play(0, card), span=tuple(span)) for (t_ms, *span), card in zip(plays, cards, strict=False)]
    return rewrite(base, (*base.steps, *steps)).facts.hurried


@pytest.mark.parametrize(
    ("plays", "count"),
    [
        (((3000,), (3000 + HURRIED_MS,), (9000,)), 0),
        (((3000,), (2999 + HURRIED_MS,), (9000,)), 1),
        (((3000,), (3100,), (3200,)), 2),
        (((3000,), (2900,), (9000,)), 1),  # told the other way round
        (((3000,), (3100, 3100, 5000), (9000,)), 0),  # the second may have been made at 5000
        (((3000, 1000, 3000), (3100,), (9000,)), 0),
        (((4000, 4000, 4900), (3000, 3000, 4900), (9000,)), 0),
        (((3000,), (4800,), (3900,)), 2),  # as many in any order
    ],
)
def test_plays_are_hurried_that_follow_at_once_however_long_they_may_have_taken(plays, count):
    assert hurried(*plays) == count


def test_the_first_play_may_follow_the_layout_at_once():
    assert hurried((1001,), (4000,)) == 0
