"""What hands do at a card table when things do not go by the book: slap, palm, push, give back."""

from collections.abc import Sequence

from firmware.cards import Card
from models.synthetic.play.hand_gestures import HandGestures
from models.synthetic.play.seating import Seat
from models.synthetic.play.trajectories import PALM, Pose

PALM_MM = 68.0  # a card under the palm has its middle this far behind the fingertips: there a hand is 80 mm broad
LET_GO_MS = 40.0  # a quick hand lets a card go this long after it lies
MOST_HURRY_MS = 900.0  # even the slowest table's hurried reach takes no longer
COUNT_MS, COUNT_MM_PER_MS = 110.0, 1.5  # counting is quick: about three groups a second
SHIFT_MM_PER_MS = 0.5  # a card is pushed a little slower than a hand reaches
HOLD_MS = 120.0  # a grasp
BACK_LEAST_MS, BACK_MOST_MS = 450.0, 900.0  # reaching back for a card: not in no time, and not at leisure


class IrregularGestures(HandGestures):
    """Movements made of legs, as their kin; each method returns the time at which it is over."""

    def put_down_by(self, seat: Seat, card: Card, to: Pose, let_go_ms: float) -> float:
        """Lay a card in a hurry.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            let_go_ms: when it is let go, if the arm is free early enough.
        """
        took_ms = max(
            min(self._motion.around(420, 0.15), MOST_HURRY_MS), self._motion.least_ms(seat, self._grip(seat, to))
        )
        begin_ms = let_go_ms - LET_GO_MS - took_ms
        there = self._motion.reach(seat, self._grip(seat, to), begin_ms, holding=True, took_ms=took_ms)
        self._motion.carry([card], self._motion.last_swing(seat), to, face_up=True)
        return there + LET_GO_MS

    def slap(self, seat: Seat, card: Card, to: Pose, t_ms: float) -> float:
        """Slap a card down at ``to`` and cover it with the palm at once; gives the time at which it was let go.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        took_ms = self._motion.around(380, 0.15)
        there = self._motion.reach(seat, self._grip(seat, to), t_ms, holding=True, took_ms=took_ms)
        self._motion.carry([card], self._motion.last_swing(seat), to, face_up=True)
        over_ms = self._motion.around(90, 0.15)
        self._motion.reach(seat, self._palm(seat, to), there + LET_GO_MS, shape=PALM, took_ms=over_ms)
        return there + LET_GO_MS

    def palm_in(self, seat: Seat, card: Card, to: Pose, t_ms: float) -> float:
        """Bring a card in under the palm and lay it at ``to``, turned as the hand is; the hand stays on it.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        there = self._motion.reach(seat, self._palm(seat, to), t_ms, holding=True, shape=PALM)
        self._motion.carry([card], self._motion.last_swing(seat), seat.reach(to.x_mm, to.y_mm), face_up=True)
        return there + LET_GO_MS

    def draw_away(self, seat: Seat, cards: Sequence[Card], t_ms: float) -> float:
        """The palm that lies on the cards draws them to the seat's pile in less than half a second.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        pile = self._motion.jitter(seat.reach(seat.pile.x_mm, seat.pile.y_mm), 5.0, 7.0)
        took_ms = min(self._motion.around(400, 0.1), 480.0)
        there = self._motion.reach(seat, self._palm(seat, pile), t_ms, holding=True, shape=PALM, took_ms=took_ms)
        self._motion.carry(cards, self._motion.last_swing(seat), pile, face_up=False)
        return there + LET_GO_MS

    def pick_up(self, seat: Seat, card: Card, lifted_ms: float, *, away: bool) -> float:
        """Take the card that this hand has just laid back out of view, lifting it at ``lifted_ms``.

        Args:
            seat: whose hand.
            card: what it has laid.
            lifted_ms: when the card is to leave the table; later if the arm is too slow for that.
            away: the hand leaves the table in between.
        """
        grip = self._grip(seat, self._motion.where(card))
        if away:
            out_ms = self._motion.withdraw(seat, self._motion.free_ms(seat))
            took_ms = max(BACK_LEAST_MS, lifted_ms - HOLD_MS - out_ms)
            self._motion.reach(seat, grip, out_ms, took_ms=min(took_ms, BACK_MOST_MS))
        gone = self._motion.withdraw(seat, lifted_ms, holding=True)
        swing = self._motion.last_swing(seat)
        self._motion.carry([card], swing, swing.end, vanishes=True)
        return gone

    def shift(self, seat: Seat, card: Card, to: Pose, t_ms: float) -> float:
        """Turn or push a lying card with the fingertips until it lies at ``to``.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        t_ms = self._motion.reach(seat, self._grip(seat, self._motion.where(card)), t_ms) + self._motion.around(120)
        way_mm = self._motion.where(card).distance_mm(to)
        there = self._haul(seat, [card], to, t_ms, took_ms=self._motion.around(400 + way_mm / SHIFT_MM_PER_MS))
        return there + self._motion.around(110)

    def count_off(self, seat: Seat, cards: Sequence[Card], to: Pose, t_ms: float, *, face_up: bool) -> float:
        """Take cards from where they lie together and lay them at ``to``, at the pace of somebody who counts.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
            face_up: the side that is shown there.
        """
        for place, holding in ((self._motion.where(cards[0]), False), (to, True)):
            way_mm = self._motion.where(cards[0]).distance_mm(to)
            took_ms = self._motion.around(COUNT_MS + way_mm / COUNT_MM_PER_MS, 0.1)
            t_ms = self._motion.reach(seat, self._grip(seat, place), t_ms, holding=holding, took_ms=took_ms)
        self._motion.carry(cards, self._motion.last_swing(seat), to, face_up=face_up)
        return t_ms

    def gather(self, seat: Seat, cards: Sequence[Card], t_ms: float) -> float:
        """Draw cards that lie in a row together, from the far end to the seat's pile.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        far = max((self._motion.where(card) for card in cards), key=seat.pile.distance_mm)
        t_ms = self._motion.reach(seat, self._grip(seat, far), t_ms) + self._motion.around(120)
        return self._to_pile(seat, cards, t_ms)

    def give_back(self, seat: Seat, card: Card, to: Pose, t_ms: float) -> float:
        """Take a card from the seat's pile and lay it face up at ``to``.

        Args:
            seat: whose arm it is.
            card: which.
            to: where the card comes to lie.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        t_ms = self._motion.reach(seat, self._grip(seat, self._motion.where(card)), t_ms) + self._motion.around(150)
        there = self._motion.reach(seat, self._grip(seat, to), t_ms, holding=True)
        self._motion.carry([card], self._motion.last_swing(seat), to, face_up=True)
        return there + self._motion.around(130)

    def sweep_and_return(self, seat: Seat, cards: Sequence[Card], extra: Card, back: Pose, t_ms: float) -> float:
        """Sweep the cards and one too many, notice it, lay that one at ``back``, and take the others to the pile.

        Args:
            seat: whose arm it is.
            cards: which, from the lowest to the highest.
            extra: the card too many.
            back: where that is laid.
            t_ms: when the movement begins, unless the arm is busy longer.
        """
        gathered: list[Card] = []
        for stop in (*self._stops(cards), [extra]):
            t_ms = self._go_on(seat, gathered, stop[-1], t_ms) + self._motion.around(110)
            gathered += stop
        noticed = self._motion.where(extra).towards(seat.pile, 0.25)
        for place, quick_ms in ((noticed, 320.0), (back, 380.0)):
            took_ms = min(self._motion.around(quick_ms, 0.1), 450.0)
            t_ms = self._haul(seat, [extra, *gathered[:-1]], place, t_ms, took_ms=took_ms)
        return self._to_pile(seat, gathered[:-1], t_ms + self._motion.around(130))

    def _haul(self, seat: Seat, cards: Sequence[Card], to: Pose, t_ms: float, *, took_ms: float) -> float:
        """Move cards that the hand has hold of; the first comes to lie at ``to``, the others about there."""
        there = self._motion.reach(seat, self._grip(seat, to), t_ms, holding=True, took_ms=took_ms)
        self._motion.carry(cards, self._motion.last_swing(seat), to)
        return there

    def _palm(self, seat: Seat, card: Pose) -> Pose:
        """Where the fingertips are when the palm covers a card at ``card``."""
        return seat.reach(card.x_mm, card.y_mm).ahead(PALM_MM)
