"""A card table as data, and its picture with the truth about it."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.errors import HakamError
from firmware.signals import Face
from models.synthetic.scenes.backdrop import Table, backdrop
from models.synthetic.scenes.camera import Matrix, SceneCamera, ScenePoints, apply, seen_mask, through_lens
from models.synthetic.scenes.canvas import HAND, Canvas, Patch, placement, quad_mm, warp
from models.synthetic.scenes.clutter import PlacedProp, draw_prop
from models.synthetic.scenes.hand import SIZE_MM
from models.synthetic.scenes.light import UNIT, Light, gain_map, mirror_point_mm, spot
from models.synthetic.scenes.placed import PlacedCard, PlacedHand
from models.synthetic.scenes.sensor import Sensor, develop
from models.synthetic.scenes.sprite import premultiplied
from vision.frame import Picture

Shift = tuple[float, float]

EDGE_MM = 0.4  # breadth of the dark line that a card's cut edge and bevel make


class TooManyCardsError(HakamError, ValueError):
    """A scene has more cards than can be told apart in the owner map."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything one frame shows.

    Keep the objects ``table``, ``camera``, ``light``, ``under`` and the cards from frame to frame: they are then drawn
    once.

    Attributes:
        cards: lowest first.
        hands: above all cards, lowest first.
        under: things on the table under the cards.
        above: things on top of the cards (a glass).
    """

    table: Table
    camera: SceneCamera
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    cards: tuple[PlacedCard, ...] = ()
    hands: tuple[PlacedHand, ...] = ()
    under: tuple[PlacedProp, ...] = ()
    above: tuple[PlacedProp, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CardTruth:
    """The truth about one card of a picture.

    Attributes:
        face: what it is.
        corners_px: (4, 2) float32, clockwise from its own upper left, also where covered or outside the picture;
            the corners of the rectangle, before rounding; whole numbers are pixel centres.
        visible: share of the card's area that the picture shows, 0 to 1.
        held: whether a hand holds it over the table.
    """

    face: Face
    corners_px: ScenePoints
    visible: float
    held: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A picture and its truth.

    Attributes:
        picture: (H, W, 3) uint8 BGR.
        cards: the scene's cards in drawing order, then those held, hand by hand.
        hand_mask: (H, W) uint8, 255 where a hand or sleeve is seen.
    """

    picture: Picture
    cards: tuple[CardTruth, ...]
    hand_mask: Picture


def render(scene: Scene, rng: Generator) -> Rendered:
    """Draw ``scene``; only the sensor's noise draws on ``rng``.

    Raises:
        TooManyCardsError: if there are more than 254 cards.
    """
    if len(scene.cards) + sum(len(hand.held) for hand in scene.hands) >= HAND:
        raise TooManyCardsError(f"{len(scene.cards)} cards and those held are too many for one picture: at most 254")
    canvas, areas = _draw(scene)
    if scene.camera.barrel:
        canvas.owner[~seen_mask(scene.camera)] = 0
    counts = np.bincount(canvas.owner.ravel(), minlength=256)
    held = tuple(card for hand in scene.hands for card in _lifted(hand))
    truth = tuple(
        CardTruth(
            card.face,
            scene.camera.project(card.corners_mm, card.lift_mm),
            float(min(counts[number + 1] / areas[number], 1.0)) if areas[number] else 0.0,
            number >= len(scene.cards),
        )
        for number, card in enumerate((*scene.cards, *held))
    )
    lit = cv2.multiply(canvas.bgr, gain_map(scene.light, scene.camera), scale=1 / UNIT)
    picture = develop(through_lens(scene.camera, np.asarray(lit, np.uint8)), scene.sensor, rng)
    return Rendered(picture, truth, _hand_mask(scene.camera, canvas))


def _hand_mask(camera: SceneCamera, canvas: Canvas) -> Picture:
    mask = np.asarray(cv2.inRange(canvas.owner, HAND, HAND), np.uint8)
    if not camera.barrel or not mask.any():
        return mask
    return np.asarray(cv2.inRange(through_lens(camera, mask), 128, 255), np.uint8)


def _lifted(hand: PlacedHand) -> tuple[PlacedCard, ...]:
    return tuple(replace(card, lift_mm=hand.lift_mm) for card in hand.held)


def _draw(scene: Scene) -> tuple[Canvas, list[float]]:
    """The picture and the area each card would have uncovered, in pixels, 0 where it misses the picture."""
    resting, lying = _resting(scene.table, scene.camera, scene.light, scene.under, scene.cards)
    canvas, areas = resting.copy(), list(lying)
    for prop in scene.above:
        draw_prop(canvas, prop, scene.camera, scene.light)
    for hand in scene.hands:
        areas += _draw_hand(scene, canvas, hand, len(areas) + 1)
    return canvas, areas


@lru_cache(maxsize=1)
def _resting(
    table: Table, camera: SceneCamera, light: Light, under: tuple[PlacedProp, ...], cards: tuple[PlacedCard, ...]
) -> tuple[Canvas, tuple[float, ...]]:
    """What stays while hands move over it, and each card's area, kept for the next frame: it must not be drawn on."""
    canvas, scene = Canvas(backdrop(table, camera, light, under)), Scene(table, camera, light)
    areas = [_draw_card(scene, canvas, card, number + 1, (0.0, 0.0)) for number, card in enumerate(cards)]
    return canvas, tuple(areas)


