"""What of a camera's answer can be believed: a picture that is one, and a time at which it can have been taken."""

from dataclasses import replace

import numpy as np

from hardware.ports import Shot

LATE_S = 2.0
"""So old is the oldest picture that a camera hands out as new: four buffers at 5 pictures a second, and some. A
judgement."""
EARLY_S = 0.05
"""Two clocks of one machine may be so far apart, and no picture is from later on. A judgement."""
LEAST_PX = 16
"""Sides of a picture that shows anything: in a smaller one no card of any table has a pixel for its rank."""


def plausible_s(stamp_s: float, now_s: float) -> float:
    """When a picture was taken: its stamp, unless it cannot be true (years ahead or behind, no number): then now."""
    return stamp_s if now_s - LATE_S <= stamp_s <= now_s + EARLY_S else now_s


def usable(shot: Shot, now_s: float) -> Shot | None:
    """The shot with a time that can be true; ``None``: it holds no picture."""
    if not _is_picture(shot.picture, 3):
        return None
    grey = shot.grey if shot.grey is not None and _is_picture(shot.grey, 2) else None
    return replace(shot, taken_s=plausible_s(shot.taken_s, now_s), grey=grey)


def _is_picture(array: object, dimensions: int) -> bool:
    if not isinstance(array, np.ndarray) or array.dtype != np.uint8 or array.ndim != dimensions:
        return False
    return min(array.shape[:2]) >= LEAST_PX and array.shape[2:] in ((), (3,))
