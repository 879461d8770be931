"""Mark Steere's Ronda: the ring of suits, whole games, ties."""

import random
from itertools import permutations, product

import pytest

from firmware.cards import ES48, Card
from firmware.rules.errors import IllegalPlayError, RulesetError
from firmware.rules.steere import CREDIT, Roles, Steere, roles_after, trick_values


def cards(text):
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize(
    ("trick", "values"),
    [
        ("12B 3E 1O", (1, 2, 3)),  # coins buy swords, swords chop clubs
        ("5C 5O 5E", (3, 2, 1)),  # cups hold coins
        ("1B 12C 12O", (3, 2, 1)),  # clubs smash cups
        ("1E 2B 12C", (3, 2, 1)),
        ("3C 12B 9C", (2, 1, 3)),  # two of a suit, whatever the third is
        ("1O 12O 9O", (1, 3, 2)),
    ],
)
def test_cards_of_a_trick_are_worth(trick, values):
    assert trick_values(cards(trick)) == values


def test_every_trick_has_three_different_values():
    pack = [card for card in ES48.cards if card.rank in (1, 12)]
    for trick in permutations(pack, 3):
        assert sorted(trick_values(trick)) == [1, 2, 3]


def test_what_is_no_trick_is_refused():
    for wrong in ("5C 5O", "5C 5C 5O", "5C 5? 5O"):
        with pytest.raises(ValueError, match="three different cards"):
            trick_values(cards(wrong))


def test_the_winner_of_the_last_trick_leads_and_the_one_to_his_right_deals():
    assert roles_after(1) == Roles(dealer=0, leader=1, shuffler=2, cutter=1)


def played(game, seed):
    random_ = random.Random(seed)
    while game.turn is not None:
        pack = random_.sample(ES48.cards, 48)
        for card in pack:
            game.play(game.turn, card)
    return game


@pytest.mark.parametrize(("hands", "seed"), list(product((1, 3), range(5))))
def test_all_tricks_of_all_hands_are_won(hands, seed):
    game = played(Steere(hands, dealer=2), seed)
    assert sum(game.tricks) == 16 * hands
    assert game.hands_left == 0 and game.leaders


def test_a_tie_goes_to_the_tied_player_with_the_better_card():
    game = Steere(1, dealer=2)
    game.tricks, game.turn, game.roles = [6, 6, 4], None, roles_after(0)
    assert game.tiebreak(cards("2E 11E 12B")) == 1  # seat 0 is dealt to first: swords 11 is the highest
    game.tricks = [6, 4, 6]
    assert game.tiebreak(cards("2E 11E 12B")) == 0


def test_what_cannot_be_played_is_refused_and_changes_nothing():
    game = Steere(1, dealer=2)
    game.play(0, Card.parse("1O"))
    for seat, card in ((0, "2O"), (1, "1O"), (1, "5?")):
        with pytest.raises(IllegalPlayError, match="seat 1 is to play"):
            game.play(seat, Card.parse(card))
    assert game.trick == cards("1O")
    with pytest.raises(ValueError, match="no tie"):
        game.tiebreak(cards("2E 11E 12B"))
    with pytest.raises(RulesetError):
        Steere(0, dealer=0)


def test_its_author_is_named():
    assert "Mark Steere" in CREDIT
