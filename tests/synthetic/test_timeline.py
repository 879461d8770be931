"""Facts about played sessions before any picture is drawn: the table obeys the game."""

import functools

import numpy as np
import pytest

from firmware.cards import ES40
from firmware.rules.game import Game
from firmware.rules.layout import layout_fault
from firmware.rules.play import Play
from firmware.rules.presets import preset
from firmware.signals import Unnamed
from models.synthetic.play.card_placement import overlap
from models.synthetic.play.choreography import choreograph
from models.synthetic.play.detection_simulator import LIKE_EYES, observations
from models.synthetic.play.random_game import play_game
from models.synthetic.play.table_habits import TableHabits, random_habits
from models.synthetic.play.timeline import TableView, Timeline
from models.synthetic.play.trajectories import Leg, Pose
from models.synthetic.play.visibility import shares_seen

VIEW = TableView(820.0, 461.0)
TABLES = [(seed, players, stock) for players in (2, 3, 4) for seed, stock in ((1, False), (2, True))]


@functools.cache
def session(seed: int, players: int, stock: bool, deals: int = 1) -> Timeline:
    rng = np.random.default_rng(seed)
    script = play_game(rng, players, seed % players, deals=deals)
    return choreograph(script, rng, habits=TableHabits(stock=stock, packets=seed % 2 == 0, nudge=0.2), view=VIEW)


def placed(timeline: Timeline, t_ms: int) -> dict:
    return {lying.card: lying for lying in timeline.at(t_ms).cards}


@pytest.mark.parametrize("table", TABLES)
def test_each_card_lies_still_and_face_up_when_it_was_let_go(table):
    timeline = session(*table)
    assert len(timeline.plays) == 36
    for play in timeline.plays:
        lying = placed(timeline, play.t_ms)[play.card]
        assert lying.face_up and not lying.moving and lying.smear_mm == (0.0, 0.0)


@pytest.mark.parametrize("table", TABLES)
def test_what_a_play_captures_lies_there_when_it_is_made_and_ends_on_the_pile_face_down(table):
    timeline = session(*table)
    at_end = placed(timeline, timeline.deals[0].end_ms)
    for play in timeline.plays:
        before = placed(timeline, play.t_ms)
        for card in play.took:
            assert card in before
            assert not at_end[card].face_up


@pytest.mark.parametrize("table", TABLES)
def test_when_the_deal_is_over_all_forty_cards_lie_face_down(table):
    timeline = session(*table)
    cards = timeline.at(timeline.deals[0].end_ms).cards
    assert {lying.card for lying in cards} == set(ES40.cards)
    assert not any(lying.face_up for lying in cards)


@pytest.mark.parametrize("table", TABLES)
def test_face_up_cards_at_a_play_are_the_rules_table_and_what_is_still_being_swept_up(table):
    timeline = session(*table)
    script = timeline.script
    game = Game(preset(script.rules), script.players, script.dealer)
    game.lay([card for _, card in timeline.deals[0].layout])
    for play in timeline.plays:
        up = {lying.card for lying in timeline.at(play.t_ms).cards if lying.face_up}
        assert set(game.table) <= up
        game.apply(Play(play.seat, play.card))


@pytest.mark.parametrize("table", TABLES)
def test_truth_is_the_rules_verdict(table):
    timeline = session(*table, deals=2)
    script = timeline.script
    game, plays = Game(preset(script.rules), script.players, script.dealer), iter(timeline.plays)
    for deal in timeline.deals:
        assert deal.dealer == game.dealer
        game.lay([card for _, card in deal.layout])
        for _ in range(36):
            play = next(plays)
            assert play.seat == game.turn
            game.apply(Play(play.seat, play.card))
        assert deal.scores == tuple(game.scores)


