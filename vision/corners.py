"""Draw a roughly found quadrilateral to the card's true corners: a second, tiny network looks from near."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.frame import Floats, Picture
from vision.quads import convex
from vision.rectify import rectify_all

VIEW_PX = (96, 128)
"""Width and height of what the network sees: a card of 64x96 and a margin of 16 round it."""

MARGIN_PX = 16.0
"""Offsets are learned in units of this: a sixth of the card's long side, the most that the detector errs."""

CARD = np.array([[16, 16], [80, 16], [80, 112], [16, 112]], np.float32) - 0.5
"""Where the rough corners lie in the view; whole numbers are the middles of pixels."""


class CornerFinder:
    """The network and the geometry round it."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        """Use an opened ``corners`` model."""
        self._session = session

    def refine(self, picture: Picture, quads_px: Sequence[Floats]) -> tuple[list[Floats], Floats]:
        """Better corners, and how much each place looks like a card.

        Args:
            picture: (H, W, 3) uint8 BGR, full resolution.
            quads_px: rough corners (4, 2) float32 each, pixels of the picture, off by up to a tenth of the card.

        Returns:
            Corners (4, 2) float32 each, pixels of the picture, in their order, and probabilities (n,) of a card.
        """
        if not len(quads_px):
            return [], np.zeros(0, np.float32)
        views = rectify_all(picture, [expanded_quad(quad) for quad in quads_px], VIEW_PX)
        offsets, chances = self._session.run(None, {"views": views})
        moved = [
            view_to_picture(quad, CARD + row * MARGIN_PX)
            for quad, row in zip(quads_px, offsets.reshape(-1, 4, 2), strict=True)
        ]
        better = [new if convex(new) else old for new, old in zip(moved, quads_px, strict=True)]
        return better, np.asarray(chances, np.float32)


def expanded_quad(quad_px: Floats) -> Floats:
    """The corners (4, 2) of the view round a rough quadrilateral (4, 2), pixels of the picture."""
    width, height = VIEW_PX
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    return view_to_picture(quad_px, frame)


def view_to_picture(quad_px: Floats, points: Floats) -> Floats:
    """Points (n, 2) float32, pixels of the view round a quadrilateral (4, 2), in pixels of the picture."""
    return _mapped(cv2.getPerspectiveTransform(CARD, quad_px), points)


def picture_to_view(quad_px: Floats, points_px: Floats) -> Floats:
    """Points (n, 2) float32, pixels of the picture, in pixels of the view round a quadrilateral (4, 2)."""
    return _mapped(cv2.getPerspectiveTransform(quad_px, CARD), points_px)


def _mapped(view: NDArray[Any], points: Floats) -> Floats:
    """Points through a homography."""
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), view)[0], np.float32)
