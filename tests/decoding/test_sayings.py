"""What was said beside the cards: its word, and what the rules do not allow."""

import pytest

from firmware.decoding.sayings import apply_or_refuse, word_of
from firmware.events import SayingRefused
from firmware.rules.game import Game
from firmware.rules.play import Accept, Announce, Challenge, Claim, Decline, Redeal
from firmware.rules.presets import PRESETS
from firmware.rules.voice import Announcement

WORDS = [
    (Announce(0, Announcement.RONDA), "ronda"),
    (Announce(0, Announcement.TRINGA), "tringa"),
    (Decline(0), "nothing"),
    (Claim(0, 1), "claim"),
    (Challenge(0, 1, ()), "challenge"),
    (Accept(0), "accept"),
    (Redeal(0), "redeal"),
]


@pytest.mark.parametrize(("said", "word"), WORDS, ids=[word for _, word in WORDS])
def test_each_saying_is_known_by_the_word_that_is_pressed_for_it(said, word):
    assert word_of(said) == word


@pytest.mark.parametrize(("said", "word"), WORDS, ids=[word for _, word in WORDS])
def test_what_cannot_be_said_before_the_first_deal_is_refused_and_changes_nothing(said, word):
    game = Game(PRESETS["pagat"], 2, 1)
    before = game.position
    events, counted = apply_or_refuse(game, said)
    assert events == (SayingRefused(0, word, "no match is being played"),)
    assert (counted, game.position) == (False, before)
