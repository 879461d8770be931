"""The still part of a scene: table top, its edge, the floor beyond, and what lies under the cards."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.synthetic.scenes.camera import Matrix, SceneCamera, apply
from models.synthetic.scenes.canvas import Canvas, placement, quad_mm, soften
from models.synthetic.scenes.clutter import PlacedProp, draw_prop
from models.synthetic.scenes.light import Light, mirror_point_mm, spot
from models.synthetic.scenes.surface import Surface
from vision.frame import Picture

FLOOR_MM = -720.0  # a table stands 72 to 76 cm above the floor


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table.

    Attributes:
        surface: what it is covered with.
        grain_deg: how the surface is turned.
        grain_mm: the table point at the middle of the surface's picture.
        tint_bgr: factors on its colours.
        size_mm: width and height of the table top, or None where no edge can be seen.
        centre_mm, turn_deg: where the table top lies.
        floor: what is beyond its edge.
    """

    surface: Surface
    grain_deg: float = 0.0
    grain_mm: tuple[float, float] = (0.0, 0.0)
    tint_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    size_mm: tuple[float, float] | None = None
    centre_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    floor: Surface | None = None

    @property
    def albedo(self) -> float:
        """Mean brightness of the surface under even light, 0 to 1, judged by every eighth pixel."""
        sample = self.surface.picture[::8, ::8].mean(axis=(0, 1)) * np.asarray(self.tint_bgr) / 255
        return float(np.clip(sample, 0.02, 1).mean())

    def bears(self, point_mm: tuple[float, float]) -> bool:
        """Whether a thing at this point would lie on the table."""
        if self.size_mm is None:
            return True
        x, y = apply(np.asarray(np.linalg.inv(placement(self.centre_mm, self.turn_deg)), np.float64), point_mm)[0]
        return bool(abs(x) < self.size_mm[0] / 2 and abs(y) < self.size_mm[1] / 2)


@lru_cache(maxsize=4)
def backdrop(table: Table, camera: SceneCamera, light: Light, props: tuple[PlacedProp, ...]) -> Picture:
    """The table without cards, (H, W, 3) uint8 BGR under even light; kept for the next frame: do not write to it.

    Args:
        table: its surface and edges.
        camera: what the table is seen with.
        light: gives the shadows.
        props: what lies on it.
    """
    top = _tinted(
        _spread(table.surface, camera.homography() @ placement(table.grain_mm, table.grain_deg), camera), table
    )
    if light.glare * table.surface.gloss > 0:
        top = _shine(top, light.glare * table.surface.gloss, light, camera)
    canvas = Canvas(top if table.size_mm is None else _with_floor(top, table, camera))
    for prop in props:
        draw_prop(canvas, prop, camera, light)
    canvas.bgr.flags.writeable = False
    return canvas.bgr


def _spread(surface: Surface, to_px: Matrix, camera: SceneCamera) -> Picture:
    picture, mm_per_px = surface.picture, surface.mm_per_px
    scale = 1.15 * camera.px_per_mm * mm_per_px
    if scale < 0.8:
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        mm_per_px = mm_per_px * surface.picture.shape[1] / picture.shape[1]
    height, width = picture.shape[:2]
    fit = np.array([[mm_per_px, 0, -mm_per_px * width / 2], [0, mm_per_px, -mm_per_px * height / 2], [0, 0, 1.0]])
    whole = cv2.warpPerspective(picture, to_px @ fit, camera.size_px, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(whole, np.uint8)


def _tinted(picture: Picture, table: Table) -> Picture:
    if table.tint_bgr == (1.0, 1.0, 1.0):
        return picture
    levels = np.clip(np.arange(256)[:, None] * np.asarray(table.tint_bgr), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels.reshape(1, 256, 3)), np.uint8)


def _shine(picture: Picture, strength: float, light: Light, camera: SceneCamera) -> Picture:
    x, y = apply(camera.homography(), mirror_point_mm(light, camera))[0]
    height, width = picture.shape[:2]
    glow = spot((height, width), (float(x), float(y)), (light.lamp_size_mm * 0.6 + 30) * camera.px_per_mm)
    added = (glow * (160 * strength)).astype(np.uint8)
    return np.asarray(cv2.add(picture, cv2.merge((added, added, added))), np.uint8)


def _with_floor(top: Picture, table: Table, camera: SceneCamera) -> Picture:
    size_mm = table.size_mm or (0.0, 0.0)
    place = placement(table.centre_mm, table.turn_deg)
    ground = _floor(table, camera)
    shadow, on = (_cover(camera, camera.homography(z) @ place, size_mm) for z in (-60.0, 0.0))
    ground = _shaded(ground, soften(shadow, 25 * camera.px_per_mm), 0.5)
    rim = _cover(camera, camera.homography(-22.0) @ place, size_mm)  # the table top is about 22 mm thick
    side = np.asarray(cv2.convertScaleAbs(top, alpha=0.45), np.uint8)
    return _blend(_blend(ground, side, rim), top, on)


def _floor(table: Table, camera: SceneCamera) -> Picture:
    if table.floor is None:
        return np.full((camera.size_px[1], camera.size_px[0], 3), 60, np.uint8)
    turn = placement(table.centre_mm, table.grain_deg + 25)
    ground = _spread(table.floor, camera.homography(FLOOR_MM) @ turn, camera)
    return np.asarray(cv2.GaussianBlur(cv2.convertScaleAbs(ground, alpha=0.55), (0, 0), 2.0), np.uint8)


def _cover(camera: SceneCamera, to_px: Matrix, size_mm: tuple[float, float]) -> Picture:
    """(H, W) uint8 mask of a rectangle, smooth at its edge."""
    mask = np.zeros(camera.size_px[::-1], np.uint8)
    corners = np.clip(apply(to_px, quad_mm(size_mm)), -1e5, 1e5)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _shaded(picture: Picture, shadow: Picture, strength: float) -> Picture:
    left = cv2.convertScaleAbs(shadow, alpha=-strength, beta=255)
    return np.asarray(cv2.multiply(picture, cv2.merge((left, left, left)), scale=1 / 255), np.uint8)


def _blend(below: Picture, above: Picture, cover: Picture) -> Picture:
    return _add(_shaded(below, cover, 1.0), _shaded(above, np.asarray(cv2.bitwise_not(cover), np.uint8), 1.0))


def _add(one: Picture, other: Picture) -> Picture:
    return np.asarray(cv2.add(one, other), np.uint8)
