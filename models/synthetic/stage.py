"""The stage: cards and arms get their legs one after another, and it is known who is where and until when."""

from collections.abc import Iterable

import numpy as np

from firmware.cards import Card
from models.synthetic.seating import Seat
from models.synthetic.timeline import Leg, Pose, Track

ARM_MM_PER_MS = 0.55  # median speed of a relaxed reach over a table
HEAP_MM = 45.0  # cards of one pile lie closer than this, cards put beside each other further apart


class Stage:
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
        self._layer = 0

    def tracks(self) -> tuple[dict[Card, Track], dict[tuple[int, int], Track]]:
        """The ways of all cards and all arms."""
        cards = {card: Track(tuple(legs)) for card, legs in self._cards.items()}
        return cards, {key: Track(tuple(legs)) for key, legs in self._arms.items()}

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

    def reach(self, seat: Seat, to: Pose, t_ms: float, *, arm: int = 0, holding: bool = False) -> float:
        """The arm moves so that its fingertips are at ``to``, coming in from its border if it was away."""
        return self._swing(seat, seat.reach(to.x_mm, to.y_mm, arm), t_ms, arm, holding, vanishes=False)

    def withdraw(self, seat: Seat, t_ms: float, *, arm: int = 0, holding: bool = False) -> float:
        """The arm leaves the table."""
        legs = self._arms.get((seat.number, arm))
        if not legs or legs[-1].vanishes:
            return t_ms
        return self._swing(seat, seat.behind(legs[-1].end, arm), t_ms, arm, holding, vanishes=True)

    def _swing(self, seat: Seat, to: Pose, t_ms: float, arm: int, holding: bool, *, vanishes: bool) -> float:
        legs = self._arms.setdefault((seat.number, arm), [])
        begin = seat.behind(to, arm) if not legs or legs[-1].vanishes else legs[-1].end
        start = max(t_ms, legs[-1].end_ms if legs else 0.0)
        took = self.around(160 + begin.distance_mm(to) / ARM_MM_PER_MS, 0.15)
        legs.append(Leg(start, start + took, begin, to, held=holding, vanishes=vanishes))
        return start + took

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
            layer = self.next_layer()
            self._add(card, Leg(along.start_ms, along.end_ms, begin, end, layer, True, before, after, vanishes))

    def slide(self, card: Card, start_ms: float, end_ms: float, to: Pose) -> None:
        """The card is pushed aside where it lies, keeping its height and side."""
        last = self._cards[card][-1]
        up = last.face_up_after
        self._add(card, Leg(start_ms, end_ms, last.end, to, last.layer, face_up=up, face_up_after=up))

    def next_layer(self) -> int:
        """A height above all that has been put down so far."""
        self._layer += 1
        return self._layer

    def jitter(self, pose: Pose, spread_mm: float, spread_deg: float) -> Pose:
        """The pose as a hand hits it."""
        forward, right, turn = self._rng.normal(0, (spread_mm, spread_mm, spread_deg))
        return pose.ahead(float(forward), float(right), float(turn))

    def _last(self, card: Card) -> Leg | None:
        """The card's last leg, if that leaves it on the table."""
        legs = self._cards.get(card)
        return legs[-1] if legs and not legs[-1].vanishes else None

    def _add(self, card: Card, leg: Leg) -> None:
        self._cards.setdefault(card, []).append(leg)


def _shifted(end: Pose, along: Leg) -> Pose:
    """Where a card that ends at ``end`` is when the arm that carries it sets out."""
    dx, dy = along.begin.x_mm - along.end.x_mm, along.begin.y_mm - along.end.y_mm
    return Pose(end.x_mm + dx, end.y_mm + dy, end.angle_deg)


def _places(legs: list[Leg], t_ms: float) -> list[Pose]:
    """The ends of those legs at which the card is at ``t_ms`` or later."""
    left_ms = [leg.end_ms for leg in legs[1:]] + [float("inf")]
    return [leg.end for leg, left in zip(legs, left_ms, strict=True) if left > t_ms and not leg.vanishes]
