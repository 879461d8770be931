"""Notice on a small grey picture whether the table changed: where nothing did this is all that a frame costs."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Picture
from vision.reduction import reduced_to

ChangedCells = NDArray[np.bool_]

CELLS = 160
"""Cells along the longer side: a card of 60 px in a 640-px picture covers 15 by 9 of them."""

STEP_GREY = 6.0
"""Change of a cell's grey value that counts, 0 to 255. Lower sees paler cards on pale tables and more noise; a cell
averages at least 16 pixels, so a noise of 6 grey values per pixel stays below a quarter of this."""

MOST_NOISE_GREY = 16.0
"""What differs by more is no noise, however much of the table does: pixels would have a noise of 16 grey values. With a
broad sleeve upon half of the table half of the cells differed by 31; between two pictures at rest of two filmed deals
by less than 1.7."""

LEAST_CELLS = 5
"""Cells that must change together: a twentieth of the smallest card; lower fires on specks."""

DRIFT = 0.05
"""Share of a quiet frame that flows into the remembered one: a lamp that dims over seconds never adds up."""

LIGHT_CELLS = 60
"""Width of the window in which light is taken as even: twice a large card, so a card is not taken for light."""

LIGHT_STEP = 4
"""Light is averaged over every so many cells, each the mean of four: a third of the time."""

SHADE_GREY = 24.0
"""What differs by more in the light of the whole picture is no shade: :data:`vision.occluders.STEP`."""

MOST_EXPOSURE = 1.6
"""What makes more than half of the table darker or lighter than by this factor is a thing upon it. A lamp of two that
is switched does as much: then all of the table is looked at once more. A judgement; at 2 a dark sleeve over more than
half of a table of 120 grey values counts as light."""

PAIR = np.ones((2, 2), np.uint8)
"""Cells that differ count where four of them make a square."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameChange:
    """What the gate measured in one frame.

    Attributes:
        moving: share of cells that differ from the frame before, 0 to 1; 0 in the first frame and if fewer
            than ``LEAST_CELLS`` do.
        changed: share of cells that differ from the last frame that was looked at; 1 before the first look.
        grey: (rows, columns) float32, the small picture, 0 to 255.
        where: (rows, columns) bool, the cells that differ from the last frame that was looked at, in the light of the
            whole picture too: a pale card changes what is taken for the light of a dark table round it. Those that
            differ much in that light are among them: within a broad sleeve all light is that of the sleeve.
    """

    moving: float
    changed: float
    grey: Floats
    where: ChangedCells


