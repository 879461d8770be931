"""How unsharp a picture is, in pixels, whatever it shows: blurring it once more takes little from what is blurred.

At an edge that is blurred with a deviation of s, a further blur of s0 leaves s / sqrt(s^2 + s0^2) of the gradient, so
the ratio of the two gradients tells s (S. Zhuo, T. Sim, "Defocus map estimation from a single image", Pattern
Recognition 44, 2011).
"""

import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats

REBLUR_PX = 1.0
"""The further blur: as the paper has it."""
EDGES_PERCENT = 90.0
"""The steepest tenth of a card's pixels are edges of its print. A judgement: an ace is mostly paper."""
MOST_RATIO, LEAST_RATIO = 3.0, 1.005
"""Between them deviations of 0.35 to 10 px can be told; sharper than that is a drawn line, blunter is no picture."""


def blur_px(grey: NDArray[Any], quads: Sequence[Floats]) -> float | None:
    """Standard deviation of the blur within some cards, pixels; ``None``: they have no edges.

    Of sixteen pictures of the bundled film, blurred by 1 to 4 px more, it is told within 0.3 px.

    Args:
        grey: (H, W) uint8.
        quads: corners of the cards, (4, 2) float32 each, pixels.
    """
    inside = np.zeros(grey.shape, np.uint8)
    for quad in quads:
        cv2.fillPoly(inside, [quad.astype(np.int32)], 1)
    before, after = _steepness(grey), _steepness(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), REBLUR_PX))
    steep = before[inside > 0]
    edges = steep >= np.percentile(steep, EDGES_PERCENT) if steep.size else steep > 0
    if not edges.any() or steep[edges].min() <= 0:
        return None
    ratio = float(np.median(steep[edges] / np.maximum(after[inside > 0][edges], 1e-3)))
    return REBLUR_PX / math.sqrt(min(max(ratio, LEAST_RATIO), MOST_RATIO) ** 2 - 1)


def _steepness(grey: NDArray[Any]) -> NDArray[Any]:
    """How steep a picture is at each pixel."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down))
