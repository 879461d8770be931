"""Single tracks, and the log-likelihood of hypotheses about them."""

import math
from dataclasses import replace

import pytest

from firmware.cards import ES40, Card
from firmware.decoding import clutter, likelihood, presence, weights
from firmware.decoding.branching import add_play, assign, initial_hypothesis, open_deal, rewrite
from firmware.decoding.history import Step
from firmware.decoding.proposals import unseen_plays
from firmware.decoding.proposals.appearances import explain, seen_again
from firmware.rules.game import Game
from firmware.rules.play import Play
from firmware.rules.presets import PRESETS
from firmware.signals import TableObservation, Unnamed
from firmware.tracking.track import Track, face_likelihoods, is_at_rest
from firmware.tracking.tracker import Tracker
from tests.support.scene import SLOTS, look, seen

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
LAID = tuple(map(Card.parse, LAYOUT.values()))


class Watched:
    """A tracker fed by hand: ``show`` a set of cards for some looks, 200 ms apart."""

    def __init__(self):
        self.tracker, self.t_ms = Tracker(), 0

    def show(self, lying, looks=1, hand=False):
        for _ in range(looks):
            self.t_ms += 200
            self.tracker.update(look(self.t_ms, lying, hand))
        return self

    def opened(self, players=2):
        """The hypothesis of a deal that was opened by the first four tracks."""
        before = initial_hypothesis(Game(PRESETS["pagat"], players, players - 1))
        return open_deal(before, [self.tracker[i] for i in range(4)], LAID, 0.0)


def test_what_an_unsure_look_leaves_over_goes_to_every_card():
    named, other = face_likelihoods(seen("4C:0.3 4E:0.1", (0.0, 0.0)))
    assert named[Card.parse("4C")] > named[Card.parse("4E")] > other > 0.005


@pytest.mark.parametrize(("missed", "settled"), [(1, True), (2, True), (3, False), (9, False)])
def test_a_card_missed_for_more_than_a_passing_hand_has_to_rest_anew(missed, settled):
    watched = Watched().show({0: "7O"}).show({}, missed, hand=True).show({0: "7O"}).show({0: "7O"}, int(settled))
    (track,) = watched.tracker
    assert is_at_rest(track) is settled


@pytest.mark.parametrize(("confidence", "least_ms"), [(0.3, 600), (0.5, 600), (0.7, 360), (0.9, 120), (0.95, 120)])
def test_the_surer_a_card_under_a_hand_is_known_the_sooner_it_lies_there(confidence, least_ms):
    track = Track(0, (0.0, 0.0), (0.0, 0.0), 0, 0, 0, rest_looks=2, log_probs={LAID[0]: math.log(confidence)})
    lies = [is_at_rest(replace(track, seen_ms=seen_ms)) for seen_ms in (least_ms - 1, least_ms + 1)]
    assert lies == [False, True]


def test_a_card_only_seen_under_a_hand_and_then_gone_is_another_when_one_comes_to_lie_there():
    watched = Watched().show({0: "7O"}, 4, hand=True).show({}, 3)
    (track,) = watched.show({0: "7O"}).tracker
    assert (track.born_ms, track.rest_looks) == (watched.t_ms, 1)


def test_a_card_long_at_rest_stays_at_rest_under_a_sleeve():
    (track,) = Watched().show({0: "7O"}, 5).show({}, 9, hand=True).show({0: "7O"}).tracker
    assert (track.rest_ms, track.rest_looks) == (200, 6)


@pytest.mark.parametrize(("hand", "cost"), [(False, weights.STAYS), (True, weights.STAYS_HIDDEN)])
def test_the_longer_a_card_lies_the_less_it_was_clutter(hand, cost):
    brief, long = (next(iter(Watched().show({0: "7O:0.5"}, looks, hand).tracker)) for looks in (4, 9))
    assert clutter.false_alarm_log_likelihood(long) - clutter.false_alarm_log_likelihood(brief) == pytest.approx(
        cost, abs=0.1
    )


