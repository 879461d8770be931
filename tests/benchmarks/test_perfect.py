"""Perfect observations are read without error, whatever the rules."""

import pytest

from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.presets import PRESETS
from firmware.signals import ButtonPress, TableObservation
from models.benchmarks.perfect import HOUSES, MatchCase, kinds, play
from models.synthetic.play.perfect_observer import PerfectObserver
from models.synthetic.play.random_match import RandomMatch

MOST_PLAYS = {1: 37, 2: 20}  # by packs: a deal and a card of the next; of two as much as time allows


def one_each():
    """Each set of rules, with the numbers of players in turn."""
    for number, rules in enumerate((*PRESETS, *HOUSES)):
        mine = [players for name, players in kinds(rules) if name == rules]
        yield rules, mine[number % len(mine)]


@pytest.mark.parametrize(("rules", "players"), list(one_each()), ids=lambda value: str(value).replace(" ", "-"))
def test_what_was_played_is_read(rules, players):
    outcome = play(MatchCase(rules, players, seed=7, deals=2, plays=MOST_PLAYS[parse_rules(rules).packs]))
    assert outcome.plays
    assert outcome.fault == ""


def test_cards_played_before_the_word_that_wins_are_read():
    outcome = play(MatchCase("pagat-1615", 4, seed=599, deals=1))  # a challenge, said after the last of nine cards
    assert (outcome.plays, outcome.fault) == (9, "")


@pytest.mark.parametrize(("rules", "seed"), [("six", 30128), ("six packs=2 match_rounds=5 target=9", 10164)])
def test_what_lay_there_when_a_round_was_won_is_not_remembered_into_the_next(rules, seed):
    assert play(MatchCase(rules, 3, seed, deals=1)).fault == ""


@pytest.mark.parametrize(("players", "seed"), [(4, 400049), (3, 400214)])
def test_four_plays_in_a_row_are_no_layout_though_a_round_might_have_been_won_before(players, seed):
    assert play(MatchCase("wikipedia-it", players, seed, deals=1)).fault == ""


@pytest.mark.parametrize("seed", [401228, 401643])
def test_cards_laid_upon_their_match_are_read_in_their_order_and_make_no_win(seed):
    assert play(MatchCase("cafe unproven_win=held target=9", 2, seed, deals=1)).fault == ""


def test_a_hand_beside_a_card_just_laid_has_not_laid_it():
    assert play(MatchCase("pagat-25", 2, 402518, deals=1)).fault == ""


def test_a_round_that_was_not_won_is_not_taken_up_again_without_the_cards_laid_since():
    assert play(MatchCase("wikipedia-it", 4, 408241, deals=1)).fault == ""


def test_no_preset_is_left_out():
    assert {rules for rules, _ in kinds()} >= {*PRESETS}
    assert {players for rules, players in kinds() if rules == "pagat"} == {2, 3, 4}


def signals(seed):
    return list(PerfectObserver(RandomMatch("cafe", 2, 0, seed), seed, deals=1).signals())


def test_the_same_seed_plays_the_same_game():
    assert signals(3) == signals(3)
    assert signals(3) != signals(4)


def test_signals_come_by_time_and_one_at_a_time():
    times = [signal.t_ms for signal in signals(5)]
    assert times == sorted(set(times))


def test_players_speak_and_cards_go_away():
    heard = [signal.input for seed in range(5) for signal in signals(seed) if isinstance(signal, ButtonPress)]
    looks = [signal for signal in signals(1) if isinstance(signal, TableObservation)]
    assert {word.split()[0] for word in heard} >= {"ronda", "nothing"}
    assert max(len(look.cards) for look in looks) > 2
    assert not looks[-1].cards
