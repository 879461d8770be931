"""Matches of several rounds, and rounds that cards win (V17)."""

import pytest

from firmware.cards import Card, Rank
from firmware.rules.errors import (
    IllegalPlayError,
)
from firmware.rules.events import (
    CardPlayed,
    GameWon,
    PointsScored,
    Reason,
    RoundWon,
)
from tests.support.positions import at, kinds, play

CARDS_WIN = "rules pagat first_round=cards match_rounds=3"


def test_an_open_packet_is_not_owned_before_the_next_card():
    text = f"{CARDS_WIN}; players 4; pile A 8; taken 8 0 0 0; table 7 1; fresh 7; hands 2 1 1 2; turn D; batch 3"
    game = at(text.replace("turn D", "turn A").replace("hands 2 1 1 2", "hands 2 2 2 2"))
    assert RoundWon not in kinds(play(game, "A7"))
    assert kinds(play(game, "B4"))[0] is RoundWon  # before his card counts
    assert game.table == (Card(Rank.ONE),)


def test_points_do_not_win_the_round_that_cards_win():
    game = at(f"{CARDS_WIN}; scores 40 0; table 6 1; fresh 6; hands 3 3; turn A")
    assert RoundWon not in kinds(play(game, "A6"))


def test_the_rest_may_bring_the_cards_that_win_the_round():
    text = f"{CARDS_WIN}; pile A 19; pile B 18; taken 19 18; last A; table 6 1; hands 0 1; turn B; batch 6"
    assert RoundWon((0,), (1, 0), (0, 0)) in play(at(text), "B2")


def test_a_match_of_three_rounds_is_over_once_the_lead_cannot_be_made_up():
    text = "rules pagat match_rounds=3; scores 40 3; table 6; hands 3 3; turn A"
    events = play(at(f"{text}; rounds 0 0"), "A6")
    assert events[-1] == RoundWon((0,), (1, 0), (41, 3))
    events = play(at(f"{text}; rounds 1 0"), "A6")
    assert events[-2:] == [RoundWon((0,), (2, 0), (41, 3)), GameWon((0,))]
    assert RoundWon((0,), (1, 1), (41, 3)) == play(at(f"{text}; rounds 0 1"), "A6")[-1]


def test_a_round_won_by_the_count_passes_the_deal_on_once():
    game = at(
        "rules pagat match_rounds=3; dealer B; scores 40 3; pile A 20; last A; table 6; hands 0 1; turn B; batch 6"
    )
    assert kinds(play(game, "B6"))[-1] is not RoundWon  # B captures: A has twenty cards and no more
    game = at(
        "rules pagat match_rounds=3; dealer B; scores 40 3; pile A 20; last A; table 6; hands 0 1; turn B; batch 6"
    )
    assert kinds(play(game, "B7"))[-1] is RoundWon
    assert game.dealer == 0


def test_nothing_is_played_after_a_round_before_the_next_layout():
    game = at("rules pagat match_rounds=3; scores 40 3; table 6; hands 3 3; turn A; rounds 0 0")
    events = play(game, "A6")
    assert PointsScored(0, 1, Reason.MESA, 0) in events
    with pytest.raises(IllegalPlayError, match="nobody is to play"):
        play(game, "B7")
    game.lay(tuple(map(Card.parse, ("2O", "5C", "7E", "12B"))))
    assert CardPlayed(1, Card(Rank.ONE)) in play(game, "B1")