def clutter_after_a_pause(hand):
    """What a card weighs as clutter that is seen for four looks and 15 s later under a hand: before and after."""
    watched = Watched().show({0: "7O:0.5"}, 4, hand=hand)
    before = clutter.false_alarm_log_likelihood(next(iter(watched.tracker)))
    watched.t_ms += 15_000
    (track,) = watched.show({0: "7O:0.5"}, hand=True).tracker
    return before, clutter.false_alarm_log_likelihood(track)


def test_a_pause_in_which_nothing_changes_under_a_hand_counts_as_a_second():
    before, after = clutter_after_a_pause(hand=True)
    assert after == pytest.approx(before + weights.STAYS_HIDDEN, abs=0.01)


def test_a_pause_with_no_hand_at_its_beginning_counts_as_long_as_it_lasts():
    before, after = clutter_after_a_pause(hand=False)
    assert after == max(before + 15.2 * weights.STAYS_HIDDEN, weights.MIN_LOG_LIKELIHOOD)


def test_a_card_pushed_while_another_is_laid_on_it_has_lain_there_no_less_long():
    watched = Watched().show({0: "7O"}, 5)
    before = clutter.false_alarm_log_likelihood(next(iter(watched.tracker)))
    x, y = SLOTS[0]
    (track,) = watched.show({(x, y + 14): "7O"}, hand=True).tracker
    assert track.rest_looks == 1
    assert clutter.false_alarm_log_likelihood(track) <= before


def moved(gone_looks):
    """What it weighs that the 4 of cups lay elsewhere after it was not seen for so many looks."""
    watched = Watched().show(LAYOUT, 5)
    rest = {slot: text for slot, text in LAYOUT.items() if slot != 1}
    watched.show(rest, gone_looks).show({**rest, 7: "4C"}, 5)
    track = list(watched.tracker)[4]
    return likelihood.log_likelihood(assign(watched.opened(), track, Card.parse("4C")), watched.tracker)


def test_a_card_not_seen_for_long_does_not_just_turn_up_elsewhere():
    assert moved(0) > moved(1) > moved(6)
    assert moved(0) - moved(60) == pytest.approx(-weights.RETURNED)


def test_a_captured_card_that_is_still_seen_tells_against_the_capture():
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, 7: "4E"}, 5)
    taken = add_play(watched.opened(), Card.parse("4E"), watched.t_ms - 800, (4,), 0.0)
    soon = likelihood.log_likelihood(taken, watched.tracker)
    watched.show({**LAYOUT, 7: "4E"}, 20)
    assert likelihood.log_likelihood(taken, watched.tracker) < soon - 2


def test_what_lay_there_and_went_unexplained_in_a_deal_that_goes_on_costs_what_clutter_costs():
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, 7: "4E"}, 5).show(LAYOUT, 5)
    untold, track = watched.opened(), watched.tracker[4]
    assert likelihood.log_likelihood(untold, watched.tracker) == likelihood.log_likelihood(
        assign(untold, track, None), watched.tracker
    )
    assert (
        likelihood.log_likelihood(untold, watched.tracker)
        <= likelihood.log_likelihood(untold, Watched().show(LAYOUT, 15).tracker) - 10
    )


def test_what_lay_there_and_went_before_the_layout_was_a_layout_put_right():
    watched = Watched().show({7: "4E"}, 5).show({}, 5).show(LAYOUT, 5)
    laid = open_deal(
        initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), [watched.tracker[i] for i in range(1, 5)], LAID, 0.0
    )
    assert likelihood.log_likelihood(laid, watched.tracker) > likelihood.log_likelihood(
        assign(laid, watched.tracker[0], None), watched.tracker
    )


def ended(watched):
    """The hypothesis of a deal of which every card was played at once, and the table has not been cleared."""
    hypothesis = watched.opened()
    for card in (card for card in ES40.cards if card not in LAID):
        hypothesis = add_play(hypothesis, card, watched.t_ms, (), 0.0)
    return hypothesis


def test_what_the_last_play_leaves_over_may_be_gathered_at_leisure():
    watched = Watched().show(LAYOUT, 5)
    hypothesis = ended(watched)
    assert hypothesis.game.awaiting_layout
    soon = likelihood.log_likelihood(hypothesis, watched.tracker)
    assert likelihood.log_likelihood(hypothesis, watched.show(LAYOUT, 50).tracker) == soon


