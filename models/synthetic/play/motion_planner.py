"""The plan of all movements: cards, arms and props get their legs in turn; who is where until when is known."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from firmware.cards import Card
from models.synthetic.play.seating import Seat
from models.synthetic.play.timeline import MovingProp
from models.synthetic.play.trajectories import PALM, USUAL, HandShape, Leg, Pose, Trajectory

ARM_MM_PER_MS = 0.55  # median speed of a relaxed reach over a table
FASTEST_MM_PER_MS = 2.8  # no reach over a table is faster at its fastest: the quickest are 2 to 3 m/s
PEAK = 1.875  # of a movement of minimum jerk: the ratio of its greatest to its mean speed
HEAP_MM = 45.0  # cards of one pile lie closer than this, cards put beside each other further apart


class MotionPlanner:
    """Collects legs; each adding method returns the time at which its movement is over.

    Args:
        rng: the session's chance.
        pace: 1 is a relaxed table, 2 twice as fast.
    """

    def __init__(self, rng: np.random.Generator, pace: float = 1.0) -> None:
        """See the class."""
        self._rng, self._pace = rng, pace
        self._cards: dict[Card, list[Leg]] = {}
        self._arms: dict[tuple[int, int], list[Leg]] = {}
        self._props: list[tuple[str, int, list[Leg]]] = []
        self._layer = 0

    def trajectories(self) -> tuple[dict[Card, Trajectory], dict[tuple[int, int], Trajectory]]:
        """The trajectories of all cards and all arms."""
        cards = {card: Trajectory(tuple(legs)) for card, legs in self._cards.items()}
        return cards, {key: Trajectory(tuple(legs)) for key, legs in self._arms.items()}

    def props(self) -> tuple[MovingProp, ...]:
        """The trajectories of all props."""
        return tuple(MovingProp(kind, seed, Trajectory(tuple(legs))) for kind, seed, legs in self._props)

    def bring(self, kind: str, seed: int, along: Leg, to: Pose) -> int:
        """A prop comes in with an arm; gives its number.

        Args:
            kind: one of :data:`models.synthetic.scenes.clutter.KINDS`.
            seed: of how it looks.
            along: the arm's leg.
            to: where it stands then.
        """
        legs = [Leg(along.start_ms, along.end_ms, _shifted(to, along), to, held=True)]
        self._props.append((kind, seed, legs))
        return len(self._props) - 1

    def move_prop(self, number: int, along: Leg, to: Pose, *, vanishes: bool = False) -> None:
        """A prop moves with an arm.

        Args:
            number: the prop's.
            along: the arm's leg.
            to: where it stands then.
            vanishes: it is taken out of view.
        """
        legs = self._props[number][2]
        legs.append(Leg(along.start_ms, along.end_ms, legs[-1].end, to, held=True, vanishes=vanishes))

    def prop_at(self, number: int) -> Pose:
        """Where the prop stands after its last leg."""
        return self._props[number][2][-1].end

    def where(self, card: Card) -> Pose:
        """Where the card comes to lie after its last leg."""
        return self._cards[card][-1].end

    def occupied(self, t_ms: float) -> list[Pose]:
        """Every place where a card lies at ``t_ms`` or will lie later."""
        return [place for legs in self._cards.values() for place in _places(legs, t_ms)]

    def loose(self, t_ms: float) -> list[Card]:
        """The cards that rest on the table at ``t_ms`` and have been given nothing to do after that."""
        resting = ((card, self._last(card)) for card in self._cards)
        return [card for card, last in resting if last is not None and last.end_ms <= t_ms]

    def heaps(self, t_ms: float) -> list[list[Card]]:
        """The resting cards, those that lie together in one list, from the lowest to the highest."""
        heaps: list[list[Card]] = []
        for card in sorted(self.loose(t_ms), key=lambda card: self._cards[card][-1].layer):
            near = (heap for heap in heaps if self.where(heap[0]).distance_mm(self.where(card)) < HEAP_MM)
            if heap := next(near, None):
                heap.append(card)
            else:
                heaps.append([card])
        return heaps

    def around(self, mean_ms: float, spread: float = 0.25) -> float:
        """A duration about ``mean_ms`` at this table's pace."""
        return mean_ms / self._pace * float(np.exp(self._rng.normal(0, spread)))

    def free_ms(self, seat: Seat, arm: int = 0) -> float:
        """When the arm has finished what it was given."""
        legs = self._arms.get((seat.number, arm))
        return legs[-1].end_ms if legs else 0.0

    def rests_ms(self, cards: Iterable[Card]) -> float:
        """When the last of the cards comes to rest."""
        return max((self._cards[card][-1].end_ms for card in cards if card in self._cards), default=0.0)

    def stirs_ms(self, card: Card, since_ms: float) -> float:
        """When the card is first moved at that time or later; ``since_ms`` if it never is."""
        return next((leg.start_ms for leg in self._cards[card] if leg.start_ms >= since_ms), since_ms)

    def reach(
        self,
        seat: Seat,
        to: Pose,
        t_ms: float,
        *,
        arm: int = 0,
        holding: bool = False,
        shape: HandShape = USUAL,
        took_ms: float | None = None,
    ) -> float:
        """The arm moves to a place, coming in from its border if it was away.

        Args:
            seat: whose arm it is.
            to: where its fingertips are then.
            t_ms: when the movement begins, unless the arm is busy longer.
            arm: 0: the one that plays, 1: the other.
            holding: whether the hand holds something.
            shape: how the hand is held.
            took_ms: how long it takes; ``None``: as long as this table's people take for such a way.
        """
        tip = seat.reach(to.x_mm, to.y_mm, arm)
        return self._swing(seat, arm, t_ms, Leg(0, 0, tip, tip, held=holding, shape=shape), took_ms)

    def withdraw(self, seat: Seat, t_ms: float, *, arm: int = 0, holding: bool = False) -> float:
        """The arm leaves the table.

        Args:
            seat: whose arm it is.
            t_ms: when the movement begins, unless the arm is busy longer.
            arm: 0: the one that plays, 1: the other.
            holding: whether the hand holds something.
        """
        legs = self._arms.get((seat.number, arm))
        if not legs or legs[-1].vanishes:
            return t_ms
        out = seat.behind(legs[-1].end, arm)
        return self._swing(seat, arm, t_ms, Leg(0, 0, out, out, held=holding, vanishes=True, shape=legs[-1].shape))

    def _swing(self, seat: Seat, arm: int, t_ms: float, way: Leg, took_ms: float | None = None) -> float:
        """Give the arm the leg ``way``, of which all but its beginning and its times is set."""
        legs, to = self._arms.setdefault((seat.number, arm), []), way.end
        begin = self._sets_out(seat, to, arm)
        start = max(t_ms, legs[-1].end_ms if legs else 0.0)
        usual_ms = 160 + begin.distance_mm(to) / ARM_MM_PER_MS
        took = self.around(usual_ms, 0.15) if took_ms is None else max(took_ms, _least_ms(begin, to))
        legs.append(replace(way, start_ms=start, end_ms=start + took, begin=begin))
        return start + took

    def least_ms(self, seat: Seat, to: Pose) -> float:
        """How long the arm takes for the way to ``to`` at least."""
        tip = seat.reach(to.x_mm, to.y_mm)
        return _least_ms(self._sets_out(seat, tip, 0), tip)

    def _sets_out(self, seat: Seat, to: Pose, arm: int) -> Pose:
        """Where the arm is that is to go to ``to``; away, it comes from behind its border."""
        legs = self._arms.get((seat.number, arm))
        return seat.behind(to, arm) if not legs or legs[-1].vanishes else legs[-1].end

    def last_swing(self, seat: Seat, arm: int = 0) -> Leg:
        """The arm's last leg: what it carries moves with it."""
        return self._arms[(seat.number, arm)][-1]

    def carry(
        self,
        cards: Iterable[Card],
        along: Leg,
        to: Pose,
        *,
        face_up: bool | None = None,
        shown: bool = True,
        vanishes: bool = False,
    ) -> None:
        """The cards move with the arm's leg ``along`` and come to lie at ``to``, one upon another.

        A hand shaped as :data:`PALM` has them under it, any other between its fingers.

        Args:
            cards: from the lowest to the highest.
            along: the movement of the arm.
            to: where they come to lie, each a little off.
            face_up: the side shown there; ``None`` leaves it as it was.
            shown: the side shown on the way in, for cards that were not on the table before.
            vanishes: they are taken out of view.
        """
        for n, card in enumerate(cards):
            last = self._last(card)
            end = to if n == 0 else self.jitter(to, 2.5, 4.0)
            begin = last.end if last else _shifted(end, along)
            before = last.face_up_after if last else shown
            after = before if face_up is None else face_up
            layer, palmed = self.next_layer(), along.shape == PALM
            self._add(card, Leg(along.start_ms, along.end_ms, begin, end, layer, True, before, after, vanishes, palmed))

    def slide(self, card: Card, start_ms: float, end_ms: float, to: Pose) -> None:
        """The card is pushed aside where it lies, keeping its height and side.

        Args:
            card: which.
            start_ms: when it begins to move.
            end_ms: when it lies again.
            to: where the card comes to lie.
        """
        last = self._cards[card][-1]
        up = last.face_up_after
        self._add(card, Leg(start_ms, end_ms, last.end, to, last.layer, face_up=up, face_up_after=up))

    def next_layer(self) -> int:
        """A height above all that has been put down so far."""
        self._layer += 1
        return self._layer

    def jitter(self, pose: Pose, spread_mm: float, spread_deg: float) -> Pose:
        """The pose as a hand hits it.

        Args:
            pose: where the hand aims.
            spread_mm: standard deviation in both directions.
            spread_deg: standard deviation of its turn.
        """
        forward, right, turn = self._rng.normal(0, (spread_mm, spread_mm, spread_deg))
        return pose.ahead(float(forward), float(right), float(turn))

    def _last(self, card: Card) -> Leg | None:
        """The card's last leg, if that leaves it on the table."""
        legs = self._cards.get(card)
        return legs[-1] if legs and not legs[-1].vanishes else None

    def _add(self, card: Card, leg: Leg) -> None:
        self._cards.setdefault(card, []).append(leg)


def _least_ms(begin: Pose, to: Pose) -> float:
    return begin.distance_mm(to) * PEAK / FASTEST_MM_PER_MS


def _shifted(end: Pose, along: Leg) -> Pose:
    """Where a card that ends at ``end`` is when the arm that carries it sets out."""
    dx, dy = along.begin.x_mm - along.end.x_mm, along.begin.y_mm - along.end.y_mm
    return Pose(end.x_mm + dx, end.y_mm + dy, end.angle_deg)


def _places(legs: list[Leg], t_ms: float) -> list[Pose]:
    """The ends of those legs at which the card is at ``t_ms`` or later."""
    left_ms = [leg.end_ms for leg in legs[1:]] + [float("inf")]
    return [leg.end for leg, left in zip(legs, left_ms, strict=True) if left > t_ms and not leg.vanishes]
