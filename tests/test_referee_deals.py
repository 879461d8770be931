"""Whole deals and matches, played at random and shown look by look: what the referee makes of them."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.events import Doubt, ReadingCorrected
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.presets import PRESETS
from tests.support.deal import play_deal
from tests.support.scene import Table, plays, said


def deal_out(seed, players, misread=0.0):
    """A whole deal played at random, shown look by look; the referee and the game that really was."""
    rng = random.Random(seed)
    referee = Referee(MatchSetup(players, players - 1))
    table, game = Table(referee.feed), Game(PRESETS["pagat"], players, players - 1)

    def read(card, pack):
        other = rng.choice(pack)
        return f"{card}:0.6 {other}:0.3" if rng.random() < misread and other != card else str(card)

    pack = play_deal(rng, table, game, read)
    table.said += referee.close(table.t_ms)
    return referee, table, game, pack[4:]


@pytest.mark.parametrize(("players", "target"), [(2, 12), (3, 16), (4, 12)])
def test_a_match_of_several_deals_seen_perfectly_is_read_to_its_end(players, target):
    rng, rules = random.Random(players), f"pagat target={target}"
    referee = Referee(MatchSetup(players, players - 1, rules))
    table, game = Table(referee.feed), Game(parse_rules(rules), players, players - 1)
    while not game.winners:
        play_deal(rng, table, game)
        table.wait(1500).take(*list(table.lying)).wait(2500)
    assert game.deal > 1
    assert (referee.scoreboard.scores, referee.scoreboard.winners) == (game.scores, game.winners)
    assert referee.corrections == referee.doubts == 0


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_a_deal_seen_perfectly_is_read_without_error_or_question(players, seed):
    referee, table, game, cards = deal_out(seed, players)
    assert [play.card for play in referee.plays] == cards
    assert referee.scoreboard.scores == game.scores
    assert not said(table, (Doubt, ReadingCorrected))


@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_a_card_read_poorly_is_read_right_or_asked_about(seed):
    referee, _, _, cards = deal_out(seed, 2, misread=0.2)
    ranks = [play.card.rank for play in referee.plays]
    assert ranks == [card.rank for card in cards] or referee.doubts + referee.corrections


def test_the_same_looks_give_the_same_events():
    assert deal_out(7, 3, misread=0.3)[1].said == deal_out(7, 3, misread=0.3)[1].said


def test_the_next_deal_is_laid_after_the_last_card():
    referee, table, game, _ = deal_out(3, 2)
    table.take(*table.lying)
    table.wait(2000)
    for slot, text in zip(range(4), ("2O", "5O", "10O", "12C"), strict=True):
        table.put(**{f"s{slot}": text})
    table.wait(1500)
    assert (referee.scoreboard.deal, referee.scoreboard.dealer, referee.scoreboard.turn) == (2, 0, 1)
    table.put(s8="3B")
    assert plays(referee)[-1] == (1, "3B")
    assert game.awaiting_layout
