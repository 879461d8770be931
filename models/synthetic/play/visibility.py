"""How much of each card the camera sees: cards and arms drawn as numbers on a coarse map of the table, highest last."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.synthetic.play.card_placement import outline
from models.synthetic.play.timeline import CARD_HEIGHT_MM, CARD_WIDTH_MM, PropState, TableState, TableView
from models.synthetic.play.trajectories import USUAL, HandShape, Pose
from models.synthetic.scenes.clutter import make_prop

CELL_MM = 4.0  # 370 cells a card: shares are true to about 2 %
EYES_CELL_MM = 10.0  # the eyes see hands in cells of 16 px of 1280, about as large on a table 80 cm wide
ARM = 255
# Half widths of a hand and its sleeve at distances behind the fingertips, mm: an adult hand is 85 wide and 185 long.
ARM_PROFILE_MM = ((0.0, 24.0), (45.0, 40.0), (110.0, 42.0), (185.0, 33.0), (260.0, 44.0), (900.0, 60.0))
WIDE_PROFILE_MM = (*ARM_PROFILE_MM[:3], (122.0, 38.0), (124.0, 92.0), (300.0, 112.0), (900.0, 126.0))  # a djellaba's


def arm_outline(tip: Pose, shape: HandShape = USUAL) -> NDArray[np.float32]:
    """The outline of hand and forearm, shape (N, 2), millimetres."""
    profile = WIDE_PROFILE_MM if shape.wide else ARM_PROFILE_MM
    right = [tip.ahead(-back, half) for back, half in profile]
    left = [tip.ahead(-back, -half) for back, half in reversed(profile)]
    return np.array([(p.x_mm, p.y_mm) for p in right + left], np.float32)


def prop_outline(prop: PropState) -> NDArray[np.float32]:
    """The rectangle round a prop, shape (4, 2), millimetres."""
    width, height = (side / 2 for side in make_prop(prop.kind, prop.seed).size_mm)
    corners = [
        prop.pose.ahead(f, r) for f, r in ((height, -width), (height, width), (-height, width), (-height, -width))
    ]
    return np.array([(p.x_mm, p.y_mm) for p in corners], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Visibility:
    """What the camera sees of the cards at one time.

    Attributes:
        shares: for each card the share of its face that nothing covers and the camera sees.
        bare: the same without the arms.
        arms: (rows, columns) where arms are, in cells of :data:`CELL_MM`.
    """

    shares: tuple[float, ...]
    bare: tuple[float, ...]
    arms: NDArray[np.bool_]

    def cover(self) -> NDArray[np.float32]:
        """(rows, columns) the share of each cell of :data:`EYES_CELL_MM` that an arm covers, as the eyes map it."""
        rows, columns = (round(side * CELL_MM / EYES_CELL_MM) for side in self.arms.shape)
        mask = self.arms.astype(np.float32)
        return np.asarray(cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def visibility_of(state: TableState, view: TableView) -> Visibility:
    """What the camera sees of a table whose poses are those of its picture."""
    ground = np.zeros((round(view.height_mm / CELL_MM), round(view.width_mm / CELL_MM)), np.uint8)
    for number, card in enumerate(state.cards, start=1):
        _fill(ground, outline(card.pose), number)
    for prop in state.props:
        _fill(ground, prop_outline(prop), 0)
    bare = shares = _shares(ground, len(state.cards))
    if state.arms:
        for arm in state.arms:
            _fill(ground, arm_outline(arm.pose, arm.shape), ARM)
        shares = _shares(ground, len(state.cards))
    return Visibility(shares, bare, ground == ARM)


def shares_seen(state: TableState, view: TableView) -> tuple[float, ...]:
    """For each card on the table the share of its face that nothing covers and the camera sees."""
    return visibility_of(state, view).shares


def _shares(ground: NDArray[np.uint8], count: int) -> tuple[float, ...]:
    """How much of each card is to be seen on a map on which each cell has the number of what is highest there."""
    seen = np.bincount(ground.ravel(), minlength=ARM + 1)
    cells = CARD_WIDTH_MM * CARD_HEIGHT_MM / CELL_MM**2
    return tuple(min(1.0, float(seen[i + 1]) / cells) for i in range(count))


def _fill(ground: NDArray[np.uint8], corners_mm: NDArray[np.float32], number: int) -> None:
    cells = np.round(corners_mm / CELL_MM * 16).astype(np.int32)
    cv2.fillPoly(ground, [cells], number, shift=4)
