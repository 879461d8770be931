"""Where every card lies and every arm reaches at each moment of a played session: pure, no pictures.

Poses are in table millimetres: origin in the picture's upper left, x to the right, y down; angles in degrees
clockwise from the picture's upward axis, as in :class:`firmware.observation.SeenCard`.
"""

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.cards import Card
from models.synthetic.mishaps import Mishap
from models.synthetic.script import Script

CARD_HEIGHT_MM = 95.0  # Spanish cards as sold: 95 x 61.5 mm, the measure every part of the program uses
CARD_WIDTH_MM = 61.5
BLUR_MS = 16  # exposure of a café at 50 Hz lamps is 10 or 20 ms: vision.md, "The physical limit"
CARRIED = 1_000_000  # heights from here on are those of carried cards


@dataclass(frozen=True, slots=True)
class Pose:
    """The middle of a card, or the fingertips of a hand, and its direction."""

    x_mm: float
    y_mm: float
    angle_deg: float

    def towards(self, other: "Pose", share: float) -> "Pose":
        """The pose ``share`` (0 to 1) of the way to ``other``, turning the short way round."""
        turn = (other.angle_deg - self.angle_deg + 180) % 360 - 180
        return Pose(
            self.x_mm + share * (other.x_mm - self.x_mm),
            self.y_mm + share * (other.y_mm - self.y_mm),
            self.angle_deg + share * turn,
        )

    def ahead(self, forward_mm: float, right_mm: float = 0.0, turn_deg: float = 0.0) -> "Pose":
        """The pose moved along its own upward axis and to its own right, then turned."""
        a = math.radians(self.angle_deg)
        x = self.x_mm + forward_mm * math.sin(a) + right_mm * math.cos(a)
        y = self.y_mm - forward_mm * math.cos(a) + right_mm * math.sin(a)
        return Pose(x, y, self.angle_deg + turn_deg)

    def distance_mm(self, other: "Pose") -> float:
        """How far the two places are from each other."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a hand is held, and what it wears.

    Attributes:
        fingers: one of :data:`models.synthetic.fingers.POSES`; empty: as this person holds cards.
        wide: in a wide sleeve, as of a djellaba, instead of the person's own.
    """

    fingers: str = ""
    wide: bool = False


USUAL, PALM = Shape(), Shape("flat")


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement of a card or an arm; afterwards it stays at ``end`` until its next leg.

    Attributes:
        layer: height of what lies there afterwards: the higher covers the lower.
        held: carried in a hand, above all that lies, while it moves.
        face_up, face_up_after: the side shown in the first and the second half of the way and thereafter.
        vanishes: it is out of view when the leg is over.
        palmed: a card that is held under the palm, not between the fingers.
        shape: of an arm's hand.
    """

    start_ms: float
    end_ms: float
    begin: Pose
    end: Pose
    layer: int = 0
    held: bool = False
    face_up: bool = True
    face_up_after: bool = True
    vanishes: bool = False
    palmed: bool = False
    shape: Shape = USUAL

    def share(self, t_ms: float) -> float:
        """The eased share of the way done: smooth at both ends, as hands move (minimum jerk, Flash and Hogan 1985)."""
        s = min(1.0, max(0.0, (t_ms - self.start_ms) / max(1.0, self.end_ms - self.start_ms)))
        return s**3 * (10 + s * (6 * s - 15))

    def lift(self, t_ms: float) -> float:
        """How far off the table it is: 0 at both ends, 1 halfway."""
        s = self.share(t_ms)
        return 4 * s * (1 - s)

    def pose(self, t_ms: float) -> Pose:
        """Where it is."""
        return self.begin.towards(self.end, self.share(t_ms))


@dataclass(frozen=True, slots=True)
class Track:
    """All legs of one card or arm, in order of time; before the first it is out of view."""

    legs: tuple[Leg, ...]

    def at(self, t_ms: float) -> Leg | None:
        """The leg that decides where it is, or ``None`` if it is out of view."""
        n = bisect_right(self.legs, t_ms, key=lambda leg: leg.start_ms)
        leg = self.legs[n - 1] if n else None
        return None if leg is None or (leg.vanishes and t_ms >= leg.end_ms) else leg


@dataclass(frozen=True, slots=True)
class Lying:
    """A card at one moment.

    Attributes:
        height: orders what lies upon what.
        smear_mm: how far it moves during an exposure.
        since_ms: when its leg began.
        palmed: it is carried under the palm.
    """

    card: Card
    pose: Pose
    face_up: bool
    height: float
    moving: bool
    smear_mm: tuple[float, float]
    since_ms: float
    palmed: bool = False

    @property
    def carried(self) -> bool:
        """Whether a hand is carrying it."""
        return self.height >= CARRIED


@dataclass(frozen=True, slots=True)
class Reaching:
    """An arm over the table at one moment: fingertips at ``pose``, forearm against its direction to the border.

    ``lift`` is how far it is lifted, 0 at the table to 1 halfway of a reach.
    """

    seat: int
    arm: int
    pose: Pose
    carrying: bool
    smear_mm: tuple[float, float]
    lift: float
    shape: Shape = USUAL


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one time: cards from the lowest to the highest, arms above them all."""

    t_ms: int
    cards: tuple[Lying, ...]
    arms: tuple[Reaching, ...]

    @property
    def still(self) -> bool:
        """Nothing moves and no arm is there."""
        return not self.arms and not any(card.moving for card in self.cards)