NOT_THE_FOUR = {slot: text for slot, text in LAYOUT.items() if slot != 1}
X_MM, Y_MM = SLOTS[1]


@pytest.mark.parametrize(
    ("between", "shown", "anew"),
    [
        (LAYOUT, {**NOT_THE_FOUR, (X_MM + 10.0, Y_MM): "4C"}, []),
        (LAYOUT, {**NOT_THE_FOUR, 7: "4C"}, []),
        (LAYOUT, {**NOT_THE_FOUR, 1: "2B"}, []),
        (LAYOUT, {**LAYOUT, 7: "7B"}, ["7B"]),
        ({0: "1O"}, {0: "1O", 7: "4C"}, ["4C"]),
        ({}, {7: "4C"}, ["4C"]),
    ],
    ids=["seen again", "pushed away", "misread where it lay", "another one", "one was forgotten", "all were gathered"],
)
def test_a_card_that_is_seen_again_while_others_of_its_deal_lie_there_is_not_of_the_next_layout(between, shown, anew):
    watched = Watched().show(LAYOUT, 5)
    over = ended(watched)
    cards = likelihood.laid_anew(over, watched.show(between, 20).show(shown, 5).tracker)
    assert [str(card.likeliest(1)[0]) for card in cards] == anew


@pytest.mark.parametrize(
    ("meanwhile", "expected"), [(NOT_THE_FOUR, {"4C"}), ({}, set())], ids=["others lie there", "all were gathered"]
)
def test_a_card_swept_up_by_mistake_may_come_back_after_all_plays_while_others_lie_there(meanwhile, expected):
    watched = Watched().show(LAYOUT, 5)
    over = ended(watched)
    tracker = watched.show(meanwhile, 20).show({**meanwhile, 7: "4C"}, 5).tracker
    told = list(seen_again(over, tracker))
    assert {str(one.assignment[max(one.assignment)]) for one in told} == expected
    better = [one for one in told if likelihood.log_likelihood(one, tracker) > likelihood.log_likelihood(over, tracker)]
    assert bool(better) is bool(expected)


def found_twice(looks_between):
    """What it weighs that the 4 of cups was twice found beside itself for a moment, and lay there in between."""
    watched, card = Watched().show(LAYOUT, 5), Card.parse("4C")
    rest = {slot: text for slot, text in LAYOUT.items() if slot != 1}
    x, y = SLOTS[1]
    for aside in (16.0, -16.0):
        watched.show({**rest, (x + aside, y): "5E"}, 2).show(LAYOUT, looks_between)
    hypothesis = watched.opened()
    for track in list(watched.tracker)[4:]:
        hypothesis = assign(hypothesis, track, card)
    return likelihood.log_likelihood(hypothesis, watched.tracker)


def test_a_card_found_twice_was_not_away_while_it_lay_where_it_was():
    assert found_twice(40) == pytest.approx(found_twice(5), abs=0.5)


def test_a_card_named_at_three_spots_at_once_is_at_most_one_of_them():
    watched = Watched().show({4: "2B", 9: "2B", 14: "2B"}, 3, hand=True)
    assert all(0.1 < track.identity_confidence < 0.35 for track in watched.tracker)


def test_a_card_that_lies_there_is_no_less_itself_for_being_named_on_a_sleeve_too():
    known, other = Watched().show({4: "10B"}, 5).show({4: "10B", 9: "10B"}, 3, hand=True).tracker
    assert known.identity_confidence > 0.95
    assert other.identity_confidence < 0.6


def test_two_cards_that_cannot_be_named_stay_as_unknown_as_they_were():
    unclear = (0.3, 0.25, 0.45)

    def weights(slots):
        watched = Watched()
        for _ in range(3):
            watched.t_ms += 200
            faces = ((Unnamed.UNKNOWN, unclear[2]), (Card.parse("7O"), unclear[0]), (Card.parse("3E"), unclear[1]))
            cards = tuple(replace(seen("7O", SLOTS[slot]), faces=faces) for slot in slots)
            watched.tracker.update(TableObservation(watched.t_ms, cards, hand_present=True))
        return [(track.weight, track.log_probs) for track in watched.tracker]

    assert weights([4, 9]) == weights([4]) * 2