def _draw_card(scene: Scene, canvas: Canvas, card: PlacedCard, number: int, streak_px: Shift) -> float:
    to_px = scene.camera.homography(card.lift_mm) @ placement(card.centre_mm, card.angle_deg)
    patch = warp(premultiplied(card.picture), card.size_mm, to_px, scene.camera.size_px)
    if patch is None:
        return 0.0
    patch = _finish(patch, card, min(EDGE_MM * scene.camera.px_per_mm, 1.0)).streaked(streak_px, scene.camera.size_px)
    _shadow(scene, canvas, patch, card)
    canvas.paste(patch, number)
    if scene.light.glare * card.gloss > 0:
        canvas.brighten(patch, _glow(scene, patch, card))
    return _area(patch, card, to_px)


def _finish(patch: Patch, card: PlacedCard, edge_px: float) -> Patch:
    """The darker edge line, at most a pixel broad, and the card's tint."""
    bgra = patch.bgra
    core = cv2.erode(patch.alpha, np.ones((3, 3), np.uint8), borderValue=255)
    dark = card.edge * edge_px
    shade = cv2.convertScaleAbs(core, alpha=dark, beta=255 * (1 - dark))
    factors = [cv2.convertScaleAbs(shade, alpha=tint) for tint in card.tint_bgr]
    full = np.full_like(shade, 255)
    toned = cv2.multiply(bgra, cv2.merge((*factors, full)), scale=1 / 255)
    return Patch(patch.x, patch.y, np.asarray(toned, np.uint8), patch.whole)


def _shadow(scene: Scene, canvas: Canvas, patch: Patch, card: PlacedCard) -> None:
    height_mm = card.lift_mm + card.curl_mm
    scale = scene.camera.px_per_mm
    shift = _shift_px(scene, card.centre_mm, height_mm)
    canvas.darken(
        patch, shift, scene.light.softness_mm(height_mm) * scale + 0.3, 0.62 * (1 - 0.6 * scene.light.ambient)
    )
    if card.lift_mm < 5:
        canvas.darken(patch, (0, 0), 0.6 * card.curl_mm * scale + 0.3, card.contact)


def _shift_px(scene: Scene, at_mm: tuple[float, float], lift_mm: float) -> tuple[float, float]:
    """From the drawn place of a lifted thing to its shadow on the table."""
    dx, dy = scene.light.shadow_shift_mm(at_mm, lift_mm)
    drawn = apply(scene.camera.homography(lift_mm), at_mm)[0]
    cast = apply(scene.camera.homography(), (at_mm[0] + dx, at_mm[1] + dy))[0]
    return (float(cast[0] - drawn[0]), float(cast[1] - drawn[1]))


def _glow(scene: Scene, patch: Patch, card: PlacedCard) -> NDArray[np.float32]:
    x, y = mirror_point_mm(scene.light, scene.camera)
    middle = apply(scene.camera.homography(), (x + card.facing_mm[0], y + card.facing_mm[1]))[0]
    radius_px = (scene.light.lamp_size_mm * 0.5 + 25) * scene.camera.px_per_mm
    height, width = patch.alpha.shape
    at = (float(middle[0]) - patch.x, float(middle[1]) - patch.y)
    return np.asarray(spot((height, width), at, radius_px) * (230 * scene.light.glare * card.gloss), np.float32)


def _area(patch: Patch, card: PlacedCard, to_px: Matrix) -> float:
    if patch.whole:
        return float(np.count_nonzero(patch.alpha > 127))
    covered = float(np.count_nonzero(card.picture[..., 3] > 127)) / card.picture[..., 3].size
    return float(cv2.contourArea(apply(to_px, quad_mm(card.size_mm)))) * covered


def _draw_hand(scene: Scene, canvas: Canvas, hand: PlacedHand, number: int) -> list[float]:
    grip = np.array([[1, 0, -hand.sprite.grip_mm[0]], [0, 1, -hand.sprite.grip_mm[1]], [0, 0, 1.0]])
    to_table = placement(hand.grip_mm, hand.angle_deg) @ np.diag([hand.scale, hand.scale, 1.0]) @ grip
    to_px = scene.camera.homography(hand.lift_mm) @ to_table
    streak = _streak_px(scene.camera, hand)
    whole = warp(hand.sprite.whole, SIZE_MM, to_px, scene.camera.size_px)
    if whole is not None:
        whole = whole.streaked(streak, scene.camera.size_px)
        blur = scene.light.softness_mm(hand.lift_mm + 8) * scene.camera.px_per_mm
        shift = _shift_px(scene, hand.grip_mm, hand.lift_mm + 4)
        canvas.darken(whole, shift, blur, 0.7 * (1 - 0.55 * scene.light.ambient))
        canvas.darken(whole, (0, 0), 9 * scene.camera.px_per_mm, 0.3)
        canvas.paste(whole, HAND)
    areas = [_draw_card(scene, canvas, card, number + n, streak) for n, card in enumerate(_lifted(hand))]
    over = warp(hand.sprite.over, SIZE_MM, to_px, scene.camera.size_px) if hand.held else None
    if over is not None:
        over = over.streaked(streak, scene.camera.size_px)
        canvas.darken(over, _shift_px(scene, hand.grip_mm, 4), 1.5 * scene.camera.px_per_mm, 0.35)
        canvas.paste(over, HAND)
    return areas


def _streak_px(camera: SceneCamera, hand: PlacedHand) -> Shift:
    x, y = hand.grip_mm
    ends = apply(camera.homography(hand.lift_mm), ((x, y), (x + hand.streak_mm[0], y + hand.streak_mm[1])))
    return (float(ends[1, 0] - ends[0, 0]), float(ends[1, 1] - ends[0, 1]))
