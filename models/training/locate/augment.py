"""Stills seen otherwise: turned, flipped, larger, stretched, darker, tinted, blurred, noisy."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Picture

SMALLEST_PX, LARGEST_PX = 48.0, 430.0
"""Long side of a card in the network's picture that must be found, and a little more."""

BOUNDED_PX = 90.0
"""The same of the largest card of a picture that may be seen with its ends: the smallest wider look has 128 px."""

STRETCH = 0.32  # the photographs of one public set are squeezed up to a third; a lens at the edge of a table does less


@dataclass(frozen=True, slots=True)
class StillSample:
    """A picture and what lies in it.

    Attributes:
        picture: (H, W, 3) uint8 BGR.
        corners_px: (n, 4, 2) clockwise from each card's own upper left.
        visible: (n,) share of each card that is seen, 0 to 1.
        cover: (H, W) uint8, 255 where a hand or sleeve is.
        bounded: whether views may show the picture's ends all round, as small pictures of single cards are seen.
    """

    picture: Picture
    corners_px: Floats
    visible: Floats
    cover: Picture
    bounded: bool = False


def varied(rng: np.random.Generator, sample: StillSample, side_px: int) -> StillSample:
    """A random square view of a sample with other colours.

    Args:
        rng: of the views.
        sample: a still.
        side_px: side of the view.
    """
    seen = _moved(sample, _view(rng, sample, side_px), side_px)
    if rng.random() < 0.5:
        seen = _mirrored(seen)
    return StillSample(_recoloured(rng, seen.picture), seen.corners_px, seen.visible, seen.cover)


def _view(rng: np.random.Generator, sample: StillSample, side_px: int) -> Floats:
    """A 2x3 map from the still to the view: quarter turns, any turn now and then, scale, stretch, place."""
    turn = rng.integers(4) * 90.0 + (rng.uniform(-45, 45) if rng.random() < 0.3 else 0.0)
    angle = np.radians(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = _scale(rng, sample, side_px)
    stretch = np.diag([1.0 + rng.uniform(-STRETCH, STRETCH), 1.0]) if rng.random() < 0.4 else np.eye(2)
    linear = stretch @ rotation * scale
    aim = linear @ _aim(rng, sample, side_px / 3 / scale)
    return np.hstack([linear, (side_px / 2 - aim)[:, None]]).astype(np.float32)


def _aim(rng: np.random.Generator, sample: StillSample, near_px: float) -> Floats:
    """What to look at: mostly the neighbourhood of a card, else any place."""
    height, width = sample.picture.shape[:2]
    if len(sample.corners_px) and rng.random() < 0.75:
        card = sample.corners_px[rng.integers(len(sample.corners_px))]
        return np.asarray(np.clip(card.mean(0) + rng.uniform(-near_px, near_px, 2), 0, (width, height)), np.float32)
    return np.asarray(rng.uniform(0.25, 0.75, 2) * (width, height), np.float32)


def _scale(rng: np.random.Generator, sample: StillSample, side_px: int) -> float:
    """A scale at which the cards have sizes that must be found and the view is mostly filled."""
    least = 0.55 * side_px / min(sample.picture.shape[:2])
    if not len(sample.corners_px):
        return float(rng.uniform(least, 2 * least))
    sizes = np.linalg.norm(sample.corners_px[:, 0] - sample.corners_px[:, 3], axis=1)
    low, high = SMALLEST_PX / sizes.min(), LARGEST_PX / sizes.max()
    low = max(low, BOUNDED_PX / sizes.max() if sample.bounded else least)
    high = max(min(high, 2.5), low)
    return float(low * (high / low) ** (rng.random() ** 1.7))  # more small cards: more of them are in one view


def _moved(sample: StillSample, view: Floats, side_px: int) -> StillSample:
    """The sample through a 2x3 map."""
    size = (side_px, side_px)
    shrink = float(np.sqrt(abs(np.linalg.det(view[:, :2])))) < 0.7
    source = cv2.GaussianBlur(sample.picture, (3, 3), 0) if shrink else sample.picture
    picture = cv2.warpAffine(source, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    cover = cv2.warpAffine(sample.cover, view, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    outside = cv2.warpAffine(np.full(sample.cover.shape, 255, np.uint8), view, size)
    picture[outside < 128] = 0  # a mirrored half card would be an unlabelled card
    cover[outside < 128] = 0
    corners = sample.corners_px @ view[:, :2].T + view[:, 2]
    visible = still_visible(sample.visible, corners, (side_px, side_px))
    return StillSample(np.asarray(picture, np.uint8), corners.astype(np.float32), visible, np.asarray(cover, np.uint8))


def still_visible(visible: Floats, corners: Floats, size_px: tuple[int, int]) -> Floats:
    """Shares (n,) seen after cutting: a card of which less than half lies inside counts as barely seen.

    Args:
        visible: shares before, 0 to 1.
        corners: (n, 4, 2) in pixels of what was cut out.
        size_px: its width and height.
    """
    inside = np.zeros(len(corners), np.float32)
    width, height = size_px
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for index, quad in enumerate(corners.astype(np.float32)):
        shared, _ = cv2.intersectConvexConvex(quad, frame)
        inside[index] = shared / max(cv2.contourArea(quad), 1.0)
    return np.where(inside < 0.5, np.minimum(visible, 0.1), visible * np.minimum(inside, 1.0)).astype(np.float32)


def _mirrored(sample: StillSample) -> StillSample:
    """Left and right exchanged; corners stay clockwise, the head stays the head."""
    corners = sample.corners_px.copy()
    corners[..., 0] = sample.picture.shape[1] - corners[..., 0]
    return StillSample(sample.picture[:, ::-1], corners[:, [1, 0, 3, 2]], sample.visible, sample.cover[:, ::-1])


def _recoloured(rng: np.random.Generator, picture: Picture) -> Picture:
    """Exposure, colour of the light, contrast, blur and noise."""
    gain = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.05, 3))
    gamma = np.exp(rng.normal(0, 0.12))
    levels = np.linspace(0, 1, 256)[:, None] ** gamma * gain[None] * 255 + rng.normal(0, 6)
    out = cv2.LUT(np.ascontiguousarray(picture), np.clip(levels, 0, 255).astype(np.uint8)[:, None, :])
    if rng.random() < 0.05:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.05:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.5, 1.6))
    if rng.random() < 0.2:
        grain = rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(1, 9))
        out = np.clip(out + grain, 0, 255).astype(np.uint8)
    return np.asarray(out, np.uint8)
