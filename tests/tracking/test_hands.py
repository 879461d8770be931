"""What hands tell and what they hide: who laid a card, what is a pile, which faces are doubted, what went back."""

from dataclasses import replace

import pytest

from firmware.cards import Card, Rank, Suit
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import initial_hypothesis, open_deal
from firmware.decoding.proposals import unseen_plays
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.tracking import hands, track
from firmware.tracking.tracker import Tracker
from firmware.tracking.update import LOST_SIGHT, ON_THE_WAY_MS
from tests.support.arms import TableWithArms, arm, dealt, laid, told
from tests.support.scene import SLOTS, look, plays, seen

TOP, BOTTOM = 0, 1


@pytest.fixture
def tracker():
    return Tracker()


def hand_of(tracker, slot):
    """Towards where the hand came from that laid the card at a slot: -1 up, 1 down, 0 unknown."""
    x, y = SLOTS[slot]
    (track,) = [track for track in tracker if abs(track.anchor[0] - x) + abs(track.anchor[1] - y) < 30]
    return round(track.laying_direction[1])


@pytest.mark.parametrize(("looks_before", "told"), [(0, 0), (20, 1)], ids=["both came", "one rests there"])
def test_an_arm_that_rests_over_the_table_lays_no_card(tracker, looks_before, told):
    sleeve, hand = arm((SLOTS[5][0], SLOTS[5][1] - 50), TOP), arm(SLOTS[5], BOTTOM)
    session = TableWithArms(tracker.update).see(looks_before, [sleeve])
    session.lying[5] = "7O"
    session.see(3, [sleeve, hand])
    assert hand_of(tracker, 5) == told


@pytest.mark.parametrize(
    ("seen_as", "near", "told"),
    [
        ("7O", [BOTTOM], -1),
        ("7O:0.7 6O:0.2", [BOTTOM], 1),
        ("7O:0.7 6O:0.2", [TOP, BOTTOM], -1),
        ("7O:0.4 6O:0.3", [TOP, BOTTOM], 0),
    ],
    ids=["known", "half known, another hand near", "half known, two hands near", "not known"],
)
def test_a_card_seen_on_its_way_was_laid_by_the_hand_that_carried_it(tracker, seen_as, near, told):
    session = TableWithArms(tracker.update)
    session.lying[(390.0, 40.0)] = seen_as
    session.see(1, [arm((390.0, 40.0), TOP)])
    del session.lying[(390.0, 40.0)]
    session.lying[7] = "7O"
    session.see(3, [arm(SLOTS[7], side) for side in near])  # one of them is after another card
    assert hand_of(tracker, 7) == told


def test_a_hand_that_comes_when_the_card_lies_there_already_has_not_laid_it(tracker):
    session = TableWithArms(tracker.update)
    session.lying[5] = "7O"
    session.see(2).see(1, [arm(SLOTS[5], BOTTOM)])
    assert hand_of(tracker, 5) == 0


def test_a_hand_that_is_near_only_when_the_card_has_lain_for_a_while_has_not_laid_it(tracker):
    session = TableWithArms(tracker.update)
    session.lying[5] = "7O"
    session.see(2, [arm(SLOTS[5], TOP), arm(SLOTS[5], BOTTOM)]).see(1, [arm(SLOTS[5], BOTTOM)])
    assert hand_of(tracker, 5) == 0


@pytest.mark.parametrize(("looks_after", "told"), [(3, -1), (14, 0)], ids=["it leaves", "it stays"])
def test_an_arm_that_stays_where_a_card_came_to_lie_has_not_laid_it(tracker, looks_after, told):
    sleeve = arm((SLOTS[5][0], SLOTS[5][1] - 50), TOP)
    session = TableWithArms(tracker.update).see(2, [sleeve])
    session.lying[5] = "7O"
    session.see(2, [sleeve])
    assert hand_of(tracker, 5) == -1
    session.see(looks_after, [sleeve]).see(2)
    assert hand_of(tracker, 5) == told


def upon_pile(tracker, *steps):
    """Whether a card laid at slot 5 lies upon a pile, after backs were or were not seen there, a hand over them."""
    session = TableWithArms(tracker.update)
    for text, over in steps:
        session.lying = {5: text} if text else {}
        session.see(4, [arm(SLOTS[5], BOTTOM)] if over else [])
    session.lying = {5: "7O"}
    session.see()
    return next(iter(tracker)).upon_pile


@pytest.mark.parametrize(
    ("steps", "there"),
    [
        ([("back", False)], True),
        ([("back", True)], False),
        ([("back", False), (None, True)], True),
        ([("back", False), (None, False)], False),
    ],
    ids=["seen", "under a hand", "hidden since", "gone since"],
)
def test_a_pile_lies_where_backs_were_seen_in_the_clear_until_they_are_not(tracker, steps, there):
    assert upon_pile(tracker, *steps) is there


def test_a_card_pushed_twice_has_come_to_lie_when_it_was_laid(tracker):
    session = TableWithArms(tracker.update)
    x, y = SLOTS[5]
    for offset in (0, 15, 28):
        session.lying = {(x, y + offset): "7O"}
        session.see(5 if not offset else 1)
    (track,) = tracker
    assert (track.born_ms, track.rest_looks) == (200, 1)


