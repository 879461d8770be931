"""When the referee asks, and when later looks answer for the players."""

import math
import random

import pytest

from firmware.cards import Card
from firmware.decoding.beam_search import BeamSearch
from firmware.decoding.branching import initial_hypothesis, open_deal, rewrite
from firmware.decoding.history import Step
from firmware.dialogue.open_questions import ANSWERING_MS, SMOOTHING_MS, OpenQuestions
from firmware.dialogue.questions import agreement
from firmware.events import Doubt, DoubtSettled, ReadingCorrected
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from firmware.signals import ButtonPress
from tests.support.deal import play_deal
from tests.support.scene import Table, laid, plays, said


def test_an_unclear_card_is_asked_about_and_play_goes_on():
    referee, table = laid()
    table.put(s5="7O:0.5 3O:0.45").wait(3000)
    assert referee.scoreboard.provisional
    assert not said(table, Doubt)
    table.wait(21000)
    (doubt,) = said(table, Doubt)
    assert {str(card) for card, _ in doubt.candidates[:2]} == {"7O", "3O"}
    assert referee.scoreboard.question == doubt
    table.put(s6="12O")
    assert [seat for seat, _ in plays(referee)] == [0, 1]


def test_a_question_names_the_card_before_unless_it_is_the_first_of_its_deal():
    _, table = laid()
    table.put(s5="7O:0.5 3O:0.45", s6="2B:0.5 10C:0.45").wait(27_000 + ANSWERING_MS)
    first, second = said(table, Doubt)
    assert first.after is None
    assert second.after in [card for card, _ in first.candidates]


def test_two_doubts_are_asked_about_one_after_the_other():
    _, table = laid()
    table.put(s5="7O:0.5 3O:0.45", s6="2B:0.5 10C:0.45").wait(27_000)
    (first,) = said(table, Doubt)
    table.wait(ANSWERING_MS)
    assert [doubt.step - first.step for doubt in said(table, Doubt)] == [0, 1]


def test_the_next_question_comes_as_soon_as_one_is_answered():
    referee, table = laid()
    table.put(s5="7O:0.5 3O:0.45", s6="2B:0.5 10C:0.45").wait(27_000)
    (first,) = said(table, Doubt)
    table.said += referee.feed(ButtonPress(table.t_ms, None, "b"))
    assert [doubt.step - first.step for doubt in said(table, Doubt)] == [0, 1]


def test_later_cards_settle_a_doubt_and_correct_the_play():
    referee, table = laid()
    table.put(s5="7O:0.55 3O:0.43").wait(24000)
    table.put(s6="7O")
    assert [str(event.card) for event in said(table, DoubtSettled)] == ["3O"]
    assert [(str(e.was), str(e.now)) for e in said(table, ReadingCorrected)] == [("7O", "3O")]
    assert plays(referee) == [(0, "3O"), (1, "7O")]
    assert referee.scoreboard.question is None


def test_what_is_rather_sure_is_marked_and_not_asked_about_while_play_goes_on():
    referee, table = laid()
    table.put(s5="7O:0.7 3O:0.25").wait(60_000)
    assert referee.scoreboard.provisional
    assert not said(table, Doubt)


def test_what_is_still_open_when_the_session_ends_is_asked_about():
    referee, table = laid()
    table.put(s5="7O:0.7 3O:0.25").wait(3000)
    table.said += referee.close(table.t_ms)
    assert len(said(table, Doubt)) == 1


def over(share):
    """The table when a deal is over; each of its last two cards was seen as itself with this share, or as the other."""
    referee = Referee(MatchSetup(2, 1))
    table, game = Table(referee.feed), Game(PRESETS["pagat"], 2, 1)

    def read(card, pack):
        last = pack[-2:]
        return f"{card}:{share} {last[last[0] == card]}:{0.98 - share:.2f}" if card in last else str(card)

    play_deal(random.Random(3), table, game, read)
    return table


@pytest.mark.parametrize(("share", "questions"), [(0.65, 1), (0.72, 1), (0.85, 0)])
def test_what_is_not_sure_when_a_deal_is_over_is_asked_once_it_was_thought_over(share, questions):
    table = over(share)
    table.wait(SMOOTHING_MS // 2)
    assert not said(table, Doubt)
    table.wait(SMOOTHING_MS)
    assert len(said(table, Doubt)) == questions


def cards(text):
    return tuple(map(Card.parse, text.split()))


def plays_of(text):
    return [Step(2000 + 1500 * number, (), Play(0, card)) for number, card in enumerate(cards(text))]


def readings():
    """Two readings of a deal: by the first one it is the last, the second one has gone on to another."""
    origin = open_deal(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), (), cards("1O 4C 6E 11B"), 0.0, t_ms=1000)
    won, other = (rewrite(origin, (*origin.steps, *plays_of(text))) for text in ("2C 7C 5O", "2C 5O 7C"))
    return won, open_deal(other, (), cards("1O 4C 6E 11B"), 0.0, t_ms=9000, gives_up=True)


def hold(beam, hypotheses, *shares):
    """The beam with these hypotheses, the leading one first."""
    beam.hypotheses, beam.log_likelihoods = list(hypotheses), [math.log(share) for share in shares]
    return beam


def beam_of(hypotheses, *shares):
    return hold(BeamSearch(Game(PRESETS["pagat"], 2, 1)), hypotheses, *shares)


def test_a_reading_that_has_gone_on_to_another_deal_counts_in_the_last_one_of_the_leading_reading():
    agreed = agreement(beam_of(readings(), 0.7, 0.3))
    assert [agreed.share_of(index) for index in range(4)] == pytest.approx([1.0, 1.0, 0.7, 1.0])


@pytest.mark.parametrize(("share", "questions"), [(0.8, 1), (0.99, 0)])
def test_what_another_layout_has_settled_is_not_asked_about(share, questions):
    won, gone_on = readings()
    beam = beam_of([won, gone_on], 0.7, 0.3)
    doubts = OpenQuestions(beam, 20_000)
    doubts.note(agreement(beam), 4, 9000)
    hold(beam, [gone_on, won], share, 1 - share)
    assert len(doubts.ask(agreement(beam), 9100, over=False, everything=False)) == questions


def test_the_earliest_play_that_was_asked_about_is_answered_first():
    questions = OpenQuestions(beam_of(readings(), 0.5, 0.5), 0)
    cards = ((Card.parse("7O"), 0.5), (Card.parse("3O"), 0.5))
    questions.asked = {step: Doubt(1000 * step, step, 0, cards) for step in (3, 2)}
    assert questions.answerable(laid=False, won=False) == questions.asked[2]
