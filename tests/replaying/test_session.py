"""The pace of a replay, and what a kept session is held against."""

from dataclasses import replace

import pytest

from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import ReplayDifferenceError
from firmware.replaying.session import paced, replay_session
from firmware.replaying.sources import SessionSource
from firmware.signals import Tick
from firmware.storage.journal import SessionHeader
from firmware.storage.moment import SETUPS, closed, fed


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


SHORT_MS = 24_000
"""The layout and a play or two."""


def kept(entries):
    setup = MatchSetup(2, 1)
    return SessionSource("evening", SessionHeader("2026-11-23", "the table", SETUPS.text(setup)), entries, 0, None)


@pytest.fixture(scope="module")
def entries(looks):
    referee = Referee(MatchSetup(2, 1))
    moments = [fed(referee, look) for look in looks if look.t_ms < SHORT_MS]
    return [one.entry for one in [*moments, closed(referee, moments[-1].t_ms)]]


def test_a_session_without_its_answers_is_told_by_this_version_and_says_so(entries, caplog):
    bare = kept([replace(entry, events=()) for entry in entries])
    told = [moment.texts for moment in replay_session(bare, None).moments]
    assert told == [entry.events for entry in entries]
    assert caplog.messages == [
        "evening: no events were kept, so there is nothing to compare; the score is this version's"
    ]


def test_a_session_that_lacks_some_of_its_answers_differs(entries, caplog):
    last = next(n for n, entry in reversed([*enumerate(entries)]) if entry.events)
    cut = [replace(entry, events=()) if n == last else entry for n, entry in enumerate(entries)]
    with pytest.raises(ReplayDifferenceError, match="the journal has nothing, this version says"):
        list(replay_session(kept(cut), None).moments)
    assert caplog.messages == []


def test_a_session_in_which_nothing_happened_needs_no_answers(caplog):
    assert len(list(replay_session(kept([fed(Referee(MatchSetup(2, 1)), Tick(100)).entry]), None).moments)) == 1
    assert caplog.messages == []
