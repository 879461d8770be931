import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.errors import HakamError
from firmware.signals import ButtonPress, TableObservation, Tick, ViewQuality
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.schema import SCHEMA

HEADER = SessionHeader("2026-03-01T20:15:00Z", "demo", '{"kind":"MatchSetup","players":2}')
ENTRIES = [
    JournalEntry(
        10, TableObservation(10, (), False, ViewQuality(0.1, 2.5, -0.0)), ('{"kind":"DealOpened"}', '{"n":2}')
    ),
    JournalEntry(25, Tick(25)),
    JournalEntry(30, ButtonPress(30, None, "undo"), ('{"kind":"x"}',), (EvidencePicture(28, 412.5, b"\xff\xd8jpeg"),)),
]
END = JournalEntry(40, None, ('{"kind":"DealEnded"}',))

entries = st.lists(
    st.builds(
        JournalEntry,
        st.integers(0, 10**9),
        st.one_of(st.builds(Tick, st.integers(0, 10**9)), st.none()),
        st.lists(st.text(max_size=20), max_size=3).map(tuple),
        st.lists(
            st.builds(EvidencePicture, st.integers(0, 10**9), st.floats(allow_nan=False), st.binary(max_size=20)),
            max_size=2,
        ).map(tuple),
    ),
    max_size=6,
)


def write_all(journal, all_entries=ENTRIES):
    number = journal.begin(HEADER)
    for entry in all_entries:
        journal.write(number, entry)
    return number


def test_what_was_written_is_read_back(tmp_path):
    with Journal(tmp_path / "deep" / "journal.db") as journal:
        number = write_all(journal)
        journal.close_session(number, END, '{"event":"SessionClosed"}')
    with Journal(tmp_path / "deep" / "journal.db", create=False) as journal:
        assert list(journal.entries(number)) == [*ENTRIES, END]
        assert journal.session(number).header == HEADER
        assert journal.session(number).outcome == '{"event":"SessionClosed"}'


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(entries)
def test_any_entries_come_back_in_order(tmp_path, written):
    with Journal(tmp_path / "journal.db") as journal:
        assert list(journal.entries(write_all(journal, written))) == written


