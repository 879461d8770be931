"""A board in Postgres holds what one in SQLite does: every event once, the same totals, also after a cut.

Skipped where Debian's package ``postgresql`` is not installed.
"""

import json

import pytest

from firmware.league.database import BoardError
from firmware.league.gathering import gather
from firmware.league.opening import open_board
from firmware.league.sources import TableStanding
from firmware.league.store import BoardStore
from tests.support.boards import counted, sources, told
from tests.support.journals import NAMES, KeptTable, standing_text
from tests.support.postgres import programs, served

postgres = pytest.importorskip("firmware.league.postgres", reason="the extra `postgres` is not installed")
EVENTS = "SELECT session, place, events FROM moment WHERE table_name = ? ORDER BY session, place"
needs_server = pytest.mark.skipif(programs() is None, reason="there is no Postgres here: apt-get install postgresql")


@pytest.fixture(scope="module")
def server():
    with served() as server:
        yield server


@pytest.fixture
def store(server):
    with postgres.PostgresBoard(server.url) as store:
        store.clear()
        yield store


@pytest.fixture
def tables(tmp_path):
    """Ten tables of which half a game was played."""
    return {f"t{n}": KeptTable(tmp_path / f"{n}.db", name).play(0.5) for n, name in enumerate((NAMES * 3)[:10])}


def gathered(store, table):
    """What the board holds of a table, event by event."""
    rows = store.rows(EVENTS, table)
    return [(session, place, event) for session, place, events in rows for event in json.loads(events)]


def in_file(tables, path):
    """What a board in a file comes to."""
    with BoardStore(path) as file:
        assert gather(file, sources(tables)) == {}
        return told(file)


@needs_server
def test_ten_tables_of_which_one_is_cut_off_and_comes_back(store, tables, tmp_path):
    assert gather(store, sources(tables)) == {}
    away = tables["t4"].path.rename(tables["t4"].path.with_name("away.db"))
    for name, table in tables.items():
        if name != "t4":
            table.play(1.0)
    assert list(gather(store, sources(tables))) == ["t4"]
    away.rename(tables["t4"].path)
    tables["t4"].play(1.0)
    assert gather(store, sources(tables)) == gather(store, sources(tables)) == {}
    assert {name: gathered(store, name) for name in tables} == {name: one.events() for name, one in tables.items()}
    assert told(store) == {name: counted(table) for name, table in tables.items()}
    assert told(store) == in_file(tables, tmp_path / "board.db")


@needs_server
def test_two_boards_write_each_event_once_and_put_nothing_back(store, server, tables):
    with postgres.PostgresBoard(server.url) as other:
        for share in (0.6, 0.8, 1.0):
            for table in tables.values():
                table.play(share)
            for one in (store, other):
                assert gather(one, sources(tables)) == {}
        with other.transaction():
            other.stand("t0", TableStanding(1, 0, standing_text((0, 0))))
    assert told(store) == {name: counted(table) for name, table in tables.items()}


def cut(server, _store):
    server.stop()
    server.start()


def thrown_out(server, _store):
    with postgres.PostgresBoard(server.url) as other:
        other.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")


@needs_server
@pytest.mark.parametrize("cut_off", [cut, thrown_out])
def test_after_a_cut_it_goes_on_by_itself(store, server, tables, cut_off):
    assert gather(store, sources(tables)) == {}
    for table in tables.values():
        table.play(1.0)
    cut_off(server, store)
    lost = gather(store, sources(tables))
    assert all("the board cannot be used" in why for why in lost.values())
    assert len(lost) <= 1  # the first question finds out, and the next one asks anew
    assert gather(store, sources(tables)) == {}
    assert told(store) == {name: counted(table) for name, table in tables.items()}


@needs_server
def test_a_cut_in_the_middle_of_a_table_keeps_all_of_it_or_nothing(store, server, tables):
    one = {"t0": tables["t0"]}
    with pytest.raises(BoardError), store.transaction():
        for update in sources(one)["t0"].updates_after(store.last("t0")):
            if not isinstance(update, TableStanding):
                store.add("t0", update)
        cut(server, store)
        store.rows("SELECT 1")
    assert gathered(store, "t0") == []
    assert gather(store, sources(one)) == {}
    assert gathered(store, "t0") == tables["t0"].events()


@needs_server
def test_a_table_with_another_journal_is_told(store, tables, tmp_path):
    gather(store, sources({"t0": tables["t0"]}))
    other = {"t0": KeptTable(tmp_path / "other.db", NAMES[1]).play(0.5)}
    (fault,) = gather(store, sources(other)).values()
    assert "of table t0 is not what it was" in fault
    store.clear()
    assert gather(store, sources(other)) == {}
    assert gathered(store, "t0") == other["t0"].events()


@needs_server
def test_the_tables_are_made_once_and_used_without_the_right_to_make_any(store, server, tables):
    gather(store, sources(tables))
    with store.transaction():
        store.changed_rows("DROP ROLE IF EXISTS reader")
        store.changed_rows("CREATE ROLE reader LOGIN")
        store.changed_rows("GRANT USAGE ON SCHEMA hakam_board TO reader")
        store.changed_rows("GRANT SELECT ON ALL TABLES IN SCHEMA hakam_board TO reader")
    with postgres.PostgresBoard(server.url.replace("postgres@", "reader@")) as reader:
        assert told(reader) == told(store)
        with pytest.raises(BoardError, match="permission denied"):
            reader.clear()
    with store.transaction():
        store.changed_rows("DROP OWNED BY reader")
        store.changed_rows("DROP ROLE reader")


def test_a_server_that_is_not_there_is_told_without_the_password(tmp_path):
    url = f"postgresql://league:s3cret@/games?host={tmp_path}"
    with pytest.raises(BoardError, match="postgresql:///games: the board cannot be used") as fault:
        postgres.PostgresBoard(url)
    assert "s3cret" not in str(fault.value)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_place_is_a_server_by_its_scheme(tmp_path, scheme):
    with pytest.raises(BoardError, match="cannot be used"):
        open_board(f"{scheme}:///games?host={tmp_path}")
    with open_board(str(tmp_path / "postgres.db")) as store:
        assert isinstance(store, BoardStore)
