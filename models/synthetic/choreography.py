"""From a game to the table: where each card lies and each arm reaches at every moment of it."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from firmware.cards import ES40, Card
from models.synthetic.gestures import Gestures
from models.synthetic.manners import Manners
from models.synthetic.script import Deal, Script, Turn
from models.synthetic.seating import Seat, seats_around
from models.synthetic.spots import Places, crowding
from models.synthetic.stage import Stage
from models.synthetic.timeline import CARD_HEIGHT_MM, Dealt, Placed, Pose, Timeline, View

THINK_MS, LEAST_THOUGHT_MS = 900.0, 450.0  # with the reach this makes a play every 1.2 to 4 s, as at café tables
SHUFFLE_MS = 3500.0  # out of view; shortened, nothing happens on the table
PUSH_MM = 12.0


def choreograph(script: Script, rng: np.random.Generator, *, manners: Manners, view: View) -> Timeline:
    """Act the game out.

    Args:
        script: the game.
        rng: the session's chance.
        manners: the habits of the table.
        view: the part of the table that the camera sees.
    """
    return _Choreography(script, rng, manners, view).timeline()


class _Choreography:
    def __init__(self, script: Script, rng: np.random.Generator, manners: Manners, view: View) -> None:
        self._script, self._rng, self._manners, self._view = script, rng, manners, view
        self._seats = seats_around(view, script.players, rng)
        self._stage = Stage(rng, manners.pace)
        self._hands = Gestures(self._stage, rng)
        kept = [spot for seat in self._seats for spot in (seat.pile, seat.lap)]
        self._places = Places(view, rng, kept + [seat.stock for seat in self._seats if manners.stock])
        self._now = self._stage.around(1200)
        self._placed: list[Placed] = []

    def timeline(self) -> Timeline:
        deals = tuple(self._deal(deal) for deal in self._script.deals)
        cards, arms = self._stage.tracks()
        plays = tuple(sorted(self._placed, key=lambda play: play.t_ms))
        return Timeline(self._script, self._view, cards, arms, plays, deals, round(self._now))

    def _deal(self, deal: Deal) -> Dealt:
        self._stock_appears(deal)
        batches_ms: list[int] = []
        layout: tuple[tuple[int, Card], ...] = ()
        for hands, turns in zip(deal.hands, deal.batches, strict=True):
            self._hand_out(deal.dealer, hands)
            layout = layout or self._lay_out(deal)
            batches_ms.append(round(self._now))
            self._batch(turns)
        if deal.rest:
            self._take_rest(*deal.rest)
        end_ms = round(self._now)
        self._gather((deal.dealer + 1) % self._script.players)
        return Dealt(deal.dealer, layout, tuple(batches_ms), end_ms, deal.scores)

    # -- dealing

    def _stock_appears(self, deal: Deal) -> None:
        if not self._manners.stock:
            return
        dealer = self._seats[deal.dealer]
        self._now = self._hands.bring_stock(dealer, _stock_order(deal), self._now)

    def _hand_out(self, dealer: int, hands: Sequence[Sequence[Card]]) -> None:
        order = [(dealer + 1 + i) % self._script.players for i in range(self._script.players)]
        if not self._manners.packets:
            middle = Pose(self._view.width_mm / 2, self._view.height_mm / 2, 0.0)
            if self._manners.stock:
                cards = [card for seat in order for card in hands[seat]]
                self._now = self._hands.take_away(self._seats[dealer], cards, self._now)
            near = self._stage.jitter(middle, 40.0, 0.0)
            self._now = self._hands.wave(self._seats[dealer], near, self._now) + self._stage.around(400)
            return
        for seat in order:
            self._packet(self._seats[dealer], self._seats[seat], hands[seat])
        free = [self._stage.free_ms(seat) for seat in self._seats]
        self._now = max(self._stage.withdraw(self._seats[dealer], self._now), *free)

    def _packet(self, dealer: Seat, to: Seat, cards: Sequence[Card]) -> None:
        if to is dealer:
            return self._own_packet(dealer, cards)
        self._now = self._hands.hand_out(dealer, to, cards, self._now, stock=self._manners.stock)
        picks_up_ms = self._now + self._stage.around(350)
        self._hands.take_away(to, cards, picks_up_ms)
        if not self._manners.stock:
            self._now = self._stage.withdraw(dealer, self._now)
        return None

    def _own_packet(self, dealer: Seat, cards: Sequence[Card]) -> None:
        if self._manners.stock:
            self._now = self._hands.take_away(dealer, cards, self._now)

    def _lay_out(self, deal: Deal) -> tuple[tuple[int, Card], ...]:
        dealer = self._seats[deal.dealer]
        lain: dict[Card, int] = {}
        for move in deal.opening:
            if move.put:
                lain[move.card] = self._lay(dealer, move.card)
            else:
                looked = self._now + self._stage.around(700)  # the fault must be seen first
                self._now = self._take_back(dealer, move.card, looked) + self._stage.around(300)
        self._now = self._stage.withdraw(dealer, self._now) + self._stage.around(500)
        return tuple((lain[card], card) for card in deal.layout)

    def _lay(self, dealer: Seat, card: Card) -> int:
        spot = self._places.open(dealer, self._stage.occupied(self._now))
        if self._manners.stock:
            self._now = self._hands.show_from_stock(dealer, card, spot, self._now)
            return round(self._now)
        shown = bool(self._rng.random() < 0.5)
        let_go = self._hands.put_down(dealer, card, spot, self._now, shown=shown)
        self._now = self._stage.withdraw(dealer, let_go)
        return round(let_go)

    def _take_back(self, dealer: Seat, card: Card, t_ms: float) -> float:
        if self._manners.stock:
            return self._hands.put_back(dealer, card, t_ms)
        return self._hands.take_away(dealer, [card], t_ms)

    # -- playing

    def _batch(self, turns: Sequence[Turn]) -> None:
        robbed = [turn.robs for turn in turns[1:]] + [False]
        for turn, packet_goes_on in zip(turns, robbed, strict=True):
            self._turn(turn, robbed=packet_goes_on)

    def _turn(self, turn: Turn, *, robbed: bool) -> None:
        seat = self._seats[turn.seat]
        self._now += max(LEAST_THOUGHT_MS, self._stage.around(THINK_MS, 0.5))
        spot = self._spot(seat, turn)
        let_go = self._hands.put_down(seat, turn.card, spot, max(self._now, self._stage.free_ms(seat)))
        self._placed.append(Placed(round(let_go), turn.seat, turn.card, turn.took))
        self._nudge(turn, spot, let_go)
        if turn.took and not (robbed and self._rng.random() < 0.5):
            self._collect(seat, turn, let_go, robbed=robbed)
        else:
            self._stage.withdraw(seat, let_go)
            self._now = let_go

    def _spot(self, seat: Seat, turn: Turn) -> Pose:
        taken = self._stage.occupied(self._now)
        equal = next((card for card in turn.took if card.rank == turn.card.rank and self._at_hand(card)), None)
        if equal is None:
            return self._places.open(seat, taken)
        target = self._stage.where(equal)
        how = self._rng.random()
        if how < self._manners.onto + self._manners.half_onto:
            return self._places.onto(target, taken, half=bool(how >= self._manners.onto))
        return self._places.beside(seat, target, taken)

    def _at_hand(self, card: Card) -> bool:
        """Whether the card lies among the table cards and not on a pile."""
        here = self._stage.where(card)
        return all(here.distance_mm(seat.pile) > CARD_HEIGHT_MM for seat in self._seats)

    def _nudge(self, turn: Turn, spot: Pose, let_go: float) -> None:
        """Sometimes an uninvolved neighbour is pushed a little away by the card put down."""
        for card in self._stage.loose(let_go):
            here = self._stage.where(card)
            if card in (turn.card, *turn.took) or not self._at_hand(card) or here.distance_mm(spot) > 130:
                continue
            if self._rng.random() < self._manners.nudge:
                self._push(card, spot, let_go)
                return

    def _push(self, card: Card, spot: Pose, let_go: float) -> None:
        here = self._stage.where(card)
        share = -PUSH_MM / here.distance_mm(spot)
        away = here.towards(Pose(spot.x_mm, spot.y_mm, here.angle_deg), share)
        others = [place for place in self._stage.occupied(let_go) if place != here]
        if crowding(away, others) == 0:
            self._stage.slide(card, let_go - 320, let_go - 130, self._stage.jitter(away, 1.0, 5.0))

    def _collect(self, seat: Seat, turn: Turn, let_go: float, *, robbed: bool) -> None:
        cards = [turn.card, *turn.took]
        cards = [cards[i] for i in self._rng.permutation(len(cards))]
        trips = 1 if self._rng.random() < 0.75 else 2
        chance = self._rng.random()
        if chance < self._manners.at_once:
            start = let_go + self._stage.around(150)
        else:
            start = self._stage.withdraw(seat, let_go) + self._stage.around(500, 0.5)
        swept = self._hands.sweep(seat, cards, start, trips=trips)
        self._stage.withdraw(seat, swept)
        late = chance > 1 - self._manners.untidy and not robbed
        self._now = start if late else swept

    # -- the end of a deal

    def _take_rest(self, taker: int, cards: Sequence[Card]) -> None:
        self._now = max(self._now, *(self._stage.free_ms(seat) for seat in self._seats))
        if not cards:
            return
        seat = self._seats[taker]
        order = [cards[i] for i in self._rng.permutation(len(cards))]
        start = self._now + self._stage.around(1200)
        swept = self._hands.sweep(seat, order, start, trips=int(self._rng.integers(1, 4)))
        self._now = self._stage.withdraw(seat, swept)

    def _gather(self, next_dealer: int) -> None:
        """The next dealer takes all cards from the table."""
        self._now = max(self._now, *(self._stage.free_ms(seat) for seat in self._seats)) + self._stage.around(1500)
        for pile in self._stage.heaps(self._now):
            self._now = self._hands.take_away(self._seats[next_dealer], pile, self._now) + self._stage.around(300)
        self._now += self._stage.around(SHUFFLE_MS)


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
