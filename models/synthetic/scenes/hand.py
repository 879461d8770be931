"""Hands with forearms and sleeves, seen from above, drawn from a seed.

The frame is that of :mod:`models.synthetic.scenes.fingers`.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.signals import Point
from models.synthetic.scenes.fingers import EVERYTHING, POSES, Finger, FingerPose, vary
from models.synthetic.scenes.relief import Relief
from models.synthetic.scenes.sprite import premultiplied
from models.synthetic.scenes.surface import fractal, noise
from vision.frame import Floats, Picture

PX_PER_MM = 1.5
SIZE_MM = (260.0, 800.0)
WRIST_MM = (130.0, 205.0)  # from the picture's upper left

WIDER_MM = 56.0  # so much more on either side has a djellaba's sleeve: about 230 mm across
WRIST_TO_CUFF_MM = 8.0  # and it ends before the wrist

SKINS_BGR = (  # very light to very dark, six steps between as on the Fitzpatrick scale, picked by eye
    (178, 196, 232),
    (150, 176, 222),
    (125, 158, 212),
    (100, 138, 196),
    (80, 115, 172),
    (60, 90, 142),
    (44, 66, 108),
    (34, 48, 78),
)
CLOTHS_BGR = (
    (40, 38, 36),
    (92, 60, 38),
    (150, 110, 70),
    (230, 230, 228),
    (140, 140, 138),
    (50, 45, 130),
    (60, 90, 60),
    (90, 130, 165),
    (40, 60, 95),
    (190, 170, 200),
)


@dataclass(frozen=True, slots=True, eq=False)
class HandSprite:
    """A drawn hand.

    Attributes:
        whole: (H, W, 4) uint8 BGRA, multiplied with alpha: hand, forearm and sleeve, :data:`SIZE_MM` large.
        over: the part that lies on top of a held card, the same size.
        grip_mm: the grip point in the picture's own millimetres, origin in its middle.
    """

    whole: Picture
    over: Picture
    grip_mm: Point


@lru_cache(maxsize=64)
def draw_hand(pose: str, seed: int, *, wide: bool = False) -> HandSprite:
    """Draw a hand of one of :data:`POSES`; skin, sleeve and side follow from the seed alone. About 0.1 s, then kept.

    Args:
        pose: how it is held.
        seed: whose it is.
        wide: in a sleeve as wide as a djellaba's, whatever the person wears else.

    Raises:
        KeyError: if the pose does not exist.
    """
    rng = np.random.default_rng(seed)  # the person: the same in every pose
    thickness = float(rng.uniform(0.88, 1.12))
    shape = vary(POSES[pose], thickness, np.random.default_rng((seed, *pose.encode())))
    hand = _hand_relief(shape)
    cuff_mm = float(rng.uniform(-4, 60)) if rng.random() < 0.8 else math.inf
    left = bool(rng.random() < 0.3)
    colour, cover = _dress(hand, shape, -WRIST_TO_CUFF_MM if wide else cuff_mm, rng, wide=wide)
    over = _over_mask(shape, cover)
    return _sprite(colour, (cover, over), shape.grip_mm, left)


def _hand_relief(pose: FingerPose) -> Relief:
    hand = Relief(SIZE_MM, WRIST_MM, PX_PER_MM)
    hand.limb(((0, -8), (0, 640)), (27, 44), 2)
    for finger in pose.fingers[1:]:
        x, y = finger.root
        hand.limb(((x * 0.55, -6), (x, y + 4)), (20, 12.5), 6, 0.7)
    hand.limb(((-16, -12), pose.fingers[0].root), (20, 14), 3, 0.7)
    hand.limb(((-20, -50), (16, -52)), (26, 24), 5, 0.55)
    hand.smooth(3.0)
    for finger in pose.fingers:
        _add_finger(hand, finger)
    return hand


def _add_finger(hand: Relief, finger: Finger) -> None:
    joints = finger.joints()
    thick = np.linspace(*finger.radii, len(joints))
    for n, ends in enumerate(pairwise(joints)):
        hand.limb(ends, (float(thick[n]), float(thick[n + 1])), max(9 - 3.5 * n, 1))


def _dress(hand: Relief, pose: FingerPose, cuff_mm: float, rng: Generator, *, wide: bool) -> tuple[Floats, Floats]:
    """Colours (H, W, 3), 0 to 255, and coverage of the hand with its sleeve."""
    skin = _skin(hand, pose, rng) * hand.shading(0.9, 5)[..., None]
    if math.isinf(cuff_mm):
        return skin, hand.cover
    sleeve = _sleeve(cuff_mm, rng, wide=wide)
    cloth = _cloth(sleeve, rng) * sleeve.shading(0.8, 7)[..., None]
    _, y = hand.grid()
    near = np.clip(1 - (cuff_mm + 3 - y) / 9, 0, 1) * 0.5  # the cuff shades the skin just before it
    skin = skin * (1 - near * (y < cuff_mm + 30))[..., None]
    on = sleeve.cover[..., None]
    return np.asarray(skin * (1 - on) + cloth * on, np.float32), np.maximum(
        hand.cover * (y < cuff_mm + 20), sleeve.cover
    )


def _skin(hand: Relief, pose: FingerPose, rng: Generator) -> Floats:
    tone = np.array(SKINS_BGR[rng.integers(len(SKINS_BGR))], np.float32) * rng.uniform(0.92, 1.08)
    blotches = 1 + fractal(rng, hand.z.shape, (40, 13), 3) * 0.025 + noise(rng, hand.z.shape, (430, 140)) * 0.012
    colour = np.asarray(tone * blotches[..., None], np.float32)
    for finger in pose.fingers:
        joints = finger.joints()
        for joint in joints[:-1]:
            _tint(hand, colour, (joint, 8.0), np.array((-0.10, -0.08, -0.01), np.float32))
        if finger.nail:
            _nail(hand, colour, finger)
        else:
            _tint(hand, colour, (joints[-1], 7.0), np.array((-0.06, -0.05, 0.02), np.float32))
        _creases(hand, colour, finger)
    return colour


def _tint(hand: Relief, colour: Floats, spot: tuple[Point, float], change: NDArray[np.float32]) -> None:
    point, radius = spot
    window, x, y = hand.near(point, 2.5 * radius)
    colour[window] *= 1 + np.exp(-(x**2 + y**2) / (2 * radius**2))[..., None] * change


def _along(finger: Finger, bone: int) -> tuple[float, float]:
    """Unit vector of a bone."""
    (ax, ay), (bx, by) = finger.joints()[bone : bone + 2] if bone >= 0 else finger.joints()[-2:]
    length = math.hypot(bx - ax, by - ay)
    return ((bx - ax) / length, (by - ay) / length)


def _turned(x: Floats, y: Floats, way: tuple[float, float]) -> tuple[Floats, Floats]:
    """Coordinates along and across a bone."""
    return np.asarray(x * way[0] + y * way[1], np.float32), np.asarray(y * way[0] - x * way[1], np.float32)


def _nail(hand: Relief, colour: Floats, finger: Finger) -> None:
    wide = finger.radii[1]
    window, x, y = hand.near(finger.joints()[-1], 2 * wide)
    along, across = _turned(x, y, _along(finger, -1))
    form = ((along - 0.1 * wide) / (0.85 * wide)) ** 4 + (across / (0.62 * wide)) ** 4
    plate = np.clip((1 - form) * 3, 0, 1)[..., None] * 0.75
    shine = np.exp(-((across / wide + 0.25) ** 2 * 20 + (along / wide) ** 2 * 3))[..., None] * 0.25
    pale = colour[window] * np.array((1.12, 1.08, 1.1), np.float32) + 14
    nailed = colour[window] * (1 - plate) + (pale + 255 * shine) * plate
    colour[window] = nailed * (1 - 0.16 * np.exp(-((form - 1.15) ** 2) * 14)[..., None])


def _creases(hand: Relief, colour: Floats, finger: Finger) -> None:
    """Dark wrinkles across each joint after the knuckle."""
    for n, joint in enumerate(finger.joints()[1:-1]):
        window, x, y = hand.near(joint, 14)
        along, across = _turned(x, y, _along(finger, n))
        within = np.exp(-((across / 5.5) ** 2))
        for shift in (-1.8, 0.0, 1.9):
            line = within * np.exp(-((along - shift - 0.02 * across**2) ** 2) / 0.35)
            colour[window] *= 1 - 0.10 * line[..., None]


def _sleeve(cuff_mm: float, rng: Generator, *, wide: bool) -> Relief:
    sleeve = Relief(SIZE_MM, WRIST_MM, PX_PER_MM)
    loose = rng.uniform(5, 16) + (WIDER_MM if wide else 0.0)
    sleeve.limb(((0, cuff_mm + 33), (rng.uniform(-15, 15), 640)), (31 + loose, 58 + loose), 6, 0.7)
    x, y = sleeve.grid()
    sleeve.cover *= np.clip((y - cuff_mm - rng.uniform(-0.04, 0.04) * x) * PX_PER_MM, 0, 1)
    folds = fractal(rng, sleeve.z.shape, (26, 3), 3) + 0.6 * fractal(rng, sleeve.z.shape, (9, 4), 2)
    sleeve.z += (folds * rng.uniform(0.6, 2.2) + 1.5 * (y < cuff_mm + 14)).astype(np.float32)
    return sleeve


def _cloth(sleeve: Relief, rng: Generator) -> Floats:
    base = np.array(CLOTHS_BGR[rng.integers(len(CLOTHS_BGR))], np.float32) * rng.uniform(0.85, 1.1)
    other = np.array(CLOTHS_BGR[rng.integers(len(CLOTHS_BGR))], np.float32)
    x, y = sleeve.grid()
    kind, period = rng.integers(5), rng.uniform(6, 22)
    stripes_x, stripes_y = (x % period < period * 0.4), (y % period < period * 0.4)
    patterns = (0 * (x + y), 0 * (x + y), stripes_x + 0 * y, stripes_y + 0 * x, 0.5 * stripes_x + 0.5 * stripes_y)
    share = np.asarray(patterns[kind], np.float32)[..., None]
    weave = 1 + noise(rng, sleeve.z.shape, (860, 280)) * rng.uniform(0.01, 0.05)
    return np.asarray((base * (1 - share) + other * share) * weave[..., None], np.float32)


def _over_mask(pose: FingerPose, cover: Floats) -> Floats:
    if pose.over == EVERYTHING:
        return cover
    over = Relief(SIZE_MM, WRIST_MM, PX_PER_MM)
    if 0 in pose.over:
        over.limb(((-14, -10), pose.fingers[0].root), (19, 14))
    else:
        over.limb(((0, -70), (0, 640)), (44, 44))
    for number in pose.over:
        _add_finger(over, pose.fingers[number])
    return np.minimum(over.cover, cover)


def _sprite(colour: Floats, covers: tuple[Floats, Floats], grip_mm: Point, left: bool) -> HandSprite:
    whole = _layer(colour, covers[0], left)
    over = whole if covers[1] is covers[0] else _layer(colour, covers[1], left)
    side = -1 if left else 1
    x, y = WRIST_MM[0] - SIZE_MM[0] / 2 + grip_mm[0], WRIST_MM[1] - SIZE_MM[1] / 2 + grip_mm[1]
    return HandSprite(whole, over, (side * x, y))


def _layer(colour: Floats, cover: Floats, left: bool) -> Picture:
    layer = np.dstack((np.clip(colour, 0, 255), cover * 255)).round().astype(np.uint8)
    return premultiplied(np.ascontiguousarray(layer[:, ::-1]) if left else layer)
