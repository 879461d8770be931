"""The game against a second, plain telling of the rules, in ranks alone, for random deals of the default rules."""

from itertools import takewhile

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.cards import ES40
from firmware.rules.game import Game
from firmware.rules.layout import repair
from firmware.rules.play import Play
from firmware.rules.presets import PAGAT

ORDER = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12]


class PlainModel:
    """Rules C, K, M, E and W as a list of sentences; every card is a number."""

    def __init__(self, players, dealer):
        self.n, self.dealer = players, dealer
        self.sides = 2 if players == 4 else players
        self.scores = [0] * self.sides
        self.winner = None

    def score(self, *gains):
        for side, points in gains:
            self.scores[side] += points
        best = max(self.scores)
        if best >= 41 and self.scores.count(best) == 1:
            self.winner = self.scores.index(best)

    def deal(self, layout, stock):
        self.table, self.piles, self.captor = set(layout), [0] * self.sides, None
        self.just_played = self.chain = None  # chain: rank, step, seat, cards, table cleared, pending points
        for number, rank in enumerate(stock):
            in_batch = number % (3 * self.n)
            if in_batch == 0:
                self.just_played = self.chain = None
            self.close_chain(rank)
            if self.winner is None:
                ends = in_batch == 3 * self.n - 1
                self.play((self.dealer + 1 + number) % self.n, rank, ends, number == len(stock) - 1)
            if self.winner is not None:
                return
        self.end()

    def close_chain(self, rank):
        if self.chain and self.chain[0] != rank:
            _, _, seat, _, _, pending = self.chain
            self.chain = None
            if pending:
                self.score((seat % self.sides, pending))

    def play(self, seat, rank, batch_ends, very_last):
        if self.chain:
            self.answer(seat, batch_ends, very_last)
        elif rank in self.table:
            self.capture(seat, rank, very_last)
        else:
            self.table.add(rank)
            self.just_played = rank

    def answer(self, seat, batch_ends, very_last):
        rank, step, owner, size, cleared, _ = self.chain
        self.piles[owner % self.sides] -= size
        self.piles[seat % self.sides] += size + 1
        self.captor, step = seat, step + 1
        gain = {2: 5, 3: 10}[step] + (cleared and not very_last)
        waits = step == 2 and self.n == 4 and not batch_ends
        self.chain = None if step == self.n - 1 else (rank, step, seat, size + 1, cleared, gain if waits else 0)
        if not waits:
            self.score((seat % self.sides, gain))

    def capture(self, seat, rank, very_last):
        run = list(takewhile(self.table.__contains__, ORDER[ORDER.index(rank) :]))
        self.table -= set(run)
        self.piles[seat % self.sides] += len(run) + 1
        self.captor, cleared = seat, not self.table and not very_last
        caida = self.just_played == rank
        self.just_played = None
        if caida and self.n > 2:
            self.chain = (rank, 1, seat, len(run) + 1, cleared, 0)
        if caida or cleared:
            self.score((seat % self.sides, caida + cleared))

    def end(self):
        self.piles[self.captor % self.sides] += len(self.table)
        share = 13 if self.n == 3 else 20
        self.score(*((side, max(0, size - share)) for side, size in enumerate(self.piles)))
        self.dealer = (self.dealer + 1) % self.n


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
