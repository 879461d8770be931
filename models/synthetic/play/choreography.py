"""From a game to the table: where each card lies and each arm reaches at every moment of it."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from firmware.cards import ES40, Card
from models.synthetic.play.counting import count_piles
from models.synthetic.play.disturbances import random_environment
from models.synthetic.play.mishaps import CALM, Mishaps
from models.synthetic.play.play_actions import PlayActions
from models.synthetic.play.script import Script, ScriptedDeal
from models.synthetic.play.seating import Seat
from models.synthetic.play.simulation import Simulation
from models.synthetic.play.table_habits import TableHabits
from models.synthetic.play.timeline import TableView, Timeline, TrueDeal
from models.synthetic.play.trajectories import Pose

SHUFFLE_MS = 3500.0  # out of view; shortened, nothing happens on the table


def choreograph(
    script: Script, rng: np.random.Generator, *, habits: TableHabits, view: TableView, mishaps: Mishaps = CALM
) -> Timeline:
    """Act the game out.

    Args:
        script: the game.
        rng: the session's chance.
        habits: the habits of the table.
        view: the part of the table that the camera sees.
        mishaps: what goes wrong, and how often.
    """
    return _Choreography(script, Simulation(script.players, rng, habits=habits, view=view, mishaps=mishaps)).act()


class _Choreography:
    def __init__(self, script: Script, simulation: Simulation) -> None:
        self._script, self._sim = script, simulation
        self._playing = PlayActions(simulation)

    def act(self) -> Timeline:
        deals = tuple(self._deal(deal) for deal in self._script.deals)
        cards, arms = self._sim.motion.trajectories()
        plays = tuple(sorted(self._playing.true_plays, key=lambda play: play.t_ms))
        end_ms = round(self._sim.now)
        spans = [(deal.batches_ms[0], deal.end_ms) for deal in deals]
        around = random_environment(self._sim.incidents, spans)
        return Timeline(
            self._script,
            self._sim.view,
            cards,
            arms,
            plays,
            deals,
            end_ms,
            mishaps=self._sim.incidents.mishaps,
            props=self._sim.motion.props(),
            environment=around,
        )

    def _deal(self, deal: ScriptedDeal) -> TrueDeal:
        self._stock_appears(deal)
        batches_ms: list[int] = []
        layout: tuple[tuple[int, Card], ...] = ()
        self._playing.side_actions.begin_deal(list(chain.from_iterable(deal.batches)))
        for hands, turns in zip(deal.hands, deal.batches, strict=True):
            self._hand_out(deal.dealer, hands)
            layout = layout if batches_ms else self._lay_out(deal)
            batches_ms.append(round(self._sim.now))
            self._playing.batch(turns, hands)
        if deal.rest:
            self._take_rest(*deal.rest)
        end_ms = round(self._sim.now)
        self._sim.table = []
        self._playing.side_actions.props.clear()
        if self._sim.incidents.strikes("counting"):
            count_piles(self._sim)
        self._gather((deal.dealer + 1) % self._script.players)
        return TrueDeal(deal.dealer, layout, tuple(batches_ms), end_ms, deal.scores)

    # -- dealing

    def _stock_appears(self, deal: ScriptedDeal) -> None:
        if not self._sim.habits.stock:
            return
        dealer = self._sim.seats[deal.dealer]
        self._sim.now = self._sim.hands.bring_stock(dealer, _stock_order(deal), self._sim.now)

    def _hand_out(self, dealer: int, hands: Sequence[Sequence[Card]]) -> None:
        order = [(dealer + 1 + i) % self._script.players for i in range(self._script.players)]
        if not self._sim.habits.packets:
            middle = Pose(self._sim.view.width_mm / 2, self._sim.view.height_mm / 2, 0.0)
            if self._sim.habits.stock:
                cards = [card for seat in order for card in hands[seat]]
                self._sim.now = self._sim.hands.take_away(self._sim.seats[dealer], cards, self._sim.now)
            near = self._sim.motion.jitter(middle, 40.0, 0.0)
            self._sim.now = self._sim.hands.wave(
                self._sim.seats[dealer], near, self._sim.now
            ) + self._sim.motion.around(400)
            return
        for seat in order:
            self._packet(self._sim.seats[dealer], self._sim.seats[seat], hands[seat])
        free = [self._sim.motion.free_ms(seat) for seat in self._sim.seats]
        self._sim.now = max(self._sim.motion.withdraw(self._sim.seats[dealer], self._sim.now), *free)

    def _packet(self, dealer: Seat, to: Seat, cards: Sequence[Card]) -> None:
        if to is dealer:
            return self._own_packet(dealer, cards)
        self._sim.now = self._sim.hands.hand_out(dealer, to, cards, self._sim.now, stock=self._sim.habits.stock)
        picks_up_ms = self._sim.now + self._sim.motion.around(350)
        self._sim.hands.take_away(to, cards, picks_up_ms)
        if not self._sim.habits.stock:
            self._sim.now = self._sim.motion.withdraw(dealer, self._sim.now)
        return None

    def _own_packet(self, dealer: Seat, cards: Sequence[Card]) -> None:
        if self._sim.habits.stock:
            self._sim.now = self._sim.hands.take_away(dealer, cards, self._sim.now)

    def _lay_out(self, deal: ScriptedDeal) -> tuple[tuple[int, Card], ...]:
        dealer = self._sim.seats[deal.dealer]
        lain: dict[Card, int] = {}
        for move in deal.opening:
            if move.put:
                lain[move.card] = self._lay(dealer, move.card)
            else:
                looked = self._sim.now + self._sim.motion.around(700)  # the fault must be seen first
                self._sim.now = self._take_back(dealer, move.card, looked) + self._sim.motion.around(300)
        self._sim.now = self._sim.motion.withdraw(dealer, self._sim.now) + self._sim.motion.around(500)
        self._sim.table = list(deal.layout)
        return tuple((lain[card], card) for card in deal.layout)

    def _lay(self, dealer: Seat, card: Card) -> int:
        spot = self._sim.placer.open(dealer, self._sim.taken())
        if self._sim.habits.stock:
            self._sim.now = self._sim.hands.show_from_stock(dealer, card, spot, self._sim.now)
            return round(self._sim.now)
        shown = bool(self._sim.rng.random() < 0.5)
        let_go = self._sim.hands.put_down(dealer, card, spot, self._sim.now, shown=shown)
        self._sim.now = self._sim.motion.withdraw(dealer, let_go)
        return round(let_go)

    def _take_back(self, dealer: Seat, card: Card, t_ms: float) -> float:
        if self._sim.habits.stock:
            return self._sim.hands.put_back(dealer, card, t_ms)
        return self._sim.hands.take_away(dealer, [card], t_ms)

    # -- the end of a deal

    def _take_rest(self, taker: int, cards: Sequence[Card]) -> None:
        self._sim.now = self._sim.all_free_ms()
        if not cards:
            return
        seat = self._sim.seats[taker]
        order = [cards[i] for i in self._sim.rng.permutation(len(cards))]
        start = self._sim.now + self._sim.motion.around(1200)
        swept = self._sim.hands.sweep(seat, order, start, trips=int(self._sim.rng.integers(1, 4)))
        self._sim.now = self._sim.motion.withdraw(seat, swept)

    def _gather(self, next_dealer: int) -> None:
        """The next dealer takes all cards from the table."""
        self._sim.now = self._sim.all_free_ms() + self._sim.motion.around(1500)
        for pile in self._sim.motion.heaps(self._sim.now):
            self._sim.now = self._sim.hands.take_away(
                self._sim.seats[next_dealer], pile, self._sim.now
            ) + self._sim.motion.around(300)
        self._sim.now += self._sim.motion.around(SHUFFLE_MS)


def _stock_order(deal: ScriptedDeal) -> list[Card]:
    """The undealt pack from its lowest card to the one dealt first, with the cards never dealt at the bottom."""
    dealt = list(dict.fromkeys(_dealt_first_to_last(deal)))
    never = [card for card in ES40.cards if card not in dealt]
    return [*never, *reversed(dealt)]


def _dealt_first_to_last(deal: ScriptedDeal) -> Iterator[Card]:
    first, *others = deal.hands
    yield from chain.from_iterable(first)
    yield from deal.layout
    for hands in others:
        yield from chain.from_iterable(hands)
