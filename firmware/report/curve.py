"""The score of each side over the time of the session, as a drawing."""

from collections.abc import Sequence
from itertools import pairwise

from firmware.report.chronicle import Chronicle
from firmware.report.markup import Markup, tag

WIDTH, HEIGHT = 720, 240  # of the drawing; it grows and shrinks with the page
LEFT, RIGHT, TOP, BOTTOM = 30, 92, 14, 26  # room for the numbers, the names, the uppermost line, the times
GRID_STEPS = (1, 2, 5, 10, 20, 50)
MOST_LINES = 6


def score_curve(chronicle: Chronicle, names: Sequence[str]) -> Markup:
    """One stepped line per side, from 0 at the beginning to the score at the end."""
    top = max(5, *chronicle.scores, *(score for told in chronicle.told for score in told.scores))
    end_ms = max(1, chronicle.end_ms)
    grid = [_grid_line(value, top) for value in range(0, top + 1, _step(top, GRID_STEPS))]
    minutes = _step(max(1, end_ms // 60_000), GRID_STEPS)
    ticks = [_tick(minute, end_ms) for minute in range(0, end_ms // 60_000 + 1, minutes)]
    lines = [_line(chronicle, side, top, end_ms) for side in range(len(names))]
    labels = [
        _label(side, name, chronicle.scores[side], y)
        for (side, name), y in zip(enumerate(names), _label_rows(chronicle.scores, top), strict=True)
    ]
    drawing = [*grid, *ticks, *lines, *labels]
    return tag("svg", *drawing, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="curve", role="img", aria_label="score curve")


def _step(span: int, steps: Sequence[int]) -> int:
    return next((step for step in steps if span / step <= MOST_LINES), steps[-1])


def _x(t_ms: int, end_ms: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * min(t_ms, end_ms) / end_ms, 1)


def _y(score: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * score / top, 1)


def _grid_line(value: int, top: int) -> Markup:
    y = _y(value, top)
    line = tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y)
    return tag("g", line, tag("text", str(value), x=LEFT - 8, y=y + 4, text_anchor="end"), class_="grid")


def _tick(minute: int, end_ms: int) -> Markup:
    x = _x(minute * 60_000, end_ms)
    return tag("text", f"{minute} min", x=x, y=HEIGHT - 6, text_anchor="middle" if minute else "start", class_="tick")


def _line(chronicle: Chronicle, side: int, top: int, end_ms: int) -> Markup:
    path, score, dots = [f"M{_x(0, end_ms)} {_y(0, top)}"], 0, []
    for told in chronicle.told:
        if told.scores[side] != score:
            score = told.scores[side]
            x, y = _x(told.t_ms, end_ms), _y(score, top)
            path.append(f"H{x}V{y}")
            dots.append(tag("circle", cx=x, cy=y, r=3))
    path.append(f"H{_x(end_ms, end_ms)}")
    return tag("g", tag("path", d="".join(path)), *dots, class_=f"side side{side}")


def _label_rows(scores: Sequence[int], top: int) -> list[float]:
    """Where the names stand: beside the ends of their lines, 30 apart at least."""
    rows = [_y(score, top) for score in scores]
    order = sorted(range(len(rows)), key=lambda side: (rows[side], side))
    for upper, lower in pairwise(order):
        rows[lower] = max(rows[lower], rows[upper] + 30)
    over = max(rows) - (HEIGHT - BOTTOM + 4)
    return [row - max(0.0, over) for row in rows]


def _label(side: int, name: str, score: int, y: float) -> Markup:
    x = WIDTH - RIGHT + 10
    number = tag("text", str(score), x=x, y=f"{y + 5:.1f}", class_="end")
    words = tag("text", name, x=x, y=f"{y + 18:.1f}", class_="name")
    return tag("g", number, words, class_=f"sidetext side{side}")
