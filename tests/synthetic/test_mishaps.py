"""Facts about mishaps: each kind happens as it says, the plays stay what they are, and nothing on the table jumps."""

import itertools
from collections import Counter

import cv2
import numpy as np
import pytest

from firmware.cards import ES40
from models.synthetic.cards.deck import Deck
from models.synthetic.films.recipe import Recipe, make_session
from models.synthetic.films.session_folder import truth_of
from models.synthetic.play.card_placement import outline, overlap
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.mishaps import KINDS, Mishaps, MishapUnknownError, only
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import random_habits
from models.synthetic.play.timeline import Timeline
from models.synthetic.play.visibility import arm_outline, prop_outline, shares_seen
from tests.support.mishaps import STEP_MS, VIEW, digest, lying, of_kind, plays, session

HELD_MM, GATHER_MM = 130.0, 420.0  # cards swept together come to the hand; a row of counted ones is drawn in from afar
LYING_MM = 4.0  # a card pushed by its neighbour goes 12 mm in 190 ms: at most 2.4 mm in one step, and its jitter
CARRIED_MM = 62.0  # 2.8 m/s is 56 mm in one step; cards swept together come a little faster than the hand
RECORDED = [  # as the commit before the first mishap acted them out
    (3, 2, 180543, "581e87c83e81"),
    (11, 3, 212858, "f20d7103d379"),
    (20001, 4, 140480, "696400c67a95"),
]


@pytest.mark.parametrize(("seed", "players", "end_ms", "ways"), RECORDED)
def test_without_mishaps_a_session_is_what_it_was_before_there_were_any(seed, players, end_ms, ways):
    timeline = make_session(Recipe(Deck("none", "none", {}), seed, players, deals=1)).timeline
    assert (timeline.end_ms, digest(timeline)) == (end_ms, ways)
    assert timeline.mishaps == ()


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_happens_where_it_is_asked_for_and_no_other(kind):
    noted = [one.kind for seed in (1, 2) for one in session(kind, seed, seed + 1).mishaps]
    assert noted and set(noted) == {kind}


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_mishaps_change_no_play(kind):
    assert plays(session(kind, 2, 3)) == plays(session("calm", 2, 3))
    assert [deal.scores for deal in session(kind, 2, 3).deals] == [deal.scores for deal in session("calm", 2, 3).deals]


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_every_way_goes_on_where_the_one_before_ended(kind):
    timeline = session(kind, 2, 3)
    props = (prop.trajectory for prop in timeline.props)
    for track in (*timeline.cards.values(), *timeline.arms.values(), *props):
        for leg, after in itertools.pairwise(track.legs):
            assert after.start_ms >= leg.end_ms
            assert leg.vanishes or leg.end == after.begin


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_cards_move_no_faster_than_hands(kind):
    timeline = session(kind, 2, 3)
    for track in timeline.cards.values():
        for leg in track.legs:
            times = np.arange(leg.start_ms, leg.end_ms + STEP_MS, STEP_MS)
            ways = [leg.pose(a).distance_mm(leg.pose(b)) for a, b in itertools.pairwise(times)]
            assert max(ways, default=0.0) < (CARRIED_MM if leg.held else LYING_MM)


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_carried_cards_are_at_a_hand(kind):
    timeline = session(kind, 2, 3)
    for t_ms in range(0, timeline.end_ms, 370):
        moment, late = timeline.at(t_ms), t_ms > timeline.deals[0].end_ms
        for card in (card for card in moment.cards if card.carried):
            assert min(arm.pose.distance_mm(card.pose) for arm in moment.arms) < (GATHER_MM if late else HELD_MM)
            assert card.palmed <= any(arm.shape.fingers == "flat" for arm in moment.arms)


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_a_play_lies_face_up_when_it_is_let_go_and_all_cards_are_on_piles_when_the_deal_is_over(kind):
    timeline = session(kind, 2, 3)
    for play in timeline.plays:
        card = lying(timeline, play.t_ms)[play.card]
        assert card.face_up and not card.moving
    at_end = timeline.at(timeline.deals[0].end_ms).cards
    assert {card.card for card in at_end} == set(ES40.cards)
    assert not any(card.face_up for card in at_end)
    assert not timeline.at(timeline.end_ms).cards and not timeline.at(timeline.end_ms).props


@pytest.mark.parametrize("kind", [*KINDS, "cafe"])
def test_what_a_play_takes_lies_open_when_it_is_made_and_is_gone_at_the_end(kind):
    timeline = session(kind, 2, 3)
    for play in timeline.plays:
        before = lying(timeline, play.t_ms)
        assert all(card in before for card in play.took)


def test_the_same_seed_has_the_same_mishaps():
    assert session.__wrapped__("cafe", 3, 3) == session("cafe", 3, 3)
    assert session("cafe", 3, 3).mishaps != session("cafe", 4, 3).mishaps


