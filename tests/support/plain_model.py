"""Rules C, K, M, E and W a second time, told plainly in ranks alone, for the tests."""

from itertools import takewhile

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
        self.lay(layout)
        for number, rank in enumerate(stock):
            self.card(number, rank, len(stock))
        if self.winner is None:
            self.end()

    def lay(self, layout):
        self.table, self.piles, self.captor = set(layout), [0] * self.sides, None
        self.just_played = self.chain = None  # chain: rank, step, seat, cards, table cleared, pending points

    def card(self, number, rank, total):
        if self.winner is not None:
            return
        in_batch = number % (3 * self.n)
        if in_batch == 0:
            self.just_played = self.chain = None
        self.close_chain(rank)
        if self.winner is None:
            ends = in_batch == 3 * self.n - 1
            self.play((self.dealer + 1 + number) % self.n, rank, ends, number == total - 1)

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