def test_what_was_clutter_and_lies_on_may_have_been_played_after_all():
    watched = Watched().show(LAYOUT, 3)
    hypothesis = watched.opened()
    watched.show({**LAYOUT, 7: "10B:0.5 12B:0.3"}, 4)
    track = watched.tracker[4]
    told = [
        again.steps[-1] for again in unseen_plays.clutter_as_plays([assign(hypothesis, track, None)], watched.tracker)
    ]
    assert [(str(step.action.card), step.track_ids, step.t_ms) for step in told] == [
        ("10B", (4,), track.born_ms),
        ("12B", (4,), track.born_ms),
    ]


UPON = (SLOTS[1][0] + 6.0, SLOTS[1][1] + 4.0)  # so near that the card below is not to be seen
ASIDE = (SLOTS[1][0] + 48.0, SLOTS[1][1])


def lingering(watched, point):
    """What it costs how the capture of 4C by 4O at ``point`` was taken up."""
    four = next(track for track in watched.tracker if track.anchor == point)
    hypothesis = add_play(watched.opened(), Card.parse("4O"), four.born_ms, (four.id,), weights.SEEN_PLAY)
    return presence.lingering(hypothesis, hypothesis.capture_tracks(watched.tracker), watched.tracker)


def without(slot):
    return {other: card for other, card in LAYOUT.items() if other != slot}


def test_a_card_that_was_covered_by_its_captor_was_not_taken_up_before_it():
    watched = Watched().show(LAYOUT, 5).show({**without(1), UPON: "4O"}, 5).show(without(1), 3)
    assert lingering(watched, UPON) == 0


def test_a_capture_of_which_one_card_is_taken_and_the_other_left_costs():
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, ASIDE: "4O"}, 3).show({**without(1), ASIDE: "4O"}, 3)
    assert lingering(watched.show(without(1), 3), ASIDE) == weights.LEFT_BEHIND


def test_a_capture_that_is_taken_up_at_once_costs_nothing():
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, ASIDE: "4O"}, 5).show(without(1), 3)
    assert lingering(watched, ASIDE) == 0


@pytest.mark.parametrize(("left_looks", "cost"), [(0, 0.0), (2, weights.LEFT_BEHIND)])
def test_a_captor_that_nobody_saw_was_taken_up_before_what_is_seen_in_the_clear_later(left_looks, cost):
    watched = Watched().show(LAYOUT, 5).show(LAYOUT, 1, hand=True)
    told = add_play(watched.opened(), Card.parse("4O"), 1000, (), weights.UNSEEN_PLAY, span=(1000, 1200))
    watched.show(LAYOUT, left_looks).show(without(1), 3)
    assert presence.lingering(told, told.capture_tracks(watched.tracker), watched.tracker) == cost


@pytest.mark.parametrize(
    ("order", "cost"), [(("7C", "4O"), 0.0), (("4O", "7C"), weights.LEFT_BEHIND)], ids=["after it", "before it"]
)
def test_a_captor_that_nobody_saw_was_not_played_before_a_card_beside_which_all_that_it_took_still_lay(order, cost):
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, 6: "7C"}, 3, hand=True).show({**without(1), 6: "7C"}, 3)
    laid, taken = watched.tracker[4], watched.tracker[1]
    plays = {
        "7C": Step(laid.born_ms, (laid.id,), Play(0, Card.parse("7C")), weights.SEEN_PLAY),
        "4O": Step(taken.seen_ms, (), Play(0, Card.parse("4O")), 0.0, span=(taken.seen_ms, taken.lost_ms)),
    }
    opened = watched.opened()
    told = rewrite(opened, (*opened.steps, *(plays[card] for card in order)))
    assert presence.lingering(told, told.capture_tracks(watched.tracker), watched.tracker) == cost


