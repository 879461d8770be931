"""A question that nobody has answered when the next deal is laid: it stays open, and can be answered later."""

import random

import pytest

from firmware.dialogue.open_questions import SMOOTHING_MS
from firmware.events import Doubt, DoubtSettled, PressRefused, ReadingCorrected
from firmware.referee import MatchSetup, Referee
from firmware.rules.events import GameWon
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.signals import ButtonPress, CardsRenamed
from tests.support.deal import play_deal
from tests.support.scene import LAYOUT, Table, plays, said


class DoubtfulMatch:
    """A match in whose first deal the last two cards may have been played in either order: 2 to 2 or 6 to 2 points."""

    def __init__(self, *, target=41, waits_ms=2 * SMOOTHING_MS, doubtful=2):
        self.doubtful = doubtful
        rules = f"pagat target={target}"
        self.referee = Referee(MatchSetup(2, 1, rules))
        self.table, self.game = Table(self.referee.feed), Game(parse_rules(rules), 2, 1)
        self.rng = random.Random(3)
        play_deal(self.rng, self.table, self.game, self._doubtful)
        self.table.wait(waits_ms)

    def _doubtful(self, card, pack):
        last = pack[len(pack) - self.doubtful :]
        if card not in last:
            return str(card)
        others = [other for other in last if other != card]
        return f"{card}:0.72 " + " ".join(f"{other}:{0.26 / len(others):.2f}" for other in others)

    def play_deals(self, deals):
        for _ in range(deals):
            self.table.take(*self.table.lying)
            play_deal(self.rng, self.table, self.game)
            self.table.wait(SMOOTHING_MS)
        return self

    def press(self, button):
        self.table.said += self.referee.feed(ButtonPress(self.table.t_ms, None, button))

    @property
    def board(self):
        return self.referee.scoreboard


def test_it_stays_open_tells_its_deal_and_marks_the_score():
    match = DoubtfulMatch().play_deals(3)
    assert (match.board.question.deal, match.board.deal, match.board.provisional) == (1, 4, True)
    assert len(said(match.table, Doubt)) == match.referee.doubts == 1
    assert not said(match.table, DoubtSettled)


def test_while_a_deal_is_played_the_display_is_the_games():
    match = DoubtfulMatch()
    match.table.take(*match.table.lying)
    match.table.put(**LAYOUT).wait(1000)
    assert match.board.question.deal == 1
    match.table.put(s9="7O")
    assert (match.board.question, match.board.provisional) == (None, True)
    match.press("b")
    assert [event.fault for event in said(match.table, PressRefused)] == ["nothing was asked"]


@pytest.mark.parametrize("waits_ms", [600, 2 * SMOOTHING_MS])
def test_it_is_asked_at_the_latest_when_the_next_deal_is_laid(waits_ms):
    match = DoubtfulMatch(waits_ms=waits_ms).play_deals(1)
    (asked,) = said(match.table, Doubt)
    assert asked.deal == (1 if waits_ms < SMOOTHING_MS else None)


@pytest.mark.parametrize("deals", [1, 3])
@pytest.mark.parametrize(("button", "more", "last"), [("a", 0, ["5C", "6O"]), ("b", 4, ["6O", "5C"])])
def test_an_answer_puts_the_deal_right_and_what_follows_from_it(deals, button, more, last):
    match = DoubtfulMatch().play_deals(deals)
    before = match.board.scores
    match.press(button)
    assert [card for _, card in plays(match.referee)[34:36]] == last
    assert match.board.scores == (before[0] + more, before[1])
    assert (match.board.question, match.board.provisional) == (None, False)
    assert len(said(match.table, DoubtSettled)) == 1
    assert len(said(match.table, ReadingCorrected)) == (more > 0)


def test_whoever_puts_the_play_right_has_answered():
    match = DoubtfulMatch().play_deals(2)
    match.press("card 35 6O")
    assert match.board.question is None


def test_what_was_put_right_in_that_deal_outlives_an_answer():
    match = DoubtfulMatch().play_deals(2)
    match.press("card 1 12O")
    match.press("b")
    assert plays(match.referee)[0] == (0, "12O")
    assert plays(match.referee)[34][1] == "6O"


def test_a_win_that_hangs_on_it_waits_for_the_answer():
    match = DoubtfulMatch(target=9)
    match.rng = random.Random(10)  # 5 to 11 points; four more, and earlier, would have been enough for the other side
    match.play_deals(2)
    assert (match.board.winning, match.board.winners, match.board.question.deal) == (match.game.winners, (), 1)
    match.press("a")
    match.table.wait(SMOOTHING_MS)
    assert match.board.winners == match.game.winners


