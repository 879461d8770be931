"""An answer that no hypothesis has: a play before that in question was not seen, or was none, and others moved on."""

import pytest

from firmware.cards import Card
from firmware.decoding import weights
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import add_play, open_deal
from firmware.dialogue.answers import answer
from firmware.dialogue.earlier_deals import EarlierDeals
from firmware.events import Doubt
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from tests.support.arms import arm, dealt, laid
from tests.support.scene import SLOTS

ACE, THREE, FIVE, TEN = (0, "1?"), (1, "3C"), (0, "5E"), (1, "10B")
"""Who played what; nobody saw the ace, which took the one of the layout."""
WITH_ACE = [ACE, THREE, FIVE, TEN]
WITHOUT = [(0, "3C"), (1, "5E"), (0, "10B")]


def beam_of(true, read, *, unsure=""):
    """A beam that has seen how two players played, and reads it in one way only."""
    beam = BeamSearch(Game(PRESETS["pagat"], 2, 1))
    session = dealt(beam.tracker.update)
    hypothesis = open_deal(beam.best, [beam.tracker[i] for i in range(4)], laid(), 0.0)
    number = 4
    for slot, (seat, text) in enumerate(true, 6):
        if text == "1?":
            del session.lying[0]
            session.see(3, [arm(SLOTS[0], seat)]).see(3)
        else:
            session.lay_by(seat, slot, unsure if unsure and text == "5E" else text)
    for _, text in read:
        hypothesis = (
            add_play(hypothesis, Card(1), 1300, (), weights.UNSEEN_PLAY)
            if text == "1?"
            else add_play(hypothesis, Card.parse(text), beam.tracker[number].born_ms, (number,), weights.SEEN_PLAY)
        )
        number += text != "1?"
    beam.hypotheses, beam.log_likelihoods = [hypothesis], [0.0]
    return beam


def asked(*cards, step=2, seat=1):
    return Doubt(3000, step, seat, tuple((Card.parse(card), 0.5) for card in cards))


def read(beam):
    """Who played which rank by the leading hypothesis."""
    return [(step.seat, step.action.card.rank) for step in beam.best.history if isinstance(step.action, Play)]


def ranks(plays):
    return [(seat, int(text[:-1])) for seat, text in plays]


@pytest.mark.parametrize(
    ("true", "told", "played"),
    [(WITH_ACE, WITHOUT, "3C"), (WITHOUT, WITH_ACE, "5E")],
    ids=["nobody saw a play before", "a play before was none"],
)
def test_who_played_what_another_player_seems_to_have_played_puts_the_plays_before_right(true, told, played):
    beam = beam_of(true, told)
    assert read(beam) == ranks(told)
    assert answer(beam, asked("12E", played), EarlierDeals(), (), first=False)
    assert read(beam) == ranks(true)


def test_where_the_card_itself_looks_like_the_answer_it_was_misread():
    beam = beam_of(WITHOUT, WITHOUT, unsure="5E:0.55 3E:0.44")
    assert answer(beam, asked("5E", "3E"), EarlierDeals(), (), first=False)
    assert read(beam) == [(0, 3), (1, 3), (0, 10)]


def test_of_a_deal_that_is_over_only_the_play_in_question_is_put_right():
    beam = beam_of(WITH_ACE, WITHOUT)
    beam.hypotheses = [open_deal(beam.best, (), laid(), 0.0, t_ms=9000, gives_up=True)]
    assert answer(beam, asked("12E", "3E"), EarlierDeals(), (), first=False)
    assert read(beam) == [(0, 3), (1, 3), (0, 10)]