@pytest.mark.parametrize(
    ("left", "taken_up"), [((5, 6), [[], [4, 5, 6]]), ((), [[4, 5], [6]])], ids=["left lying", "taken up before"]
)
def test_what_still_lies_of_a_packet_is_taken_up_by_whoever_took_it_over(left, taken_up):
    pair = {5: "7O", 6: "7C"}
    watched = Watched().show(LAYOUT, 5).show({**LAYOUT, 5: "7O"}, 5).show({**LAYOUT, **pair}, 12)
    watched.show({**LAYOUT, **{slot: pair[slot] for slot in left}, 7: "7B"}, 5).show(LAYOUT, 3)
    told = watched.opened(players=3)
    for number, card in enumerate(("7O", "7C", "7B"), 4):
        track = watched.tracker[number]
        told = add_play(told, Card.parse(card), track.born_ms, (number,), weights.SEEN_PLAY)
    captures = told.capture_tracks(watched.tracker)
    assert [(one.seat, sorted(ids)) for one, ids in captures] == list(zip((1, 2), taken_up, strict=True))
    assert presence.lingering(told, captures, watched.tracker) == 0


@pytest.mark.parametrize(("aside_mm", "pushed"), [(12, True), (60, False)], ids=["close by", "far away"])
def test_a_card_that_was_misread_and_pushed_may_be_read_rightly_there(aside_mm, pushed):
    watched, (x, y) = Watched().show({**LAYOUT, 5: "3O"}, 5), SLOTS[5]
    played = add_play(watched.opened(), Card.parse("3O"), 200, (4,), 0.0)
    watched.show({**LAYOUT, (x - aside_mm, y): "3C"}, 3)
    again = [one.assignment[4] for one in explain(played, watched.tracker) if one.assignment[4] == one.assignment[5]]
    assert again == [Card.parse("3C")] * pushed


def test_a_card_that_was_seen_beside_another_one_is_not_that_one_pushed():
    watched, (x, y) = Watched().show({**LAYOUT, 5: "3O"}, 5), SLOTS[5]
    played = add_play(watched.opened(), Card.parse("3O"), 200, (4,), 0.0)
    beside = {(x - 34, y): "3C"}
    watched.show({**LAYOUT, 5: "3O"} | beside, 3).show(LAYOUT | beside)
    assert not [one for one in explain(played, watched.tracker) if one.assignment[4] == one.assignment[5]]


@pytest.mark.parametrize(
    ("went_ms", "cost"),
    [
        ((2500, 3000), 0.0),
        ((2500, 5000, 7500), weights.LEFT_BEHIND),  # one by one, three seconds for each
        ((2500, 3500), weights.LINGERS * 0.5),
        ((7500, 7500, 7500), weights.FORGOTTEN),
        ((2500, 2500, 30_000), weights.FORGOTTEN),
        ((2500, 8000, 30_000), weights.FORGOTTEN + weights.LINGERS * 2.5),  # the last one was forgotten, after a pause
        ((9000, 30_000), weights.FORGOTTEN * 2),
    ],
)
def test_who_takes_a_capture_up_card_by_card_takes_as_long_for_each_as_others_for_all(went_ms, cost):
    tracks = [
        Track(number, (0, 0), (0, 0), 0, 0, 10_000 + seen, missed_clear=1, lost_ms=10_000 + seen)
        for number, seen in enumerate(went_ms)
    ]
    assert presence._late(10_000, tracks, math.inf, math.inf) == pytest.approx(cost)


def missed_under_hand(*slots, looks=3):
    """A layout of which some cards were lost under a hand and were not seen since."""
    rest = {slot: text for slot, text in LAYOUT.items() if slot not in slots}
    return Watched().show(LAYOUT, 6).show(rest, 2, hand=True).show(rest, looks)


def cost_of_hands(monkeypatch, hypothesis, tracker):
    """What the hands that were there add."""
    tracker.cards_cache.clear()
    whole = likelihood.deal_log_likelihood(hypothesis, tracker)
    monkeypatch.setattr(weights, "VANISHED_UNDER_HAND", 0.0)
    tracker.cards_cache.clear()
    return whole - likelihood.deal_log_likelihood(hypothesis, tracker)


@pytest.mark.parametrize(
    ("slots", "looks", "once"),
    [((1,), 3, 1), ((0, 1), 3, 1), ((1,), 1, 0), ((), 3, 0)],
    ids=["one card", "two cards, once", "one look alone", "none"],
)
def test_cards_lost_under_a_hand_that_are_said_to_lie_there_cost_once(monkeypatch, slots, looks, once):
    watched, cost = missed_under_hand(*slots, looks=looks), weights.VANISHED_UNDER_HAND
    added = cost_of_hands(monkeypatch, watched.opened(), watched.tracker)
    assert added == pytest.approx(once * cost)


