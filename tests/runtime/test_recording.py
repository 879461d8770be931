"""A recording of the evening: session folders within a size, complete with what was pressed, read again by a replay."""

import logging
import os
from pathlib import Path

import numpy as np
import pytest

from firmware.referee import MatchSetup, Referee
from firmware.runtime.live_match import LiveMatch
from firmware.runtime.recording import EveningRecording, RecordingError
from firmware.settings.session_file import SessionInput, read_session_file
from firmware.signals import ButtonPress
from firmware.storage.export import read_export
from firmware.storage.journal import Journal
from firmware.storage.moment import SETUPS

SESSION = Path(__file__).parents[1] / "sessions" / "230036-2-players.jsonl.gz"
PICTURE = np.random.default_rng(1).integers(0, 255, (90, 160, 3)).astype(np.uint8)


@pytest.fixture
def journal(home):
    with Journal(home / "journal.db") as journal:
        yield journal


def recorded(folder, journal, times, limit_mb=10.0, looked=()):
    recording = EveningRecording(folder, limit_mb, "cafe")
    recording.begin(LiveMatch.begin(journal, MatchSetup(3, 2, "pagat target=21", names=("Amina", "Brahim", "Chaima"))))
    for t_ms in times:
        recording.see(t_ms, PICTURE, looked=t_ms in looked)
    return recording


def times_in(folder):
    return sorted(int(file.stem) for file in (folder / "frames").iterdir())


@pytest.mark.parametrize(
    ("times", "looked", "kept"),
    [
        (range(0, 4100, 100), (), [0, 2000, 4000]),  # nothing happens
        (range(0, 1100, 100), (300,), [0, 300, 400, 500, 600, 700]),  # a table that comes to rest
        (range(0, 330, 33), (33,), [0, 33, 132, 231]),  # a camera that is faster than anybody needs
        ((0, 10, 20), (10, 20), [0, 10, 20]),  # every look is kept
    ],
)
def test_pictures_are_kept_that_show_something(home, journal, times, looked, kept):
    recorded(home / "evening", journal, times, looked=looked).close()
    assert times_in(home / "evening") == kept


def test_the_table_and_what_was_pressed_is_written_beside_them(home, journal):
    recording = recorded(home / "evening", journal, [0])
    recording.press(ButtonPress(700, 1, "ronda"))
    recording.press(ButtonPress(900, None, "undo"))
    recording.close()
    file = read_session_file(home / "evening" / "session.json")
    assert file.names == ("Amina", "Brahim", "Chaima")
    assert (file.players, file.dealer, file.rules, file.deck) == (3, 2, "pagat target=21", "cafe")
    assert file.inputs == (SessionInput(700, 1, "ronda"), SessionInput(900, None, "undo"))


def test_each_further_match_has_a_folder_of_its_own(home, journal):
    recording = recorded(home / "evening", journal, [0, 5000])
    recording.begin(LiveMatch.begin(journal, MatchSetup(3, 0, "pagat target=21")))
    recording.see(100, PICTURE, looked=True)
    recording.close()
    assert times_in(home / "evening") == [0, 5000]
    assert times_in(home / "evening" / "match-2") == [100]
    assert read_session_file(home / "evening" / "match-2" / "session.json").dealer == 0


def test_it_does_not_grow_beyond_its_size_and_says_so_once(home, journal, caplog):
    with caplog.at_level(logging.WARNING):
        recording = recorded(home / "evening", journal, range(0, 100_000, 2000), limit_mb=0.1)
        recording.press(ButtonPress(100_000, 0, "ronda"))
        recording.close()
    size = sum(file.stat().st_size for file in (home / "evening" / "frames").iterdir())
    assert 50_000 < size <= 100_000
    assert len([one for one in caplog.messages if "no more pictures are recorded" in one]) == 1
    assert len(read_session_file(home / "evening" / "session.json").inputs) == 1


def test_a_folder_that_holds_something_is_not_recorded_into(home):
    (home / "letter.txt").write_text("Dear Amina")
    with pytest.raises(RecordingError, match="is not empty; name a new folder"):
        EveningRecording(home, 10.0)
    with pytest.raises(RecordingError, match="cannot be recorded into"):
        EveningRecording(home / "letter.txt", 10.0)


def test_a_recording_that_begins_in_the_middle_of_a_match_says_after_how_many_plays(home, journal, caplog):
    kept = read_export(SESSION)
    referee = Referee(SETUPS.parse(kept.header.setup))
    for entry in kept.entries:
        if entry.signal is not None:
            referee.feed(entry.signal)
    recording = EveningRecording(home / "evening", 10.0)
    recording.begin(LiveMatch(journal, 7, referee))
    recording.begin(LiveMatch.begin(journal, MatchSetup()))
    recording.close()
    first, second = (read_session_file(home / "evening" / one / "session.json") for one in (".", "match-2"))
    assert (first.earlier_plays, second.earlier_plays) == (len(referee.plays), 0)
    assert "begins in the middle of a match" in caplog.text


def test_a_picture_that_cannot_be_written_whatever_the_error_costs_the_pictures_and_not_the_presses(
    home, journal, caplog
):
    recording = recorded(home / "evening", journal, [0])
    recording.see(3000, np.zeros((4, 4, 3), complex), looked=True)
    recording.press(ButtonPress(4000, 1, "ronda"))
    recording.close()
    assert [one.input for one in read_session_file(home / "evening" / "session.json").inputs] == ["ronda"]
    assert "no more pictures are recorded, the match goes on" in caplog.text


def test_a_disk_that_hangs_does_not_hold_up_the_end(home, journal):
    (home / "evening").mkdir()
    recording = recorded(home / "evening", journal, [])
    (home / "evening" / "frames").mkdir()
    pipe = home / "evening" / "frames" / "00000000.jpg"
    os.mkfifo(pipe)  # whoever writes to it waits for somebody who reads
    for t_ms in range(0, 4000, 100):
        recording.see(t_ms, PICTURE, looked=True)
    recording.close(0.1)
    assert recording._thread.is_alive()
    pipe.read_bytes()
