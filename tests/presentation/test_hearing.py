"""What is heard is what an owner wants to hear."""

from datetime import time

import pytest

from firmware.announce.spoken import Spoken
from firmware.announce.tones import PATTERNS, Sound
from firmware.presentation.hearing import Hearing
from firmware.presentation.live_output import LiveOutput
from firmware.presentation.sinks import sound_sink, voice_sink
from tests.support.moments import CAIDA, moment, presenter

NIGHT, NOON = (time(22, 30), time(8, 0)), (time(12, 0), time(14, 0))


@pytest.mark.parametrize(
    ("quiet", "now", "is_quiet"),
    [
        (None, time(3, 0), False),
        (NIGHT, time(22, 29), False),
        (NIGHT, time(22, 30), True),
        (NIGHT, time(0, 0), True),
        (NIGHT, time(7, 59), True),
        (NIGHT, time(8, 0), False),
        (NOON, time(13, 0), True),
        (NOON, time(14, 0), False),
        (NOON, time(11, 59), False),
    ],
)
def test_quiet_hours_may_go_over_midnight(quiet, now, is_quiet):
    assert Hearing(quiet=quiet).is_quiet(now) == is_quiet


def heard(hearing, *moments, **output):
    tones, clips = [], []
    voice = presenter()
    voice.hearing = hearing
    told = LiveOutput(voice, [sound_sink(tones.append), voice_sink(clips.append)], "en")
    for name, value in output.items():
        setattr(told, name, value)
    told.tell(moments)
    return told, tones, clips


SCORED = moment(0, CAIDA, scores=(0, 1))
SAID = ("player_2", "caida", "score", "n0", "to", "n1")


def test_tones_sound_and_nothing_is_said_unless_it_is_wanted():
    assert heard(Hearing(), SCORED)[1:] == ([PATTERNS[Sound.POINT]], [])
    assert heard(Hearing(spoken=frozenset(Spoken)), SCORED)[1:] == ([PATTERNS[Sound.POINT]], [SAID])


def test_each_class_is_on_or_off():
    assert heard(Hearing(tones=frozenset({Sound.WIN}), spoken=frozenset({Spoken.WIN})), SCORED)[1:] == ([], [])
    assert heard(Hearing(tones=frozenset(), spoken=frozenset({Spoken.POINTS})), SCORED)[1:] == ([], [SAID])


@pytest.mark.parametrize("muted", [{"quiet": True}, {"resting": lambda: True}])
def test_while_it_is_quiet_neither_is_heard(muted):
    told, tones, clips = heard(Hearing(spoken=frozenset(Spoken)), SCORED, **muted)
    told.complain(moment(1))
    assert (tones, clips) == ([], [])


def test_a_press_that_means_nothing_sounds_only_if_faults_do():
    told, tones, _ = heard(Hearing())
    told.complain(moment(0))
    silent, none, _ = heard(Hearing(tones=frozenset({Sound.POINT})))
    silent.complain(moment(0))
    assert (tones, none) == ([PATTERNS[Sound.FAULT]], [])


def test_that_the_table_cannot_be_seen_is_said_once_and_again_the_next_time():
    told, _, clips = heard(Hearing(spoken=frozenset(Spoken)))
    for fault in ("too_dark", "too_dark", "", "camera_moved"):
        told.warn(fault, "")
        told.tell([moment(0)])
    assert clips == [("paused",), ("paused",)]
