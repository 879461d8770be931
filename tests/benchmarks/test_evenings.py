"""The bench of recorded evenings: a report that does not add up is found out, and what is pressed is what was meant."""

import re

import pytest

from firmware.report.page import page
from models.benchmarks.evening import Evening, afterwards, caidas, live_inputs, session_of
from models.benchmarks.page_sums import curves, head, page_faults, points, seconds
from tests.support.reported_table import ReportedTable


@pytest.fixture(scope="module")
def html():
    """A page with a caida that is told, taken back and told again."""
    table = ReportedTable(pictures=False).lay()
    for slot, text in ((5, "12O"), (6, "12C")):
        table.table.put(**{f"s{slot}": text}).wait(4000)
    for word in ("card 2 7C", "card 2 12C"):
        table.press(word)
        table.table.wait(4000)
    return page(table.close().record())


def test_what_the_page_tells_is_read(html):
    assert head(html) == (0, 1)
    assert [(row.points, row.who, row.scores) for row in points(html)] == [
        (1, "Player 2", (0, 1)),
        (-1, "Player 2", (0, 0)),
        (1, "Player 2", (0, 1)),
    ]
    assert [line.scores for line in curves(html)] == [(0,), (0, 1, 0, 1)]


def test_a_page_that_adds_up_has_no_fault(html):
    assert [*page_faults(html)] == []


@pytest.mark.parametrize(
    ("pattern", "instead", "fault"),
    [
        (r'<b class="big">1</b>', '<b class="big">2</b>', "the head says (0, 2)"),
        (r"<b>-1</b>", "<b>-2</b>", "the row says (0, 0)"),
        (r'<tr class="withdrawn">.*?</tr>\s*<tr class="withdrawn">.*?</tr>', "", "the curve shows"),
        (r"<tr><td>(.*?)</tr>", "", "the head says (0, 1)"),
    ],
)
def test_what_does_not_add_up_is_told(html, pattern, instead, fault):
    wrong = re.sub(pattern, instead, html, count=1, flags=re.DOTALL)
    assert wrong != html
    assert any(fault in one for one in page_faults(wrong))


@pytest.mark.parametrize(("clock", "total"), [("0:07", 7), ("12:34", 754), ("1:02:07", 3727)])
def test_times_of_a_page_are_seconds(clock, total):
    assert seconds(clock) == total


def test_the_corrected_evening_puts_right_all_that_can_be():
    timeline = session_of(Evening("corrected", 5, 3, corrected=True)).timeline
    inputs = live_inputs(timeline)
    assert [one["t_ms"] for one in inputs] == sorted(one["t_ms"] for one in inputs)
    words = {one["input"].split()[0] for one in inputs}
    assert words == {"ronda", "undo", "redo", "seat", "card", "remove", "insert"}
    assert f"card {caidas(timeline)[0]} " in " ".join(one["input"] for one in inputs)
    assert [one.split()[0] for one in afterwards(timeline)] == ["card", "card", "remove", "insert"]