@pytest.mark.parametrize(("looks", "born_ms"), [(5, 3400), (11, 2200)], ids=["for a moment", "for long"])
def test_a_card_pushed_twice_beside_a_sleeve_came_to_lie_when_it_was_laid_if_it_lay_there_for_long(
    tracker, looks, born_ms
):
    sleeve = arm((SLOTS[5][0], SLOTS[5][1] - 50), TOP)
    session = TableWithArms(tracker.update).see(10, [sleeve])
    for offset in (0, 15, 28):
        session.lying = {(SLOTS[5][0], SLOTS[5][1] + offset): "7O"}
        session.see(looks if not offset else 1, [sleeve])
    (track,) = tracker
    assert track.born_ms == born_ms


@pytest.mark.parametrize(
    ("shown", "looks_after", "cards"),
    [("2B", 0, [("4C", -1)]), ("2B", 2, [("4C", -1), ("2B", 0)]), ("3B", 0, [("4C", -1), ("3B", 0)])],
    ids=["a hand near", "the hand away", "as no hand is named"],
)
def test_what_is_named_as_hands_are_is_another_card_once_no_hand_is_near(tracker, shown, looks_after, cards):
    session = TableWithArms(tracker.update)
    session.lying = {5: "4C"}
    session.see(10)
    session.lying = {5: shown}
    session.see(8, [arm(SLOTS[5], BOTTOM)]).see(looks_after)
    assert [(str(track.likeliest(1)[0]), track.upon) for track in tracker] == cards


@pytest.mark.parametrize(("looks", "tracks"), [(LOST_SIGHT, 1), (LOST_SIGHT + 1, 2)], ids=["for a while", "for long"])
def test_what_is_named_as_hands_are_is_another_card_where_one_seen_under_a_hand_alone_is_lost(tracker, looks, tracks):
    sleeve = [arm((SLOTS[5][0], SLOTS[5][1] - 50), TOP)]
    session = TableWithArms(tracker.update)
    session.lying = {5: "5E"}
    session.see(2, sleeve)
    session.lying = {}
    session.see(looks, sleeve)
    session.lying = {5: "2B"}
    session.see(1, sleeve)
    assert len(list(tracker)) == tracks


def test_what_is_found_over_two_cards_as_one_hides_them(tracker):
    session = TableWithArms(tracker.update)
    session.lying = {(300.0, 200.0): "2B", (320.0, 190.0): "6E"}
    session.see(5)
    merged = replace(seen("2B", (310.0, 195.0)), faces=((track.Unnamed.UNKNOWN, 0.5),))
    tracker.update(replace(look(1200, {}), cards=(merged,)))
    assert [track.missed_clear for track in tracker] == [0, 0]


TWO = Card(Rank.TWO, Suit.ESPADAS)


@pytest.mark.parametrize(("hidden", "least", "most"), [(False, 0.95, 1.0), (True, 0.8, 0.9)])
def test_a_two_of_swords_under_a_hand_is_doubted(hidden, least, most):
    shares, _ = track.face_likelihoods(seen("2E", SLOTS[0]), hidden=hidden)
    assert least < shares[TWO] < most


def test_under_a_hand_a_card_may_have_more_pips_than_are_seen_and_never_fewer():
    shares, other = track.face_likelihoods(seen("4C", SLOTS[0]), hidden=True)
    more, fewer = Card(Rank.SIX, Suit.COPAS), Card(Rank.THREE, Suit.COPAS)
    assert shares[more] == track.MORE_PIPS > 10 * shares.get(fewer, other)


def hand_over(left, top, right, bottom):
    """A hand over part of the card at slot 0, whose middle is 0, 0 here, millimetres."""
    (x, y), corners = SLOTS[0], ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((x + across, y + down) for across, down in corners)


@pytest.mark.parametrize(
    ("face", "hand", "cards"),
    [
        ("2B", hand_over(-60, -80, 60, 80), 0),
        ("2B:0.3 3B:0.1", hand_over(-60, -80, 60, 80), 0),
        ("2B", hand_over(-60, 0, 60, 80), 1),  # half of it is seen
        ("7B", hand_over(-60, -80, 60, 80), 1),  # no hand is taken for that one
    ],
)
def test_a_two_of_clubs_or_swords_within_a_hand_is_that_hand(tracker, face, hand, cards):
    tracker.update(replace(look(200, {0: face}, hand=True), covers=(hand,)))
    assert len(list(tracker)) == cards


def test_a_two_of_clubs_that_lay_there_before_stays_one_under_a_hand(tracker):
    tracker.update(look(200, {0: "2B"}))
    tracker.update(replace(look(400, {0: "2B"}, hand=True), covers=(hand_over(-60, -80, 60, 80),)))
    assert [one.seen_ms for one in tracker] == [400]


