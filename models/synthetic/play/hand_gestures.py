"""What hands do at a card table: put down, sweep up, take back, hand out, pick up."""

from collections.abc import Iterator, Sequence

import numpy as np

from firmware.cards import Card
from models.synthetic.play.motion_planner import MotionPlanner
from models.synthetic.play.seating import Seat
from models.synthetic.play.trajectories import Pose

GRIP_MM = 24.0  # a card is held by its near edge: fingertips this far behind its middle
ONE_GRASP_MM = 30.0  # cards lying closer than this are grasped at once


class HandGestures:
    """Movements made of legs; each method returns the time at which it is over.

    Args:
        motion: takes the legs.
        rng: the session's chance.
    """

    def __init__(self, motion: MotionPlanner, rng: np.random.Generator) -> None:
        """See the class."""
        self._motion, self._rng = motion, rng

    def put_down(self, seat: Seat, card: Card, to: Pose, t_ms: float, *, shown: bool = True) -> float:
        """Bring a card in from out of view, lay it face up and let go.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
            shown: whether its face is seen on the way in.
        """
        if self._rng.random() < 0.08:  # a hesitation over the table
            t_ms = self._hover(seat, card, to, t_ms, shown=shown)
        there = self._motion.reach(seat, self._grip(seat, to), t_ms, holding=True)
        self._motion.carry([card], self._motion.last_swing(seat), to, face_up=True, shown=shown)
        return there + self._motion.around(130)

    def sweep(self, seat: Seat, cards: Sequence[Card], t_ms: float, *, trips: int = 1) -> float:
        """Gather cards from the table and lay them face down on the seat's pile.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
            trips: how often the hand goes to the pile.
        """
        for part in np.array_split(np.arange(len(cards)), min(trips, len(cards))):
            t_ms = self._one_trip(seat, [cards[i] for i in part], t_ms)
        return t_ms

    def take_away(self, seat: Seat, cards: Sequence[Card], t_ms: float) -> float:
        """Take cards that lie together out of view.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        there = self._motion.reach(seat, self._motion.where(cards[-1]), t_ms)
        gone = self._motion.withdraw(seat, there + self._motion.around(150), holding=True)
        swing = self._motion.last_swing(seat)
        self._motion.carry(cards, swing, swing.end, vanishes=True)
        return gone

    def hand_out(self, dealer: Seat, to: Seat, cards: Sequence[Card], t_ms: float, *, stock: bool) -> float:
        """The dealer slides a packet face down to a player, who picks it up out of view.

        Args:
            dealer: who deals.
            to: who gets them.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
            stock: whether the undealt cards lie beside the dealer.
        """
        if stock:
            t_ms = self._motion.reach(dealer, dealer.stock, t_ms) + self._motion.around(110)
        spot = self._motion.jitter(to.lap, 6.0, 12.0)
        there = self._motion.reach(dealer, self._grip(dealer, spot), t_ms, holding=True)
        self._motion.carry(cards, self._motion.last_swing(dealer), spot, face_up=False, shown=False)
        return there + self._motion.around(90)

    def show_from_stock(self, dealer: Seat, card: Card, to: Pose, t_ms: float) -> float:
        """The dealer takes the stock's top card and turns it face up.

        Args:
            dealer: who deals.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        t_ms = self._motion.reach(dealer, dealer.stock, t_ms) + self._motion.around(140)
        there = self._motion.reach(dealer, self._grip(dealer, to), t_ms, holding=True)
        self._motion.carry([card], self._motion.last_swing(dealer), to, face_up=True)
        return there + self._motion.around(130)

    def put_back(self, dealer: Seat, card: Card, t_ms: float) -> float:
        """The dealer takes a card back to the stock, face down.

        Args:
            dealer: who deals.
            card: which.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        t_ms = self._motion.reach(dealer, self._motion.where(card), t_ms) + self._motion.around(120)
        there = self._motion.reach(dealer, self._grip(dealer, dealer.stock), t_ms, holding=True)
        self._motion.carry([card], self._motion.last_swing(dealer), dealer.stock, face_up=False)
        return there + self._motion.around(120)

    def bring_stock(self, dealer: Seat, cards: Sequence[Card], t_ms: float) -> float:
        """The dealer lays the shuffled pack face down beside himself.

        Args:
            dealer: who deals.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        there = self._motion.reach(dealer, self._grip(dealer, dealer.stock), t_ms, holding=True)
        swing = self._motion.last_swing(dealer)
        self._motion.carry(cards, swing, dealer.stock, face_up=False, shown=False)
        return self._motion.withdraw(dealer, there + self._motion.around(200))

    def wave(self, seat: Seat, towards: Pose, t_ms: float) -> float:
        """A hand over the table that moves nothing seen.

        Args:
            seat: whose arm it is.
            towards: where the hand goes.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        there = self._motion.reach(seat, towards, t_ms)
        return self._motion.withdraw(seat, there + self._motion.around(200))

    def _one_trip(self, seat: Seat, cards: Sequence[Card], t_ms: float) -> float:
        gathered: list[Card] = []
        for stop in self._stops(cards):
            t_ms = self._go_on(seat, gathered, stop[-1], t_ms) + self._motion.around(120)
            gathered += stop
        return self._to_pile(seat, gathered, t_ms)

    def _to_pile(self, seat: Seat, gathered: Sequence[Card], t_ms: float) -> float:
        pile = self._motion.jitter(seat.pile, 5.0, 7.0)
        there = self._motion.reach(seat, self._grip(seat, pile), t_ms, holding=True)
        self._motion.carry(gathered, self._motion.last_swing(seat), pile, face_up=False)
        return there + self._motion.around(110)

    def _go_on(self, seat: Seat, gathered: list[Card], to: Card, t_ms: float) -> float:
        """To the next card, with those already in the hand."""
        place = self._motion.where(to)
        there = self._motion.reach(seat, place, t_ms, holding=bool(gathered))
        held_at = self._motion.jitter(place, 6.0, 8.0)
        self._motion.carry(gathered, self._motion.last_swing(seat), held_at)
        return there

    def _stops(self, cards: Sequence[Card]) -> Iterator[list[Card]]:
        """The cards in groups that one grasp takes."""
        left = list(cards)
        while left:
            here = self._motion.where(left[0])
            grasp = [card for card in left if self._motion.where(card).distance_mm(here) < ONE_GRASP_MM]
            left = [card for card in left if card not in grasp]
            yield grasp

    def _hover(self, seat: Seat, card: Card, to: Pose, t_ms: float, *, shown: bool) -> float:
        edge = seat.behind(seat.reach(to.x_mm, to.y_mm))
        half = to.towards(Pose(edge.x_mm, edge.y_mm, to.angle_deg), float(self._rng.uniform(0.15, 0.4)))
        there = self._motion.reach(seat, self._grip(seat, half), t_ms, holding=True)
        self._motion.carry([card], self._motion.last_swing(seat), half, face_up=True, shown=shown)
        return there + self._motion.around(350)

    def _grip(self, seat: Seat, card: Pose) -> Pose:
        """Where the fingertips are when they hold a card at ``card``."""
        return seat.reach(card.x_mm, card.y_mm).ahead(-GRIP_MM)
