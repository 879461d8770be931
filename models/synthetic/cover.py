"""How much of each card the camera sees: cards and arms drawn as numbers on a coarse map of the table, highest last."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.spots import outline
from models.synthetic.timeline import CARD_HEIGHT_MM, CARD_WIDTH_MM, USUAL, Moment, Pose, Shape, View

CELL_MM = 4.0  # 370 cells a card: shares are true to about 2 %
ARM = 255
# Half widths of a hand and its sleeve at distances behind the fingertips, mm: an adult hand is 85 wide and 185 long.
ARM_PROFILE_MM = ((0.0, 24.0), (45.0, 40.0), (110.0, 42.0), (185.0, 33.0), (260.0, 44.0), (900.0, 60.0))
WIDE_PROFILE_MM = (*ARM_PROFILE_MM[:3], (122.0, 38.0), (124.0, 92.0), (300.0, 112.0), (900.0, 126.0))  # a djellaba's


def arm_outline(tip: Pose, shape: Shape = USUAL) -> NDArray[np.float32]:
    """The outline of hand and forearm, shape (N, 2), millimetres."""
    profile = WIDE_PROFILE_MM if shape.wide else ARM_PROFILE_MM
    right = [tip.ahead(-back, half) for back, half in profile]
    left = [tip.ahead(-back, -half) for back, half in reversed(profile)]
    return np.array([(p.x_mm, p.y_mm) for p in right + left], np.float32)


def shares_seen(moment: Moment, view: View) -> tuple[float, ...]:
    """For each card of the moment the share of its face that nothing covers and the camera sees."""
    ground = _map(moment, view)
    seen = np.bincount(ground.ravel(), minlength=ARM + 1)
    cells = CARD_WIDTH_MM * CARD_HEIGHT_MM / CELL_MM**2
    return tuple(min(1.0, float(seen[i + 1]) / cells) for i in range(len(moment.cards)))


def arms_seen(moment: Moment, view: View) -> bool:
    """Whether any part of an arm is over the part of the table that the camera sees."""
    return bool((_map(moment, view) == ARM).any())


def _map(moment: Moment, view: View) -> NDArray[np.uint8]:
    """The number of the thing seen in each cell: 0 table, 1 to 254 cards in order, 255 an arm."""
    ground = np.zeros((round(view.height_mm / CELL_MM), round(view.width_mm / CELL_MM)), np.uint8)
    for number, card in enumerate(moment.cards, start=1):
        _fill(ground, outline(card.pose), number)
    for arm in moment.arms:
        _fill(ground, arm_outline(arm.pose, arm.shape), ARM)
    return ground


def _fill(ground: NDArray[np.uint8], corners_mm: NDArray[np.float32], number: int) -> None:
    cells = np.round(corners_mm / CELL_MM * 16).astype(np.int32)
    cv2.fillPoly(ground, [cells], number, shift=4)