@pytest.mark.parametrize("seed", range(12))
def test_openings_are_legal_and_repairs_are_seen(seed):
    timeline = session(seed, 2, stock=False)
    deal, opening = timeline.deals[0], timeline.script.deals[0].opening
    assert layout_fault([card for _, card in deal.layout]) is None
    assert len(opening) == 4 + 2 * sum(not move.put for move in opening)
    lying = placed(timeline, deal.layout[-1][0])
    assert {card for _, card in deal.layout} == {card for card in lying if lying[card].face_up}


@pytest.mark.parametrize("table", TABLES)
def test_table_cards_hardly_overlap(table):
    timeline = session(*table)
    script = timeline.script
    game = Game(preset(script.rules), script.players, script.dealer)
    game.lay([card for _, card in timeline.deals[0].layout])
    for play in timeline.plays:
        lying = placed(timeline, play.t_ms)
        table_cards = [lying[card].pose for card in game.table]
        assert all(overlap(a, b) < 0.35 for a in table_cards for b in table_cards if a is not b)
        game.apply(Play(play.seat, play.card))


def test_cards_and_arms_move_without_jumps():
    timeline = session(2, 4, stock=True)
    for track in (*timeline.cards.values(), *timeline.arms.values()):
        for leg, after in zip(track.legs, track.legs[1:], strict=False):
            assert after.start_ms >= leg.end_ms
            assert leg.vanishes or leg.end == after.begin


def test_the_same_seed_gives_the_same_session():
    assert session.__wrapped__(3, 3, stock=True) == session(3, 3, stock=True)


def test_a_hidden_card_has_no_share_and_an_open_one_all():
    timeline = session(2, 2, stock=True)
    moment = timeline.at(timeline.plays[0].t_ms - 2000)
    shares = shares_seen(moment, VIEW)
    assert max(shares) > 0.95
    assert min(shares) < 0.05  # under the stock


def test_a_perfect_detector_names_each_layout_card():
    timeline = session(1, 2, stock=False)
    layout = {card for _, card in timeline.deals[0].layout}
    ready_ms = timeline.deals[0].batches_ms[0]
    look = next(look for look in observations(timeline) if look.t_ms >= ready_ms and not look.hand_present)
    assert {seen.face for seen in look.cards} == layout
    assert all(seen.confidence > 0.9 for seen in look.cards)


def test_a_hand_is_reported_while_a_card_is_put_down():
    timeline = session(1, 2, stock=False)
    t_ms = timeline.plays[0].t_ms
    around = [look for look in observations(timeline) if abs(look.t_ms - t_ms) <= 150]
    assert around and all(look.hand_present for look in around)


def test_a_still_table_is_not_reported_again():
    looks = list(observations(session(1, 2, stock=False)))
    empty = [not (look.hand_present or look.quality.motion) for look in looks]
    assert not any(all(empty[i : i + 4]) for i in range(len(empty) - 3))


def test_simulated_errors_stay_legal_observations():
    timeline = session(1, 2, stock=False)
    looks = list(observations(timeline, errors=LIKE_EYES, seed=5))
    assert looks == list(observations(timeline, errors=LIKE_EYES, seed=5))
    seen = [card for look in looks for card in look.cards]
    assert all(sum(p for _, p in card.faces) <= 1 for card in seen)
    assert {Unnamed.BACK} < {card.face for card in seen}


@pytest.mark.parametrize("seed", range(5))
def test_random_habits_are_shares(seed):
    habits = random_habits(np.random.default_rng(seed))
    assert habits.onto + habits.half_onto < 1
    assert 0 <= habits.untidy <= 1 and habits.pace > 0


@pytest.mark.parametrize(("t_ms", "x"), [(0, 0.0), (100, 0.0), (150, 5.0), (200, 10.0), (900, 10.0)])
def test_a_leg_starts_and_ends_where_it_says(t_ms, x):
    leg = Leg(100, 200, Pose(0, 0, 170), Pose(10, 0, -170))
    assert leg.pose(t_ms).x_mm == pytest.approx(x)
    assert 170 <= leg.pose(t_ms).angle_deg <= 190  # the short way round
