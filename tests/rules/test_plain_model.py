"""The game against a second, plain telling of the rules, in ranks alone, for random deals of the default rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40
from firmware.rules.game import Game
from firmware.rules.layout import repair
from firmware.rules.play import Play
from firmware.rules.presets import PAGAT
from tests.support.plain_model import PlainModel

pytestmark = pytest.mark.untraced  # many games, which reach no branch that the tables do not


def repetitive(random, cards):
    """An order of play in which equal ranks often follow each other, so that chains are long and frequent."""
    order = []
    while cards:
        same = [card for card in cards if order and card.rank == order[-1].rank]
        card = random.choice(same if same and random.random() < 0.5 else cards)
        cards.remove(card)
        order.append(card)
    return order


@settings(max_examples=150)
@given(st.sampled_from([2, 3, 4]), st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_match_scores_as_the_plain_model_says(players, dealer, random):
    game, plain = Game(PAGAT, players, dealer % players), PlainModel(players, dealer % players)
    while not game.winners:
        pack = list(ES40.cards)
        random.shuffle(pack)
        layout = repair(pack[:4], pack[4:]).layout
        stock = repetitive(random, [card for card in pack if card not in layout])
        game.lay(layout)
        for card in stock:
            if game.turn is not None:
                game.apply(Play(game.turn, card))
        plain.deal([card.rank for card in layout], [card.rank for card in stock])
        assert list(game.scores) == plain.scores
        assert list(game.pile_sizes) == plain.piles
        assert game.dealer == plain.dealer
        assert game.winners == (() if plain.winner is None else (plain.winner,))
