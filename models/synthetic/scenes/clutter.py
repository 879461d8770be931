"""Props on a café table beside the cards: glasses, cups, phones, coins, papers; some of them look much like cards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.random import Generator

from models.synthetic.scenes.camera import SceneCamera, apply
from models.synthetic.scenes.canvas import EMPTY, Canvas, Patch, placement, warp
from models.synthetic.scenes.light import Light
from models.synthetic.scenes.sprite import premultiplied
from vision.frame import Picture

PX_PER_MM = 3


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """A thing seen from above.

    Attributes:
        kind: what it is.
        picture: (H, W, 4) uint8 BGRA, multiplied with alpha.
        size_mm: width and height.
        thick_mm: how high it stands: breadth of its shadow.
    """

    kind: str
    picture: Picture
    size_mm: tuple[float, float]
    thick_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class PlacedProp:
    """A prop on the table: its middle in table millimetres, turned clockwise."""

    prop: Prop
    centre_mm: tuple[float, float]
    angle_deg: float = 0.0


def draw_prop(canvas: Canvas, placed: PlacedProp, camera: SceneCamera, light: Light) -> None:
    """Lay a prop and its shadow on the canvas; its pixels belong to nobody.

    Args:
        canvas: drawn on.
        placed: the prop and where it lies.
        camera: what the table is seen with.
        light: what the table is lit with.
    """
    thick = placed.prop.thick_mm
    to_px = camera.homography(min(thick, 8.0)) @ placement(placed.centre_mm, placed.angle_deg)
    patch = warp(placed.prop.picture, placed.prop.size_mm, to_px, camera.size_px)
    if patch is None:
        return
    dx, dy = light.shadow_shift_mm(placed.centre_mm, thick)
    here, there = apply(camera.homography(), (placed.centre_mm, (placed.centre_mm[0] + dx, placed.centre_mm[1] + dy)))
    blur = light.softness_mm(thick * 0.5) * camera.px_per_mm
    shift = (float(there[0] - here[0]), float(there[1] - here[1]))
    canvas.darken(_swept(patch, shift), (0, 0), blur, 0.5 * (1 - 0.6 * light.ambient))
    canvas.darken(patch, (0, 0), 1.5 * camera.px_per_mm, 0.3)
    canvas.paste(patch, EMPTY)


def _swept(patch: Patch, shift_px: tuple[float, float]) -> Patch:
    """What a standing thing shades: its outline drawn out from its foot to the shadow of its top."""
    alpha, (dx, dy) = patch.alpha, (round(shift_px[0]), round(shift_px[1]))
    height, width = alpha.shape
    shadow = np.zeros((height + abs(dy), width + abs(dx), 4), np.uint8)
    steps = max(abs(dx), abs(dy)) // max(min(height, width) // 6, 1) + 2
    for share in np.linspace(0, 1, steps):
        top, left = round(share * dy) - min(dy, 0), round(share * dx) - min(dx, 0)
        window = shadow[top : top + height, left : left + width, 3]
        np.maximum(window, alpha, out=window)
    return Patch(patch.x + min(dx, 0), patch.y + min(dy, 0), shadow, False)


def _blank(size_mm: tuple[float, float], bgr: tuple[float, ...]) -> Picture:
    shape = (round(size_mm[1] * PX_PER_MM), round(size_mm[0] * PX_PER_MM), 4)
    picture = np.empty(shape, np.uint8)
    picture[:] = np.clip((*bgr, 255), 0, 255)
    return picture


def _colour(rng: Generator, low: float = 20, high: float = 235) -> tuple[float, ...]:
    return tuple(float(value) for value in rng.uniform(low, high, 3))


def _rounded(picture: Picture, radius_mm: float) -> Picture:
    height, width = picture.shape[:2]
    radius = max(round(radius_mm * PX_PER_MM), 1)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    picture[..., 3] = mask
    return picture


def _discs(diameter_mm: float, rings: tuple[tuple[float, tuple[float, ...]], ...]) -> Picture:
    """Concentric discs: (share of the diameter, BGR or BGRA), the outer ones first."""
    side = round(diameter_mm * PX_PER_MM)
    picture = np.zeros((side, side, 4), np.uint8)
    for share, colour in rings:
        full = tuple(float(value) for value in (*colour, 255)[:4])
        cv2.circle(picture, (side // 2, side // 2), max(int(side / 2 * share) - 1, 1), full, -1, cv2.LINE_AA)
    return picture


def _lines(picture: Picture, rng: Generator, margin_mm: float, gap_mm: float) -> None:
    """Lines of unreadable writing: words of strokes, some lines missing."""
    height, width = picture.shape[:2]
    ink = (*_colour(rng, 10, 130), 255)
    margin, gap = round(margin_mm * PX_PER_MM), max(round(gap_mm * PX_PER_MM), 6)
    for y in range(margin, height - margin, gap):
        end = width - margin - int(rng.integers(0, max(width // 2, 1)))
        if rng.random() > 0.15:
            _words(picture, rng, (margin, y, end, y + gap // 3), ink)


def _words(picture: Picture, rng: Generator, box: tuple[int, int, int, int], ink: tuple[float, ...]) -> None:
    x, top, end, bottom = box
    letter = max((bottom - top) // 2, 2)
    while x < end:
        for _ in range(int(rng.integers(2, 9))):
            lean = int(rng.integers(-letter // 2, letter // 2 + 1))
            cv2.line(picture, (x, bottom), (x + lean, top + int(rng.integers(0, letter))), ink, 1, cv2.LINE_AA)
            x += letter
        x += 2 * letter


def _glass(rng: Generator) -> tuple[Picture, float]:
    """A glass of mint tea, coffee or water: thick rim, the drink darker towards the wall, window light on it."""
    drink = ((30, 105, 165), (20, 60, 120), (25, 40, 60), (200, 210, 215), (70, 140, 150))[rng.integers(5)]
    shades = [tuple(channel * share for channel in drink) for share in (0.6, 0.8, 0.93, 1.05)]
    rim = ((1.0, (215, 220, 220, 150)), (0.95, (130, 138, 140, 120)), (0.9, (200, 206, 208, 160)))
    rings = zip((0.84, 0.78, 0.66, 0.5), shades, strict=True)
    picture = _discs(rng.uniform(58, 76), (*rim, *rings))
    side = picture.shape[0]
    if rng.random() < 0.5:  # mint leaves
        for x, y in rng.uniform(0.32, 0.68, (5, 2)) * side:
            size, turn = (side // 9, side // 20), float(x * 7 % 180)
            cv2.ellipse(picture, (int(x), int(y)), size, turn, 0, 360, (50, 105, 60, 255), -1, cv2.LINE_AA)
    for start, length, radius in ((200, 60, 0.95), (20, 35, 0.95), (215, 40, 0.7)):
        axes = (int(side / 2 * radius),) * 2
        cv2.ellipse(picture, (side // 2,) * 2, axes, 0, start, start + length, (250, 252, 252, 255), 3, cv2.LINE_AA)
    return picture, 90.0


def _cup(rng: Generator) -> tuple[Picture, float]:
    """A cup of coffee on its saucer."""
    china = rng.uniform(195, 245)
    white, shade = (china,) * 3, (china * 0.85,) * 3
    rings = (
        (1.0, white),
        (0.96, shade),
        (0.92, white),
        (0.6, shade),
        (0.56, white),
        (0.5, (28, 46, 72)),
        (0.3, (40, 66, 104)),
    )
    return _discs(rng.uniform(110, 145), rings), 30.0


def _coin(rng: Generator) -> tuple[Picture, float]:
    metal = ((90, 150, 180), (175, 180, 180), (80, 110, 160))[rng.integers(3)]
    light, dark = tuple(c * 1.2 for c in metal), tuple(c * 0.7 for c in metal)
    return _discs(rng.uniform(20, 27), ((1.0, dark), (0.93, light), (0.84, metal), (0.5, light), (0.42, metal))), 2.0


def _ashtray(rng: Generator) -> tuple[Picture, float]:
    colour = _colour(rng, 30, 210)
    inner = tuple(c * 0.7 for c in colour)
    return _discs(rng.uniform(85, 120), ((1.0, colour), (0.86, inner), (0.7, tuple(c * 0.85 for c in colour)))), 25.0


def _plate(rng: Generator) -> tuple[Picture, float]:
    china = rng.uniform(205, 250)
    rings = (
        (1.0, (china,) * 3),
        (0.97, _colour(rng)),
        (0.93, (china,) * 3),
        (0.68, (china * 0.88,) * 3),
        (0.65, (china * 0.97,) * 3),
    )
    return _discs(rng.uniform(150, 220), rings), 14.0


def _phone(rng: Generator) -> tuple[Picture, float]:
    """A phone, its screen dark or lit."""
    picture = _blank((rng.uniform(68, 78), rng.uniform(140, 162)), (28, 28, 28))
    screen = picture[9:-9, 7:-7]
    screen[..., :3] = _colour(rng, 10, 40) if rng.random() < 0.6 else _colour(rng, 120, 250)
    if screen.mean() > 90:
        _lines(screen, rng, 6, 9)
    return _rounded(picture, 8), 8.0


def _paper(rng: Generator) -> tuple[Picture, float]:
    """A sheet, score pad, receipt or napkin: light, with or without writing, larger or smaller than a card."""
    shade = rng.uniform(200, 250)
    picture = _blank((rng.uniform(45, 210), rng.uniform(60, 290)), (shade - rng.uniform(0, 20), shade, shade))
    if rng.random() < 0.6:
        _lines(picture, rng, rng.uniform(4, 15), rng.uniform(4, 10))
    return picture, 0.8


def _photo(rng: Generator) -> tuple[Picture, float]:
    """A print: blobs of colour, with a white border or none; the size of a card, or larger."""
    size = (rng.uniform(50, 110), rng.uniform(70, 150))
    picture = _blank(size, (240, 242, 244))
    margin = round(rng.choice((0, 4, 7)) * PX_PER_MM)
    inner = picture[margin : picture.shape[0] - margin, margin : picture.shape[1] - margin]
    blobs = rng.uniform(10, 245, (int(rng.integers(3, 9)), int(rng.integers(2, 7)), 3)).astype(np.float32)
    blobs = np.asarray(blobs.mean() + (blobs - blobs.mean()) * rng.uniform(0.2, 0.9), np.float32)
    inner[..., :3] = np.clip(cv2.resize(blobs, inner.shape[1::-1], interpolation=cv2.INTER_CUBIC), 0, 255)
    return picture, 0.8


def _label(rng: Generator) -> tuple[Picture, float]:
    """A business card, ticket or coaster: card-sized, a block of print, square or rounded corners."""
    picture = _blank((rng.uniform(48, 70), rng.uniform(78, 105)), _colour(rng, 120, 250))
    height, width = picture.shape[:2]
    if rng.random() < 0.7:
        top, left = int(height * rng.uniform(0.1, 0.5)), int(width * rng.uniform(0.08, 0.4))
        block = (left, top), (int(width * rng.uniform(0.6, 0.92)), int(height * rng.uniform(0.55, 0.9)))
        cv2.rectangle(picture, *block, (*_colour(rng), 255), -1)
    if rng.random() < 0.6:
        _lines(picture, rng, rng.uniform(5, 10), rng.uniform(5, 9))
    return _rounded(picture, rng.choice((0.3, 3.0, 6.0))), 1.0


def _book(rng: Generator) -> tuple[Picture, float]:
    """A book, tablet or box with a title."""
    picture = _blank((rng.uniform(95, 170), rng.uniform(130, 240)), _colour(rng))
    height, width = picture.shape[:2]
    cv2.rectangle(picture, (width // 8, height // 8), (7 * width // 8, height // 3), (*_colour(rng), 255), -1)
    _lines(picture[height // 2 : 3 * height // 4], rng, 8, 12)
    return _rounded(picture, 1.0), 18.0


def _packet(rng: Generator) -> tuple[Picture, float]:
    """A packet of cigarettes or tissues, about as large as a card."""
    picture = _blank((rng.uniform(52, 60), rng.uniform(84, 100)), _colour(rng))
    height, width = picture.shape[:2]
    cv2.rectangle(picture, (0, 0), (width, int(height * rng.uniform(0.2, 0.5))), (*_colour(rng, 180, 250), 255), -1)
    _lines(picture, rng, 8, 10)
    return _rounded(picture, 1.5), 22.0


def _pen(rng: Generator) -> tuple[Picture, float]:
    picture = _blank((9, 140), _colour(rng))
    picture[: 30 * PX_PER_MM, :, :3] = _colour(rng)
    picture[:, 10:14, :3] = np.minimum(picture[:, 10:14, :3].astype(int) + 60, 255)
    return _rounded(picture, 4), 8.0


KINDS: dict[str, Callable[[Generator], tuple[Picture, float]]] = {
    "glass": _glass,
    "cup": _cup,
    "coin": _coin,
    "ashtray": _ashtray,
    "plate": _plate,
    "phone": _phone,
    "paper": _paper,
    "photo": _photo,
    "label": _label,
    "book": _book,
    "packet": _packet,
    "pen": _pen,
}
FLAT = ("phone", "paper", "photo", "label", "book", "packet")  # rectangles that a detector might take for cards


@lru_cache(maxsize=512)
def make_prop(kind: str, seed: int) -> Prop:
    """Draw a prop of one of :data:`KINDS`; the same seed gives the same prop.

    Raises:
        KeyError: if the kind does not exist.
    """
    picture, thick_mm = KINDS[kind](np.random.default_rng((seed, *kind.encode())))
    size_mm = (picture.shape[1] / PX_PER_MM, picture.shape[0] / PX_PER_MM)
    return Prop(kind, premultiplied(picture), size_mm, thick_mm)
