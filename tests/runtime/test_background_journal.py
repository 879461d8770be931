"""A disk that is full, locked, gone or slow: the game goes on, it is shown, and what was told is written later."""

import shutil
import sqlite3
import threading
from contextlib import closing

import pytest

from firmware.announce.texts import text
from firmware.referee import Referee
from firmware.replaying.replay import play_back
from firmware.runtime.background_journal import BackgroundJournal
from firmware.runtime.live_match import LiveMatch
from firmware.signals import Tick
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.records import SessionStart
from tests.support.live_table import SETUP, Table

HEADER = SessionHeader("2026-11-24", "the table", '{"kind":"MatchSetup","players":2}')
TOLD = '{"kind":"Told","words":"' + "x" * 9000 + '"}'
"""Longer than what is left of any page, so that a disk without room notices."""
LONG_S = 60.0
"""No test waits so long: it ends as soon as what it waits for has come."""


class Disk:
    """A journal on a disk that can be made full, locked or slow, by SQLite's own means."""

    def __init__(self, path):
        self.path, self.pragma, self.opened = path, "", 0
        self.free = threading.Event()
        self.free.set()
        self.clock = 0.0
        Journal(path).__exit__()

    def open(self):
        self.opened += 1
        journal = Journal(self.path, create=False)
        journal._file.execute(self.pragma or "SELECT 1").fetchall()
        begin = journal._transaction

        def slow():
            assert self.free.wait(LONG_S)
            return begin()

        journal._transaction = slow
        return journal

    def store(self, **how):
        self.kept = BackgroundJournal(self.open, clock=lambda: self.clock, **how)
        return self.kept

    def fill(self):
        """No page more than there are."""
        self.reopened("PRAGMA max_page_count = 1")

    def lock(self):
        self.reopened("PRAGMA query_only = ON")

    def heal(self):
        """The next attempt succeeds, and is made."""
        self.reopened("")
        self.clock += 10.0
        self.kept.attend()
        with self.kept._news:
            assert self.kept._news.wait_for(lambda: not self.kept._tasks, LONG_S)

    def reopened(self, pragma):
        """What the journal is opened with from now on; the one that is open has it as well."""
        self.pragma = pragma
        if self.kept._journal:
            self.kept._journal = None


@pytest.fixture
def disk(tmp_path):
    (tmp_path / "stick").mkdir()
    disk = Disk(tmp_path / "stick" / "journal.db")
    yield disk
    disk.free.set()
    disk.kept.close()


def entries(count, since=0):
    return [JournalEntry(t_ms, Tick(t_ms), (TOLD,)) for t_ms in range(since, since + count)]


def kept(disk, number=1):
    with Journal(disk.path) as journal:
        return list(journal.entries(number))


def test_what_is_written_is_on_the_disk_when_it_is_told(disk):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    store.write_all(number, entries(3))
    assert kept(disk, number) == entries(3)
    assert (number, store.lost) == (1, "")


@pytest.mark.parametrize(("fault", "shown"), [("fill", "disk_full"), ("lock", "disk_lost")])
def test_what_a_disk_did_not_take_is_there_when_it_takes_again(disk, fault, shown):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    store.write_all(number, entries(2))
    getattr(disk, fault)()
    for since in (2, 5, 8):
        store.write_all(number, entries(3, since))
    assert store.lost and store.name == shown
    assert kept(disk) == entries(2)
    disk.heal()
    assert kept(disk) == entries(11)
    assert store.lost == ""


def test_a_match_that_begins_and_ends_meanwhile_is_there_later(disk):
    store = disk.store(patience_s=LONG_S)
    first = store.begin(HEADER)
    disk.fill()
    store.write_all(first, entries(2))
    second = store.succeed(first, JournalEntry(9, None), '{"event":"SessionClosed"}', SessionStart(HEADER))
    store.write_all(second, entries(4))
    assert second < 0
    disk.heal()
    assert [one.outcome is None for one in sessions(disk)] == [False, True]
    assert (len(kept(disk, 1)), kept(disk, 2)) == (3, entries(4))


def sessions(disk):
    with Journal(disk.path) as journal:
        return journal.sessions()


def test_a_stick_that_was_pulled_is_written_to_when_it_is_back(disk, tmp_path):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    disk.path.parent.rename(tmp_path / "pocket")
    store.write_all(number, entries(3))
    assert (store.lost != "", store.name) == (True, "disk_lost")
    (tmp_path / "pocket").rename(disk.path.parent)
    disk.heal()
    assert kept(disk) == entries(3)


