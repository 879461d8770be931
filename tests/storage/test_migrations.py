"""Journals and exports that earlier versions wrote open with all that is in them."""

import gzip
import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.signals import TableObservation
from firmware.storage.export import read_export, write_export
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from firmware.storage.migrations import STEPS, migrate
from firmware.storage.moment import SETUPS
from firmware.storage.schema import SCHEMA

KEPT = Path(__file__).parent / "journals"
NAMES = ("schema1", "schema2", "schema3-early", "schema3", "schema4", "schema5", "schema6", "schema7", "schema8")
PACES = {  # patience, ask, grace, accept
    "schema1": (2500, 2500, 0, 10_000),
    "schema2": (2500, 2500, 0, 10_000),
    "schema3-early": (2500, 2500, 3000, 10_000),
    "schema3": (2500, 8000, 3000, 10_000),
    "schema4": (2500, 20_000, 3000, 10_000),
    "schema5": (2500, 20_000, 3000, 10_000),
    "schema6": (2500, 20_000, 3000, 10_000),
    "schema7": (2500, 20_000, 3000, 10_000),
    "schema8": (2500, 20_000, 3000, 10_000),
}
OUTLINED = {"schema1": (0, 0), "schema2": (1, 0), "schema3-early": (1, 0), "schema3": (1, 0)}  # covers, hidden


@pytest.fixture
def unpacked(tmp_path):
    def unpack(name):
        path = tmp_path / "journal.db"
        path.write_bytes(gzip.decompress((KEPT / f"{name}.db.gz").read_bytes()))
        return path

    return unpack


def rows(path, query):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(query).fetchall()


def test_there_is_a_journal_of_every_earlier_schema(unpacked):
    assert {rows(unpacked(name), "PRAGMA user_version")[0][0] for name in NAMES} == set(range(1, SCHEMA))


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_journal_opens_with_its_history(unpacked, name):
    path = unpacked(name)
    queries = (
        "SELECT number, started, source, outcome FROM session",
        "SELECT session, place, t_ms FROM signal",
        "SELECT session, place, turn, body FROM event",
        "SELECT session, place, t_ms, width_mm, jpeg FROM picture",
    )
    before = [rows(path, query) for query in queries]
    with Journal(path) as journal:
        closed, open_one = journal.sessions()
        entries = [list(journal.entries(one.number)) for one in (closed, open_one)]
    assert [rows(path, query) for query in queries] == before
    assert rows(path, "PRAGMA user_version") == [(SCHEMA,)]
    assert [len(one) for one in entries] == [closed.signals, open_one.signals] == [28, 9]
    assert closed.outcome is not None and open_one.outcome is None
    assert sum(len(entry.pictures) for entry in entries[0]) == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_did_not_exist_then_is_said_to_be_unknown(unpacked, name):
    with Journal(unpacked(name)) as journal:
        setups = [SETUPS.parse(one.header.setup) for one in journal.sessions()]
        looks = [one.signal for one in journal.entries(1) if isinstance(one.signal, TableObservation)]
    for setup in setups:
        pace = setup.pace
        assert (pace.patience_ms, pace.ask_ms, pace.grace_ms, pace.accept_ms) == PACES[name]
    (hand, _) = [look for look in looks if look.hand_present]
    assert (len(hand.covers), len(hand.hidden)) == OUTLINED.get(name, (1, 1))
    assert all(look.covers == look.hidden == () for look in looks if not look.hand_present)


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_journal_goes_on(unpacked, name, tmp_path):
    with Journal(unpacked(name)) as journal:
        number = journal.begin(SessionHeader("2026-11-23", "demo", "{}"))
        entries = tuple(journal.entries(1))
        journal.write_all(number, entries)
        assert (number, tuple(journal.entries(number))) == (3, entries)
        journal.close_session(2, JournalEntry(9000, None), "{}")
        assert write_export(tmp_path / "1.jsonl", journal.session(1).header, entries, "{}") == 28
    assert read_export(tmp_path / "1.jsonl").entries == entries


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_export_is_what_the_journal_of_its_time_holds(unpacked, name):
    recorded = read_export(KEPT / f"{name}.jsonl.gz")
    with Journal(unpacked(name)) as journal:
        found = journal.session(1)
        assert recorded.entries == tuple(journal.entries(1))
    assert recorded.outcome == found.outcome
    assert SETUPS.parse(recorded.header.setup) == SETUPS.parse(found.header.setup)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_is_as_this_version_writes_it(unpacked, name):
    with Journal(unpacked(name)) as journal:
        session = journal.session(1)
        journal.write_all(journal.begin(session.header), journal.entries(1))
        journal.begin(session.header)
        kept, written = (
            list(journal._file.execute(f"SELECT body FROM signal WHERE session = {number}")) for number in (1, 3)
        )
    assert kept == written


