"""A player's hand comes from where he sits: that tells who played when a card was missed."""

import math
from dataclasses import replace

import pytest

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import add_play, initial_hypothesis, open_deal, rewrite
from firmware.decoding.history import Step
from firmware.decoding.seating import (
    ARRIVED_MS,
    MAX_PRIOR,
    OTHER_SIDE,
    OWN_SIDE,
    REACHING_MS,
    ROUND_MS,
    SLEEVE_MS,
    WITHDRAWING_MS,
    _laying_hands,
    _side_of,
    accumulated_directions,
    seating_log_likelihood,
    sides_of,
)
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from firmware.tracking.geometry import bearing
from firmware.tracking.track import FOUND_LATE_MS
from firmware.tracking.tracker import Tracker
from tests.support.arms import arm, dealt, laid, told
from tests.support.scene import SLOTS


def test_a_bearing_points_from_the_card_to_the_hand():
    assert bearing(arm((100.0, 100.0), 1), (100.0, 100.0)) == pytest.approx((0.0, 1.0))


def test_a_track_knows_where_the_hand_came_from_that_laid_its_card():
    tracker = Tracker()
    session = dealt(tracker.update).lay_by(0, 7, "12O")
    session.see(3, [arm(SLOTS[7], 1)])  # another hand comes near it later
    assert list(tracker)[-1].laying_direction == pytest.approx((0.0, -1.0), abs=0.01)


def test_a_track_knows_where_the_hand_came_from_that_took_its_card_away():
    tracker = Tracker()
    session = dealt(tracker.update).lay_by(0, 7, "12O")
    del session.lying[7]
    x, y = list(session.see(2, [arm(SLOTS[7], 1)]).see(3) and tracker)[-1].taking_direction
    assert (x, y) == pytest.approx((0.0, 2.0), abs=0.01)


def seating_of(hypothesis, tracker):
    """What the hands tell of who played, without those that took cards up."""
    return seating_log_likelihood(hypothesis, sides_of(hypothesis, [], tracker), tracker)


def weight_of(seats):
    """What it weighs that plays in turn were laid by hands of these seats."""
    _, tracker, hypothesis = told(zip(seats, ("2O", "3C", "5E", "7B", "10O", "12C"), strict=True))
    return likelihood.log_likelihood(hypothesis, tracker)


def test_hands_that_agree_with_the_seats_weigh_more():
    right, wrong_once, shifted = (
        weight_of(seats) for seats in ((0, 1, 0, 1, 0, 1), (0, 1, 0, 1, 0, 0), (0, 1, 0, 0, 1, 0))
    )
    assert right - wrong_once == pytest.approx(-weights.SEATING * weights.LAID_WEIGHT, abs=0.2)
    assert right - shifted > -1.5 * weights.SEATING * weights.LAID_WEIGHT


def test_a_hand_from_the_next_side_of_the_table_is_as_unlikely_as_one_from_across_it():
    across, beside = weight_of((0, 1, 0, 1, 0, 0)), weight_of((0, 1, 0, 1, 0, 2))
    assert across == pytest.approx(beside, abs=0.2)


def test_where_hands_disagree_the_side_is_that_of_most_of_them():
    up, down, left = ((0.0, -1.0), 2.0), ((0.0, 1.0), 2.0), ((-1.0, 0.0), 2.0)
    assert _side_of((up, down, left, down)) == ((0.0, 1.0), 4.0)
    assert _side_of((up, down)) == ((0.0, -1.0), 2.0)


@pytest.mark.parametrize(
    ("cosine", "share"),
    [(1.0, 0.0), (OWN_SIDE, 0.0), ((OWN_SIDE + OTHER_SIDE) / 2, 0.5), (OTHER_SIDE, 1.0), (-1.0, 1.0)],
)
def test_a_hand_from_a_little_aside_counts_in_part(cosine, share):
    many, one = ((0.0, 1.0), 900.0), ((math.sqrt(1 - cosine**2), cosine), 2.0)
    assert _side_of((many, one))[1] == pytest.approx(2 * share, abs=0.02)


