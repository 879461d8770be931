"""The pace of a replay."""

import pytest

from firmware.replaying.session import paced
from firmware.signals import Tick


def test_without_a_speed_nothing_waits(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("waited"))
    ticks = [Tick(0), Tick(10**9)]
    assert list(paced(ticks, None)) == ticks


def test_each_item_is_handed_on_when_its_time_has_come(monkeypatch):
    now, waited = [100.0], []
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr("time.sleep", waited.append)
    for _ in paced([Tick(0), Tick(2000), Tick(3000)], 2.0):
        now[0] += 0.4
    assert waited == pytest.approx([0.0, 0.6, 0.7])
