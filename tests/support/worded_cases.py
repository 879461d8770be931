"""The worked cases that the rule book tells in words only, each put into plays by hand; by their numbers."""

from firmware.cards import ES48, Card, Rank
from firmware.rules.events import CaptureForgone, HandRedealt, RoundWon
from firmware.rules.game import Game
from firmware.rules.play import Announce, Redeal
from firmware.rules.presets import PAGAT
from firmware.rules.steere import Steere
from firmware.rules.voice import Announcement
from tests.support.positions import at, kinds, play

CARDS_WIN = "rules pagat first_round=cards match_rounds=3"


def check_capture_forgone():
    """H20: the breach is proven by the second card, never before, and costs nothing."""
    game = at("rules pagat must_capture=yes; table 6 12; hands 3 3; turn A")
    assert CaptureForgone not in kinds(play(game, "A2", "B11"))
    assert CaptureForgone(0, Card(Rank.SIX)) in play(game, "A6")
    assert game.scores == (0, 0)


def check_four_of_a_kind():
    """H21: the players say it; nobody has seen the cards, so nothing else changes and the hand may announce."""
    game = Game(PAGAT.with_options({"table_cards": "0", "four_kind_redeal": "yes"}), 4, 3)
    game.lay(())
    before = game.position
    assert game.apply(Redeal(3)) == (HandRedealt(3),)
    assert game.position == before
    game.apply(Announce(3, Announcement.RONDA))


def check_first_round():
    """H22: twenty cards of two players, thirteen of three; of four players one has to capture ten himself."""
    game = at(f"{CARDS_WIN}; scores 7 40; taken 18 4; pile A 18; pile B 4; table 6; hands 2 2; turn A; batch 6")
    assert play(game, "A6")[-1] == RoundWon((0,), (1, 0), (8, 40))  # 40 points do not help B
    assert (game.scores, game.awaiting_layout, game.dealer) == ((0, 0), True, 0)
    game = at(f"{CARDS_WIN}; players 3; taken 0 11 2; pile B 11; pile C 2; table 6; hands 1 2 2; turn B; batch 4")
    assert RoundWon((1,), (0, 1, 0), (0, 1, 0)) in play(game, "B6")
    four = f"{CARDS_WIN}; players 4; pile A 17; table 5 7; hands 2 2 2 2; turn A; batch 3"
    assert RoundWon not in kinds(play(at(f"{four}; taken 7 0 9 0"), "A7"))  # nine and nine: eighteen of a team
    assert RoundWon((0,), (1, 0), (0, 0)) in play(at(f"{four}; taken 8 0 9 0"), "A7")


TRICKS = [ES48.cards[start : start + 3] for start in range(0, 48, 3)]  # of one suit each: the last is the highest


def played_out(winners):
    """Mark Steere's game of which each trick goes to the seat named for it, 16 tricks a hand."""
    game = Steere(len(winners) // len(TRICKS), dealer=2)
    for winner, trick in zip(winners, TRICKS * 3, strict=False):
        lower = iter(trick[:-1])
        for _ in trick:
            game.play(game.turn, trick[-1] if game.turn == winner else next(lower))
    assert game.turn is None
    return game


def check_tie_of_three():
    """I12: two swords and a club: the eleven of swords is highest, and its owner wins the game."""
    game = played_out([0] * 16 + [1] * 16 + [2] * 16)
    assert game.leaders == (0, 1, 2)
    first = (game.roles.dealer + 1) % 3
    assert game.tiebreak([Card.parse(text) for text in ("2E", "11E", "12B")]) == (first + 1) % 3


def check_counting():
    """I13: 48 cards are 16 tricks a hand; of 17, 16 and 15 the 17 wins, and three times 16 is a tie."""
    assert len(ES48.cards) == 48
    assert sum(played_out([1] * 16).tricks) == 16
    game = played_out([2] * 17 + [0] * 16 + [1] * 15)
    assert (game.tricks, game.leaders) == ([16, 15, 17], (2,))
    game = played_out([0] * 16 + [1] * 16 + [2] * 16)
    assert (game.tricks, game.leaders) == ([16, 16, 16], (0, 1, 2))


WORDED = {
    "H20": check_capture_forgone,
    "H21": check_four_of_a_kind,
    "H22": check_first_round,
    "I12": check_tie_of_three,
    "I13": check_counting,
}
