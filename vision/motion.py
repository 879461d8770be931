"""Notice on a small grey picture whether the table changed; an idle frame costs a quarter of a millisecond."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Floats = NDArray[np.float32]

CELLS = 160
"""Cells along the longer side: a card of 60 px in a 640-px picture covers 15 by 9 of them."""

STEP_GREY = 6.0
"""Change of a cell's grey value that counts, 0 to 255. Lower sees paler cards on pale tables and more noise; a cell
averages at least 16 pixels, so a noise of 6 grey values per pixel stays below a quarter of this."""

LEAST_CELLS = 5
"""Cells that must change together: a twentieth of the smallest card; lower fires on specks."""

DRIFT = 0.05
"""Share of a quiet frame that flows into the remembered one: a lamp that dims over seconds never adds up."""

LIGHT_CELLS = 61
"""Width of the window in which light is taken as even: twice a large card, so a card is not taken for light."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What the gate saw in one frame.

    Attributes:
        moving: share of cells that differ from the frame before, 0 to 1; 0 in the first frame and if fewer
            than ``LEAST_CELLS`` do.
        changed: the same against the last frame that was looked at; 1 before the first look.
        grey: (rows, columns) float32, the small picture, 0 to 255.
    """

    moving: float
    changed: float
    grey: Floats


class MotionGate:
    """Remembers the frame before and the frame last looked at."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._before: Floats | None = None
        self._looked: Floats | None = None

    def glance(self, picture: Picture) -> Glance:
        """Compare a frame, (H, W, 3) uint8, with what is remembered; sizes may change, everything has then changed."""
        grey = small_grey(picture)
        moving = 0.0 if self._before is None else difference(grey, self._before)
        changed = difference(grey, self._looked)
        if changed == 0.0 and self._looked is not None:
            self._looked += DRIFT * (grey - self._looked)
        self._before = grey
        return Glance(moving, changed, grey)

    def looked(self) -> None:
        """The frame last glanced at has been looked at in full."""
        self._looked = None if self._before is None else self._before.copy()


def small_grey(picture: Picture) -> Floats:
    """The picture reduced to ``CELLS`` along its longer side, grey."""
    height, width = picture.shape[:2]
    factor = CELLS / max(height, width)
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    rows = max(height // (2 * size[1]), 1)  # half of a cell's rows at most are left out: four times faster than all
    thinned = np.ascontiguousarray(picture[:: min(rows, 4)])
    small = cv2.resize(thinned, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def difference(grey: Floats, other: Floats | None) -> float:
    """Share of cells that differ by more than light and noise do, 0 to 1.

    The other picture is first brought to the same local brightness, so that a lamp, a cloud or a slow exposure is no
    movement; then single cells are dropped, for a card or a hand covers many together.
    """
    if other is None or other.shape != grey.shape:
        return 1.0
    window = (LIGHT_CELLS, LIGHT_CELLS)
    light = (cv2.blur(grey, window) + 4.0) / (cv2.blur(other, window) + 4.0)
    apart = np.abs(grey - other * light)
    noise = 4.0 * float(np.median(apart))
    seen = (apart > max(STEP_GREY, noise)).astype(np.uint8)
    together = int(np.count_nonzero(cv2.morphologyEx(seen, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))))
    return together / grey.size if together >= LEAST_CELLS else 0.0


def sharpness(grey: Floats) -> float:
    """Variance of the Laplacian of the small picture; falls when the lens is dirty or out of focus."""
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
