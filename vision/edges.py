"""Draw the network's quadrilaterals to the edges that are really there, in the full-resolution picture."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture
from vision.quads import convex, long_side_px

Floats = NDArray[np.float32]

REACH = 0.03
"""How far an edge may move, in long sides: the network's error, and less than from a card's edge to its printed frame
(5 mm of 95), which would otherwise be taken for it on a white table."""

TAPS = 21  # places looked at across an edge, 0.3 % of a long side apart: a third of a pixel on a common card
SAMPLES = 20  # places along an edge; a pip or a finger spoils a few of them
ENDS = 0.1  # share of an edge left out at both ends, where corners are round
TILT_TAPS = 8  # the two ends of an edge may move differently by this many taps
FAINT = 12.0  # grey values; a step this high counts half, so that one dark pip does not outweigh a whole pale edge
TRUST = 0.55  # how far the network is trusted: an edge must be better by this to be found at the end of the reach


def refined(picture: Picture, quads_px: list[Floats]) -> list[Floats]:
    """The quadrilaterals with each side moved to the nearest straight edge, where there is one.

    Args:
        picture: (H, W, 3) uint8, full resolution.
        quads_px: corners (4, 2) each.
    """
    if not quads_px:
        return []
    quads = np.stack(quads_px).astype(np.float32)
    lengths = np.array([long_side_px(quad) for quad in quads], np.float32)
    steps = _steps(picture, quads, lengths)
    lines, prior = _lines()
    # one row per side, one column per line: how much edge lies along that line
    score = steps.reshape(len(quads) * 4, -1) @ lines.reshape(len(lines), -1).T / SAMPLES - prior
    ends = _ends()[score.argmax(1)].reshape(len(quads), 4, 2) * lengths[:, None, None]
    moved = _moved(quads, ends)
    return [new if _sane(new, old) else old for new, old in zip(moved, quads, strict=True)]


def _outward(quads: Floats) -> tuple[Floats, Floats]:
    """Each side's vector and its outward unit normal, (n, 4, 2)."""
    along = np.roll(quads, -1, axis=1) - quads
    normal = np.stack([along[..., 1], -along[..., 0]], -1)
    return along, normal / np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)


def _steps(picture: Picture, quads: Floats, lengths: Floats) -> Floats:
    """Height of the step in the picture across each side, (n, 4, SAMPLES, TAPS), 0 to 1."""
    along, normal = _outward(quads)
    shares = np.linspace(ENDS, 1 - ENDS, SAMPLES, dtype=np.float32)
    offsets = np.linspace(-REACH, REACH, TAPS, dtype=np.float32)
    gap = offsets[1] - offsets[0]
    wider = np.concatenate([offsets[:1] - gap, offsets, offsets[-1:] + gap])
    feet = quads[:, :, None] + along[:, :, None] * shares[:, None]
    reach = normal[:, :, None] * lengths[:, None, None, None]
    places = feet[:, :, :, None] + reach[:, :, :, None] * wider[:, None]
    flat = places.reshape(-1, TAPS + 2, 2)
    seen = cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colours = seen.astype(np.float32).reshape(*places.shape[:-1], -1)
    height = np.abs(colours[:, :, :, 2:] - colours[:, :, :, :-2]).max(-1)
    return np.asarray(height / (height + FAINT), np.float32)


@cache
def _hypotheses() -> tuple[tuple[int, int], ...]:
    """Pairs of taps at the two ends of a side: the lines that are tried."""
    return tuple((one, two) for one in range(TAPS) for two in range(TAPS) if abs(one - two) <= TILT_TAPS)


@cache
def _ends() -> Floats:
    """How far outward each line's two ends are, in long sides, (lines, 2)."""
    offsets = np.linspace(-REACH, REACH, TAPS, dtype=np.float32)
    return np.asarray(offsets[np.array(_hypotheses())], np.float32)


@cache
def _lines() -> tuple[Floats, Floats]:
    """Weights (lines, SAMPLES, TAPS) that sum the steps along each line, and what each line must overcome (lines,)."""
    shares = np.linspace(ENDS, 1 - ENDS, SAMPLES)
    pairs = np.array(_hypotheses())
    at = pairs[:, :1] + (pairs[:, 1:] - pairs[:, :1]) * shares
    weights = np.maximum(0, 1 - np.abs(np.arange(TAPS) - at[..., None]))
    far = (_ends() / REACH) ** 2
    return weights.astype(np.float32), (TRUST * far.mean(1)).astype(np.float32)


def _moved(quads: Floats, ends: Floats) -> Floats:
    """The corners where neighbouring sides meet after their ends moved outward by ``ends`` (n, 4, 2) pixels."""
    _, normal = _outward(quads)
    begin = quads + normal * ends[..., :1]
    finish = np.roll(quads, -1, axis=1) + normal * ends[..., 1:]
    way = finish - begin
    before, before_way = np.roll(begin, 1, axis=1), np.roll(way, 1, axis=1)
    across = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    gap = begin - before
    share = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / np.where(np.abs(across) < 1e-6, 1e-6, across)
    return np.asarray(before + before_way * share[..., None], np.float32)


def _sane(new: Floats, old: Floats) -> bool:
    """Whether the sides still form a card about where it was."""
    limit = 2.5 * REACH * long_side_px(old)
    return bool(np.isfinite(new).all()) and convex(new) and float(np.abs(new - old).max()) < limit