def test_an_evening_at_a_cafe_has_four_to_eight_in_a_deal():
    counts = [len(session("cafe", seed, 2 + seed % 3).mishaps) for seed in range(16)]
    assert 4 <= np.mean(counts) <= 8


def test_the_truth_lists_them():
    timeline = session("cafe", 3, 3)
    listed = truth_of(timeline)["mishaps"]
    assert [(one["t_ms"], one["kind"]) for one in listed] == [(one.t_ms, one.kind) for one in timeline.mishaps]
    assert all(set(one) == {"t_ms", "kind", "seat", "cards"} for one in listed)
    assert all(0 <= one.t_ms <= timeline.end_ms for one in timeline.mishaps)


def test_kinds_are_asked_for_by_name():
    assert only("slap,lamp=0.25") == Mishaps(slap=1.0, lamp=0.25)


@pytest.mark.parametrize(("wish", "said"), [("flood", "flood.*slap"), ("slap=2", "0 to 1"), ("slap=x", "slap=0.1")])
def test_a_kind_or_rate_that_is_none_is_told_with_those_there_are(wish, said):
    with pytest.raises(MishapUnknownError, match=said):
        only(wish)


def legs_of(timeline: Timeline, card, since_ms: float) -> list:
    return [leg for leg in timeline.cards[card].legs if leg.start_ms >= since_ms - 1]


def test_a_slapped_card_and_its_match_are_drawn_away_within_half_a_second():
    timeline = session("slap", 1)
    for one in of_kind(timeline, "slap"):
        for card in one.cards:
            leg = legs_of(timeline, card, one.t_ms)[0]
            assert leg.palmed and leg.end_ms - leg.start_ms <= 620 and leg.start_ms - one.t_ms < 200


def test_an_unread_card_is_never_seen():
    timeline = session("unread", 1)
    for one in of_kind(timeline, "unread"):
        for t_ms in range(one.t_ms - 400, one.t_ms + 700, 50):
            moment = timeline.at(t_ms)
            shares = dict(zip((card.card for card in moment.cards), shares_seen(moment, VIEW), strict=True))
            card = lying(timeline, t_ms).get(one.cards[0])
            assert card is None or not card.face_up or shares[one.cards[0]] < 0.25


def test_a_hurried_card_follows_within_400_ms_over_a_hand():
    timeline = session("hurried", 2, 3)
    before = dict(itertools.pairwise(play.t_ms for play in timeline.plays))
    gaps = {after: after - first for first, after in before.items()}
    for one in of_kind(timeline, "hurried"):
        assert 100 < gaps[one.t_ms] <= 401
        seats = {arm.seat for arm in timeline.at(one.t_ms - 30).arms}
        assert one.seat in seats and len(seats) > 1


def turn_deg(a, b) -> float:
    return abs((b.angle_deg - a.angle_deg + 180) % 360 - 180)


def test_turned_cards_are_turned_and_pushed_cards_pushed():
    for one in of_kind(timeline := session("turned", 1), "turned"):
        leg = legs_of(timeline, one.cards[0], one.t_ms)[0]
        assert 29 < turn_deg(leg.begin, leg.end) <= 180.1 and leg.begin.distance_mm(leg.end) < 25
    for one in of_kind(timeline := session("pushed", 1), "pushed"):
        leg = legs_of(timeline, one.cards[0], one.t_ms)[0]
        assert 35 < leg.begin.distance_mm(leg.end) < 121


def test_straightened_cards_end_in_a_row():
    timeline = session("straightened", 1)
    for one in of_kind(timeline, "straightened"):
        ends = [legs_of(timeline, card, one.t_ms)[0].end for card in one.cards]
        assert len(ends) >= 2
        assert all(60 < a.distance_mm(b) < 84 and turn_deg(a, b) < 1 for a, b in itertools.pairwise(ends))


def test_a_card_half_over_another_takes_nothing():
    timeline = session("half_covered", 1)
    takes = {play.card: play.took for play in timeline.plays}
    for one in of_kind(timeline, "half_covered"):
        upper, lower = (lying(timeline, one.t_ms)[card] for card in one.cards)
        assert not takes[upper.card] and upper.height > lower.height
        assert 0.1 < overlap(upper.pose, lower.pose) < 0.85


def test_a_sleeve_lies_over_a_third_to_two_thirds_of_the_middle_for_ten_seconds():
    timeline = session("sleeve", 1)
    for one in of_kind(timeline, "sleeve"):
        seen = [timeline.at(t_ms).arms for t_ms in (one.t_ms + 10, one.t_ms + 8500)]
        arms = [next(arm for arm in arms if arm.shape.wide) for arms in seen]
        assert arms[0].pose == arms[1].pose
        ground = np.zeros((461, 820), np.uint8)
        cv2.fillPoly(ground, [np.round(arm_outline(arms[0].pose, arms[0].shape)).astype(np.int32)], 1)
        assert 0.3 < ground[115:346, 205:615].mean() < 0.7


