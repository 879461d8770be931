"""Who sits where: borders, piles, stock and shoulders of a table seen from above (rule G4: seats go anticlockwise)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.synthetic.play.timeline import CARD_HEIGHT_MM, TableView
from models.synthetic.play.trajectories import Pose

PILE_INSET_MM = 58.0  # middle of a pile from the border: half a card and a thumb
SHOULDER_MM = 420.0  # behind the border: forearm and upper arm of a seated adult
SPECTATOR = 8  # the number of whoever does not play
OUT_MM = 170.0  # fingertips this far behind the border: the whole hand is out of view


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place.

    Attributes:
        number: the seat.
        edge: the middle of the player's border, facing the table; ``edge.ahead`` walks into the table.
        half_mm: half the border's length.
        hand: 1 for a right-handed player, -1 for a left-handed one.
        pile_mm: where along the border the pile lies, to the player's right, from the middle.
    """

    number: int
    edge: Pose
    half_mm: float
    hand: int
    pile_mm: float

    @property
    def pile(self) -> Pose:
        """Where the captured cards go."""
        return self.edge.ahead(PILE_INSET_MM, self.pile_mm)

    @property
    def stock(self) -> Pose:
        """Where the undealt cards lie when this player deals: on the other side than the pile."""
        return self.edge.ahead(PILE_INSET_MM, -0.62 * self.pile_mm)

    @property
    def lap(self) -> Pose:
        """Where dealt cards are slid to and picked up."""
        return self.edge.ahead(38.0)

    def reach(self, x_mm: float, y_mm: float, arm: int = 0) -> Pose:
        """The pose of the fingertips at a point: the arm comes straight from its shoulder.

        Args:
            x_mm: to the right, millimetres of the table.
            y_mm: down, millimetres of the table.
            arm: 0: the one that plays, 1: the other.
        """
        shoulder = self.edge.ahead(-SHOULDER_MM, self._shoulder_mm(arm))
        angle = math.degrees(math.atan2(x_mm - shoulder.x_mm, shoulder.y_mm - y_mm))
        return Pose(x_mm, y_mm, angle)

    def behind(self, tip: Pose, arm: int = 0) -> Pose:
        """The pose out of view that an arm at ``tip`` comes from and goes back to."""
        a = math.radians(tip.angle_deg - self.edge.angle_deg)
        depth = self._depth_mm(tip) + OUT_MM
        return tip.ahead(-depth / max(0.3, math.cos(a)))

    def _depth_mm(self, tip: Pose) -> float:
        e = math.radians(self.edge.angle_deg)
        return (tip.x_mm - self.edge.x_mm) * math.sin(e) - (tip.y_mm - self.edge.y_mm) * math.cos(e)

    def _shoulder_mm(self, arm: int) -> float:
        return (150.0 if arm == 0 else -150.0) * self.hand


def seats_around(view: TableView, players: int, rng: np.random.Generator) -> tuple[Seat, ...]:
    """Seats 0, 1, ... anticlockwise; two players sit opposite each other, three leave one border free.

    Args:
        view: the part of the table that the camera sees.
        players: 2, 3 or 4.
        rng: of all chance.
    """
    first, side = int(rng.integers(4)), float(rng.choice([-1.0, 1.0]))
    borders = [first, first + 2] if players == 2 else [first + i for i in range(players)]
    return tuple(_seat(i, border % 4, view, side, rng) for i, border in enumerate(borders))


def spectator(view: TableView, seats: Sequence[Seat], rng: np.random.Generator) -> Seat:
    """Somebody who does not play: at a border or a corner where nobody sits, or behind a player's shoulder.

    His number is :data:`SPECTATOR`; his pile and lap mean nothing.

    Args:
        view: the part of the table that the camera sees.
        seats: the players'.
        rng: of all chance.
    """
    w, h = view.width_mm, view.height_mm
    borders = (Pose(w / 2, h, 0.0), Pose(w, h / 2, -90.0), Pose(w / 2, 0.0, 180.0), Pose(0.0, h / 2, 90.0))
    free = [edge for edge in borders if all(seat.edge != edge for seat in seats)]
    corners = [Pose(w, h, -45.0), Pose(w, 0.0, -135.0), Pose(0.0, 0.0, 135.0), Pose(0.0, h, 45.0)]
    shoulders = [seat.edge.ahead(0.0, side * 0.6 * seat.half_mm) for seat in seats for side in (-1, 1)]
    places = (free or corners, corners, shoulders)[int(rng.integers(3))]
    edge = places[int(rng.integers(len(places)))]
    return Seat(SPECTATOR, edge, 0.0, int(rng.choice((-1, 1))), 0.0)


def _seat(number: int, border: int, view: TableView, side: float, rng: np.random.Generator) -> Seat:
    w, h = view.width_mm, view.height_mm
    edge = (Pose(w / 2, h, 0.0), Pose(w, h / 2, -90.0), Pose(w / 2, 0.0, 180.0), Pose(0.0, h / 2, 90.0))[border]
    half = (h if border % 2 else w) / 2
    reachable = half - CARD_HEIGHT_MM  # the corner itself belongs to the neighbour
    pile = side * reachable * (rng.uniform(0.75, 0.9) if border % 2 else rng.uniform(0.7, 0.95))
    hand = -1 if rng.random() < 0.1 else 1  # one person in ten is left-handed (Papadatou-Pastou 2020)
    return Seat(number, edge, half, hand, pile)
