"""Views round roughly found cards, with what the second look should answer."""

from dataclasses import dataclass

import numpy as np

from models.training.locate.augment import StillSample
from models.training.locate.targets import LEAST_VISIBLE
from vision.corners import CARD, MARGIN_PX, VIEW_PX, expanded_quad, picture_to_view
from vision.frame import Floats, Picture
from vision.quads import convex, half_turn, long_side_px, overlap
from vision.rectify import rectify

FINEST, COARSEST = 0.004, 0.09
"""How far the rough corners are off, in long sides: from the detector's own error to that of the second look itself,
so that it can be repeated."""

NO_CARD_SHARE = 0.2  # of the views show no card, or one so far off that it must be refused
CARD_FROM, NONE_BELOW = 0.55, 0.45  # overlap with a card above which a view shows it, and below which it shows none


@dataclass(frozen=True, slots=True, eq=False)
class CornerView:
    """What the network sees and should answer.

    Attributes:
        picture: (128, 96, 3) uint8 BGR.
        offsets: (8,) from the rough to the true corners in ``MARGIN_PX``; zeros without a card.
        card: 1 if there is a card, else 0.
    """

    picture: Picture
    offsets: Floats
    card: float


def view_of(rng: np.random.Generator, sample: StillSample) -> CornerView | None:
    """A random view of a sample; nothing if it turned out to be neither a card nor none."""
    seen = [quad for quad, share in zip(sample.corners_px, sample.visible, strict=True) if share >= LEAST_VISIBLE]
    if not seen or rng.random() < NO_CARD_SHARE:
        return _elsewhere(rng, sample)
    truth = seen[rng.integers(len(seen))] - np.float32(0.5)  # samples count from the picture's edge
    truth = half_turn(truth) if rng.random() < 0.5 else truth
    rough = shaken(rng, truth)
    if not convex(rough) or overlap(rough, truth) < CARD_FROM:
        return None
    offsets = (picture_to_view(rough, truth) - CARD) / MARGIN_PX
    return CornerView(_picture(rng, sample, rough), offsets.ravel().astype(np.float32), 1.0)


def shaken(rng: np.random.Generator, quad: Floats) -> Floats:
    """The corners (4, 2) moved together, turned, resized and each by itself."""
    size = FINEST * (COARSEST / FINEST) ** rng.random()
    middle, length = quad.mean(0), long_side_px(quad)
    turn = rng.normal(0, size)
    spread = np.diag(1 + rng.normal(0, size, 2)) @ np.array([[1, -turn], [turn, 1]])
    moved = (quad - middle) @ spread.T + middle + rng.normal(0, size, 2) * length
    return (moved + rng.normal(0, 0.5 * size, (4, 2)) * length).astype(np.float32)


def _elsewhere(rng: np.random.Generator, sample: StillSample) -> CornerView | None:
    """A place that no visible card fills: the table, a hand, a thing, or badly missed cards."""
    height, width = sample.picture.shape[:2]
    length = np.exp(rng.uniform(np.log(60), np.log(300)))
    at = rng.uniform((0, 0), (width, height))
    if len(sample.corners_px) and rng.random() < 0.5:
        card = sample.corners_px[rng.integers(len(sample.corners_px))]
        length = long_side_px(card) * rng.uniform(0.6, 1.5)
        at = card.mean(0) + rng.uniform(-0.8, 0.8, 2) * length
    turn = rng.uniform(0, 2 * np.pi)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = np.array([[-0.32, -0.5], [0.32, -0.5], [0.32, 0.5], [-0.32, 0.5]]) * length
    quad = (flat @ rotation.T + at).astype(np.float32)
    cards = zip(sample.corners_px, sample.visible, strict=True)
    if any(share > 0.05 and overlap(quad, card) > NONE_BELOW for card, share in cards):
        return None
    return CornerView(_picture(rng, sample, quad), np.zeros(8, np.float32), 0.0)


def _picture(rng: np.random.Generator, sample: StillSample, rough: Floats) -> Picture:
    """The view, a little brighter or darker."""
    view = rectify(sample.picture, expanded_quad(rough), VIEW_PX)
    return np.asarray(np.clip(view * np.exp(rng.normal(0, 0.12)) + rng.normal(0, 6), 0, 255), np.uint8)