def test_handfuls_are_fetched_one_by_one_seconds_apart():
    timeline = next(t for seed in range(9) if of_kind(t := session("handfuls", seed, 2), "handfuls"))
    for one in of_kind(timeline, "handfuls"):
        starts = [legs_of(timeline, card, one.t_ms)[0].start_ms for card in one.cards]
        assert all(b - a > 700 for a, b in itertools.pairwise(starts))


@pytest.mark.parametrize(("kind", "least", "most"), [("taken_back", 500, 2600), ("wrong_player", 1000, 3200)])
def test_cards_laid_and_taken_back_are_out_of_sight_before_the_true_play(kind, least, most):
    timeline = session(kind, 2, 3)
    for one in of_kind(timeline, kind):
        true = next(play for play in timeline.plays if play.t_ms > one.t_ms)
        lifted = legs_of(timeline, one.cards[0], one.t_ms)[0]
        assert least <= lifted.start_ms - one.t_ms <= most and lifted.vanishes and lifted.end_ms < true.t_ms
        assert one.cards[0] != true.card and (one.seat == true.seat) == (kind == "taken_back")


@pytest.mark.parametrize("kind", ["forgotten", "run_left"])
def test_what_is_left_lying_is_fetched_within_four_to_ten_seconds_or_a_little_later(kind):
    timelines = [session(kind, seed, 2) for seed in range(6)]
    gone = []
    for timeline in timelines:
        for one in of_kind(timeline, kind):
            play = next(play for play in timeline.plays if play.t_ms == one.t_ms)
            gone += [max(legs_of(timeline, card, one.t_ms)[0].start_ms - one.t_ms for card in (play.card, *play.took))]
    assert gone and min(gone) > 3900
    assert np.percentile(gone, 90) < 12500  # his hand may be busy when he remembers


@pytest.mark.parametrize(("kind", "least", "most"), [("too_many", 2500, 12500), ("put_back", 300, 1500)])
def test_a_card_too_many_comes_back_face_up_near_its_place(kind, least, most):
    timeline = session(kind, 1)
    back_ms = []
    for one in of_kind(timeline, kind):
        legs = legs_of(timeline, one.cards[0], one.t_ms)
        back = next(leg for leg in legs[1:] if leg.end.distance_mm(legs[0].begin) < 45)
        assert back.face_up_after
        back_ms.append(back.end_ms - one.t_ms)
    assert back_ms and least < min(back_ms) and max(back_ms) < most


def test_counted_piles_are_spread_and_gathered_after_the_deal():
    timeline = session("counting", 1)
    (one, *_) = of_kind(timeline, "counting")
    assert one.t_ms >= timeline.deals[0].end_ms
    spread = timeline.at(one.t_ms + 3500).cards
    assert len({(round(card.pose.x_mm / 15), round(card.pose.y_mm / 15)) for card in spread}) >= 5


def test_a_spectator_points_at_a_card_and_moves_nothing():
    timeline = session("pointing", 1)
    for one in of_kind(timeline, "pointing"):
        (arm,) = (arm for arm in timeline.at(one.t_ms + 10).arms if arm.seat >= 4)
        target = lying(timeline, one.t_ms)[one.cards[0]]
        assert 40 < arm.pose.distance_mm(target.pose) < 75 and not arm.carrying


def test_things_stand_where_no_card_lies_and_a_hand_brings_and_fetches_them():
    for seed in range(4):
        timeline = session("thing", seed)
        for prop in timeline.props:
            assert prop.trajectory.legs[-1].vanishes
            for leg in prop.trajectory.legs:
                arms = timeline.at(leg.start_ms + 1).arms
                assert any(arm.carrying and arm.shape.fingers == "gather" for arm in arms)
        for t_ms in range(0, timeline.end_ms, 700):
            moment = timeline.at(t_ms)
            for prop in (prop for prop in moment.props if not prop.carried):
                for card in (card for card in moment.cards if not card.moving):
                    area, _ = cv2.intersectConvexConvex(prop_outline(prop), outline(card.pose))
                    assert area < 40


def test_rates_count_occasions():
    rare = Mishaps(slap=0.3)
    rng = np.random.default_rng(8)
    script = play_game(rng, 2, 0, deals=3)
    timeline = choreograph(script, rng, habits=random_habits(rng), view=VIEW, mishaps=rare)
    captures = sum(bool(play.took) for play in timeline.plays)
    assert 0 < Counter(one.kind for one in timeline.mishaps)["slap"] < 0.6 * captures