def test_no_journal_is_made_where_the_stick_was(disk, tmp_path):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    disk.path.parent.rename(tmp_path / "pocket")
    disk.path.parent.mkdir()
    store.write_all(number, entries(3))
    assert list(disk.path.parent.iterdir()) == []
    disk.path.parent.rmdir()
    (tmp_path / "pocket").rename(disk.path.parent)
    disk.heal()
    assert kept(disk) == entries(3)


def test_another_journal_in_its_place_is_not_written_to(disk, tmp_path):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    store.write_all(number, entries(3))
    disk.path.parent.rename(tmp_path / "pocket")
    with Journal(disk.path) as other:
        other.begin(HEADER)
    store.write_all(number, entries(3, 3))
    assert "another journal" in store.lost
    assert kept(disk) == []
    shutil.rmtree(disk.path.parent)
    (tmp_path / "pocket").rename(disk.path.parent)
    disk.heal()
    assert kept(disk) == entries(6)


def test_a_slow_disk_is_shown_and_holds_nobody_up(disk):
    store = disk.store(patience_s=0.0)
    disk.free.clear()
    number = store.begin(HEADER)
    for since in range(5):
        store.write_all(number, entries(1, since))
    assert (number, store.lost != "", store.name) == (-1, True, "disk_slow")
    disk.free.set()
    with store._news:
        assert store._news.wait_for(lambda: not store._tasks, LONG_S)
    assert kept(disk) == entries(5)
    assert store.lost == "", "all is written, whatever comes next"


def test_a_damaged_head_of_an_earlier_session_keeps_no_match_from_being_written(disk):
    store = disk.store()
    store.write_all(store.begin(HEADER), entries(1))
    with closing(sqlite3.connect(disk.path)) as file, file:
        file.execute("UPDATE session SET last_ms = 77")
    number = store.begin(HEADER)
    store.write_all(number, entries(1))
    assert (number, store.lost) == (2, "")
    assert kept(disk, 2) == entries(1)


def test_what_was_written_though_the_disk_said_no_is_not_written_twice(disk):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    store.write_all(number, entries(1))
    disk.fill()
    store.write_all(number, entries(3, 1))
    with Journal(disk.path) as other:
        other.write_all(number, entries(2, 1))
    disk.heal()
    assert kept(disk) == entries(4)


def test_pictures_that_wait_are_bounded_and_what_was_told_is_not(disk, monkeypatch):
    monkeypatch.setattr("firmware.runtime.background_journal.MOST_PICTURE_BYTES", 25)
    store = disk.store(patience_s=LONG_S)
    sessions_ = [store.begin(HEADER) for _ in range(4)]
    disk.fill()
    for number in sessions_:
        picture = EvidencePicture(1, 400.0, bytes(10))
        store.write_all(number, [JournalEntry(1, Tick(1), (TOLD,), (picture,))])
    disk.heal()
    assert [len(kept(disk, number)[0].pictures) for number in sessions_] == [0, 0, 1, 1]


def test_what_is_lost_in_the_end_is_said(disk, caplog):
    store = disk.store(patience_s=LONG_S)
    number = store.begin(HEADER)
    disk.fill()
    store.write_all(number, entries(3))
    store.close()
    assert "3 entries could not be written" in caplog.text


@pytest.mark.parametrize("fault", ["fill", "lock"])
def test_a_game_goes_on_over_a_disk_that_takes_nothing_and_replays_whole(disk, fault):
    store = disk.store(patience_s=LONG_S)
    table = Table(store, LiveMatch.begin(store, SETUP)).go(10.0)
    table.live._output._devices = (store,)
    getattr(disk, fault)()
    table.go(20.0)
    assert table.live._output._presenter.hint == text("missing", store.name, "en")
    disk.heal()
    table.go(5.0)
    assert table.live._output._presenter.hint == ""
    plays = table.referee.plays
    table.matches.close()
    played = kept(disk)
    referee = Referee(SETUP)
    assert len(list(play_back(played, referee))) == len(played)
    assert referee.plays == plays and len(plays) > 3


def test_one_failed_write_costs_nothing_where_it_is_told(tmp_path):
    """A journal that is written at once, by ``LiveMatch`` alone: what failed is written with what comes next."""
    with Journal(tmp_path / "journal.db") as journal:
        match = LiveMatch.begin(journal, SETUP)
        match.feed(Tick(100))
        journal._file.execute("PRAGMA query_only = ON")
        with pytest.raises(OSError, match="cannot be used"):
            match.write()
        journal._file.execute("PRAGMA query_only = OFF")
        match.write()
        assert [entry.signal for entry in journal.entries(1)] == [Tick(100)]
