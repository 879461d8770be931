"""Quadrilaterals: four corners (4, 2) float32, clockwise from a card's own upper left, in any unit."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def half_turn(corners: Floats) -> Floats:
    """The same place, begun at the opposite corner: the card upside down."""
    return np.roll(corners, 2, axis=-2)


def heading_deg(corners: Floats) -> float:
    """Direction from a card's foot to its head, degrees clockwise from the picture's upward axis, -180 to 180."""
    x, y = corners[0] + corners[1] - corners[2] - corners[3]
    return float(np.degrees(np.arctan2(x, -y)))


def long_side_px(corners: Floats) -> float:
    """Mean length of the two long sides (left and right of the card)."""
    return float(np.linalg.norm(corners[[0, 1]] - corners[[3, 2]], axis=1).mean())


def short_side_px(corners: Floats) -> float:
    """Mean length of the two short sides (head and foot of the card)."""
    return float(np.linalg.norm(corners[[1, 2]] - corners[[0, 3]], axis=1).mean())


def area(corners: Floats) -> float:
    """Area inside, positive for clockwise corners in a picture whose y points down."""
    x, y = corners[:, 0], corners[:, 1]
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def convex(corners: Floats) -> bool:
    """Whether the corners go round clockwise without a dent or a crossing."""
    return bool(sound(corners[None], 0.0)[0])


def sound(quads: Floats, least: float) -> NDArray[np.bool_]:
    """Which of many quadrilaterals (n, 4, 2) are convex, go round clockwise and have an area of more than ``least``."""
    edges = np.roll(quads, -1, axis=1) - quads
    after = np.roll(edges, -1, axis=1)
    bends = edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0]
    x, y = quads[..., 0], quads[..., 1]
    areas = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) / 2
    return np.asarray((bends > 0).all(axis=1) & (areas > least))


def overlap(first: Floats, second: Floats) -> float:
    """Shared area over joined area, 0 to 1; both must be convex."""
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared / max(area(first) + area(second) - shared, 1e-6))


def turn_between_deg(first: Floats, second: Floats) -> float:
    """Angle between two long axes, 0 to 90 degrees."""
    return abs((heading_deg(first) - heading_deg(second) + 90.0) % 180.0 - 90.0)
