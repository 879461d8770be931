"""A win that was none, since people play on: somewhere before, its side had been counted too many points (W1)."""

import pytest

from firmware.cards import Card
from firmware.rules.errors import IllegalPlayError
from firmware.rules.events import GameWon, WinRevoked
from firmware.rules.game import Game
from firmware.rules.match import Match
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.play import Accept, Announce, Decline, Play
from firmware.rules.revoking import apply_without_win
from firmware.rules.voice import Announcement
from tests.support.positions import at

SPEAKING = "scores 40 30; says A open; says B open; hands 3 3; turn A"
LAST = "table 6 10; fresh 6; hands 2 2; turn A"


def played_on(text):
    """A game in which people play on after a caida of A at a position, and what that tells first."""
    game = at(text)
    return game, apply_without_win(game, Play(0, Card.parse("6O")))[0]


@pytest.mark.parametrize(
    ("position", "before", "after"),
    [
        (f"scores 40 30; {LAST}", (39, 30), (40, 30)),
        (f"rules pagat target=21; scores 20 3; {LAST}", (19, 3), (20, 3)),
        (f"rules pagat match_rounds=3; scores 40 30; {LAST}", (39, 30), (40, 30)),
        (f"scores 40 39; {LAST}".replace("6 10", "6"), (38, 39), (40, 39)),
    ],
    ids=["a match", "another target", "a round of a match", "a mesa, too"],
)
def test_who_would_have_won_is_one_point_short(position, before, after):
    game, told = played_on(position)
    assert told == WinRevoked((0,), before)
    assert (game.scores, game.turn, game.winners) == (after, 1, ())


def test_what_was_said_wins_nothing_either():
    game = at(SPEAKING)
    game.apply(Announce(0, Announcement.RONDA))
    assert apply_without_win(game, Decline(1))[0] == WinRevoked((0,), (39, 30))
    assert (game.scores, game.winners) == ((40, 30), ())


def test_what_wins_nothing_is_played_as_ever():
    game, told = played_on(f"scores 30 30; {LAST}")
    assert not isinstance(told, WinRevoked)
    assert game.scores == (31, 30)


@pytest.mark.parametrize(
    "position", [f"rules pagat target=1; {LAST}", "rules pagat match_rounds=3 first_round=cards; taken 18 0; " + LAST]
)
def test_a_win_that_no_points_before_can_have_brought_about_stands(position):
    game, told = played_on(position)
    assert not isinstance(told, WinRevoked)
    assert game.turn is None


def test_of_sides_that_were_level_at_the_target_none_was_there():
    game, told = played_on(f"scores 41 41; {LAST}")
    assert told == WinRevoked((0,), (39, 40))
    assert game.scores == (40, 40)


@pytest.mark.parametrize("scores", [(41, 0), (-1, 0), (3,), (1, 2, 3)])
def test_points_are_put_right_within_what_a_match_can_have(scores):
    with pytest.raises(IllegalPlayError, match="no match of 2 sides goes on"):
        at(f"scores 40 30; {LAST}").correct_scores(scores)


def test_putting_points_right_can_be_undone():
    game = at(f"scores 40 30; {LAST}")
    before = game.fork()
    game.correct_scores((12, 30))
    game.undo()
    assert game == before


def test_a_held_win_that_is_accepted_stands_whatever_the_points():
    game = Game.at(Match.of(parse_rules("pagat unproven_win=held"), 2), at(SPEAKING).position)
    for said in (Announce(0, Announcement.RONDA), Decline(1)):
        game.apply(said)
    assert apply_without_win(game, Accept(1)) == (GameWon((0,)),)
    assert game.scores == (41, 30)
