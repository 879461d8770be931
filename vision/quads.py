"""Quadrilaterals: four corners (4, 2) float32, clockwise from a card's own upper left, x right, y down, in any unit."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats

NEXT = [1, 2, 3, 0]  # each corner's neighbour, clockwise; np.roll takes ten times as long for four corners


def half_turn(corners: Floats) -> Floats:
    """Corners (..., 4, 2) begun at the opposite one: the card upside down."""
    return np.roll(corners, 2, axis=-2)


def heading_deg(corners: Floats) -> float:
    """Direction from the foot to the head of corners (4, 2), degrees clockwise from upwards, -180 to 180."""
    x, y = corners[0] + corners[1] - corners[2] - corners[3]
    return float(np.degrees(np.arctan2(x, -y)))


def long_side_px(corners: Floats) -> float:
    """Mean length of the two long sides of corners (4, 2), left and right of the card, in their unit."""
    first, second, third, fourth = corners.tolist()
    return (math.dist(first, fourth) + math.dist(second, third)) / 2


def short_side_px(corners: Floats) -> float:
    """Mean length of the two short sides of corners (4, 2), head and foot of the card, in their unit."""
    first, second, third, fourth = corners.tolist()
    return (math.dist(first, second) + math.dist(third, fourth)) / 2


def middle(corners: Floats) -> tuple[float, float]:
    """The mean of corners (4, 2), in their unit."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners.tolist()
    return (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4


def area(corners: Floats) -> float:
    """Area inside corners (4, 2), in their unit squared, positive for clockwise ones where y points down."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners.tolist()
    return float((x2 - x0) * (y3 - y1) - (y2 - y0) * (x3 - x1)) / 2  # half the cross product of the diagonals


def convex(corners: Floats) -> bool:
    """Whether corners (4, 2) go round clockwise without a dent or a crossing."""
    return bool(sound(corners[None], 0.0)[0])


def sound(quads: Floats, least: float) -> NDArray[np.bool_]:
    """Which quadrilaterals (n, 4, 2) are convex, clockwise and have an area of more than ``least``: (n,) bool."""
    edges = quads[:, NEXT] - quads
    after = edges[:, NEXT]
    bends = edges[..., 0] * after[..., 1] - edges[..., 1] * after[..., 0]
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / 2
    return np.asarray((bends > 0).all(axis=1) & (areas > least))


def overlap(first: Floats, second: Floats) -> float:
    """Shared over joined area, 0 to 1, of two convex quadrilaterals (4, 2) of one frame."""
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared / max(area(first) + area(second) - shared, 1e-6))


def turn_between_deg(first: Floats, second: Floats) -> float:
    """Angle between the long axes of two quadrilaterals (4, 2) of one frame, 0 to 90 degrees."""
    return abs((heading_deg(first) - heading_deg(second) + 90.0) % 180.0 - 90.0)
