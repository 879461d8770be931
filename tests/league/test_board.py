"""Ten tables of recorded games on one board: every event once, and the totals of the journals."""

import io
import json
import sqlite3

import pytest

from firmware.league.database import BoardError
from firmware.league.gathering import gather, totals
from firmware.league.sources import JournalSource, PageSource, SourceLost, TableStanding, _read, source_of
from firmware.league.store import BoardStore
from firmware.storage.live_reader import JournalPlace, KeptEvents
from tests.support.boards import counted, sources, told
from tests.support.journals import NAMES, KeptTable, standing_text


@pytest.fixture
def store(tmp_path):
    with BoardStore(tmp_path / "board.db") as store:
        yield store


@pytest.fixture
def tables(tmp_path):
    """Ten tables of which half a game was played."""
    return {f"t{n}": KeptTable(tmp_path / f"{n}.db", name).play(0.5) for n, name in enumerate((NAMES * 3)[:10])}


@pytest.fixture
def table(tmp_path):
    return {"t0": KeptTable(tmp_path / "0.db", NAMES[0]).play(0.5)}


def gathered(store, table):
    """What the board holds of a table, event by event."""
    rows = store._file.execute(
        "SELECT session, place, events FROM moment WHERE table_name = ? ORDER BY session, place", (table,)
    )
    return [(session, place, event) for session, place, events in rows for event in json.loads(events)]


def test_ten_tables_of_which_one_is_cut_off_and_comes_back(store, tables):
    assert gather(store, sources(tables)) == {}
    away = tables["t4"].path.rename(tables["t4"].path.with_name("away.db"))
    for name, table in tables.items():
        if name != "t4":
            table.play(1.0)
    lost = gather(store, sources(tables))
    assert list(lost) == ["t4"]
    assert [one.table for one in totals(store, lost) if one.lost] == ["t4"]
    away.rename(tables["t4"].path)
    tables["t4"].play(1.0)
    assert gather(store, sources(tables)) == {}
    assert gather(store, sources(tables)) == {}
    assert {name: gathered(store, name) for name in tables} == {name: one.events() for name, one in tables.items()}
    assert told(store) == {name: counted(table) for name, table in tables.items()}


def test_a_board_that_is_built_anew_is_the_same(store, tables):
    gather(store, sources(tables))
    before = told(store)
    store.clear()
    assert told(store) == {}
    gather(store, sources(tables))
    assert told(store) == before


def test_a_table_with_another_journal_is_told_and_nothing_of_it_is_mixed(store, tmp_path, table):
    gather(store, sources(table))
    before = gathered(store, "t0")
    other = {"t0": KeptTable(tmp_path / "other.db", NAMES[1]).play(0.5)}
    (fault,) = gather(store, sources(other)).values()
    assert "of table t0 is not what it was" in fault
    assert gathered(store, "t0") == before
    store.clear()
    assert gather(store, sources(other)) == {}
    assert gathered(store, "t0") == other["t0"].events()


class Broken:
    """A source that gives some entries and then fails."""

    def __init__(self, source, count):
        self._source, self._count = source, count

    def updates_after(self, at):
        for number, one in enumerate(self._source.updates_after(at)):
            if number == self._count:
                raise SourceLost("pulled")
            yield one


@pytest.mark.parametrize("count", [0, 1, 7])
def test_what_came_before_a_cut_is_kept_and_nothing_twice(store, table, count):
    source = JournalSource(table["t0"].path)
    assert gather(store, {"t0": Broken(source, count)}) == {"t0": "pulled"}
    assert len({(session, place) for session, place, _ in gathered(store, "t0")}) == count
    assert gather(store, {"t0": source}) == {}
    assert gathered(store, "t0") == table["t0"].events()


def test_a_file_of_another_kind_is_no_board(tmp_path, table):
    with pytest.raises(BoardError, match=r"0\.db: this file is no board"):
        BoardStore(table["t0"].path)
    (tmp_path / "letter.txt").write_text("a letter " * 100)
    with pytest.raises(BoardError, match="cannot be used"):
        BoardStore(tmp_path / "letter.txt")
    with sqlite3.connect(table["t0"].path) as file:
        assert file.execute("PRAGMA application_id").fetchone() != (0x48424F41,)
    file.close()


@pytest.mark.parametrize(
    ("place", "kind"), [("table3.db", JournalSource), ("http://10.0.0.3/", PageSource), ("file:///x", JournalSource)]
)
def test_a_source_is_a_file_or_an_address(place, kind):
    assert isinstance(source_of(place), kind)


MOMENT = 'event: moment\nid: 3-7\ndata: {"session": 3, "place": 7, "t_ms": 9, "events": [{"kind": "TableAgrees"}]}\n\n'
STANDING = 'event: standing\ndata: {"session": 3, "place": 7, "standing": {"scores": [1, 2]}}\n\n'


def stream(text):
    return list(_read(io.BytesIO(text.encode())))


def test_a_stream_is_read_until_it_has_told_how_the_match_stands():
    kept = KeptEvents(JournalPlace(3, 7), 9, ('{"kind":"TableAgrees"}',))
    assert stream(MOMENT + STANDING + MOMENT) == [kept, TableStanding(3, 7, '{"scores": [1, 2]}')]
    assert stream(f": a comment\n\n{MOMENT}event: ping\ndata:\n\n") == [kept]
    assert stream(STANDING.replace("\n", "\r\n")) == [TableStanding(3, 7, '{"scores": [1, 2]}')]


@pytest.mark.parametrize(
    "text",
    [
        "",
        MOMENT,
        "<html>\n\n</html>",
        "event: moment\ndata: {}\n\n",
        "event: moment\ndata: [1]\n\n",
        'event: moment\ndata: {"session": 3, "place": 7, "t_ms": 9, "events": [{}]}\n\n',
        "event: standing\ndata: null\n\n",
    ],
)
def test_what_is_no_such_stream_is_an_error_of_values(text):
    with pytest.raises((ValueError, KeyError, TypeError)):
        stream(text)


def test_an_event_of_a_newer_version_is_kept_as_it_is(store):
    (kept, _) = stream(MOMENT.replace("TableAgrees", "Thunder") + STANDING)
    with store.transaction():
        assert store.add("t0", kept)
        assert not store.add("t0", kept)
        store.stand("t0", TableStanding(3, 7, standing_text((1, 2))))
    assert store.counts("t0") == {"Thunder": 1}
