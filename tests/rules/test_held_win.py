"""A win by an announcement that is not proven, where the rules let it wait (D18, part 9: ACCEPT)."""

import pytest

from firmware.cards import Rank
from firmware.rules.errors import (
    IllegalAnnouncementError,
)
from firmware.rules.events import (
    AnnouncementFalse,
    GameWon,
    WinHeld,
)
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.notation.position import parse_position
from firmware.rules.play import Accept, Announce, Challenge, Decline
from firmware.rules.presets import PAGAT
from firmware.rules.voice import Announcement
from tests.support.positions import at, kinds, play

HELD = PAGAT.with_options({"unproven_win": "held"})


def one_short_of_winning():
    game = Game.at(Match.of(HELD, 2), at("scores 40 30; says A open; says B open; hands 3 3; turn A").position)
    game.apply(Announce(0, Announcement.RONDA))
    return game, game.apply(Decline(1))


def test_a_win_by_what_nobody_has_seen_waits_and_is_accepted():
    game, events = one_short_of_winning()
    assert events[-1] == WinHeld(0)
    assert (game.winners, game.turn) == ((), 0)
    assert game.apply(Accept(1)) == (GameWon((0,)),)


def test_play_goes_on_while_a_win_waits_and_the_cards_prove_it():
    game, _ = one_short_of_winning()
    assert GameWon not in kinds(play(game, "A5", "B2"))
    assert play(game, "A5")[-1] == GameWon((0,))


def test_who_waited_wins_though_another_has_more_by_the_time_the_cards_prove_it():
    game = Game.at(
        Match.of(HELD, 2), at("scores 40 40; table 2 3; says A open; says B open; hands 3 3; turn A").position
    )
    for said in (Announce(0, Announcement.RONDA), Decline(1)):
        game.apply(said)
    assert GameWon not in kinds(play(game, "A5", "B5"))  # a caida: 41 to 41, and more to come
    assert play(game, "A5")[-1] == GameWon((0,))


def test_a_win_that_waits_falls_with_what_was_announced():
    game, _ = one_short_of_winning()
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3))))
    assert AnnouncementFalse(0, Announcement.RONDA) in events
    assert (game.scores, game.winners, game.position.held) == ((40, 31), (), None)


def test_another_side_at_the_target_wins_once_the_waiting_one_has_fallen():
    game = Game.at(Match.of(HELD, 2), at("scores 40 40; says A open; says B open; hands 3 3; turn A").position)
    game.apply(Announce(0, Announcement.RONDA))
    game.apply(Decline(1))
    events = game.apply(Challenge(1, 0, (Rank(1), Rank(2), Rank(3))))
    assert events[-1] == GameWon((1,))


def test_a_doubt_about_the_truth_loses_while_a_win_waits():
    game, _ = one_short_of_winning()
    assert game.apply(Challenge(1, 0, (Rank(5), Rank(5), Rank(3))))[-1] == GameWon((0,))


def test_of_three_players_both_others_accept():
    position = at("players 3; scores 40 3 3; says A open; says B open; says C open; hands 3 3 3; turn A").position
    game = Game.at(Match.of(HELD, 3), position)
    for said in (Announce(0, Announcement.RONDA), Decline(1), Decline(2)):
        game.apply(said)
    assert game.apply(Accept(2)) == game.apply(Accept(2)) == ()
    assert game == Game.at(*parse_position(str(game)))
    assert game.apply(Accept(1)) == (GameWon((0,)),)


def test_what_was_not_won_cannot_be_accepted():
    game, _ = one_short_of_winning()
    with pytest.raises(IllegalAnnouncementError, match="his own win"):
        game.apply(Accept(0))
    with pytest.raises(IllegalAnnouncementError, match="no win waits"):
        at("hands 3 3; turn A").apply(Accept(0))


def test_points_made_by_play_win_at_once():
    game = Game.at(Match.of(HELD, 2), at("scores 40 30; table 6; hands 3 3; turn A").position)
    assert play(game, "A6")[-1] == GameWon((0,))
