"""Whether a report adds up, read from the page alone: its points sum to its score at every moment of its curve."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import NamedTuple

IN_CARDS = "paid in cards"
"""What the English page says of points that do not change the score (V3)."""
QUIET_S = 2.0
"""The curve is held against the rows where nothing happens for so long: rows tell whole seconds, the curve tenths of
its unit, a third of a second in half an hour."""


class PagePoint(NamedTuple):
    """A row of the table of points: the second, how many, whose, for what, and the score after it."""

    at_s: int
    points: int
    who: str
    why: str
    scores: tuple[int, ...]


class PageCurve(NamedTuple):
    """The line of one side: the seconds at which its score changed, and the score from then on."""

    at_s: tuple[float, ...]
    scores: tuple[int, ...]

    def score(self, at_s: float) -> int:
        """The score that is drawn at a second."""
        return [score for began_s, score in zip(self.at_s, self.scores, strict=True) if began_s <= at_s][-1]


def page_faults(html: str) -> Iterator[str]:
    """What does not add up in a report in English, a sentence each."""
    scores, rows = head(html), list(points(html))
    names = [unescape(name) for name in re.findall(r'<b class="big">.*?</b><span>(.*?)</span>', html)]
    sums = [0] * len(names)
    for row in rows:
        sums[names.index(row.who)] += 0 if IN_CARDS in row.why else row.points
        if tuple(sums) != row.scores:
            yield f"at {row.at_s} s the points sum to {tuple(sums)}, the row says {row.scores}"
    if tuple(sums) != scores:
        yield f"all points sum to {tuple(sums)}, the head says {scores}"
    yield from _curve_faults(curves(html), rows, scores)


def head(html: str) -> tuple[int, ...]:
    """The score in the head of the page."""
    return tuple(int(score) for score in re.findall(r'<b class="big">(-?\d+)</b>', html))


def _curve_faults(lines: Sequence[PageCurve], rows: Sequence[PagePoint], scores: tuple[int, ...]) -> Iterator[str]:
    changes = sorted({*(row.at_s for row in rows), *(at_s for line in lines for at_s in line.at_s)})
    for before, after in zip(changes, [*changes[1:], changes[-1] + 2 * QUIET_S], strict=True):
        if after - before < QUIET_S:
            continue
        drawn = tuple(line.score((before + after) / 2) for line in lines)
        summed = next((row.scores for row in reversed(rows) if row.at_s <= before), (0,) * len(scores))
        if drawn != summed:
            yield f"after {before:.0f} s the curve shows {drawn}, the points sum to {summed}"


def points(html: str) -> Iterator[PagePoint]:
    """The rows of the table of points."""
    table = re.search(r'<table class="points">.*?</table>', html, re.DOTALL)
    for row in re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)[1:] if table else ():
        cells = [
            " ".join(unescape(re.sub(r"<.*?>", " ", cell)).split())
            for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        yield PagePoint(seconds(cells[0]), int(cells[1]), cells[2], cells[3], tuple(map(int, cells[5].split(" – "))))


def seconds(clock: str) -> int:
    """The seconds of a time as pages tell it, ``1:02:07``."""
    total = 0
    for part in clock.split(":"):
        total = total * 60 + int(part)
    return total


def curves(html: str) -> list[PageCurve]:
    """The line of each side: the grid says which height is which score, the duration which place is which second."""
    drawn = re.search(r'<svg [^>]*class="curve".*?</svg>', html, re.DOTALL)
    length = re.search(r"<dt>Duration</dt><dd>([\d:]+)</dd>", html)
    if not drawn or not length:
        return []
    grid = [(float(y), int(score)) for y, score in re.findall(r'y2="([\d.]+)"/><text[^>]*>(\d+)<', drawn[0])]
    paths = re.findall(r'<path d="M([\d.]+) [\d.]+(.*?)H([\d.]+)"', drawn[0])
    return [
        _curve(path, float(left), seconds(length[1]) / (float(right) - float(left)), grid)
        for left, path, right in paths
    ]


def _curve(path: str, left: float, a_unit_s: float, grid: Sequence[tuple[float, int]]) -> PageCurve:
    (bottom, _), (top, most) = grid[0], grid[-1]
    steps = [(float(x), float(y)) for x, y in re.findall(r"H([\d.]+)V([\d.]+)", path)]
    heights = (round((bottom - y) / (bottom - top) * most) for _, y in steps)
    return PageCurve((0.0, *((x - left) * a_unit_s for x, _ in steps)), (0, *heights))
