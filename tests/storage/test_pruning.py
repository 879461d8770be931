"""The pictures of the oldest sessions make room for new ones; what was seen, said and counted stays."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.signals import Tick
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.pruning import BATCH, Pruner, prune
from firmware.storage.salvage import check

HEADER = SessionHeader("2026-11-22", "the table", '{"kind":"MatchSetup","players":2}')
JPEG = bytes(25_000)  # with 40 of them a session has 1 MB
NUMBERS = (1, 2, 3, 4)


def write(journal):
    number = journal.begin(HEADER)
    entries = (JournalEntry(t_ms, Tick(t_ms), ("{}",), (EvidencePicture(t_ms, 400.0, JPEG),)) for t_ms in range(40))
    journal.write_all(number, entries)
    return number


@pytest.fixture
def journal(tmp_path):
    """Four sessions with pictures of 1 MB each."""
    with Journal(tmp_path / "journal.db") as journal:
        for _ in NUMBERS:
            write(journal)
        yield journal


def pictures(journal):
    return [len(list(journal.evidence(number))) for number in NUMBERS]


@pytest.mark.parametrize(("limit_mb", "left"), [(4, [40, 40, 40, 40]), (3, [0, 40, 40, 40]), (2, [0, 0, 40, 40])])
def test_the_pictures_of_the_oldest_sessions_go_until_the_others_fit(journal, limit_mb, left):
    assert prune(journal.path, limit_mb, playing=4).pictures == 160 - sum(left)
    assert pictures(journal) == left


def test_one_byte_too_many_costs_the_oldest_session_its_pictures(journal):
    journal.write(4, JournalEntry(40, Tick(40), (), (EvidencePicture(40, 400.0, b"1"),)))
    prune(journal.path, 4, playing=4)
    assert pictures(journal) == [0, 40, 40, 41]


@pytest.mark.parametrize(("playing", "left"), [(4, [0, 0, 0, 40]), (1, [40, 0, 0, 0])])
def test_the_session_in_progress_keeps_its_own_whatever_they_take(journal, playing, left):
    prune(journal.path, 0, playing)
    assert pictures(journal) == left


def test_signals_events_and_sessions_stay(journal):
    listed, told = journal.sessions(), list(journal.entries(1, pictures=False))
    prune(journal.path, 0, playing=4)
    assert journal.sessions() == listed
    assert list(journal.entries(1)) == told


def test_new_pictures_take_the_room_of_those_that_went(tmp_path):
    path = tmp_path / "journal.db"
    sizes = []
    for _ in range(8):
        with Journal(path) as journal:
            prune(path, 3, write(journal))
        sizes.append(path.stat().st_size)
    assert sizes[3] > 3 * len(JPEG) * 40
    assert max(sizes[4:]) <= sizes[3] * 1.02  # signals and events are added, pictures are not


def test_others_write_between_two_of_its_transactions(journal):
    written = []

    def stop(_pause_s):
        journal.write(4, JournalEntry(50, Tick(50)))
        written.append(pictures(journal)[0])
        return False

    prune(journal.path, 3, playing=4, stop=stop)
    assert written == [40 - BATCH, 40 - 2 * BATCH, 0]


def test_what_is_left_for_another_time_is_done_then(journal):
    assert prune(journal.path, 3, playing=4, stop=lambda _pause_s: True).pictures == BATCH
    assert pictures(journal) == [40 - BATCH, 40, 40, 40]
    prune(journal.path, 3, playing=4)
    assert pictures(journal) == [0, 40, 40, 40]


def test_it_is_done_beside_the_game(journal, caplog):
    pruner = Pruner(journal.path, 3)
    pruner.begin(4)
    pruner.finish()
    assert pictures(journal) == [0, 40, 40, 40]
    assert "40 evidence pictures" in caplog.text


def test_what_cannot_be_pruned_is_logged_and_hurts_nobody(tmp_path, caplog):
    pruner = Pruner(tmp_path / "missing.db", 3)
    pruner.begin(1)
    pruner.close()
    assert "not pruned" in caplog.text


SIZES = ("page_count", "freelist_count", "page_size")


def test_the_newest_session_keeps_its_signals_though_it_has_no_number_yet(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        for _ in range(2):
            write(journal)
        prune(journal.path, 0, playing=-1, journal_mb=0)
        assert [len(list(journal.entries(number, pictures=False))) for number in (2,)] == [40]


def used(path):
    with closing(sqlite3.connect(path)) as file:
        pages, free, size = (
            file.execute(f"PRAGMA {one}").fetchone()[0] for one in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size


def test_the_oldest_sessions_keep_but_their_score_until_the_journal_fits(journal):
    journal.close_session(1, JournalEntry(40, None), '{"scores":[41,3]}')
    listed = journal.sessions()
    assert prune(journal.path, 100, 4, journal_mb=3) == (0, 2)
    assert used(journal.path) <= 3_000_000
    assert [one.signals for one in journal.sessions()] == [0, 0, 40, 40]
    assert [(one.header, one.outcome, one.last_ms) for one in journal.sessions()] == [
        (one.header, one.outcome, one.last_ms) for one in listed
    ]
    with pytest.raises(JournalError, match="of session 1 only the score is left"):
        list(journal.entries(1))
    assert check(journal.path).damage == []


def test_a_journal_keeps_its_budget_over_many_evenings(tmp_path):
    """Looks alone, which no budget of pictures ever deletes."""
    path = tmp_path / "journal.db"
    for _ in range(12):
        with Journal(path) as journal:
            number = journal.begin(HEADER)
            journal.write_all(number, (JournalEntry(t_ms, Tick(t_ms), ("x" * 5000,)) for t_ms in range(100)))
            prune(path, 1, number, journal_mb=2)
    assert path.stat().st_size <= 3_000_000
    with Journal(path) as journal:
        assert [one.signals > 0 for one in journal.sessions()][-3:] == [True] * 3
        assert len(journal.sessions()) == 12


def test_what_is_left_of_emptying_a_session_is_done_another_time(journal, monkeypatch):
    monkeypatch.setattr("firmware.storage.pruning.ENTRIES", 10)
    prune(journal.path, 100, 4, lambda _pause_s: True, journal_mb=0)
    assert journal.session(1).signals == 0
    assert check(journal.path).damage == []
    prune(journal.path, 100, 4, journal_mb=0)
    assert [one.signals for one in journal.sessions()] == [0, 0, 0, 40]
    assert len(list(journal.entries(4))) == 40


def test_the_log_says_of_how_many_sessions_only_the_score_is_left(journal, caplog):
    pruner = Pruner(journal.path, 100, 3)
    pruner.begin(4)
    pruner.finish()
    assert "of the 2 oldest sessions only the score is left" in caplog.text


@pytest.fixture
def bare(kept, home):
    """The journal of a few plays, once as it was and once without its pictures."""
    with_pictures, without = Path(shutil.copy(kept, home / "with.db")), Path(shutil.copy(kept, home / "without.db"))
    assert prune(without, 0, playing=0).pictures > 2
    return with_pictures, without


@pytest.mark.parametrize(
    "words", [("sessions",), ("replay", 1, "--json"), ("correct", 1), ("correct", 1, "card 1 12C")]
)
def test_a_session_without_pictures_says_what_it_said_with_them(hakam, bare, words):
    before, after = (hakam(*words, "--journal", path) for path in bare)
    assert after == before
    assert after[0] == 0


def test_its_report_tells_all_plays_and_shows_no_picture(hakam, bare, home):
    pages = []
    for path in bare:
        assert hakam("replay", 1, "--journal", path, "--report", home / "report.html")[0] == 0
        pages.append((home / "report.html").read_text())
    assert [page.count("data:image/jpeg") > 0 for page in pages] == [True, False]
    assert pages[0].count('<li id="') == pages[1].count('<li id="') > 2


def test_a_live_referee_makes_room_when_it_starts(hakam, home):
    (home / "own.toml").write_text("evidence_mb = 10")
    (home / "frames").mkdir()
    cv2.imwrite(str(home / "frames" / "00000.jpg"), np.full((360, 640, 3), 120, np.uint8))
    path = home / "evenings.db"
    with Journal(path) as journal:
        old = journal.begin(HEADER)
        journal.close_session(old, JournalEntry(0, None, (), (EvidencePicture(0, 400.0, bytes(10_000_001)),)), "{}")
    assert hakam("run", "--camera", home, "--journal", path, "--config", home / "own.toml")[0] == 0
    with Journal(path) as journal:
        assert list(journal.evidence(old)) == []
        assert len(journal.sessions()) == 2
