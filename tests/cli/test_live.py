"""A live referee on a recording: how it ends, and how the next one goes on with the match."""

import json
import signal

import cv2
import numpy as np
import pytest

from firmware.settings.model import Settings, journal_path
from firmware.storage.journal_lock import kept_alone


@pytest.fixture
def bare_table(tmp_path):
    """Six tenths of a second of a table on which nothing lies."""
    (tmp_path / "bare" / "frames").mkdir(parents=True)
    for t_ms in range(0, 600, 100):
        cv2.imwrite(str(tmp_path / "bare" / "frames" / f"{t_ms:05d}.jpg"), np.full((360, 640, 3), 120, np.uint8))
    return tmp_path / "bare"


def test_a_live_referee_ends_with_its_recording_and_the_next_one_goes_on_with_the_match(hakam, bare_table):
    told = []
    for _ in range(2):
        status, out, err = hakam("run", "--camera", bare_table, "--players", "2")
        assert (status, err) == (0, "")
        told.append(out.splitlines())
    assert told[0] == ["Final score: Player 1 0, Player 2 0"]
    assert told[1] == [
        "Session 1 goes on: Player 1 0, Player 2 0, 0 plays so far; --new would begin another match",
        "Final score: Player 1 0, Player 2 0",
    ]
    sessions = [json.loads(line) for line in hakam("sessions", "--json")[1].splitlines()]
    assert [(one["source"], one["outcome"]) for one in sessions] == [("the table", None)]


def test_lines_for_programs_end_with_the_one_that_closes(hakam, bare_table):
    for first in ("SessionClosed", "SessionResumed"):
        status, out, _ = hakam("run", "--camera", bare_table, "--json")
        lines = [json.loads(line) for line in out.splitlines()]
        assert (status, lines[0]["event"], lines[-1]["event"]) == (0, first, "SessionClosed")
        assert (lines[-1]["scores"], lines[-1]["plays"], lines[-1]["winner"]) == ([0, 0], [], None)


def test_a_new_match_is_begun_where_that_is_asked_for(hakam, bare_table):
    for _ in range(2):
        hakam("run", "--camera", bare_table, "--new")
    assert len(hakam("sessions", "--json")[1].splitlines()) == 2


def test_signals_of_the_system_end_a_live_referee_alone(hakam, bare_table):
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    hakam("run", "--camera", bare_table)
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == before


def test_a_second_referee_on_the_same_journal_is_refused_in_words(hakam, home, bare_table):
    hakam("run", "--camera", bare_table)
    with kept_alone(journal_path(Settings())):
        status, out, err = hakam("run", "--camera", bare_table)
    assert (status, out) == (1, "")
    assert "another hakam keeps this journal" in err


def test_what_a_kill_left_beside_the_journal_goes_at_the_next_start(hakam, bare_table):
    hakam("run", "--camera", bare_table)
    left = journal_path(Settings()).with_name(".hakam-killed")
    left.mkdir()
    hakam("run", "--camera", bare_table)
    assert not left.exists()
