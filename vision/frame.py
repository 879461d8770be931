"""One picture of the table with its time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Colour = tuple[int, int, int]  # blue, green, red, 0 to 255


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What a camera or a recording gives.

    Attributes:
        t_ms: milliseconds since the session began.
        picture: (H, W, 3) uint8, blue first (what picamera2 calls ``RGB888`` is in this order too).
        grey: (h, w) uint8, a smaller picture of the same moment, where the camera gives one beside.
    """

    t_ms: int
    picture: Picture
    grey: Picture | None = None
