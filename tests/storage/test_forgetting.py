"""What was forgotten is gone for good: none of its bytes is found in the journal, or in the files beside it."""

import os
import random
import sqlite3
from contextlib import closing

import pytest

from firmware.signals import ButtonPress, Tick
from firmware.storage import forgetting
from firmware.storage.forgetting import forget
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.journal_lock import kept_alone
from firmware.storage.pruning import prune
from firmware.storage.salvage import check


def header(number):
    names = f'["SECRET{number}A","SECRET{number}B"]'
    return SessionHeader(
        f"2026-11-{number:02d}T20:00:00+00:00", "the table", f'{{"kind":"MatchSetup","names":{names}}}'
    )


def entry(number, t_ms):
    """An entry all of whose parts say of which session they are."""
    mark = b"SECRET%d" % number
    jpeg = b"\xff\xd8" + mark + random.Random(t_ms).randbytes(3000) + mark * 300 + b"\xff\xd9"
    press = ButtonPress(t_ms, None, f"SECRET{number}")
    return JournalEntry(t_ms, press, (f'{{"kind":"SECRET{number}"}}',), (EvidencePicture(t_ms, 400.0, jpeg),))


def evening(path):
    """Four sessions that were written in turn, as no table does, so that their cells lie among each other."""
    with Journal(path) as journal:
        numbers = [journal.begin(header(number)) for number in (1, 2, 3, 4)]
        for t_ms in range(60):
            for number in numbers:
                journal.write(number, entry(number, t_ms))
        for number in numbers:
            journal.save_checkpoint(number, "build", b"SECRET%d STATE" % number * 1000)


def found(path, number):
    """In which files the bytes of a session stand."""
    mark = b"SECRET%d" % number
    return [one.name for one in path.parent.iterdir() if mark in one.read_bytes()]


@pytest.fixture
def path(tmp_path):
    evening(tmp_path / "journal.db")
    return tmp_path / "journal.db"


@pytest.mark.parametrize("numbers", [(2,), (1, 4), (1, 2, 3, 4)])
def test_no_byte_of_what_was_forgotten_is_found_and_all_else_is_there(path, numbers):
    with Journal(path) as journal:
        before = {one.number: (one, list(journal.entries(one.number))) for one in journal.sessions()}
    assert all(found(path, number) for number in (1, 2, 3, 4))
    forget(path, numbers)
    assert [number for number in (1, 2, 3, 4) if found(path, number)] == sorted({1, 2, 3, 4} - {*numbers})
    with Journal(path) as journal:
        after = {one.number: (one, list(journal.entries(one.number))) for one in journal.sessions()}
    assert after == {number: what for number, what in before.items() if number not in numbers}
    assert check(path).damage == []


def test_pictures_that_were_deleted_earlier_are_gone_as_well(path):
    prune(path, 0, playing=4)
    assert found(path, 1)
    with closing(sqlite3.connect(path)) as file:
        (pictures,) = file.execute("SELECT count(*) FROM picture WHERE session = 1").fetchone()
    assert pictures == 0
    forget(path, ())
    content = b"".join(one.read_bytes() for one in path.parent.iterdir())
    assert b"SECRET1" * 20 not in content  # as only a picture has
    assert b"SECRET4" * 20 in content


def test_a_referee_at_work_goes_on_and_has_nothing_of_it_in_its_log(path):
    with Journal(path) as playing:
        playing.write(4, entry(4, 1000))
        forget(path, (1, 2))
        assert not found(path, 1) + found(path, 2)
        playing.write(4, entry(4, 1001))
        assert [one.number for one in playing.sessions()] == [3, 4]


def test_numbers_are_never_given_again(path):
    forget(path, (4,))
    with Journal(path) as journal:
        assert journal.begin(header(5)) == 5


def test_where_there_is_no_room_to_do_it_for_good_nothing_is_done(path, monkeypatch):
    monkeypatch.setattr(forgetting, "SPARE", 10**9)
    with pytest.raises(JournalError, match="must be free"):
        forget(path, (1,))
    with Journal(path) as journal:
        assert len(list(journal.entries(1))) == 60


def test_a_reader_that_does_not_end_is_said(path, monkeypatch):
    monkeypatch.setattr("firmware.storage.schema.BUSY_S", 0.0)
    with closing(sqlite3.connect(path)) as reader:
        rows = reader.execute("SELECT * FROM signal")
        rows.fetchone()
        with pytest.raises(JournalError, match=r"another program reads|is locked"):
            forget(path, (1,))
        rows.close()
    forget(path, ())
    assert not found(path, 1)


def test_the_command_forgets_by_number_and_by_date(hakam, path):
    assert hakam("forget", 3, "--before", "2026-11-02", "--journal", path)[:2] == (
        0,
        f"Forgotten: 1, 3; {path} has {path.stat().st_size / 1e6:.1f} MB now\n",
    )
    with Journal(path) as journal:
        assert [one.number for one in journal.sessions()] == [2, 4]
    status, _, err = hakam("forget", 3, "--journal", path)
    assert (status, "no session 3" in err) == (1, True)


def test_what_is_being_played_is_not_forgotten(hakam, path):
    with kept_alone(path):
        status, _, err = hakam("forget", 4, "--journal", path)
        assert (status, "session 4 is being played" in err) == (1, True)
        assert hakam("forget", "--before", "2030-01-01", "--json", "--journal", path)[1].startswith("{")
    with Journal(path) as journal:
        assert [one.number for one in journal.sessions()] == [4]


def test_reports_that_may_hold_pictures_are_named(hakam, path):
    (path.parent / "reports").mkdir()
    (path.parent / "reports" / "hakam-report-1.zip").write_bytes(b"")
    assert str(path.parent / "reports") in hakam("forget", 1, "--journal", path)[1]


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_a_journal_is_its_owners_alone(tmp_path, mask):
    before = os.umask(mask)
    try:
        with Journal(tmp_path / "journal.db") as journal:
            journal.write(journal.begin(header(1)), entry(1, 0))
            modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(("journal.db", "journal.db-wal", "journal.db-shm"), 0o600)


def test_a_file_that_is_no_journal_keeps_its_rights(tmp_path):
    letter = tmp_path / "letter.txt"
    letter.write_text("dear sir")
    letter.chmod(0o644)
    with pytest.raises(JournalError, match="no journal of Hakam"):
        Journal(letter, create=False)
    assert letter.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(("mode", "later"), [(0o644, 0o640), (0o666, 0o660), (0o600, 0o600), (0o640, 0o640)])
def test_others_may_not_read_a_journal_that_an_older_hakam_let_them(path, mode, later):
    path.chmod(mode)
    with Journal(path) as journal:
        journal.write(1, JournalEntry(99, Tick(99)))
        assert {one.stat().st_mode & 0o777 for one in path.parent.iterdir()} == {later}
