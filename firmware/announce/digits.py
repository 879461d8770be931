"""Scoreboard digits drawn from strokes, at any width and height, so that a score is read from across the table."""

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

Stroke = tuple[tuple[float, float], ...]

FINER = 8  # drawn this many times larger, then thinned out, which makes even one-bit curves
STEM_OF_ONE = 0.62  # where the stem of a one stands, as a share of the other figures' width


def _arc(x: float, y: float, rx: float, ry: float, span: tuple[float, float]) -> Stroke:
    """Points on an ellipse from one angle to another, degrees clockwise from the right."""
    steps = 24
    angles = (math.radians(span[0] + (span[1] - span[0]) * i / steps) for i in range(steps + 1))
    return tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles)


def _bowl(w: float, top: float, bottom: float) -> Stroke:
    """A closed rounded box as wide as the digit."""
    rx, ry = w / 2, min(w / 2, (bottom - top) / 2)
    upper = _arc(rx, top + ry, rx, ry, (180, 360))
    lower = _arc(rx, bottom - ry, rx, ry, (0, 180))
    return (*upper, *lower, upper[0])


def _three(w: float, h: float) -> tuple[Stroke, ...]:
    rx, mid = w / 2, h * 0.47
    upper = _arc(rx, mid / 2, rx * 0.94, mid / 2, (-160, 90))
    lower = _arc(rx, (h + mid) / 2, rx, (h - mid) / 2, (-90, 160))
    return ((*upper, *lower),)


def _five(w: float, h: float) -> tuple[Stroke, ...]:
    top, rx = h * 0.38, w / 2
    ry = min(rx, (h - top) / 2)
    stem = ((w * 0.95, 0.0), (w * 0.1, 0.0), (w * 0.06, h * 0.47))
    bowl = (*_arc(rx, top + ry, rx, ry, (-150, 0)), *_arc(rx, h - ry, rx, ry, (0, 140)))
    return (stem, ((w * 0.06, h * 0.47), *bowl))


def _six(w: float, h: float) -> tuple[Stroke, ...]:
    ry = min(w / 2, h / 4)
    hook = _arc(w / 2, ry, w / 2, ry, (-20, -180))
    return (_bowl(w, h * 0.4, h), (*hook, (0.0, h * 0.7)))


def _two(w: float, h: float) -> tuple[Stroke, ...]:
    ry = min(w / 2, h / 4)
    hook = _arc(w / 2, ry, w / 2, ry, (-165, 25))
    return ((*hook, (0.0, h), (w, h)),)


def _turned(strokes: tuple[Stroke, ...], w: float, h: float) -> tuple[Stroke, ...]:
    return tuple(tuple((w - x, h - y) for x, y in stroke) for stroke in strokes)


def _strokes(figure: str, w: float, h: float) -> tuple[Stroke, ...]:
    """The centre lines of a figure in a box of ``w`` by ``h``."""
    shapes: dict[str, Callable[[], tuple[Stroke, ...]]] = {
        "0": lambda: (_bowl(w, 0, h),),
        "1": lambda: (((0.0, h * 0.2), (w * STEM_OF_ONE, 0.0), (w * STEM_OF_ONE, h)),),
        "2": lambda: _two(w, h),
        "3": lambda: _three(w, h),
        "4": lambda: (((w * 0.78, h), (w * 0.78, 0.0), (0.0, h * 0.7), (w, h * 0.7)),),
        "5": lambda: _five(w, h),
        "6": lambda: _six(w, h),
        "7": lambda: (((0.0, 0.0), (w, 0.0), (w * 0.35, h)),),
        "8": lambda: (_bowl(w * 0.9, 0, h * 0.47), _bowl(w, h * 0.47, h)),
        "9": lambda: _turned(_six(w, h), w, h),
        "+": lambda: (((w / 2, h / 2 - w / 2), (w / 2, h / 2 + w / 2)), ((0.0, h / 2), (w, h / 2))),
        "-": lambda: (((0.0, h / 2), (w, h / 2)),),
        "?": lambda: (_hook(w, h), ((w / 2, h), (w / 2, h))),
    }
    return shapes[figure]()


def _hook(w: float, h: float) -> Stroke:
    ry = min(w / 2, h / 4)
    return (*_arc(w / 2, ry, w / 2, ry, (-175, 60)), (w / 2, h * 0.58), (w / 2, h * 0.68))


def width_of(figure: str, width: int) -> int:
    """Pixels a figure takes in lettering whose figures are ``width`` wide: the one is narrower."""
    return round(width * 0.78) if figure == "1" else width


@lru_cache(maxsize=256)
def digit(figure: str, size: tuple[int, int], stroke: int) -> Image.Image:
    """Draw one figure.

    Args:
        figure: one of ``0123456789+-?``.
        size: width and height of the box it fills, pixels.
        stroke: thickness of its lines, pixels.

    Raises:
        KeyError: if the figure is none of these.
    """
    width, height = width_of(figure, size[0]), size[1]
    large = Image.new("L", (width * FINER, height * FINER))
    pen, brush = ImageDraw.Draw(large), stroke * FINER / 2
    for line in _strokes(figure, size[0] - stroke, height - stroke):
        points = [((x + stroke / 2) * FINER, (y + stroke / 2) * FINER) for x, y in line]
        pen.line(points, fill=255, width=round(brush * 2), joint="curve")
        for x, y in points:
            pen.ellipse((x - brush, y - brush, x + brush - 1, y + brush - 1), fill=255)
    return large.resize((width, height), Image.Resampling.BOX).point(lambda v: 255 * (v > 127)).convert("1")


def number_width(text: str, size: tuple[int, int], gap: int) -> int:
    """Pixels from the left edge of the first figure to the right edge of the last.

    Args:
        text: the figures.
        size: width and height of one, pixels.
        gap: pixels between two.
    """
    return sum(width_of(c, size[0]) for c in text) + gap * (len(text) - 1)


def draw_number(
    picture: Image.Image, at: tuple[int, int], text: str, *, size: tuple[int, int], stroke: int, gap: int, ink: int = 1
) -> None:
    """Draw figures side by side.

    Args:
        picture: mode "1"; drawn on.
        at: the upper left corner of the first, pixels.
        text: the figures, each as :func:`digit` knows it.
        size: width and height of one, pixels.
        stroke: thickness of their lines, pixels.
        gap: pixels between two.
        ink: 1 for lit, 0 for dark.
    """
    x, y = at
    for figure in text:
        picture.paste(ink, (x, y), digit(figure, size, stroke))
        x += width_of(figure, size[0]) + gap