def test_sessions_are_numbered_from_one_and_never_twice(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        assert [write_all(journal), write_all(journal, [])] == [1, 2]
        assert [(one.number, one.signals, one.last_ms) for one in journal.sessions()] == [(1, 3, 30), (2, 0, 0)]


def test_a_closed_session_takes_nothing_more(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        number = write_all(journal)
        journal.close_session(number, END, "{}")
        with pytest.raises(JournalError, match="session 1 is closed"):
            journal.write(number, JournalEntry(50, Tick(50)))


def test_an_entry_that_cannot_be_stored_leaves_nothing_behind(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        number = write_all(journal)
        with pytest.raises(JournalError):
            journal.write(number, JournalEntry(50, Tick(50), ("an event", None)))
        assert list(journal.entries(number)) == ENTRIES


def test_an_unknown_session_is_refused(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        with pytest.raises(JournalError, match="no session 7"):
            journal.session(7)
        with pytest.raises(JournalError):
            journal.write(7, ENTRIES[0])


def test_a_process_that_dies_loses_nothing_it_had_finished(tmp_path):
    script = (
        "import os, sys; from pathlib import Path\n"
        "from firmware.storage.journal import JournalEntry, SessionHeader, Journal\n"
        "from firmware.signals import Tick\n"
        "journal = Journal(Path(sys.argv[1])); number = journal.begin(SessionHeader('', '', '{}'))\n"
        "for t_ms in range(50): journal.write(number, JournalEntry(t_ms, Tick(t_ms), ('{}',)))\n"
        "journal._file.execute('BEGIN'); journal._file.execute('DELETE FROM event'); os._exit(9)\n"
    )
    path = tmp_path / "journal.db"
    died = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert died.returncode == 9
    with Journal(path) as journal:
        assert [entry.events for entry in journal.entries(1)] == [("{}",)] * 50
        assert journal.session(1).outcome is None


def test_writes_reach_the_disk_before_they_are_reported_done(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        assert journal._file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._file.execute("PRAGMA synchronous").fetchone() == (2,)


def test_two_programs_write_to_one_journal(tmp_path):
    with Journal(tmp_path / "journal.db") as one, Journal(tmp_path / "journal.db") as other:
        numbers = one.begin(HEADER), other.begin(HEADER)
        for entry in ENTRIES:
            one.write(numbers[0], entry)
            other.write(numbers[1], entry)
        assert list(one.entries(numbers[1])) == list(other.entries(numbers[0])) == ENTRIES


def test_a_new_journal_leaves_no_temporary_file(tmp_path):
    with Journal(tmp_path / "journal.db"):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["journal.db"]


def test_a_journal_that_is_not_there_is_not_made_for_reading(tmp_path):
    with pytest.raises(JournalError, match="there is no journal yet"):
        Journal(tmp_path / "journal.db", create=False)
    assert not (tmp_path / "journal.db").exists()


def test_the_newest_session_of_a_source_is_found(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        assert journal.last("the table") is None
        first, second = (journal.begin(SessionHeader("2026-11-22", "the table", "{}")) for _ in range(2))
        journal.begin(SessionHeader("2026-11-22", "film.mp4", "{}"))
        journal.write(second, JournalEntry(7, Tick(7)))
        assert journal.last("the table") == journal.session(second)
        assert (journal.session(second).signals, journal.session(second).last_ms) == (1, 7)
        assert journal.session(first).signals == 0


def test_a_session_says_which_program_began_it(tmp_path):
    with Journal(tmp_path / "journal.db") as journal:
        journal.begin(HEADER)
        assert journal._file.execute("SELECT program FROM session").fetchall() == [(metadata.version("hakam"),)]


@pytest.mark.parametrize(
    ("program", "named"),
    [
        ("9.1.0", "use hakam 9.1.0 or a later one,"),
        ("rm -rf /", "use the hakam that wrote it,"),
        (None, "use the hakam that"),
    ],
)
def test_an_older_program_says_which_one_it_takes_to_read_a_newer_journal(tmp_path, program, named):
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal.begin(HEADER)
        if program is None:
            journal._file.execute("ALTER TABLE session RENAME COLUMN program TO writer")
        else:
            journal._file.execute("UPDATE session SET program = ?", (program,))
        journal._file.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(JournalError, match=named):
        Journal(path)


def test_a_journal_of_another_schema_is_named_and_not_touched(tmp_path):
    path = tmp_path / "journal.db"
    with Journal(path):
        pass
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=f"schema {SCHEMA + 1}, this version knows schema {SCHEMA}"):
        Journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"not a database, but long enough to be looked at as one" * 30])
def test_a_file_that_is_no_journal_is_not_touched(tmp_path, content):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="no journal of Hakam"):
        Journal(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_not_touched(tmp_path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name)")
    with pytest.raises(JournalError, match="no journal of Hakam"):
        Journal(path)


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="choose another with --journal"):
        Journal(tmp_path / "file" / "journal.db")


def test_its_errors_are_both_ours_and_the_systems():
    assert issubclass(JournalError, HakamError)
    assert issubclass(JournalError, OSError)


@pytest.mark.parametrize("create", [True, False])
def test_what_is_no_file_is_no_place_for_a_journal(tmp_path, create):
    with pytest.raises(JournalError, match="is a folder; name the journal in it, such as"):
        Journal(tmp_path, create=create)
    with pytest.raises(JournalError, match="is no file"):
        Journal(Path("/dev/null"), create=create)


def test_a_link_to_nothing_becomes_a_link_to_a_journal(tmp_path):
    (tmp_path / "link.db").symlink_to(tmp_path / "far" / "journal.db")
    with Journal(tmp_path / "link.db") as journal:
        assert journal.sessions() == []
    assert (tmp_path / "link.db").is_symlink()


def test_a_journal_beside_which_nothing_can_be_written_is_still_one(tmp_path):
    path = tmp_path / "journal.db"
    with Journal(path) as journal:
        journal.begin(HEADER)
    (tmp_path / "journal.db-wal").mkdir()  # what SQLite needs beside it; root, who may run this, may write everywhere
    with pytest.raises(JournalError, match="SQLite may not read it, or not write in its folder"):
        Journal(path, create=False)