@pytest.mark.parametrize(
    ("hand", "fixed", "costs"), [(0, False, 0.0), (1, False, 1.0), (None, False, 1.0), (None, True, 0.0)]
)
def test_who_played_unseen_had_a_hand_over_the_table(hand, fixed, costs):
    session, tracker, hypothesis = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    session.see(5)
    begun_ms = session.t_ms
    session.see(5, [] if hand is None else [arm(SLOTS[5], hand)]).see(5)
    before = seating_of(hypothesis, tracker)
    span = (begun_ms, session.t_ms - 1000)
    unseen = Step(begun_ms + 10, (), Play(0, Card.parse("12?")), weights.UNSEEN_PLAY, card_fixed=fixed, span=span)
    after = seating_of(rewrite(hypothesis, (*hypothesis.steps, unseen)), tracker)
    assert after - before == pytest.approx(costs * weights.NOT_THERE)


@pytest.mark.parametrize(("rested_ms", "costs"), [(0, 0.0), (ARRIVED_MS - 400, 0.0), (ARRIVED_MS + 400, 1.0)])
def test_a_hand_that_has_rested_over_the_table_is_hardly_that_of_who_plays_then(rested_ms, costs):
    session, tracker, hypothesis = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    session.see(5).see(1 + rested_ms // 200, [arm(SLOTS[5], 0)])
    begun_ms = session.t_ms
    session.see(2, [arm(SLOTS[5], 0)]).see(5)
    before = seating_of(hypothesis, tracker)
    unseen = Step(begun_ms, (), Play(0, Card.parse("12?")), weights.UNSEEN_PLAY, span=(begun_ms, begun_ms + 400))
    after = seating_of(rewrite(hypothesis, (*hypothesis.steps, unseen)), tracker)
    assert after - before == pytest.approx(costs * weights.RESTED)


@pytest.mark.parametrize("span_ms", [400, 4000])
def test_a_sleeve_hides_the_hand_of_its_owner_the_longer_a_play_may_have_taken_the_less_an_arm_that_comes_tells(
    span_ms,
):
    session, tracker, hypothesis = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    session.see(5).see(1 + (SLEEVE_MS + 400) // 200, [arm(SLOTS[5], 0)])
    begun_ms = session.t_ms
    session.see(span_ms // 200, [arm(SLOTS[5], 0)]).see(5)
    before, span = seating_of(hypothesis, tracker), (begun_ms, begun_ms + span_ms)
    unseen = Step(begun_ms, (), Play(0, Card.parse("12?")), weights.UNSEEN_PLAY, span=span)
    after = seating_of(rewrite(hypothesis, (*hypothesis.steps, unseen)), tracker)
    chance = 1 - math.exp(-(span_ms + REACHING_MS + WITHDRAWING_MS) / ROUND_MS)
    assert after - before == pytest.approx(weights.OTHERS_CAME * math.log(chance))
    assert weights.RESTED < after - before < 0


@pytest.mark.parametrize(("hands", "costs"), [((0, 1), 0.0), ((0, 2), 0.0), ((1, 2), 1.0), ((), 1.0)])
def test_who_played_had_a_hand_over_the_table_where_nobody_knows_which_of_them_laid_the_card(hands, costs):
    session, tracker, hypothesis = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    session.see(5).lying[11] = "12O"
    session.see(3, [arm(SLOTS[11], hand) for hand in hands]).see(5)
    before = seating_of(hypothesis, tracker)
    last = list(tracker)[-1]
    after = seating_of(add_play(hypothesis, Card.parse("12O"), last.born_ms, (last.id,), weights.SEEN_PLAY), tracker)
    assert after - before == pytest.approx(costs * weights.NOT_THERE_SEEN)


@pytest.mark.parametrize(
    ("hidden_ms", "weight"), [(FOUND_LATE_MS - 1, weights.LAID_WEIGHT), (FOUND_LATE_MS, weights.LAID_HIDDEN_WEIGHT)]
)
def test_a_hand_near_a_spot_that_was_hidden_for_long_tells_less_of_who_laid_the_card(hidden_ms, weight):
    _, tracker, hypothesis = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    last = hypothesis.steps[-1].track_ids[0]
    before = _laying_hands(hypothesis, tracker)[1][-1][1]
    tracker._tracks[last] = replace(tracker[last], hidden_ms=tracker[last].born_ms - hidden_ms)
    tracker.laying_cache.clear()
    after = _laying_hands(hypothesis, tracker)[1][-1][1]
    assert before - after == pytest.approx(weights.LAID_WEIGHT - weight)


def test_where_only_one_side_of_the_table_is_known_nothing_is_concluded():
    assert weight_of((0, 0, 0, 0, 0, 0)) == pytest.approx(weight_of((0, 1, 0, 1, 0, 1)))


def test_where_everybody_sits_is_remembered_from_deal_to_deal():
    _, tracker, hypothesis = told(((0, "2O"), (1, "3C"), (0, "5E"), (1, "7B")))
    known = accumulated_directions(hypothesis, tracker)
    assert known[0][1] < -3 and known[1][1] > 3
    assert all(math.hypot(*known[seat]) <= MAX_PRIOR * weights.LAID_WEIGHT for seat in known)

    def first_play(by):
        """What the first play of seat 0 in another deal weighs, laid by a hand of this seat."""
        later = Tracker()
        session = dealt(later.update).lay_by(by, 7, "12O")
        fresh = replace(initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), seat_directions=known)
        opened = open_deal(fresh, [later[i] for i in range(4)], laid(), 0.0)
        return likelihood.log_likelihood(
            add_play(opened, Card.parse("12O"), session.t_ms, (4,), weights.SEEN_PLAY), later
        )

    assert first_play(0) - first_play(1) == pytest.approx(-weights.SEATING * weights.LAID_WEIGHT, abs=0.2)


def test_a_play_that_nobody_saw_is_found_by_the_seats_of_those_after_it():
    referee = Referee(MatchSetup(2, 1))
    session = dealt(referee.feed)
    for seat, slot, text in ((0, 5, "2O"), (1, 6, "3C"), (0, 7, "5E"), (1, 8, "7B")):
        session.lay_by(seat, slot, text)
    session.lay_by(0, 9, "10O")
    session.lay_by(1, (634.0, 294.0), "10C")  # upon the 10: a caida
    del session.lying[9]
    session.lying[(636.0, 296.0)] = session.lying.pop((634.0, 294.0))
    session.see(2)
    del session.lying[(636.0, 296.0)]
    session.see(5)
    for seat, slot, text in ((0, 10, "12O"), (1, 11, "2E")):
        session.lay_by(seat, slot, text)
    assert [(play.seat, str(play.card)) for play in referee.plays][-3:] == [(1, "10C"), (0, "12O"), (1, "2E")]


def test_an_answer_to_a_caida_that_nobody_saw_is_found_by_the_seats_of_those_after_it():
    referee = Referee(MatchSetup(3, 2))
    session = dealt(referee.feed)
    for seat, slot, text in ((0, 5, "2O"), (1, 6, "3C"), (2, 7, "5E"), (0, 8, "10O"), (1, 9, "10C")):
        session.lay_by(seat, slot, text)
    del session.lying[8], session.lying[9]
    session.see(9, [arm(SLOTS[9], 2)]).see(3)  # player 3 lays the 10 of clubs and takes the packet, behind his hand
    for seat, slot, text in ((0, 10, "12O"), (1, 11, "7B"), (2, 12, "6C")):
        session.lay_by(seat, slot, text)
    session.see(15)  # a correction is announced once it is sure, or has led as long as players can wait
    told = [(play.seat, str(play.card)) for play in referee.plays]
    assert told[-5:] == [(1, "10C"), (2, "10?"), (0, "12O"), (1, "7B"), (2, "6C")]
    assert referee.scoreboard.scores == (0, 1, 5)


def capture(taker, both=0):
    """A deal in which seat 0 has laid a 5 and seat 1 takes it with his; a hand takes both up, after two were there."""
    session, tracker, hypothesis = told(((0, "2O"), (1, "3C"), (0, "5E"), (1, "5B")))
    del session.lying[8], session.lying[9]
    hands = [arm(((SLOTS[8][0] + SLOTS[9][0]) / 2, SLOTS[8][1]), seat) for seat in (0, 1)]
    session.see(both, hands).see(2, [hands[taker]]).see(3)
    return likelihood.log_likelihood(hypothesis, tracker)


@pytest.mark.parametrize(("both", "weight"), [(0, weights.TOOK_WEIGHT), (1, weights.TOOK_CONTESTED_WEIGHT)])
def test_who_takes_a_capture_up_has_made_it_which_is_less_certain_where_two_hands_were_there(both, weight):
    assert capture(1, both) - capture(0, both) == pytest.approx(-weights.SEATING * weight, abs=0.3)


def test_a_hand_near_a_card_that_is_still_seen_has_not_taken_it():
    tracker = Tracker()
    session = dealt(tracker.update).lay_by(0, 7, "12O").see(3, [arm(SLOTS[7], 0)])
    del session.lying[7]
    assert list(session.see(2, [arm(SLOTS[7], 1)]).see(3) and tracker)[-1].taking_direction == (0.0, 2.0)


def test_two_hands_that_touch_and_are_seen_as_one_tell_nothing():
    tracker = Tracker()
    session = dealt(tracker.update)
    session.lying[7] = "12O"
    (ax, ay), (bx, by) = (SLOTS[7][0] - 200, SLOTS[7][1] - 30), (SLOTS[7][0] + 300, SLOTS[7][1] + 30)
    session.see(2, [((ax, ay), (bx, ay), (bx, by), (ax, by))])
    assert list(tracker)[-1].laying_direction == (0.0, 0.0)


def test_a_card_put_down_while_a_capture_is_made_unseen_may_have_come_after_it():
    referee = Referee(MatchSetup(2, 1))
    session = dealt(referee.feed)
    for seat, slot, text in ((0, 5, "2O"), (1, 6, "3C"), (0, 7, "5E"), (1, 8, "7B"), (0, 9, "12O")):
        session.lay_by(seat, slot, text)
    covers = [arm(SLOTS[9], 1)]  # player 2 lays the 12 of clubs upon it under his hand, ...
    session.see(10).see(1, covers)
    session.lying[11] = "10O"  # ... and player 1 his 10 meanwhile
    session.see(3, [*covers, arm(SLOTS[11], 0)])
    del session.lying[9]
    session.see(3, covers).see(15)
    session.lay_by(1, 12, "12E").see(15)
    told = [(play.seat, play.card.rank) for play in referee.plays]
    assert told[-3:] == [(1, 12), (0, 10), (1, 12)]


CARDS = ("2O", "12C", "7E", "10O", "3B", "5B", "12O", "2C")


def test_a_spot_that_was_bare_after_a_card_tells_the_order_whatever_the_hands_say():
    referee = Referee(MatchSetup(2, 1))
    session = dealt(referee.feed)
    for number, card in enumerate(CARDS):
        hand = number % 2 if card not in ("3B", "5B") else 1 - number % 2  # of these two the other's hand was near
        session.lay_by(hand, 5 + number, card)
    session.see(12)
    assert [(play.seat, str(play.card)) for play in referee.plays] == [(n % 2, card) for n, card in enumerate(CARDS)]
