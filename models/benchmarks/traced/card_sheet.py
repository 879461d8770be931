"""A card as a bent sheet of triangles with rounded corners."""

import math

import numpy as np
from numpy.typing import NDArray

from models.benchmarks.traced.view import Points
from models.synthetic.scenes.placed import PlacedCard

ROUND, STRAIGHT = 6, 8
"""Rows of a sheet in its rounded ends and between them: smooth to a tenth of a millimetre."""
OPAQUE = 127


def sheet(card: PlacedCard) -> tuple[Points, Points, NDArray[np.int64]]:
    """A card as rows across it, narrower where its corners are rounded.

    Returns:
        points (N, 3) in mm, their places on its picture (N, 2), 0 to 1 from its lower left, and triangles (M, 3).
    """
    width, height = card.size_mm
    radius = _radius_mm(card)
    round_mm = radius * (1 - np.cos(np.linspace(0, math.pi / 2, ROUND)))
    down = np.concatenate([round_mm, np.linspace(radius, height - radius, STRAIGHT)[1:-1], height - round_mm[::-1]])
    into = np.maximum(radius - np.minimum(down, height - down), 0)
    half = width / 2 - radius + np.sqrt(np.maximum(radius**2 - into**2, 0))
    x, y = np.concatenate([-half, half]), np.tile(down - height / 2, 2)
    angle = math.radians(card.angle_deg)
    right = card.centre_mm[0] + x * math.cos(angle) - y * math.sin(angle)
    below = card.centre_mm[1] + x * math.sin(angle) + y * math.cos(angle)
    above = card.lift_mm + card.curl_mm * (2 * y / height) ** 2
    left = np.arange(len(down) - 1)
    other = left + len(down)
    faces = np.concatenate([np.stack([left, left + 1, other], 1), np.stack([other, left + 1, other + 1], 1)])
    return np.stack([right, below, above], 1), np.stack([x / width + 0.5, 0.5 - y / height], 1), faces


def _radius_mm(card: PlacedCard) -> float:
    """How far the corners of its picture are rounded."""
    first = card.picture[0, :, 3]
    return max(float(np.argmax(first > OPAQUE)) / len(first) * card.size_mm[0], 0.5)