def test_a_win_that_does_not_hang_on_it_is_announced():
    match = DoubtfulMatch(target=10)  # 3 to 11 points, and the winners have no fewer however that deal is read
    while not match.game.winners:
        match.play_deals(1)
    assert match.board.winners == match.game.winners
    assert (match.board.question, match.board.provisional) == (None, True)
    assert len(said(match.table, GameWon)) == 1


def test_a_win_that_hangs_on_it_waits_though_another_play_is_put_right():
    match = DoubtfulMatch(target=9)
    match.rng = random.Random(10)
    match.play_deals(2)
    match.press(f"card 3 {plays(match.referee)[2][1]}")
    match.table.wait(SMOOTHING_MS)
    assert (match.board.winners, match.board.question.deal) == ((), 1)


def test_an_answer_leaves_no_choice_of_that_deal_that_it_excludes():
    match = DoubtfulMatch(doubtful=3).play_deals(1)
    while match.board.question:
        asked, before = match.board.question, len(said(match.table, DoubtSettled))
        match.press("b")
        assert match.board.question != asked
        assert len(said(match.table, DoubtSettled)) > before
    cards = [card for _, card in plays(match.referee)[:36]]
    assert len(set(cards)) == 36
    assert not match.board.provisional


def test_a_play_that_was_removed_there_stays_away_when_the_question_is_answered():
    match = DoubtfulMatch().play_deals(2)
    match.press("remove 36")
    count = len(plays(match.referee))
    match.press("b")
    assert len(plays(match.referee)) == count


def test_an_answer_that_is_taken_back_is_asked_again():
    match = DoubtfulMatch().play_deals(2)
    told, asked = plays(match.referee), match.board.question
    match.press("b")
    assert plays(match.referee) != told
    match.press("undo")
    assert (plays(match.referee), match.board.question) == (told, asked)
    assert match.board.provisional
    match.press("b")
    assert [card for _, card in plays(match.referee)[34:36]] == ["6O", "5C"]
    assert not match.board.provisional


def test_what_is_taken_back_is_asked_again():
    match = DoubtfulMatch().play_deals(2)
    match.press("card 35 6O")
    match.press("undo")
    assert (match.board.question.deal, match.board.provisional) == (1, True)
    match.press("b")
    assert [card for _, card in plays(match.referee)[34:36]] == ["6O", "5C"]


def test_the_points_of_a_deal_are_shown_before_it_is_asked_again():
    match = DoubtfulMatch()
    match.table.take(*match.table.lying)
    play_deal(match.rng, match.table, match.game)
    assert match.board.turn is None
    assert match.board.question is None
    match.table.wait(2 * SMOOTHING_MS)
    assert match.board.question.deal == 1


def test_it_outlives_the_names_that_a_deck_learned_later_has():
    match = DoubtfulMatch().play_deals(1)
    match.table.said += match.referee.feed(CardsRenamed(match.table.t_ms, ()))
    assert match.board.question.deal == 1
    match.press("b")
    assert [card for _, card in plays(match.referee)[34:36]] == ["6O", "5C"]


def test_what_is_asked_by_other_names_takes_the_place_of_what_was_asked():
    doubtful, sure = DoubtfulMatch().play_deals(1), DoubtfulMatch(doubtful=0).play_deals(1)
    one, other = doubtful.referee._policy.questions, sure.referee._policy.questions
    (asked,) = one.asked.values()
    assert other.take_over(one) == [asked]
    assert (other.count, other.earlier) == (1, one.earlier)
    fresh = DoubtfulMatch(doubtful=0).play_deals(1).referee._policy.questions
    assert [type(event) for event in one.take_over(fresh)] == [DoubtSettled]
    assert not one.provisional


def test_what_was_about_to_be_asked_is_asked_once_by_other_names():
    match = DoubtfulMatch(waits_ms=600)
    other = DoubtfulMatch().play_deals(1).referee._policy.questions
    assert match.board.provisional
    assert not match.board.question
    match.table.take(*match.table.lying)
    referee, questions = match.referee, match.referee._policy.questions
    referee._beam.take_over(other._beam)
    match.table.said += questions.take_over(other)
    match.table.said += referee._policy.commit(match.table.t_ms)
    assert len(said(match.table, Doubt)) == questions.count == 1
