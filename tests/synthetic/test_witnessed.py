"""Whole matches by any rules, acted out with all that is said and pressed."""

from itertools import pairwise

import pytest

from firmware.rules.errors import IllegalAnnouncementError
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.play import Play
from models.synthetic.films.witnessed import RULES, Split, players_of, seed_of, witnessed_match
from models.synthetic.play.match_script import scripted_match
from models.synthetic.play.mishaps import CALM
from models.synthetic.play.press_timing import REACTS_MS
from models.synthetic.play.random_match import RandomMatch

KINDS = [(rules, (players_of(rules) * 2)[number % 3]) for number, rules in enumerate(RULES)]


def scripted(rules, players, seed=3, deals=2):
    return scripted_match(RandomMatch(rules, players, 0, seed), seed, deals)


def plays_of(script):
    return [Play(turn.seat, turn.card) for deal in script.deals for batch in deal.batches for turn in batch]


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_script_played_again_by_the_rules_gives_the_scores_that_it_tells(rules, players):
    match = scripted(rules, players)
    game, scores, said = Game(parse_rules(rules), players, 0), [], list(match.sayings)
    for deal in match.script.deals:
        game.lay(deal.layout) if deal.layout or game.awaiting_layout else None
        for turn in (turn for batch in deal.batches for turn in batch):
            while said and said[0].play == len(scores):
                hear(game, said.pop(0))
            game.apply(Play(turn.seat, turn.card))
            scores.append(game.scores)
    for last in said:
        hear(game, last)
    assert scores == list(match.scores)
    assert (game.scores, game.winners) == (match.script.deals[-1].scores, match.script.winners)


def hear(game, said):
    try:
        game.apply(said.utterance.saying)
    except IllegalAnnouncementError:
        return
    assert not said.refused


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_every_card_that_is_played_was_dealt_to_its_player(rules, players):
    for deal in scripted(rules, players).script.deals:
        for hands, turns in zip(deal.hands, deal.batches, strict=True):
            assert all(turn.card in hands[turn.seat] for turn in turns)
            assert len({card for hand in hands for card in hand}) == sum(map(len, hands))


def test_a_match_ends_with_a_winner():
    match = scripted("quick", 2, deals=60)
    assert match.script.winners
    assert len(match.scores) == len(plays_of(match.script))


@pytest.fixture(scope="module")
def witnessed():
    return witnessed_match(5, rules="pagat", players=4, deals=1, mishaps=CALM, fps=2.0)


def test_plays_come_to_lie_in_the_order_in_which_they_were_made(witnessed):
    assert [Play(play.seat, play.card) for play in witnessed.timeline.plays] == plays_of(witnessed.match.script)


def test_presses_come_in_the_order_of_what_is_said(witnessed):
    assert len(witnessed.presses) > 5
    assert all(one.t_ms < other.t_ms for one, other in pairwise(witnessed.presses))


def test_who_speaks_at_his_turn_has_pressed_two_seconds_after_his_card_at_the_latest(witnessed):
    plays = witnessed.timeline.plays
    for one in witnessed.presses:
        own = [play.t_ms for play in plays[one.said.play :] if play.seat == one.said.utterance.seat]
        assert not own or one.t_ms < own[0] + 2000


def test_a_word_that_wins_the_match_is_pressed_before_the_cards_are_gathered():
    won = witnessed_match(7, rules="quick", players=2, deals=2, mishaps=CALM, fps=2.0)
    assert won.presses[-1].said.play == len(won.timeline.plays)
    assert won.presses[-1].t_ms <= won.timeline.deals[-1].end_ms + REACTS_MS[1] < won.timeline.end_ms


def test_matches_of_one_seed_are_the_same_and_those_of_two_are_not():
    seeds = {seed_of(split, number, "1.0") for split in Split for number in range(50)}
    assert len(seeds) == 150
    assert seed_of(Split.TUNE, 3, "1.0") == seed_of(Split.TUNE, 3, "2.0")
    assert seed_of(Split.TEST, 3, "1.0") != seed_of(Split.TEST, 3, "2.0")
    assert scripted("cafe", 4, seed=9) == scripted("cafe", 4, seed=9) != scripted("cafe", 4, seed=10)


def test_a_press_by_mistake_is_one_that_the_rules_refuse():
    matches = [scripted("pagat", 4, seed=seed, deals=4) for seed in range(12)]
    refused = [said for match in matches for said in match.sayings if said.refused]
    assert refused
