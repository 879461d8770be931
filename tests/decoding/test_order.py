"""The order of plays: what tells against another than that in which cards came to lie, and when nobody could see it."""

import math
from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import rewrite
from firmware.decoding.history import Step
from firmware.decoding.order import Inversion, inversions, log_share, order_log_likelihood, unwatched
from firmware.referee import MatchSetup, Referee
from firmware.rules.play import Play
from firmware.signals import ButtonPress
from firmware.tracking.track import Track
from tests.support.arms import told
from tests.support.scene import Table


def step(t_ms, *track_ids, span=()):
    return Step(t_ms, track_ids, Play(0, Card.parse("2O")), span=span)


@pytest.mark.parametrize(
    ("plays", "pairs"),
    [
        ([step(1, 1), step(2, 2), step(3, 3)], 0),
        ([step(2, 1), step(1, 2), step(3, 3)], 1),
        ([step(3, 1), step(1, 2), step(2, 3)], 2),
        ([step(3), step(1, 2)], 1),
        ([step(9, span=(5, 20)), step(7, 2)], 0),
        ([step(9, span=(5, 20)), step(9, span=(3, 20))], 1),
        ([step(9, 1, span=(5, 20)), step(9, span=(3, 20))], 0),
    ],
)
def test_pairs_are_inverted_where_their_times_say_so(plays, pairs):
    assert len(inversions(plays)) == pairs


@pytest.mark.parametrize(("begin_ms", "end_ms", "share"), [(0, 2000, 0.1), (0, 99_000, 1.0), (2000, 6000, 0.4)])
def test_a_play_that_nobody_saw_was_made_at_any_moment_of_its_span(begin_ms, end_ms, share):
    assert log_share((1000, 11_000), begin_ms, end_ms) == pytest.approx(math.log(share))


def test_only_plays_that_were_seen_bound_the_share_of_a_span():
    layout, seen, unseen = step(0, 9), step(3000, 1), step(3001, span=(1000, 5000))
    assert unwatched([layout, seen, unseen, unseen]) == [(unseen, 3000, 5000)] * 2


@pytest.mark.parametrize(
    ("hidden_ms", "born_ms", "cost"),
    [
        (2900, 3000, weights.SEEN_FIRST + weights.BARE_BEFORE),  # the spot was still bare long after the other lay
        (2600, 3000, weights.SEEN_FIRST),
        (2150, 2200, weights.OUT_OF_ORDER),  # at about the same time
        (1550, 2350, 0.0),  # a hand hid the spot for as long before the other was laid as after
        (1800, 2350, weights.UNWATCHED * math.log(150 / 400)),
        (1550, 2000, weights.UNWATCHED * math.log(400 / 100)),
    ],
)
def test_a_card_seen_last_came_first_as_likely_as_a_hand_hid_its_spot_before(hidden_ms, born_ms, cost):
    tracks = {1: hidden_track(1, hidden_ms, born_ms), 2: hidden_track(2, 1900, 2000)}
    pair = Inversion(step(born_ms, 1), step(2000, 2))
    assert order_log_likelihood([pair], tracks) == pytest.approx(cost)


def test_two_plays_that_are_changed_and_changed_back_cost_what_they_did():
    _, tracker, hypothesis = told([(0, "2O"), (1, "12C"), (0, "7E")])
    before, first, second, *after = hypothesis.steps
    swapped = rewrite(hypothesis, (before, second, first, *after))
    back = rewrite(swapped, (before, *reversed(swapped.steps[1:3]), *after))
    cost = likelihood.log_likelihood(hypothesis, tracker)
    assert likelihood.log_likelihood(swapped, tracker) < cost
    assert likelihood.log_likelihood(back, tracker) == cost


def won_by_a_word(pressed_ms, early=True):
    """A referee before whom a word wins, pressed so long after the last of the cards were gathered, or before it."""
    referee = Referee(MatchSetup(2, 1, "six target=5"))
    table = Table(referee.feed)
    table.put(s0="1O").put(s1="4C").put(s2="6E").put(s3="11B").wait(3000)
    if early:
        table.take(0, 1).wait(2500)
        table.take(2, 3).wait(pressed_ms)
    for seat, word in enumerate(("tringa", "nothing")):
        referee.feed(ButtonPress(table.t_ms + 50 + seat, seat, word))
    table.take(*table.lying).wait(8000)
    return referee


def test_a_word_wins_the_match_though_the_cards_were_gathered_before_it_was_pressed():
    referee = won_by_a_word(pressed_ms=3000)
    assert not referee.plays
    assert referee.scoreboard.winners == (0,)


def test_cards_that_went_long_before_a_word_was_pressed_were_taken():
    assert won_by_a_word(pressed_ms=9000).plays


@pytest.mark.parametrize(("lay_on_ms", "plays"), [(8000, 1), (3000, 0)])
def test_a_card_that_went_before_a_winning_word_was_taken_if_others_lay_on(lay_on_ms, plays):
    referee = Referee(MatchSetup(2, 1, "six target=5"))
    table = Table(referee.feed)
    table.put(s0="1O").put(s1="4C").put(s2="6E").put(s3="11B").wait(3000)
    table.take(0).wait(1000)
    for seat, word in enumerate(("nothing", "tringa")):
        referee.feed(ButtonPress(table.t_ms + 50 + seat, seat, word))
    table.wait(lay_on_ms).take(*table.lying).wait(8000)
    assert len(referee.plays) == plays
    assert referee.scoreboard.winners == (1,)


@pytest.mark.parametrize("early", [True, False])
def test_cards_that_were_gathered_before_a_winning_word_was_pressed_are_odd(early, monkeypatch):
    beam, odd = won_by_a_word(pressed_ms=3000, early=early)._beam, weights.GATHERED_EARLY
    before = likelihood.deal_log_likelihood(beam.best, beam.tracker)
    monkeypatch.setattr(weights, "GATHERED_EARLY", 0.0)
    assert before - likelihood.deal_log_likelihood(beam.best, beam.tracker) == pytest.approx(odd * early)


def test_cards_that_are_shown_after_the_last_deal_cost_what_they_cost_before_a_layout():
    _, _, hypothesis = told([(0, "2O")])
    one, gone = (tracked(number, missed) for number, missed in ((0, 0), (1, 3)))
    assert likelihood._shown(hypothesis, [one, gone]) == weights.SEEN_PLAY + weights.TAKEN_BACK
    dealt_anew = likelihood._shown(hypothesis, [one] * 4)
    assert dealt_anew == pytest.approx(4 * weights.SEEN_PLAY + weights.PLAYED_ON)


@pytest.mark.parametrize(("cards", "unnoticed"), [(0, 0), (1, 0), (4, 0), (5, 1), (12, 8)])
def test_a_win_that_nobody_notices_is_less_likely_with_each_card_after_a_layout(cards, unnoticed):
    _, _, hypothesis = told([(0, "2O")])
    least = weights.PLAYED_ON + (weights.SEEN_PLAY + weights.UNREAD) * cards if cards else 0.0
    assert likelihood._played_on(hypothesis, cards) == pytest.approx(least + weights.UNNOTICED * unnoticed)


def tracked(number, missed):
    return replace(Track(number, (0.0, 0.0), (0.0, 0.0), 0, 0, 0), missed=missed)


def hidden_track(number, hidden_ms, born_ms):
    return replace(tracked(number, 0), hidden_ms=hidden_ms, born_ms=born_ms)
