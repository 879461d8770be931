"""Drawing outlines, flat colours and soft shading, smooth at any scale: the pen that draws our cards."""

import functools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Colour, Picture

PenPoints = NDArray[np.float64]
Path = str | PenPoints

FINE = 8  # samples per curve piece: below a quarter pixel of error on a card 840 px high
SUBPIXEL_BITS = 4
UNIT = 1 << SUBPIXEL_BITS
WIDEST_SHADE = 6  # lines: wider shadows look like cut paper
INK: Colour = (28, 24, 26)  # a warm black, BGR


def rgb(text: str) -> Colour:
    """The BGR colour of ``"#rrggbb"``."""
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return (blue, green, red)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: ``share`` 0 is the first, 1 the second.

    Args:
        one: BGR, 0 to 255.
        other: BGR, 0 to 255.
        share: of the second, 0 to 1.
    """
    blue, green, red = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return (blue, green, red)


def darker(colour: Colour, share: float = 0.3) -> Colour:
    """The colour in shadow."""
    return mix(colour, (20, 10, 20), share)


def lighter(colour: Colour, share: float = 0.35) -> Colour:
    """The colour in light."""
    return mix(colour, (255, 255, 255), share)


@functools.cache
def curve(text: str, closed: bool = True) -> PenPoints:
    """A smooth line through the points of ``"x,y x,y! ..."``; it has corners at points with an exclamation mark.

    The line is a Catmull-Rom spline (centripetal, so that it makes no loops), broken at the corners.

    Returns:
        (N, 2) samples.
    """
    words = text.split()
    points = np.array([[float(n) for n in re.findall(r"-?[\d.]+", word)] for word in words])
    corners = {k for k, word in enumerate(words) if word.endswith("!")} | (set() if closed else {0, len(words) - 1})
    count = len(points)
    pieces = [_piece(points, corners, k) for k in range(count if closed else count - 1)]
    return np.asarray(np.concatenate([*pieces, points[:1] if closed else points[-1:]]), np.float64)


def _piece(points: PenPoints, corners: set[int], k: int) -> PenPoints:
    """The samples from point ``k`` up to the next one, which is left out."""
    count = len(points)
    p1, p2 = points[k], points[(k + 1) % count]
    if k in corners and (k + 1) % count in corners:
        return np.asarray(p1[None])
    p0 = 2 * p1 - p2 if k in corners else points[k - 1]
    p3 = 2 * p2 - p1 if (k + 1) % count in corners else points[(k + 2) % count]
    return _catmull_rom(p0, p1, p2, p3)


def _catmull_rom(p0: PenPoints, p1: PenPoints, p2: PenPoints, p3: PenPoints) -> PenPoints:
    knots = np.cumsum([0.0] + [max(float(np.hypot(*(b - a))), 1e-6) ** 0.5 for a, b in ((p0, p1), (p1, p2), (p2, p3))])
    t0, t1, t2, t3 = knots
    t = np.linspace(t1, t2, FINE, endpoint=False)[:, None]
    a1 = (t1 - t) / (t1 - t0) * p0 + (t - t0) / (t1 - t0) * p1
    a2 = (t2 - t) / (t2 - t1) * p1 + (t - t1) / (t2 - t1) * p2
    a3 = (t3 - t) / (t3 - t2) * p2 + (t - t2) / (t3 - t2) * p3
    b1 = (t2 - t) / (t2 - t0) * a1 + (t - t0) / (t2 - t0) * a2
    b2 = (t3 - t) / (t3 - t1) * a2 + (t - t1) / (t3 - t1) * a3
    return np.asarray((t2 - t) / (t2 - t1) * b1 + (t - t1) / (t2 - t1) * b2)


@functools.cache
def ellipse(x: float, y: float, rx: float, ry: float | None = None) -> PenPoints:
    """The outline of an ellipse, (N, 2) float64 in the pen's units.

    Args:
        x: of its middle.
        y: of its middle.
        rx: radius across.
        ry: radius up and down; ``None``: a circle.
    """
    turn = np.linspace(0, 2 * np.pi, 49)
    return np.stack([x + rx * np.cos(turn), y + (rx if ry is None else ry) * np.sin(turn)], 1)


def box(x: float, y: float, width: float, height: float) -> PenPoints:
    """The outline of a rectangle, (4, 2) float64 in the pen's units.

    Args:
        x: of its upper left.
        y: of its upper left.
        width: to the right.
        height: downwards.
    """
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]])


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws into a picture through a transformation, so that every sign is drawn around its own origin.

    Attributes:
        picture: (H, W, 3) uint8 BGR, changed by drawing.
        matrix: (2, 3) from own units to pixels.
        line_px: width of a line.
        ink: colour of outlines.
        shading: how strongly shaded shapes are shaded, 0 to 1.
        hatched: shadows are ruled lines of ink, as engravers draw them.
    """

    picture: Picture
    matrix: PenPoints
    line_px: float = 2.0
    ink: Colour = INK
    shading: float = 0.25
    hatched: bool = False

    def at(self, x: float, y: float, *, scale: float = 1.0, turn_deg: float = 0.0, mirrored: bool = False) -> "Pen":
        """A pen with another origin, scale and direction.

        Args:
            x: of the new origin.
            y: of the new origin.
            scale: of its units.
            turn_deg: clockwise.
            mirrored: left to right, before all else.
        """
        angle = np.radians(turn_deg)
        turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        if mirrored:
            turn = turn @ np.diag([-1.0, 1.0])
        linear = self.matrix[:, :2]
        origin = linear @ np.array([x, y]) + self.matrix[:, 2]
        return replace(self, matrix=np.column_stack([linear @ turn, origin]))

    def stretched(self, width: float, shear: float = 0.0) -> "Pen":
        """A pen that draws ``width`` times as wide, and leaning to the right by ``shear`` of the height."""
        lean = np.array([[width, -shear], [0.0, 1.0]])
        return replace(self, matrix=np.column_stack([self.matrix[:, :2] @ lean, self.matrix[:, 2]]))

    def thin(self, share: float) -> "Pen":
        """A pen with a line of ``share`` of the width."""
        return replace(self, line_px=self.line_px * share)

    def pixels(self, path: Path, *, closed: bool = True) -> PenPoints:
        """The points (N, 2) float64 of a path, pixels of the picture."""
        points = curve(path, closed) if isinstance(path, str) else path
        return np.asarray(points @ self.matrix[:, :2].T + self.matrix[:, 2])

    def fill(self, path: Path, colour: Colour, *, outline: bool = True, shade: bool = False) -> None:
        """Fill a closed shape.

        Args:
            path: SVG path or points (N, 2), in the pen's units.
            colour: BGR, 0 to 255.
            outline: draw its outline.
            shade: darken its right and lower rim.
        """
        points = self.pixels(path)
        cv2.fillPoly(self.picture, [_fixed(points)], colour, cv2.LINE_AA, SUBPIXEL_BITS)
        if shade and self.shading:
            self._shade(points, self.ink if self.hatched else darker(colour, self.shading))
        if outline:
            self._line(points, self.ink, 1.0)

    def stroke(self, path: Path, colour: Colour | None = None, *, width: float = 1.0) -> None:
        """Draw an open line.

        Args:
            path: SVG path or points (N, 2), in the pen's units.
            colour: BGR; ``None``: the outline's.
            width: in lines.
        """
        self._line(self.pixels(path, closed=False), colour or self.ink, width)

    def rod(self, path: Path, colour: Colour, *, width: float, outline: float = 1.0) -> None:
        """Draw an open line with an outline.

        Args:
            path: SVG path or points (N, 2), in the pen's units.
            colour: BGR, 0 to 255.
            width: in the pen's units.
            outline: its breadth, in lines.
        """
        wide_px = width * float(np.sqrt(abs(np.linalg.det(self.matrix[:, :2])))) / self.line_px
        points = self.pixels(path, closed=False)
        if outline:
            self._line(points, self.ink, wide_px + 2 * outline)
        self._line(points, colour, wide_px)

    @contextmanager
    def inside(self, path: Path) -> Iterator["Pen"]:
        """Whatever is drawn within the block appears only inside ``path``."""
        points = self.pixels(path)
        kept = self.picture.copy()
        yield self
        window = self._window(points)
        if kept[window].size:
            kept[window] = self._blend(points, window, kept[window], self.picture[window])
        self.picture[:] = kept

    @staticmethod
    def _blend(points: PenPoints, window: tuple[slice, slice], outer: Picture, inner: Picture) -> Picture:
        """The pixels of a window: ``inner`` within the points, ``outer`` around them."""
        mask = np.zeros(outer.shape[:2], np.uint8)
        cv2.fillPoly(mask, [_fixed(points - (window[1].start, window[0].start))], 255, cv2.LINE_AA, SUBPIXEL_BITS)
        share = (mask.astype(np.float32) / 255)[..., None]
        return np.round(outer + (inner.astype(np.float32) - outer) * share).astype(np.uint8)

    def _window(self, points: PenPoints) -> tuple[slice, slice]:
        height, width = self.picture.shape[:2]
        (x0, y0), (x1, y1) = np.floor(points.min(0)).astype(int) - 1, np.ceil(points.max(0)).astype(int) + 2
        rows, columns = np.clip([y0, y1], 0, height), np.clip([x0, x1], 0, width)
        return slice(int(rows[0]), int(rows[1])), slice(int(columns[0]), int(columns[1]))

    def _shade(self, points: PenPoints, colour: Colour) -> None:
        """Colour the rim that faces lower right."""
        window = self._window(points)
        kept = self.picture[window].copy()
        if not kept.size:
            return
        mask = np.zeros(kept.shape[:2], np.uint8)
        reach = min(0.16 * float(np.ptp(points, axis=0).min()), WIDEST_SHADE * self.line_px)
        origin = np.array((window[1].start, window[0].start))
        cv2.fillPoly(mask, [_fixed(points - origin)], 255, cv2.LINE_AA, SUBPIXEL_BITS)
        cv2.fillPoly(mask, [_fixed(points - origin - (reach, 0.6 * reach))], 0, cv2.LINE_AA, SUBPIXEL_BITS)
        share = (mask.astype(np.float32) / 255)[..., None] * (_ruled(window, self.line_px) if self.hatched else 1)
        self.picture[window] = np.round(kept + (np.array(colour, np.float32) - kept) * share).astype(np.uint8)

    def _line(self, points: PenPoints, colour: Colour, width: float) -> None:
        thickness = max(round(self.line_px * width), 1)
        cv2.polylines(self.picture, [_fixed(points)], False, colour, thickness, cv2.LINE_AA, SUBPIXEL_BITS)


def _fixed(points: PenPoints) -> NDArray[np.int32]:
    return np.round(points * UNIT).astype(np.int32)


def _ruled(window: tuple[slice, slice], line_px: float) -> NDArray[np.float32]:
    """(h, w, 1) slanting lines: 1 on a line, 0 between."""
    y, x = np.arange(window[0].start, window[0].stop)[:, None], np.arange(window[1].start, window[1].stop)[None]
    period = 2.6 * line_px
    away = np.abs((x + 0.6 * y) % period - period / 2)
    return np.clip(0.45 * line_px - away + 0.5, 0, 1).astype(np.float32)[..., None]
