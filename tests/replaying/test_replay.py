"""A session watched, kept, played again: the same events each time."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from firmware.errors import HakamError
from firmware.referee import MatchSetup, Referee
from firmware.replaying.replay import ReplayDifferenceError, play_back, watch
from firmware.rules.events import CardPlayed, LayoutDealt
from firmware.signals import ButtonPress, TableObservation, Tick
from firmware.storage.journal import JournalEntry
from firmware.storage.moment import fed
from vision.frame import Frame

TABLE = np.zeros((4, 6, 3), np.uint8)
SETUP = MatchSetup(2, 1)


class TornError(HakamError, OSError):
    """The recording breaks off."""


def frames(looks):
    return [Frame(look.t_ms, TABLE) for look in looks]


def watched(looks, presses=(), recording=None):
    shown = {look.t_ms: look for look in looks}
    return watch(recording or frames(looks), presses, lambda frame: shown.get(frame.t_ms), Referee(SETUP))


@pytest.fixture(scope="module")
def moments(looks):
    return tuple(watched(looks))


def kept(moments):
    return [JournalEntry(one.t_ms, one.signal, one.texts) for one in moments]


def test_every_play_of_a_played_deal_is_told(moments, timeline):
    events = [event for moment in moments for event in moment.events]
    told = [(event.seat, event.card.rank) for event in events if isinstance(event, CardPlayed)]
    assert told == [(play.seat, play.card.rank) for play in timeline.plays]
    assert len([event for event in events if isinstance(event, LayoutDealt)]) == 1


def test_playing_the_journal_back_gives_the_same_moments(moments):
    assert tuple(play_back(kept(moments), Referee(SETUP))) == moments


def test_a_changed_answer_is_told_with_its_time(moments):
    entries = kept(moments)
    index = next(i for i, entry in enumerate(entries) if any("CardPlayed" in text for text in entry.events))
    spoilt = tuple(text.replace('"seat":0', '"seat":1') for text in entries[index].events)
    entries[index] = replace(entries[index], events=spoilt)
    with pytest.raises(ReplayDifferenceError, match=f"at {entries[index].t_ms} ms the journal has .*CardPlayed"):
        list(play_back(entries, Referee(SETUP)))


def test_a_refusal_that_another_version_worded_otherwise_is_no_other_answer():
    press = ButtonPress(10, None, "ronda")
    (refused,) = [fed(Referee(SETUP), press)]
    assert "fault" in refused.texts[0]
    older = re.sub(r'"fault":"[^"]*"', '"fault":"as it was worded before"', refused.texts[0])
    assert list(play_back([JournalEntry(10, press, (older,))], Referee(SETUP))) == [refused]


def test_a_missing_answer_is_told_too(moments):
    entries = kept(moments)
    index = next(i for i, entry in enumerate(entries) if entry.events)
    entries[index] = replace(entries[index], events=())
    with pytest.raises(ReplayDifferenceError, match="the journal has nothing, this version says"):
        list(play_back(entries, Referee(SETUP)))


def test_signals_come_by_time_and_the_close_comes_last(looks):
    presses = [ButtonPress(looks[0].t_ms - 1, 0, "why"), ButtonPress(looks[20].t_ms, 1, "why")]
    moments = list(watched(looks[:40], presses))
    assert all(earlier.t_ms <= later.t_ms for earlier, later in pairwise(moments))
    assert [one.signal for one in moments if isinstance(one.signal, ButtonPress)] == presses
    assert [index for index, one in enumerate(moments) if one.signal is None] == [len(moments) - 1]


def test_the_referee_is_woken_when_it_asked_for_it():
    look = TableObservation(1000, ())
    signals = [one.signal for one in watched([look], recording=[Frame(1000, TABLE), Frame(1700, TABLE)])]
    assert signals == [look, Tick(1300), Tick(1600), None]


def test_presses_after_the_last_frame_are_heard():
    press = ButtonPress(9000, None, "undo")
    moments = list(watched([TableObservation(10, ())], [press]))
    assert moments[-2].signal == press
    assert moments[-1].t_ms == 9000


def test_a_recording_that_breaks_off_is_closed_before_its_error_comes(looks):
    def recording():
        yield from frames(looks[:40])
        raise TornError("the film tore")

    heard = []
    with pytest.raises(TornError):
        for moment in watched(looks[:40], recording=recording()):
            heard.append(moment)
    assert heard[-1].signal is None
    assert heard == list(watched(looks[:40]))


def test_an_empty_recording_is_closed_at_once():
    assert [(one.t_ms, one.signal, one.events) for one in watched([], recording=[])] == [(0, None, ())]
