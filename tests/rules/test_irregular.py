"""What people do against the order of the game and nobody minds: plays out of turn, deals thrown in."""

import pytest

from firmware.rules.errors import IllegalPlayError
from firmware.rules.events import DealAbandoned
from firmware.rules.game import Game
from firmware.rules.presets import PAGAT
from tests.support.positions import at, play

THREE = "players 3; table 2 5 7 12; hands 3 3 3; turn A"


def out_of_turn(game, seat, text):
    game.give_turn(seat)
    return play(game, text)


def test_a_play_out_of_turn_passes_the_turn_on_from_who_played():
    game = at(THREE)
    out_of_turn(game, 1, "B1")
    assert (game.turn, game.hands) == (2, (3, 2, 3))


def test_who_has_no_card_left_is_passed_over():
    game = at(THREE)
    for text in ("B1", "B3", "B6"):
        out_of_turn(game, 1, text)
    out_of_turn(game, 0, "A10")
    assert (game.turn, game.hands) == (2, (2, 0, 3))


def test_the_turn_of_who_is_to_play_anyway_is_given_without_a_step_to_undo():
    game = at(THREE)
    before = game.fork()
    game.give_turn(0)
    play(game, "A1")
    game.undo()
    assert game == before


@pytest.mark.parametrize(
    ("text", "seat"),
    [(THREE, 3), (THREE, -1), ("players 2; hands 0 1; turn B; batch 6", 0), ("scores 41 0; won A; turn -", 0)],
    ids=["no such player", "below the first", "an empty hand", "the match is over"],
)
def test_nobody_plays_out_of_turn_without_a_card(text, seat):
    game = at(text)
    with pytest.raises(IllegalPlayError, match=f"seat {seat} has no card to play"):
        game.give_turn(seat)


def test_a_deal_that_is_given_up_keeps_the_points_and_nothing_else():
    game = at("rules pagat match_rounds=3; rounds 1 0; deal 2; scores 7 9; table 6 7; pile A 12; hands 2 1; turn A")
    assert game.abandon(0) == (DealAbandoned(2),)
    assert (game.scores, game.deal, game.dealer, game.position.rounds) == ((7, 9), 2, 0, (1, 0))
    assert (game.awaiting_layout, game.table, game.piles) == (True, (), ((), ()))


def test_only_a_deal_that_is_played_can_be_given_up():
    with pytest.raises(IllegalPlayError, match="no deal is being played"):
        Game(PAGAT, 2, 1).abandon(1)
