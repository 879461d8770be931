"""Free places on the table: outlines of cards and how much of one another they cover."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.play.seating import Seat
from models.synthetic.play.timeline import CARD_HEIGHT_MM, CARD_WIDTH_MM, TableView
from models.synthetic.play.trajectories import Pose

MARGIN_MM = 9.0  # people leave about a finger's breadth between cards
TRIES = 60


@lru_cache(maxsize=4096)  # cards lie still for most of a session; nobody writes to what is given
def outline(pose: Pose, margin_mm: float = 0.0) -> NDArray[np.float32]:
    """The corners of a card, shape (4, 2), millimetres, clockwise from its own upper left."""
    w, h = CARD_WIDTH_MM / 2 + margin_mm, CARD_HEIGHT_MM / 2 + margin_mm
    corners = (pose.ahead(h, -w), pose.ahead(h, w), pose.ahead(-h, w), pose.ahead(-h, -w))
    return np.array([(c.x_mm, c.y_mm) for c in corners], np.float32)


def overlap(a: Pose, b: Pose, margin_mm: float = 0.0) -> float:
    """The share of a card at ``b`` that a card at ``a`` (with a margin around it) lies over.

    Args:
        a: a pose, millimetres of the table.
        b: a pose, millimetres of the table.
        margin_mm: around the card at ``a``.
    """
    if a.distance_mm(b) > CARD_HEIGHT_MM * 1.2 + margin_mm * 1.5:  # the diagonal of a card is 1.19 of its height
        return 0.0
    area, _ = cv2.intersectConvexConvex(outline(a, margin_mm), outline(b))
    return float(area) / (CARD_WIDTH_MM * CARD_HEIGHT_MM)


def crowding(pose: Pose, others: Iterable[Pose]) -> float:
    """How much a card at ``pose`` and its margin would get in the way of the others; 0 is a free place."""
    return sum(overlap(pose, other, MARGIN_MM) for other in others)


def best_spot(candidate: Callable[[], Pose], others: Sequence[Pose], tries: int = TRIES) -> Pose:
    """The first candidate that is free, or the least crowded of all tried.

    Args:
        candidate: gives a place by chance.
        others: places that are taken.
        tries: how many candidates.
    """
    best, least = candidate(), float("inf")
    for _ in range(tries):
        pose = candidate()
        crowd = crowding(pose, others)
        if crowd < least:
            best, least = pose, crowd
        if crowd == 0.0:
            break
    return best


def inside(view: TableView, pose: Pose, border_mm: float = CARD_HEIGHT_MM * 0.6) -> Pose:
    """The pose pulled into the part of the view where a whole card is seen, whatever its angle.

    Args:
        view: the part of the table that the camera sees.
        pose: millimetres of the table.
        border_mm: how far its middle stays from the view's border.
    """
    x = min(max(pose.x_mm, border_mm), view.width_mm - border_mm)
    y = min(max(pose.y_mm, border_mm), view.height_mm - border_mm)
    return Pose(x, y, pose.angle_deg)


class CardPlacer:
    """Where people put cards: near the middle, a little towards themselves, roughly facing themselves.

    Attributes:
        kept_free: as given.
    """

    def __init__(self, view: TableView, rng: np.random.Generator, kept_free: Sequence[Pose]) -> None:
        """Nothing is laid yet.

        Args:
            view: what the camera sees.
            rng: the session's chance.
            kept_free: piles, stock and the places where dealt cards are slid to.
        """
        self._view, self._rng, self.kept_free = view, rng, tuple(kept_free)

    def open(self, seat: Seat, taken: Sequence[Pose]) -> Pose:
        """A free place for a card that captures nothing."""
        spread = iter(np.linspace(0.5, 1.8, TRIES + 2))
        return best_spot(lambda: self._near_middle(seat, next(spread)), [*taken, *self.kept_free])

    def beside(self, seat: Seat, target: Pose, taken: Sequence[Pose]) -> Pose:
        """A free place next to the card that is captured.

        Args:
            seat: who lays it.
            target: where the captured card lies.
            taken: places where something lies already.
        """
        spread = iter(np.linspace(0.0, 40.0, TRIES + 2))
        return best_spot(lambda: self._next_to(seat, target, next(spread)), [target, *taken, *self.kept_free])

    def onto(self, target: Pose, taken: Sequence[Pose], *, half: bool) -> Pose:
        """On top of the card that is captured, covering about half of it or nearly all.

        Args:
            target: where the captured card lies.
            taken: places where something lies already.
            half: cover about half of it.
        """
        return best_spot(lambda: self._over(target, half=half), [p for p in taken if p != target], tries=16)

    def facing(self, seat: Seat) -> float:
        """The angle of a card as this player puts it down: towards himself, now and then any."""
        if self._rng.random() < 0.06:
            return float(self._rng.uniform(-180, 180))
        return seat.edge.angle_deg + float(self._rng.normal(0, 14))

    def _near_middle(self, seat: Seat, spread: float) -> Pose:
        w, h = self._view.width_mm, self._view.height_mm
        x = w / 2 + 0.1 * (seat.edge.x_mm - w / 2) + self._rng.normal(0, 0.2 * w * spread)
        y = h / 2 + 0.1 * (seat.edge.y_mm - h / 2) + self._rng.normal(0, 0.18 * h * spread)
        return inside(self._view, Pose(float(x), float(y), self.facing(seat)))

    def _next_to(self, seat: Seat, target: Pose, further_mm: float) -> Pose:
        gap = float(self._rng.uniform(62, 84)) + further_mm
        turn = float(self._rng.uniform(-180, 180))
        spot = Pose(target.x_mm, target.y_mm, turn).ahead(gap)
        return inside(self._view, Pose(spot.x_mm, spot.y_mm, self.facing(seat)))

    def _over(self, target: Pose, *, half: bool) -> Pose:
        away = float(self._rng.uniform(26, 50) if half else self._rng.uniform(0, 12))
        spot = target.ahead(0, 0, float(self._rng.uniform(-180, 180))).ahead(away)
        turned = target.angle_deg + float(self._rng.normal(0, 16)) + (180 if self._rng.random() < 0.35 else 0)
        return inside(self._view, Pose(spot.x_mm, spot.y_mm, turned))
