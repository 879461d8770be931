"""From a game to the table: where each card lies and each arm reaches at every moment of it."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from firmware.cards import ES40, Card
from models.synthetic.play.counting import count_piles
from models.synthetic.play.manners import Manners
from models.synthetic.play.mishaps import CALM, Mishaps
from models.synthetic.play.performance import Performance
from models.synthetic.play.playing import Playing
from models.synthetic.play.script import Deal, Script
from models.synthetic.play.seating import Seat
from models.synthetic.play.timeline import Dealt, Timeline, View
from models.synthetic.play.upheavals import upheavals
from models.synthetic.play.ways import Pose

SHUFFLE_MS = 3500.0  # out of view; shortened, nothing happens on the table


def choreograph(
    script: Script, rng: np.random.Generator, *, manners: Manners, view: View, mishaps: Mishaps = CALM
) -> Timeline:
    """Act the game out.

    Args:
        script: the game.
        rng: the session's chance.
        manners: the habits of the table.
        view: the part of the table that the camera sees.
        mishaps: what goes wrong, and how often.
    """
    return _Choreography(script, Performance(script.players, rng, manners=manners, view=view, mishaps=mishaps)).act()


class _Choreography:
    def __init__(self, script: Script, performance: Performance) -> None:
        self._script, self._p = script, performance
        self._playing = Playing(performance)

    def act(self) -> Timeline:
        deals = tuple(self._deal(deal) for deal in self._script.deals)
        cards, arms = self._p.stage.tracks()
        plays = tuple(sorted(self._playing.placed, key=lambda play: play.t_ms))
        end_ms = round(self._p.now)
        spans = [(deal.batches_ms[0], deal.end_ms) for deal in deals]
        around = upheavals(self._p.fate, spans)
        return Timeline(
            self._script,
            self._p.view,
            cards,
            arms,
            plays,
            deals,
            end_ms,
            mishaps=self._p.fate.mishaps,
            things=self._p.stage.things(),
            surroundings=around,
        )

    def _deal(self, deal: Deal) -> Dealt:
        self._stock_appears(deal)
        batches_ms: list[int] = []
        layout: tuple[tuple[int, Card], ...] = ()
        self._playing.asides.begin_deal(list(chain.from_iterable(deal.batches)))
        for hands, turns in zip(deal.hands, deal.batches, strict=True):
            self._hand_out(deal.dealer, hands)
            layout = layout or self._lay_out(deal)
            batches_ms.append(round(self._p.now))
            self._playing.batch(turns, hands)
        if deal.rest:
            self._take_rest(*deal.rest)
        end_ms = round(self._p.now)
        self._p.table = []
        self._playing.asides.belongings.clear()
        if self._p.fate.strikes("counting"):
            count_piles(self._p)
        self._gather((deal.dealer + 1) % self._script.players)
        return Dealt(deal.dealer, layout, tuple(batches_ms), end_ms, deal.scores)

    # -- dealing

    def _stock_appears(self, deal: Deal) -> None:
        if not self._p.manners.stock:
            return
        dealer = self._p.seats[deal.dealer]
        self._p.now = self._p.hands.bring_stock(dealer, _stock_order(deal), self._p.now)

    def _hand_out(self, dealer: int, hands: Sequence[Sequence[Card]]) -> None:
        order = [(dealer + 1 + i) % self._script.players for i in range(self._script.players)]
        if not self._p.manners.packets:
            middle = Pose(self._p.view.width_mm / 2, self._p.view.height_mm / 2, 0.0)
            if self._p.manners.stock:
                cards = [card for seat in order for card in hands[seat]]
                self._p.now = self._p.hands.take_away(self._p.seats[dealer], cards, self._p.now)
            near = self._p.stage.jitter(middle, 40.0, 0.0)
            self._p.now = self._p.hands.wave(self._p.seats[dealer], near, self._p.now) + self._p.stage.around(400)
            return
        for seat in order:
            self._packet(self._p.seats[dealer], self._p.seats[seat], hands[seat])
        free = [self._p.stage.free_ms(seat) for seat in self._p.seats]
        self._p.now = max(self._p.stage.withdraw(self._p.seats[dealer], self._p.now), *free)

    def _packet(self, dealer: Seat, to: Seat, cards: Sequence[Card]) -> None:
        if to is dealer:
            return self._own_packet(dealer, cards)
        self._p.now = self._p.hands.hand_out(dealer, to, cards, self._p.now, stock=self._p.manners.stock)
        picks_up_ms = self._p.now + self._p.stage.around(350)
        self._p.hands.take_away(to, cards, picks_up_ms)
        if not self._p.manners.stock:
            self._p.now = self._p.stage.withdraw(dealer, self._p.now)
        return None

    def _own_packet(self, dealer: Seat, cards: Sequence[Card]) -> None:
        if self._p.manners.stock:
            self._p.now = self._p.hands.take_away(dealer, cards, self._p.now)

    def _lay_out(self, deal: Deal) -> tuple[tuple[int, Card], ...]:
        dealer = self._p.seats[deal.dealer]
        lain: dict[Card, int] = {}
        for move in deal.opening:
            if move.put:
                lain[move.card] = self._lay(dealer, move.card)
            else:
                looked = self._p.now + self._p.stage.around(700)  # the fault must be seen first
                self._p.now = self._take_back(dealer, move.card, looked) + self._p.stage.around(300)
        self._p.now = self._p.stage.withdraw(dealer, self._p.now) + self._p.stage.around(500)
        self._p.table = list(deal.layout)
        return tuple((lain[card], card) for card in deal.layout)

    def _lay(self, dealer: Seat, card: Card) -> int:
        spot = self._p.places.open(dealer, self._p.taken())
        if self._p.manners.stock:
            self._p.now = self._p.hands.show_from_stock(dealer, card, spot, self._p.now)
            return round(self._p.now)
        shown = bool(self._p.rng.random() < 0.5)
        let_go = self._p.hands.put_down(dealer, card, spot, self._p.now, shown=shown)
        self._p.now = self._p.stage.withdraw(dealer, let_go)
        return round(let_go)

    def _take_back(self, dealer: Seat, card: Card, t_ms: float) -> float:
        if self._p.manners.stock:
            return self._p.hands.put_back(dealer, card, t_ms)
        return self._p.hands.take_away(dealer, [card], t_ms)

    # -- the end of a deal

    def _take_rest(self, taker: int, cards: Sequence[Card]) -> None:
        self._p.now = self._p.all_free_ms()
        if not cards:
            return
        seat = self._p.seats[taker]
        order = [cards[i] for i in self._p.rng.permutation(len(cards))]
        start = self._p.now + self._p.stage.around(1200)
        swept = self._p.hands.sweep(seat, order, start, trips=int(self._p.rng.integers(1, 4)))
        self._p.now = self._p.stage.withdraw(seat, swept)

    def _gather(self, next_dealer: int) -> None:
        """The next dealer takes all cards from the table."""
        self._p.now = self._p.all_free_ms() + self._p.stage.around(1500)
        for pile in self._p.stage.heaps(self._p.now):
            self._p.now = self._p.hands.take_away(self._p.seats[next_dealer], pile, self._p.now) + self._p.stage.around(
                300
            )
        self._p.now += self._p.stage.around(SHUFFLE_MS)


def _stock_order(deal: Deal) -> list[Card]:
    """The undealt pack from its lowest card to the one dealt first, with the cards never dealt at the bottom."""
    dealt = list(dict.fromkeys(_dealt_first_to_last(deal)))
    never = [card for card in ES40.cards if card not in dealt]
    return [*never, *reversed(dealt)]


def _dealt_first_to_last(deal: Deal) -> Iterator[Card]:
    first, *others = deal.hands
    yield from chain.from_iterable(first)
    yield from deal.layout
    for hands in others:
        yield from chain.from_iterable(hands)
