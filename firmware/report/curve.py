"""The score of each side over the time of the session, as a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from firmware.report.record import SessionRecord

WIDTH, HEIGHT = 720, 240  # of the drawing; it grows and shrinks with the page
LEFT, RIGHT, TOP, BOTTOM = 30, 92, 14, 26  # room for the numbers, the names, the uppermost line, the times
GRID_STEPS = (1, 2, 5, 10, 20, 50)
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class CurveLine:
    """The stepped line of one side.

    Attributes:
        path: the line as SVG has it.
        dots: where the score changed, ``(x, y)``.
        score: at the end.
        label_y: where the side's name stands beside the end of the line.
    """

    path: str
    dots: tuple[tuple[float, float], ...]
    score: int
    label_y: float


@dataclass(frozen=True, slots=True)
class ScoreCurve:
    """The drawing, in units of its own, from the upper left corner.

    Attributes:
        grid: scores and the heights of their lines.
        minutes: minutes of the session and where they stand below.
        lines: one for each side, from 0 at the beginning to the score at the end.
    """

    grid: tuple[tuple[int, float], ...]
    minutes: tuple[tuple[int, float], ...]
    lines: tuple[CurveLine, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def score_curve(record: SessionRecord) -> ScoreCurve:
    """The curve of a session."""
    top = max(5, *record.scores, *(score for moment in record.moments for score in moment.scores))
    end_ms = max(1, record.end_ms)
    last = end_ms // 60_000
    rows = _label_rows(record.scores, top)
    return ScoreCurve(
        grid=tuple((value, _y(value, top)) for value in range(0, top + 1, _step(top))),
        minutes=tuple((minute, _x(minute * 60_000, end_ms)) for minute in range(0, last + 1, _step(max(1, last)))),
        lines=tuple(_line(record, side, top, row) for side, row in enumerate(rows)),
    )


def _step(span: int) -> int:
    return next((step for step in GRID_STEPS if span / step <= MOST_LINES), GRID_STEPS[-1])


def _x(t_ms: int, end_ms: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * min(t_ms, end_ms) / end_ms, 1)


def _y(score: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * score / top, 1)


def _line(record: SessionRecord, side: int, top: int, label_y: float) -> CurveLine:
    end_ms = max(1, record.end_ms)
    path, score, dots = [f"M{_x(0, end_ms)} {_y(0, top)}"], 0, []
    for moment in record.moments:
        if moment.scores[side] != score:
            score = moment.scores[side]
            dots.append((_x(moment.t_ms, end_ms), _y(score, top)))
            path.append("H{}V{}".format(*dots[-1]))
    path.append(f"H{_x(end_ms, end_ms)}")
    return CurveLine("".join(path), tuple(dots), record.scores[side], label_y)


def _label_rows(scores: Sequence[int], top: int) -> list[float]:
    """Where the names stand: beside the ends of their lines, 30 apart at least."""
    rows = [_y(score, top) for score in scores]
    order = sorted(range(len(rows)), key=lambda side: (rows[side], side))
    for upper, lower in pairwise(order):
        rows[lower] = max(rows[lower], rows[upper] + 30)
    over = max(rows) - (HEIGHT - BOTTOM + 4)
    return [row - max(0.0, over) for row in rows]
