"""The bench that kills the referee would notice if anything were lost."""

import json
import random
import socket

import pytest

from firmware.rules.events import BatchDealt
from firmware.signals import Tick
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.moment import EVENTS
from models.benchmarks.kills import RefereeRun, _kills, _lost, _report, await_ready

TOLD = json.dumps({"t_ms": 5, "event": "BatchDealt", "batch": 1, "last": False})


@pytest.fixture
def folder(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        number = journal.begin(SessionHeader("2026-11-22", "the table", "{}"))
        journal.write(number, JournalEntry(5, Tick(5), (EVENTS.text(BatchDealt(1, False)),)))
    return tmp_path


def test_what_is_in_the_journal_is_not_lost(folder):
    assert _lost(folder, RefereeRun([TOLD])) == []


@pytest.mark.parametrize("told", [TOLD.replace("5", "6"), TOLD.replace("BatchDealt", "GameWon")])
def test_what_was_told_and_is_not_there_is_lost(folder, told):
    assert len(_lost(folder, RefereeRun([told]))) == 1


def test_a_referee_who_asks_for_more_time_is_not_ready_yet():
    asks, wire = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with asks, wire:
        wire.setblocking(False)
        asks.send(b"EXTEND_TIMEOUT_USEC=20000000")
        with pytest.raises(BlockingIOError):
            await_ready(wire)
        asks.send(b"READY=1")
        await_ready(wire)


def test_a_loss_is_a_failure(capsys):
    assert _report([(RefereeRun(["{}"], 1.0), []), (RefereeRun([], 2.0), ["gone"])]) == 1
    assert "2 kills, 1 resumes without loss" in capsys.readouterr().out


def test_a_referee_that_is_killed_twice_goes_on_twice(tmp_path):
    lives = list(_kills(tmp_path, 2, random.Random(5)))
    assert [faults for _, faults in lives] == [[], []]
    assert all("SessionResumed" in life.told[0] for life, _ in lives)