@dataclass(frozen=True, slots=True)
class Placed:
    """When a play came to lie: the moment it was let go."""

    t_ms: int
    seat: int
    card: Card
    took: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal as it was seen: the legal layout in dealing order with the time each card lay there."""

    dealer: int
    layout: tuple[tuple[int, Card], ...]
    batches_ms: tuple[int, ...]
    end_ms: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The part of the table the camera sees, millimetres."""

    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """A session without its pictures.

    Attributes:
        plays, deals: the truth, with times.
        cards: the way of each card; arms: the way of each arm, by seat and number.
        end_ms: the end of the session.
        mishaps: what went wrong, by time.
    """

    script: Script
    view: View
    cards: Mapping[Card, Track]
    arms: Mapping[tuple[int, int], Track]
    plays: tuple[Placed, ...]
    deals: tuple[Dealt, ...]
    end_ms: int
    mishaps: tuple[Mishap, ...] = ()

    def at(self, t_ms: float) -> Moment:
        """The table at ``t_ms``."""
        cards = sorted(self._lying(t_ms), key=lambda lying: lying.height)
        return Moment(round(t_ms), tuple(cards), tuple(self._reaching(t_ms)))

    def moments(self, times_ms: Iterator[int]) -> Iterator[Moment]:
        """The table at each of the times."""
        return map(self.at, times_ms)

    def _lying(self, t_ms: float) -> Iterator[Lying]:
        for card, track in self.cards.items():
            if leg := track.at(t_ms):
                moving = t_ms < leg.end_ms
                half = leg.share(t_ms) < 0.5
                up = leg.face_up if half and moving else leg.face_up_after
                held = leg.held and moving
                height = leg.layer + (CARRIED if held else 0)
                palmed = held and leg.palmed
                yield Lying(card, leg.pose(t_ms), up, height, moving, _smear(leg, t_ms), leg.start_ms, palmed)

    def _reaching(self, t_ms: float) -> Iterator[Reaching]:
        for (seat, arm), track in self.arms.items():
            if leg := track.at(t_ms):
                smear, lift = _smear(leg, t_ms), leg.lift(t_ms)
                yield Reaching(seat, arm, leg.pose(t_ms), leg.held, smear, lift, leg.shape)


def _smear(leg: Leg, t_ms: float) -> tuple[float, float]:
    """How far the middle moves during the exposure that ends at ``t_ms``."""
    if t_ms - BLUR_MS >= leg.end_ms:
        return 0.0, 0.0
    now, before = leg.pose(t_ms), leg.pose(t_ms - BLUR_MS)
    return now.x_mm - before.x_mm, now.y_mm - before.y_mm
