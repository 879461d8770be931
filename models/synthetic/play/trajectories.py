"""Where a card, a prop or an arm is on its way: poses, single movements, and all of one after another.

Poses are in table millimetres: origin in the picture's upper left, x to the right, y down; angles in degrees
clockwise from the picture's upward axis, as in :class:`firmware.signals.SeenCard`.
"""

import math
from bisect import bisect_right
from dataclasses import dataclass


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
        """The pose moved along its own upward axis and to its own right, then turned.

        Args:
            forward_mm: along its own upward axis.
            right_mm: to its own right.
            turn_deg: clockwise, after that.
        """
        a = math.radians(self.angle_deg)
        x = self.x_mm + forward_mm * math.sin(a) + right_mm * math.cos(a)
        y = self.y_mm - forward_mm * math.cos(a) + right_mm * math.sin(a)
        return Pose(x, y, self.angle_deg + turn_deg)

    def aside_mm(self, other: "Pose") -> float:
        """How far the other place lies to the right of this one, as this one faces."""
        a = math.radians(self.angle_deg)
        return (other.x_mm - self.x_mm) * math.cos(a) + (other.y_mm - self.y_mm) * math.sin(a)

    def distance_mm(self, other: "Pose") -> float:
        """How far the two places are from each other."""
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)


@dataclass(frozen=True, slots=True)
class HandShape:
    """How a hand is held, and what it wears.

    Attributes:
        fingers: one of :data:`models.synthetic.scenes.fingers.POSES`; empty: as this person holds cards.
        wide: in a wide sleeve, as of a djellaba, instead of the person's own.
    """

    fingers: str = ""
    wide: bool = False


USUAL, PALM = HandShape(), HandShape("flat")


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
    shape: HandShape = USUAL

    def share(self, t_ms: float) -> float:
        """The eased share of the way done: smooth at both ends, as hands move (minimum jerk, Flash and Hogan 1985)."""
        s = min(1.0, max(0.0, (t_ms - self.start_ms) / max(1.0, self.end_ms - self.start_ms)))
        return s**3 * (10 + s * (6 * s - 15))

    def lift(self, t_ms: float) -> float:
        """How far off the table it is: 0 at both ends, 1 halfway."""
        s = self.share(t_ms)
        return 4 * s * (1 - s)

    def pose(self, t_ms: float) -> Pose:
        """The pose at ``t_ms``."""
        return self.begin.towards(self.end, self.share(t_ms))


@dataclass(frozen=True, slots=True)
class Trajectory:
    """All legs of one card or arm, in order of time; before the first it is out of view."""

    legs: tuple[Leg, ...]

    def at(self, t_ms: float) -> Leg | None:
        """The leg that decides where it is, or ``None`` if it is out of view."""
        n = bisect_right(self.legs, t_ms, key=lambda leg: leg.start_ms)
        leg = self.legs[n - 1] if n else None
        return None if leg is None or (leg.vanishes and t_ms >= leg.end_ms) else leg