@pytest.mark.parametrize("where", ["inside", "outside"])
def test_a_hand_hides_what_is_near(where):
    over = replace(look(0, {}, hand=True), covers=(arm(SLOTS[5], BOTTOM),))
    assert hands.may_occlude(over, SLOTS[5] if where == "inside" else SLOTS[4]) is (where == "inside")


@pytest.mark.parametrize("played_again", [True, False])
def test_a_card_that_its_own_player_takes_back_is_in_his_hand_again(played_again):
    referee = Referee(MatchSetup(2, 1))
    session = dealt(referee.feed).lay_by(BOTTOM, 5, "7O")
    session.see(1, [arm(SLOTS[5], BOTTOM)])
    del session.lying[5]
    session.see(8, [arm(SLOTS[5], BOTTOM)]).see(6)
    if played_again:
        session.lay_by(BOTTOM, 7, "7O").see(6)
    expected = [(0, "7O")] if played_again else []
    assert [play for play in plays(referee) if play[1] == "7O"] == expected


def test_no_card_is_played_long_before_the_layout_lies_there(tracker):
    dealt(tracker.update)
    hypothesis = open_deal(
        initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), [tracker[i] for i in range(4)], laid(), 0.0
    )
    laid_ms = hypothesis.steps[0].t_ms
    assert likelihood.too_early(hypothesis, laid_ms) == 0.0
    assert likelihood.too_early(hypothesis, laid_ms - likelihood.EARLY_MS - 1) == weights.TOO_EARLY


def test_hands_that_do_not_fit_the_seats_tell_of_a_play_that_nobody_saw():
    hands_of = (0, 1, 1, 0, 1, 0)
    _, tracker, hypothesis = told(zip(hands_of, ("2O", "3C", "5E", "7B", "10O", "12C"), strict=True))
    best = max(unseen_plays.skipped_turns(hypothesis, tracker), key=lambda one: likelihood.log_likelihood(one, tracker))
    assert [step.action.seat for step in best.steps[1:] if step.track_ids] == list(hands_of)
    _, tracker, fitting = told(zip((0, 1, 0, 1), ("2O", "3C", "5E", "7B"), strict=True))
    assert list(unseen_plays.skipped_turns(fitting, tracker)) == []


def test_one_hand_that_does_not_fit_tells_of_a_turn_skipped_among_the_very_last_plays():
    cards = ("2O", "3C", "5E", "7B", "10O", "12C", "2B")
    _, tracker, hypothesis = told(zip((0, 1, 0, 1, 0, 1, 1), cards, strict=True))
    skipped = [one.steps for one in unseen_plays.skipped_turns(hypothesis, tracker)]
    places = {index for steps in skipped for index, step in enumerate(steps) if not step.track_ids and index}
    assert places == set(range(len(cards) - unseen_plays.LATELY + 1, len(cards) + 1))


def test_a_track_knows_since_when_its_spot_was_hidden(tracker):
    session = TableWithArms(tracker.update).see(2).see(5, [arm(SLOTS[5], BOTTOM)])
    session.lying = {5: "7O", 9: "3C"}
    session.see(1, [arm(SLOTS[0], BOTTOM)])
    assert [track.hidden_ms for track in tracker] == [600, 1600]


def test_a_card_that_turns_up_under_an_arm_may_have_been_laid_before_others():
    referee = Referee(MatchSetup(2, 1))
    sleeve = arm(SLOTS[6], TOP)
    session = dealt(referee.feed).lay_by(TOP, 5, "7O").lay_by(BOTTOM, 12, "3C").see(12, [sleeve])
    session.lying[8] = "5E"  # by the second player: the first one laid his card under the arm
    session.see(3, [sleeve, arm(SLOTS[8], BOTTOM)]).see(3, [sleeve])
    session.lying[6] = "10B"
    session.see(6).lay_by(TOP, 9, "12C").see(6)
    assert plays(referee) == [(0, "7O"), (1, "3C"), (0, "10B"), (1, "5E"), (0, "12C")]


def test_a_hand_that_seems_to_come_from_elsewhere_than_its_arm_does_is_two_that_touch(tracker):
    x, y = SLOTS[5]
    across = ((x + 20.0, y - 40.0), (x + 60.0, y - 40.0), (x + 60.0, y + 300.0), (x + 20.0, y + 300.0))
    session = TableWithArms(tracker.update)
    session.lying[5] = "7O"
    session.see(2, [(*across, (x - 300.0, y + 30.0), (x - 300.0, y - 10.0))])
    assert next(iter(tracker)).laying_direction == (0.0, 0.0)


@pytest.mark.parametrize(("later_ms", "told"), [(ON_THE_WAY_MS, 1), (ON_THE_WAY_MS + 200, -1)])
def test_a_card_is_laid_by_the_hand_with_which_it_was_seen_unless_that_was_long_ago(tracker, later_ms, told):
    session = TableWithArms(tracker.update)
    session.lying[5] = "7O"
    session.see(1, [arm(SLOTS[5], BOTTOM)])
    session.lying = {}
    session.see(later_ms // 200 - 1)
    session.lying[5] = "7O"
    session.see(1, [arm(SLOTS[5], TOP)])
    assert round(next(iter(tracker)).laying_direction[1]) == told
