"""Pictures to measure finding on: light computed in floating point, by other code than the pictures learned from.

A card is a sheet of some tenths of a millimetre. What draws its outline is what light makes of that: the shadow of a
window or lamp of some size, the dark of the crevice below it, and a rim that is bright towards the light. On a white
table in a bright room there is next to nothing of it. No line is drawn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.cards import CARD_MM, Card
from models.benchmarks.finding_tables import TableTop
from models.synthetic.cards.deck import Deck
from models.synthetic.scenes.scene import CardTruth, Rendered
from vision.frame import Floats, Picture

SIZE_PX = (1280, 720)
FINER = 2
"""Each pixel is the mean of so many squared."""
PAPER = 0.86
"""Reflectance of the brightest that is printed."""
RAYS = 10
"""Points of the lamp whose shadows are averaged."""


@dataclass(frozen=True, slots=True)
class SceneKind:
    """What all pictures of a row have in common.

    Attributes:
        card_px: long side of a card, from and to.
        size_px: width and height of the pictures.
        alone: whether one card lies there, about the middle.
        faded: share of the print that is gone, from and to.
        overlap: share of the cards on which another one lies.
    """

    card_px: tuple[float, float] = (110.0, 230.0)
    size_px: tuple[int, int] = SIZE_PX
    alone: bool = False
    faded: tuple[float, float] = (0.0, 0.0)
    overlap: float = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    """A camera and a light: ``to_px`` (3, 3) from mm to fine pixels, ``x`` and ``y`` (H, W) mm of each pixel.

    ``ways`` (RAYS, 2) says where the rays of the lamp go while they sink by a millimetre.
    """

    to_px: NDArray[np.float64]
    x: Floats
    y: Floats
    px_per_mm: float
    ways: NDArray[np.float64]
    lamp: float
    high_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class _Sheet:
    """A card that lies: ``corners_mm`` (4, 2), ``face`` (H, W, 4) linear BGRA times alpha, the height of its rim."""

    card: Card
    face: Floats
    corners_mm: Floats
    high_mm: float


def scene(rng: Generator, deck: Deck, top: TableTop, kind: SceneKind) -> Rendered:
    """A picture of cards on a table, with its truth.

    Args:
        rng: of all chance.
        deck: the cards.
        top: the table's.
        kind: how large the cards are, how many, how worn.
    """
    room = _room(rng, kind)
    sheets = _sheets(rng, deck, room, kind)
    light, owner = _lit(rng, top, room, sheets)
    light = _mirrored(rng, top, room, light, owner)
    fine = np.asarray(cv2.resize(light, kind.size_px, interpolation=cv2.INTER_AREA), np.float32)
    truth = tuple(_truth(room, sheet, owner, number) for number, sheet in enumerate(sheets, 1))
    return Rendered(_taken(rng, fine), truth, np.zeros(kind.size_px[::-1], np.uint8))


def _room(rng: Generator, kind: SceneKind) -> _Room:
    """A camera that leans up to 15 degrees, and a window or lamp beside the table."""
    size = np.array(kind.size_px) * FINER
    per_mm = float(rng.uniform(*kind.card_px)) * FINER / CARD_MM[1]
    tilt, towards = math.radians(rng.uniform(0, 15)), rng.uniform(0, 2 * math.pi)
    across = np.array((math.cos(towards), math.sin(towards)))
    far = max(rng.uniform(450, 900), 1.2 * size.max() / per_mm)
    turn = rng.uniform(0, 2 * math.pi)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    lean = np.eye(2) - (1 - math.cos(tilt)) * np.outer(across, across)
    sinks = math.sin(tilt) / far * across @ spin
    plane = np.vstack([np.hstack([lean @ spin * per_mm, np.zeros((2, 1))]), [*sinks, 1]])
    to_px = np.array([[1, 0, (size[0] - 1) / 2], [0, 1, (size[1] - 1) / 2], [0, 0, 1.0]]) @ plane
    columns, rows = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    back = np.linalg.inv(to_px)
    depth = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x, y = ((back[k, 0] * columns + back[k, 1] * rows + back[k, 2]) / depth for k in range(2))
    slant, side = math.tan(math.radians(rng.uniform(10, 70))), rng.uniform(0, 2 * math.pi)
    spread = slant * rng.uniform(0.1, 0.7)
    ways = slant * np.array((math.cos(side), math.sin(side))) + rng.normal(0, spread / 2 + 0.05, (RAYS, 2))
    return _Room(to_px, x.astype(np.float32), y.astype(np.float32), per_mm, ways, rng.uniform(0.05, 0.6), _height(rng))


def _height(rng: Generator) -> float:
    """How high a card's rim stands: 0.3 mm of pasteboard, up to 2 mm where it is warped."""
    return float(0.3 * math.exp(abs(rng.normal(0, 0.8))))