@pytest.mark.parametrize("name", ["schema5", "schema6"])
def test_no_journal_keeps_the_checkpoint_of_an_earlier_version(unpacked, name):
    path = unpacked(name)
    assert len(rows(path, "SELECT state FROM snapshot")) == 1
    with Journal(path) as journal:
        assert journal.checkpoint(2) is None


def test_an_earlier_journal_is_not_changed_where_it_is_only_to_be_read(unpacked):
    path = unpacked("schema1")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"schema 1.*let `hakam sessions` bring it up to date"):
        Journal(path, read_only=True)
    assert path.read_bytes() == before


def test_a_fault_in_the_middle_leaves_the_journal_as_it_was(unpacked):
    path = unpacked("schema1")
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE snapshot (of_another TEXT)")  # the fourth step makes it
    before = rows(path, "SELECT * FROM signal"), rows(path, "SELECT * FROM session")
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(path)
    assert (rows(path, "SELECT * FROM signal"), rows(path, "SELECT * FROM session")) == before
    assert rows(path, "PRAGMA user_version") == [(1,)]


def test_a_death_in_the_middle_leaves_the_journal_as_it_was(unpacked):
    path = unpacked("schema1")
    before = rows(path, "SELECT * FROM signal")
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from firmware.storage.migrations import migrate\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000))\n"
        "migrate(Path(sys.argv[1]), 0)\n"
    )
    died = subprocess.run([sys.executable, "-c", code, str(path)], check=False, capture_output=True)
    assert died.returncode == -signal.SIGXFSZ
    assert path.with_name("journal.db-wal").stat().st_size > 4096  # pages had been written
    assert rows(path, "PRAGMA user_version") == [(1,)]
    assert rows(path, "SELECT * FROM signal") == before
    with Journal(path) as journal:
        assert journal.session(1).signals == 28


def test_a_journal_that_another_program_has_open_is_left_alone(unpacked):
    path = unpacked("schema2")
    with closing(sqlite3.connect(path)) as other:
        other.execute("SELECT count(*) FROM signal").fetchone()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            migrate(path, 0)
    migrate(path, 0)
    assert rows(path, "PRAGMA user_version") == [(SCHEMA,)]


def test_a_journal_that_somebody_else_has_just_brought_to_this_schema_stays_so(unpacked):
    path = unpacked("schema4")
    migrate(path, 0)
    before = rows(path, "SELECT * FROM signal")
    migrate(path, 0)
    assert rows(path, "SELECT * FROM signal") == before


def test_its_tables_are_those_of_a_new_journal(unpacked, tmp_path):
    query = "SELECT name, sql FROM sqlite_schema ORDER BY name"
    with Journal(unpacked("schema1")), Journal(tmp_path / "new.db"):
        pass
    old, new = (
        {name: sql and " ".join(part.split("--")[0].strip() for part in sql.splitlines()) for name, sql in rows(*one)}
        for one in ((tmp_path / "journal.db", query), (tmp_path / "new.db", query))
    )
    assert {name: _bare(sql) for name, sql in old.items()} == {name: _bare(sql) for name, sql in new.items()}
    assert len(STEPS) == SCHEMA - 1


def _bare(sql):
    return sql and "".join(sql.split())


def test_a_setup_that_is_not_one_of_a_match_stays_as_it_is(tmp_path):
    header = SessionHeader("2026-11-23", "doctor", '{"kind":"Other"}')
    write_export(tmp_path / "s.jsonl", header, (), None)
    assert json.loads(read_export(tmp_path / "s.jsonl").header.setup) == {"kind": "Other"}


@pytest.mark.parametrize("name", NAMES)
def test_the_sessions_of_an_earlier_journal_are_listed(unpacked, name, capsys):
    assert main(["sessions", "--journal", str(unpacked(name))]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told] == ["session", "1", "2"]
    assert "not closed" not in told[1] and "not closed" in told[2]
