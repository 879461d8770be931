"""A question is known by what it asks, so that no answer is taken for another one's."""

from dataclasses import replace

from firmware.cards import Card
from firmware.events import ChallengeOpened, Doubt
from firmware.standing.questions import question_key

DOUBT = Doubt(9000, 4, 1, ((Card.parse("7O"), 0.6), (Card.parse("10O"), 0.4)))


def test_questions_about_other_things_have_other_keys():
    asked = (DOUBT, replace(DOUBT, step=5), replace(DOUBT, t_ms=1), replace(DOUBT, slot=0), ChallengeOpened(0, 1), None)
    assert len(set(map(question_key, asked))) == len(asked)


def test_a_question_keeps_its_key_while_the_odds_change():
    surer = ((Card.parse("7O"), 0.8), (Card.parse("10O"), 0.15), (Card.parse("2O"), 0.05))
    assert question_key(replace(DOUBT, candidates=surer)) == question_key(DOUBT)


def test_a_question_that_shows_other_choices_has_another_key():
    for other in (DOUBT.candidates[::-1], ((Card.parse("2O"), 0.0), *DOUBT.candidates)):
        assert question_key(replace(DOUBT, candidates=other)) != question_key(DOUBT)
