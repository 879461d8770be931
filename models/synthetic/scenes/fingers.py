"""What fingers do: the poses of hands seen from above.

A hand's own frame is in millimetres: the wrist at 0, 0, the fingers towards -y, the forearm towards +y; right hands,
back up. Lengths are those of an adult's hand 185 mm long and 85 mm wide, between the means of women and of men.
"""

import math
from dataclasses import dataclass

from numpy.random import Generator

FingerPoint = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Finger:
    """One finger of a pose: where it is rooted, where it heads, how long each visible bone looks from above.

    Attributes:
        root: knuckle, mm.
        heading_deg: 0 is straight ahead, positive to the right.
        bones: seen lengths, mm; a bent finger looks shorter.
        bend_deg: each joint turns by this.
        radii: at the knuckle and at the tip, mm.
        nail: whether the nail shows.
    """

    root: FingerPoint
    heading_deg: float
    bones: tuple[float, ...]
    radii: tuple[float, float]
    bend_deg: float = 0.0
    nail: bool = True

    def joints(self) -> tuple[FingerPoint, ...]:
        """Root, joints and tip."""
        points = [self.root]
        heading = math.radians(self.heading_deg)
        for bone in self.bones:
            x, y = points[-1]
            points.append((x + bone * math.sin(heading), y - bone * math.cos(heading)))
            heading += math.radians(self.bend_deg)
        return tuple(points)


INDEX, MIDDLE, RING, LITTLE = (-27.0, -88.0), (-7.0, -93.0), (13.0, -89.0), (31.0, -79.0)
THUMB = (-33.0, -34.0)
WIDE, SLIM = (9.6, 7.2), (8.2, 6.0)


def _curled(first: float) -> tuple[Finger, ...]:
    """Ring and little finger bent under the hand: only their first bones show."""
    return (
        Finger(RING, 6, (first, first * 0.35), WIDE, nail=False),
        Finger(LITTLE, 12, (first * 0.9, first * 0.3), SLIM, nail=False),
    )


@dataclass(frozen=True, slots=True)
class FingerPose:
    """Fingers, thumb first, the grip point between their tips, and which of them lie over a held card."""

    fingers: tuple[Finger, ...]
    grip_mm: FingerPoint
    over: tuple[int, ...]


EVERYTHING = (0, 1, 2, 3, 4)
POSES: dict[str, FingerPose] = {
    "flat": FingerPose(
        (
            Finger(THUMB, -46, (36, 29), (12, 9), 14),
            Finger(INDEX, -9, (43, 25, 20), WIDE, 2),
            Finger(MIDDLE, -1, (47, 29, 21), WIDE),
            Finger(RING, 6, (43, 27, 21), WIDE, -1),
            Finger(LITTLE, 16, (34, 20, 18), SLIM, -2),
        ),
        (-5, -130),
        EVERYTHING,
    ),
    "pinch": FingerPose(  # the thumb on the card, the fingers under it
        (
            Finger(THUMB, -22, (42, 34), (12.5, 9.5), 16),
            Finger(INDEX, -14, (38, 24, 16), WIDE, 4, nail=False),
            Finger(MIDDLE, -6, (36, 22, 14), WIDE, 2, nail=False),
            *_curled(34),
        ),
        (-50, -108),
        (0,),
    ),
    "press": FingerPose(  # the fingers on the card, the thumb under it: laying it down
        (
            Finger(THUMB, -14, (36, 26), (12, 9.5), 12, nail=False),
            Finger(INDEX, -12, (38, 22, 17), WIDE, 2),
            Finger(MIDDLE, -5, (40, 24, 18), WIDE, -1),
            *_curled(32),
        ),
        (-32, -150),
        (1, 2, 3, 4),
    ),
    "point": FingerPose(
        (
            Finger(THUMB, -12, (34, 22), (12, 9.5), 22),
            Finger(INDEX, -4, (44, 25, 21), WIDE),
            Finger(MIDDLE, 0, (27, 9), WIDE, nail=False),
            *_curled(25),
        ),
        (-33, -176),
        EVERYTHING,
    ),
    "gather": FingerPose(  # loosely bent fingers, drawing cards together
        (
            Finger(THUMB, -40, (35, 24), (12, 9), 24),
            Finger(INDEX, -14, (36, 18, 12), WIDE, 6),
            Finger(MIDDLE, -3, (38, 20, 12), WIDE, 3),
            Finger(RING, 6, (36, 19, 12), WIDE, -1),
            Finger(LITTLE, 18, (28, 14, 10), SLIM, -4),
        ),
        (-8, -122),
        EVERYTHING,
    ),
}


def vary(pose: FingerPose, thickness: float, rng: Generator) -> FingerPose:
    """A pose as another person holds it: headings, bends and thickness differ a little.

    Args:
        pose: the pattern.
        thickness: of the fingers, as against it.
        rng: of all chance.
    """
    fingers = tuple(
        Finger(
            finger.root,
            finger.heading_deg + rng.normal(0, 2.5),
            tuple(bone * rng.uniform(0.94, 1.06) for bone in finger.bones),
            (finger.radii[0] * thickness, finger.radii[1] * thickness),
            finger.bend_deg + rng.normal(0, 2),
            finger.nail,
        )
        for finger in pose.fingers
    )
    return FingerPose(fingers, pose.grip_mm, pose.over)
