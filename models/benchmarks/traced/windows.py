"""Which part of a traced film's picture is not as it was."""

import numpy as np

from models.benchmarks.traced.view import Points, View
from models.synthetic.play.timeline import CardState, TableState
from models.synthetic.play.trajectories import Pose
from vision.frame import Floats
from vision.window import Window

SHADOW_MM = 70.0
"""What changes is traced with so much around it: the shadow of an arm."""
SQUARE_PX = 32
"""Windows begin and end at multiples of this."""


def changed_poses(before: TableState, now: TableState) -> list[Pose]:
    """Where cards are that were elsewhere or otherwise before, and where they were."""
    old, new = (_looks_of(state) for state in (before, now))
    return [card.pose for one, other in ((old, new), (new, old)) for key, card in one.items() if key not in other]


def _looks_of(state: TableState) -> dict[object, CardState]:
    return {(card.card, card.pose, card.face_up, card.height): card for card in state.cards}


def around(view: View, points_mm: Floats | Points) -> Window:
    """The window of a picture that holds points of the table with their shadows.

    Args:
        view: the camera.
        points_mm: (N, 2) from the table's middle.
    """
    corners = np.array([(x, y) for x in (-SHADOW_MM, SHADOW_MM) for y in (-SHADOW_MM, SHADOW_MM)])
    flat = (points_mm[:, None] + corners).reshape(-1, 2)
    pixels = view.project(np.column_stack([flat, np.zeros(len(flat))]))
    low = np.clip(np.floor(pixels.min(axis=0) / SQUARE_PX) * SQUARE_PX, 0, np.array(view.size_px) - SQUARE_PX)
    high = np.clip(np.ceil(pixels.max(axis=0) / SQUARE_PX) * SQUARE_PX, low + SQUARE_PX, view.size_px)
    return Window(*low.astype(int).tolist(), *high.astype(int).tolist())