@dataclass(frozen=True, slots=True, eq=False)
class _SmallPicture:
    """A small picture that is remembered, and the light in it: its mean over a wide window, never zero."""

    grey: Floats
    light: Floats

    @classmethod
    def of(cls, grey: Floats) -> "_SmallPicture":
        rows, columns = grey.shape
        fewer = cv2.resize(grey, (-(-columns // LIGHT_STEP), -(-rows // LIGHT_STEP)))
        light = cv2.resize(cv2.blur(fewer, (LIGHT_CELLS // LIGHT_STEP,) * 2), (columns, rows))
        return cls(grey, np.asarray(light, np.float32) + np.float32(4))

    def drifted(self, other: "_SmallPicture") -> "_SmallPicture":
        """A little of the ``other`` mixed in: the mean of a mixture is the mixture of the means."""
        return _SmallPicture(_mixed(self.grey, other.grey), _mixed(self.light, other.light))


class MotionGate:
    """Remembers the frame before and the frame last looked at."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self._before: _SmallPicture | None = None
        self._looked: _SmallPicture | None = None

    def measure(self, picture: Picture) -> FrameChange:
        """Compare a picture, (H, W, 3) BGR or (H, W) grey uint8, with those remembered; of another size all changed."""
        return self.compare(small_grey(picture))

    def compare(self, grey: Floats) -> FrameChange:
        """Compare a small grey picture, (rows, columns) float32, 0 to 255, with those remembered."""
        seen = _SmallPicture.of(grey)
        moving = 0.0 if self._before is None else _share(_difference(seen, self._before))
        changed = np.ones(seen.grey.shape, bool) if self._looked is None else _difference(seen, self._looked)
        where = changed if self._looked is None or not changed.any() else _where(seen, self._looked, changed)
        if self._looked is not None and not changed.any():
            self._looked = self._looked.drifted(seen)
        self._before = seen
        return FrameChange(moving, _share(changed), seen.grey, where)

    def looked(self) -> None:
        """Remember the frame measured last as one that was looked at in full."""
        self._looked = self._before


def small_grey(picture: Picture) -> Floats:
    """A picture, (H, W, 3) BGR or (H, W) grey uint8, as (rows, columns) float32 grey, 0 to 255, ``CELLS`` at most."""
    height, width = picture.shape[:2]
    factor = CELLS / max(height, width)
    size = (max(round(width * factor), 1), max(round(height * factor), 1))
    rows = max(height // (2 * size[1]), 1)  # half of a cell's rows at most are left out: reading them takes longest
    fewer = picture[:: min(rows, 4)]
    grey = fewer if fewer.ndim == 2 else np.asarray(cv2.cvtColor(fewer, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(reduced_to(grey, size), np.float32)


def _difference(seen: _SmallPicture, other: _SmallPicture) -> ChangedCells:
    """The cells (rows, columns) that differ by more than light and noise do; none if fewer than ``LEAST_CELLS`` do.

    The other picture is first brought to the same local brightness, so that a lamp, a cloud or a slow exposure is no
    movement; then single cells are dropped, for a card or a hand covers many together.
    """
    if other.grey.shape != seen.grey.shape:
        return np.ones(seen.grey.shape, bool)
    apart = np.abs(seen.grey - other.grey * (seen.light / other.light))
    if np.count_nonzero(apart > STEP_GREY) < LEAST_CELLS:
        return np.zeros(seen.grey.shape, bool)  # as at most times: the noise need not be known
    noise = min(4.0 * _median(apart), MOST_NOISE_GREY)
    far = (apart > max(STEP_GREY, noise)).astype(np.uint8)
    together = np.asarray(cv2.morphologyEx(far, cv2.MORPH_OPEN, PAIR)).astype(bool)
    return together & (np.count_nonzero(together) >= LEAST_CELLS)


def _where(seen: _SmallPicture, other: _SmallPicture, changed: ChangedCells) -> ChangedCells:
    """Which cells (rows, columns) changed where one light is taken for all of the table, too, or by very much."""
    if other.grey.shape != seen.grey.shape:
        return changed
    light = min(max(_median((seen.grey + 1) / (other.grey + 1)), 1 / MOST_EXPOSURE), MOST_EXPOSURE)
    apart = np.abs(seen.grey - other.grey * np.float32(light))
    return changed & (apart > STEP_GREY) | (apart > SHADE_GREY)


def _mixed(old: Floats, new: Floats) -> Floats:
    """What was remembered (rows, columns) float32 with a little of the new."""
    return np.asarray(cv2.addWeighted(old, 1 - DRIFT, new, DRIFT, 0), np.float32)


def _share(cells: ChangedCells) -> float:
    """The share of cells that are set, 0 to 1; counted, for a mean takes seven times as long."""
    return np.count_nonzero(cells) / cells.size


def _median(cells: Floats) -> float:
    """The median of (rows, columns) float32, by every fourth: a third of the time."""
    some = cells[::2, ::2]
    return float(np.partition(some, some.size // 2, axis=None)[some.size // 2])


def sharpness(grey: Floats) -> float:
    """Variance of the Laplacian of a small picture (rows, columns) float32; falls when the lens is dirty or unsharp."""
    _, spread = cv2.meanStdDev(cv2.Laplacian(grey, cv2.CV_32F))
    return float(spread[0, 0]) ** 2
