"""Arms for traced films: fingers, hand and sleeve as rounded tubes, bent and dressed as the drawn ones are."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from models.benchmarks.traced.view import Points
from models.synthetic.scenes.fingers import POSES, Finger, FingerPose, vary
from models.synthetic.scenes.hand import WIDER_MM, WRIST_TO_CUFF_MM

AROUND = 20
"""Corners of a tube: with smooth normals round enough for a finger of 30 px."""
KNUCKLE_MM, PALM_MM, WRIST_MM, ELBOW_MM = 30.0, 22.0, 42.0, 95.0
"""How high knuckles, palm, wrist and elbow are over fingertips that touch the table: a hand that bends down to it."""
REACH_MM = 640.0
"""From the wrist to where the arm has left the picture, as the drawn ones have it."""
SKIN = ((0.75, 0.53, 0.42), (0.6, 0.38, 0.27), (0.42, 0.24, 0.15), (0.26, 0.14, 0.09), (0.1, 0.055, 0.04))
"""Light that skin throws back, red first, very light to very dark. Picked by eye."""

Triangles = NDArray[np.int64]
Tube = tuple[tuple[float, float, float], float]
"""The middle (mm: right, towards the elbow, up) and the radius (mm) of a tube at one place of its length."""


@dataclass(frozen=True, slots=True, eq=False)
class TracedPerson:
    """Who reaches over the table.

    Attributes:
        grip: how this person holds cards, one of :data:`models.synthetic.scenes.fingers.POSES`.
        seed: of the build of the hand.
        scale: size.
        skin, cloth: light thrown back, red first, 0 to 1.
        cuff_mm: from the wrist to where the sleeve begins.
        loose_mm: by how much the sleeve is wider than the arm.
        left: the left hand.
    """

    grip: str
    seed: int
    scale: float
    skin: tuple[float, float, float]
    cloth: tuple[float, float, float]
    cuff_mm: float
    loose_mm: float
    left: bool


@dataclass(frozen=True, slots=True, eq=False)
class TracedArm:
    """An arm over the table: triangles of its skin and of its sleeve, points in mm right, down and above the table.

    Attributes:
        skin, sleeve: points (N, 3) and triangles (M, 3).
        person: whose it is.
    """

    skin: tuple[Points, Triangles]
    sleeve: tuple[Points, Triangles]
    person: TracedPerson


def random_person(rng: np.random.Generator, grip: str) -> TracedPerson:
    """Somebody in a shirt.

    Args:
        rng: of all chance.
        grip: how cards are held.
    """
    return TracedPerson(
        grip,
        int(rng.integers(2**31)),
        float(rng.uniform(0.88, 1.05)),
        SKIN[rng.integers(len(SKIN))],
        _any_colour(rng),
        float(rng.uniform(-4, 60)),
        float(rng.uniform(5, 16)),
        bool(rng.random() < 0.3),
    )


def _any_colour(rng: np.random.Generator) -> tuple[float, float, float]:
    red, green, blue = rng.uniform(0.02, 0.8) * rng.uniform(0.5, 1.0, 3)
    return float(red), float(green), float(blue)


def djellaba(person: TracedPerson) -> TracedPerson:
    """A person in a sleeve about 230 mm across that ends before the wrist."""
    return replace(person, cuff_mm=-WRIST_TO_CUFF_MM, loose_mm=person.loose_mm + WIDER_MM)


def reaching(
    person: TracedPerson, fingers: str, tip_mm: tuple[float, float, float], angle_deg: float, *, holds: bool
) -> TracedArm:
    """An arm whose grip is at a point.

    Args:
        person: whose.
        fingers: how they are held, one of :data:`models.synthetic.scenes.fingers.POSES`.
        tip_mm: right, down and above the table: where cards are held.
        angle_deg: where the fingers point, clockwise from up in the picture.
        holds: a card is between these fingers; without, all of them are over what lies there.
    """
    pose = vary(POSES[fingers], 1.0, np.random.default_rng((person.seed, *fingers.encode())))
    at = _Placement(person, pose.grip_mm, tip_mm, math.radians(angle_deg))
    return TracedArm(at.surface(list(_hand(pose, holds=holds))), at.surface([_sleeve(person)]), person)


@dataclass(frozen=True, slots=True, eq=False)
class _Placement:
    """Takes a hand's own millimetres to the table's."""

    person: TracedPerson
    grip_mm: tuple[float, float]
    tip_mm: tuple[float, float, float]
    angle: float

    def surface(self, tubes: Sequence[Sequence[Tube]]) -> tuple[Points, Triangles]:
        """Tubes as one mesh at their place."""
        points, triangles, count = list[Points](), list[Triangles](), 0
        for tube in tubes:
            for part, faces in _tube(tube):
                points.append(part)
                triangles.append(faces + count)
                count += len(part)
        return self._placed(np.concatenate(points)), np.concatenate(triangles)

    def _placed(self, points: Points) -> Points:
        own = (points - (*self.grip_mm, 0.0)) * self.person.scale * ((-1 if self.person.left else 1), 1, 1)
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        turned = np.stack([own[:, 0] * cos - own[:, 1] * sin, own[:, 0] * sin + own[:, 1] * cos, own[:, 2]], 1)
        return np.asarray(turned + self.tip_mm, np.float64)


def _hand(pose: FingerPose, *, holds: bool) -> Iterator[list[Tube]]:
    """Forearm, back of the hand and fingers, as :mod:`models.synthetic.scenes.hand` has them."""
    yield [((0, -8, WRIST_MM), 27), ((0, REACH_MM, ELBOW_MM), 44)]
    for finger in pose.fingers[1:]:
        x, y = finger.root
        yield [((x * 0.55, -6, WRIST_MM - 4), 20), ((x, y + 4, KNUCKLE_MM), 12.5)]
    x, y = pose.fingers[0].root
    yield [((-16, -12, WRIST_MM - 6), 20), ((x, y, KNUCKLE_MM - 6), 14)]
    yield [((-20, -50, PALM_MM), 22), ((16, -52, PALM_MM), 20)]
    yield from (_finger(one, under=holds and place not in pose.over) for place, one in enumerate(pose.fingers))


def _finger(finger: Finger, *, under: bool) -> list[Tube]:
    """From the knuckle down to the tip, which touches what it holds from above or from below."""
    joints = finger.joints()
    thick = np.linspace(*finger.radii, len(joints))
    down = np.linspace(KNUCKLE_MM, -thick[-1] if under else thick[-1], len(joints))
    return [((x, y, float(z)), float(r)) for (x, y), z, r in zip(joints, down, thick, strict=True)]


def _sleeve(person: TracedPerson) -> list[Tube]:
    begin = person.cuff_mm + 33
    return [((0, begin, WRIST_MM + 6), 31 + person.loose_mm), ((0, REACH_MM, ELBOW_MM), 58 + person.loose_mm)]


def _tube(tube: Sequence[Tube]) -> Iterator[tuple[Points, Triangles]]:
    """A ball at each place and a cone between two of them."""
    for middle, radius in tube:
        yield _ball(np.array(middle), radius)
    for (one, thick), (other, thin) in pairwise(tube):
        yield _cone(np.array(one), thick, np.array(other), thin)


def _ball(middle: Points, radius: float) -> tuple[Points, Triangles]:
    rows = AROUND // 2 + 1
    polar, turn = np.meshgrid(np.linspace(0, math.pi, rows), _turns(), indexing="ij")
    way = np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], -1)
    return middle + radius * way.reshape(-1, 3), _grid(rows)


def _cone(one: Points, thick: float, other: Points, thin: float) -> tuple[Points, Triangles]:
    along = (other - one) / max(float(np.linalg.norm(other - one)), 1e-6)
    first = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    first /= np.linalg.norm(first)
    ring = np.cos(_turns())[:, None] * first + np.sin(_turns())[:, None] * np.cross(along, first)
    return np.concatenate([one + thick * ring, other + thin * ring]), _grid(2)


def _turns() -> Points:
    return np.linspace(0, 2 * math.pi, AROUND, endpoint=False)


def _grid(rows: int) -> Triangles:
    """Triangles between rows of :data:`AROUND` points each, every row closed."""
    row, column = np.meshgrid(np.arange(rows - 1), np.arange(AROUND), indexing="ij")
    here, right = row * AROUND + column, row * AROUND + (column + 1) % AROUND
    squares = np.stack([here, right, here + AROUND, right, right + AROUND, here + AROUND], -1)
    return squares.reshape(-1, 3)