def test_they_do_so_where_a_card_that_is_laid_later_is_said_to_have_taken_them(monkeypatch):
    watched, cost = missed_under_hand(1), weights.VANISHED_UNDER_HAND
    watched.show({0: "1O", 2: "6E", 3: "11B", 7: "4E"}, 3)
    taken = add_play(watched.opened(), Card.parse("4E"), watched.t_ms - 400, (4,), weights.SEEN_PLAY)
    assert cost_of_hands(monkeypatch, taken, watched.tracker) == pytest.approx(cost)


def test_no_odd_card_costs_more_than_one_that_was_swept_up_too(monkeypatch):
    watched = missed_under_hand(1, looks=40)
    assert cost_of_hands(monkeypatch, watched.opened(), watched.tracker) == 0.0


@pytest.mark.parametrize("hand", [True, False])
def test_a_card_that_a_hand_may_have_taken_is_looked_for_at_once(hand):
    rest = {slot: text for slot, text in LAYOUT.items() if slot != 1}
    watched = Watched().show(LAYOUT, 6).show(rest, int(hand), hand=True).show(rest)
    found = unseen_plays.unseen_captures([watched.opened()], watched.tracker)
    assert bool(list(found)) is hand


@pytest.mark.parametrize(("looks", "more"), [(1, weights.BRIEFLY_SEEN_PLAY - weights.SEEN_PLAY), (3, 0.0)])
def test_a_card_found_at_rest_costs_the_same_whether_or_not_it_was_proposed_before_it_lay_there(looks, more):
    watched = Watched().show(LAYOUT, 3)
    opened = watched.opened()
    watched.show({**LAYOUT, 4: "7O"}, looks)
    costs = weights.BRIEFLY_SEEN_PLAY, weights.SEEN_PLAY
    ways = [add_play(opened, Card.parse("7O"), watched.t_ms, (4,), cost) for cost in costs]
    in_passing, at_rest = (likelihood.log_likelihood(way, watched.tracker) for way in ways)
    assert in_passing - at_rest == pytest.approx(more)


@pytest.mark.parametrize(
    ("moved", "given_back"),
    [
        ([(1000, -6.4)], 0.0),
        ([(1000, -6.4), (3000, -5.0)], 0.0),
        ([(5000, -6.0), (3000, -5.0), (1000, -6.4)], 2 * weights.TIDIED + 11.0),
        ([(1000, -6.4), (6000, -6.4)], 0.0),
        ([(1000, -6.4), (3000, -6.0), (9000, -6.4)], 0.0),
        ([(1000, -6.4), (3000, -0.5), (4000, -5.0)], weights.TIDIED + 5.0),
    ],
    ids=["one card", "two", "three, in any order", "long after another", "a third long after", "one hardly away"],
)
def test_a_card_that_is_tidied_after_another_costs_little(moved, given_back):
    assert presence.tidied(moved) == pytest.approx(given_back)


def tidied_cost(cards, pause=2):
    """What a layout costs of which so many cards were laid elsewhere, one after the other, with looks between."""
    watched, lying = Watched().show(LAYOUT, 6), dict(LAYOUT)
    hypothesis = watched.opened()
    for slot in range(cards):
        text = lying.pop(slot)
        watched.show(lying, 6)
        lying[slot + 5] = text
        watched.show(lying, pause)
    for track in [track for track in watched.tracker if track.id >= len(LAYOUT)]:
        hypothesis = assign(hypothesis, track, track.likeliest(1)[0])
    return likelihood.deal_log_likelihood(hypothesis, watched.tracker)


def test_three_cards_that_are_tidied_one_after_the_other_cost_less_than_each_by_itself():
    none, one, two, three = map(tidied_cost, range(4))
    assert none - one == pytest.approx(-weights.RETURNED, abs=0.5)
    assert none - two == pytest.approx(2 * (none - one), abs=0.5)
    assert none - three == pytest.approx(none - one - 2 * weights.TIDIED, abs=0.5)
    assert none - tidied_cost(3, pause=20) == pytest.approx(3 * (none - one), abs=0.5)