def _sheets(rng: Generator, deck: Deck, room: _Room, kind: SceneKind) -> list[_Sheet]:
    """Cards on a jittered grid, none outside the picture; on some of them another one."""
    faded = float(rng.uniform(*kind.faded))
    spots = np.zeros((1, 2)) if kind.alone else _spots(rng, room, kind)
    order = iter(rng.permutation(len(deck.cards)))
    sheets: list[_Sheet] = []
    for spot in spots:
        turn = rng.normal(0, 8) + rng.choice((0, 90)) if kind.alone else rng.uniform(0, 360)
        sheets.append(_sheet(deck.cards[next(order)], deck, (spot, turn), faded, room))
        if not kind.alone and rng.random() < kind.overlap:
            angle = math.radians(turn)
            aside = np.array((-math.sin(angle), math.cos(angle))) * CARD_MM[1] * rng.uniform(0.72, 0.95)
            place = (spot + aside, turn + rng.normal(0, 5))
            sheets.append(_sheet(deck.cards[next(order)], deck, place, faded, room))
    return sheets if kind.alone else [sheet for sheet in sheets if _inside(sheet, room)]


def _spots(rng: Generator, room: _Room, kind: SceneKind) -> Floats:
    """Places (n, 2) in mm, at most 24."""
    step = 1.75 * CARD_MM[1]
    wide, high = np.array(kind.size_px) * FINER / room.px_per_mm
    across, down = max(int(wide // step), 1), max(int(high // step), 1)
    grid = [((i - (across - 1) / 2) * step, (j - (down - 1) / 2) * step) for i in range(across) for j in range(down)]
    places = np.array(grid) + rng.uniform(-0.16, 0.16, (len(grid), 2)) * step
    back = np.linalg.inv(room.to_px[:2, :2] / room.px_per_mm)  # the grid stands straight in the picture
    return np.asarray((places @ back.T)[rng.permutation(len(grid))[:24]], np.float32)


def _sheet(card: Card, deck: Deck, place: tuple[NDArray[Any], float], faded: float, room: _Room) -> _Sheet:
    """A card of a deck at a place: its middle in mm and its turn in degrees; a share of its print is gone."""
    spot, turn = place
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    half = np.array((CARD_MM[1] * deck.aspect, CARD_MM[1])) / 2
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    corners = np.asarray(square @ spin.T + spot, np.float32)
    return _Sheet(card, _reflecting(deck.faces[card], faded), corners, room.high_mm)


def _reflecting(face: Picture, faded: float) -> Floats:
    """Linear reflectance, times its alpha, of a face (H, W, 4) uint8 BGRA of whose print a share is gone."""
    shown = (face[..., :3].astype(np.float32) / 255) ** 2.2 * PAPER
    paper = np.percentile(shown.reshape(-1, 3), 88, axis=0)
    cover = face[..., 3:].astype(np.float32) / 255
    return np.dstack([(shown + (paper - shown) * faded) * cover, cover]).astype(np.float32)


def _inside(sheet: _Sheet, room: _Room) -> bool:
    quad = _projected(room, sheet.corners_mm)
    return bool((quad > 0).all() and (quad < np.array(room.x.shape[::-1])).all())


def _projected(room: _Room, points_mm: Floats) -> Floats:
    """Fine pixels (n, 2) of points of the table."""
    return np.asarray(cv2.perspectiveTransform(points_mm[None].astype(np.float64), room.to_px)[0], np.float32)


def _lit(rng: Generator, top: TableTop, room: _Room, sheets: Sequence[_Sheet]) -> tuple[Floats, Picture]:
    """Light (H, W, 3) that comes from table and cards, and whose pixel is whose, (H, W) uint8."""
    colour = top.reflect(room.x, room.y)
    if top.pale and sheets:
        colour *= _to_paper(rng, colour, sheets[0].face)
    shade = np.ones(room.x.shape, np.float32)
    owner = np.zeros(room.x.shape, np.uint8)
    bright = rng.normal(1, 0.025, len(sheets))
    for number, (sheet, level) in enumerate(zip(sheets, bright, strict=True), 1):
        _lay(room, sheet, number, (colour, shade, owner), float(level))
    return colour * (shade * _fall(rng, room))[..., None], owner


def _to_paper(rng: Generator, colour: Floats, face: Floats) -> Floats:
    """Factors (3,) that make a table as white as the paper of a card, nearly."""
    paper = np.percentile(face[..., :3].reshape(-1, 3), 88, axis=0)
    near = np.exp(rng.normal(0, 0.06) + rng.normal(0, 0.015, 3))
    return np.asarray(paper * near / colour[::16, ::16].mean((0, 1)), np.float32)


def _lay(room: _Room, sheet: _Sheet, number: int, maps: tuple[Floats, Floats, Picture], level: float) -> None:
    """Lay a card on the maps of colour, shade and owner: first what it takes from the light below it."""
    colour, shade, owner = maps
    quad = _projected(room, sheet.corners_mm)
    reach = int(8 * room.px_per_mm * sheet.high_mm) + 8
    low = np.maximum(np.floor(quad.min(0)).astype(int) - reach, 0)
    high = np.minimum(np.ceil(quad.max(0)).astype(int) + reach, room.x.shape[::-1])
    window = (slice(low[1], high[1]), slice(low[0], high[0]))
    face, cover = _warped(sheet, quad - low, (int(high[0] - low[0]), int(high[1] - low[1])))
    shade[window] *= _dark(room, sheet, cover)
    rim = _rim(room, cover)
    colour[window] += face * level - colour[window] * cover[..., None]
    shade[window] += (rim - shade[window]) * cover
    owner[window][cover > 0.5] = number


def _warped(sheet: _Sheet, quad: Floats, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """The face (H, W, 3), times its coverage, and the coverage (H, W) where it lies in a window."""
    height, width = sheet.face.shape[:2]
    share = math.sqrt(cv2.contourArea(quad.astype(np.float32)) / (height * width))
    face = cv2.resize(sheet.face, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else sheet.face
    height, width = face.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    view = cv2.getPerspectiveTransform(frame, quad.astype(np.float32))
    shown = cv2.warpPerspective(face, view, size, flags=cv2.INTER_LINEAR)
    return np.asarray(shown[..., :3], np.float32), np.asarray(shown[..., 3], np.float32)


def _dark(room: _Room, sheet: _Sheet, cover: Floats) -> Floats:
    """Share of the light (H, W) that a card leaves beside it: the lamp's shadow, and that of the crevice."""
    thick = sheet.high_mm * room.px_per_mm
    lamp = np.zeros_like(cover)
    for way in room.ways @ (room.to_px[:2, :2] / room.px_per_mm).T * thick:
        move = np.array([[1, 0, way[0]], [0, 1, way[1]]], np.float32)
        lamp += cv2.warpAffine(cover, move, cover.shape[::-1]) / RAYS
    sky = cv2.GaussianBlur(cover, (0, 0), max(0.6 * thick, 0.3))
    return np.asarray((1 - room.lamp * lamp) * (1 - 0.7 * (1 - room.lamp) * sky), np.float32)


def _rim(room: _Room, cover: Floats) -> Floats:
    """Brightness of a card: its rounded rim looks towards the light on one side, away from it on the other."""
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.25 * room.px_per_mm, 0.5))
    out = np.stack([-cv2.Sobel(soft, cv2.CV_32F, 1, 0), -cv2.Sobel(soft, cv2.CV_32F, 0, 1)], -1) / 8
    to_light = -(room.to_px[:2, :2] / room.px_per_mm) @ room.ways.mean(0)
    to_light = to_light / max(float(np.linalg.norm(to_light)), 1e-6)
    return np.asarray(1 + 0.8 * room.lamp * (out @ to_light.astype(np.float32)) * room.px_per_mm / 4, np.float32)


def _fall(rng: Generator, room: _Room) -> Floats:
    """How the light falls off over the picture (H, W): away from the window, and towards the lens's corners."""
    rows, columns = np.indices(room.x.shape, dtype=np.float32)
    u, v = columns / room.x.shape[1] - 0.5, rows / room.x.shape[0] - 0.5
    angle, slope = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.6)
    across = u * math.cos(angle) + v * math.sin(angle)
    return np.asarray((1 + slope * across) * (1 - rng.uniform(0, 0.35) * 2 * (u**2 + v**2)), np.float32)


def _mirrored(rng: Generator, top: TableTop, room: _Room, light: Floats, owner: Picture) -> Floats:
    """The light and the window that table and cards mirror: a rectangle with bars, blurred by their roughness."""
    shine = top.gloss * top.glare
    varnish = float(rng.uniform(0, 0.05)) * top.glare
    if max(shine, varnish) < 0.01:
        return light
    middle, angle = rng.uniform(-0.35, 0.35, 2) * (np.ptp(room.x), np.ptp(room.y)), rng.uniform(0, math.pi)
    half = rng.uniform(25, 90, 2) * (top.stretch, 1.0)
    x, y = room.x - np.float32(middle[0]), room.y - np.float32(middle[1])
    u = (x * math.cos(angle) + y * math.sin(angle)) / half[0]
    v = (y * math.cos(angle) - x * math.sin(angle)) / half[1]
    away = np.maximum(np.abs(u), np.abs(v))
    soft = rng.uniform(0.05, 0.8)
    bars = np.clip(np.minimum(np.abs(u), np.abs(v)) / (0.12 + soft / 4), 0, 1)
    window = np.clip(0.5 + (1 - away) / soft, 0, 1) * bars
    strength = np.where(owner > 0, varnish, shine).astype(np.float32)
    return np.asarray(light + (window * strength)[..., None], np.float32)


def _taken(rng: Generator, light: Floats) -> Picture:
    """What a camera makes of light (H, W, 3): exposure by its bright parts, tone, grain of photons, JPEG."""
    white = float(np.percentile(light, 97))
    light = np.asarray(light * (rng.uniform(0.55, 1.25) / white) * np.exp(rng.normal(0, 0.06, 3)), np.float32)
    soft = cv2.GaussianBlur(light.astype(np.float32), (0, 0), float(rng.uniform(0.35, 1.0)))
    photons = 10 ** rng.uniform(2.6, 4.2)
    grain = rng.standard_normal(soft.shape, np.float32) * np.sqrt(np.maximum(soft, 0) / photons + 1e-5)
    seen = np.asarray(np.clip(soft + grain, 0, None), np.float32)
    tone = seen * (1 + seen / 1.6) / (1 + seen) if rng.random() < 0.5 else seen
    shown = np.clip(np.power(np.clip(tone, 0, 1), 1 / 2.2) * 255, 0, 255).astype(np.uint8)
    _, coded = cv2.imencode(".jpg", shown, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))))
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _truth(room: _Room, sheet: _Sheet, owner: Picture, number: int) -> CardTruth:
    quad = _projected(room, sheet.corners_mm)
    full = cv2.contourArea(quad) * float((sheet.face[..., 3] > 0.5).mean())
    seen = min(float((owner == number).sum()) / max(full, 1.0), 1.0)
    return CardTruth(sheet.card, ((quad + 0.5) / FINER - 0.5).astype(np.float32), seen)
