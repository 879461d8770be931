"""A board that is kept new: each table by itself; what is known stays while board or table cannot be asked."""

import threading

import pytest

from firmware.league.database import BoardError
from firmware.league.sources import SourceLost
from firmware.league.store import BoardStore
from firmware.league.watching import BoardWatch
from tests.support.boards import counted, sources, told
from tests.support.journals import NAMES, KeptTable


@pytest.fixture
def tables(tmp_path):
    return {f"t{n}": KeptTable(tmp_path / f"{n}.db", NAMES[n]).play(0.5) for n in range(3)}


@pytest.fixture
def store(tmp_path):
    with BoardStore(tmp_path / "board.db") as store:
        yield store


def plays(watch):
    return {row.totals.table: row.totals.plays for row in watch.rows}


def test_what_is_new_is_told_once_and_what_is_not_is_not(store, tables):
    news = []
    watch = BoardWatch(store, sources(tables), lambda: news.append(plays(watch)))
    assert plays(watch) == {"t0": 0, "t1": 0, "t2": 0}
    for _ in range(2):
        for name in tables:
            watch.ask(name)
    assert [sum(one.values() and [one[name]]) > 0 for one, name in zip(news, tables, strict=True)] == [True] * 3
    assert told(store) == {name: counted(table) for name, table in tables.items()}


def test_tables_that_only_the_board_knows_are_there_too(store, tables):
    for name in tables:
        BoardWatch(store, sources(tables)).ask(name)
    assert set(plays(BoardWatch(store, {}))) == {"t0", "t1", "t2"}


def test_who_cannot_be_asked_keeps_what_is_known(store, tables):
    watch = BoardWatch(store, sources(tables))
    watch.ask("t1")
    before = plays(watch)
    away = tables["t1"].path.rename(tables["t1"].path.with_name("away.db"))
    watch.ask("t1")
    (row,) = [one for one in watch.rows if one.totals.lost]
    assert (row.totals.table, plays(watch)) == ("t1", before)
    away.rename(tables["t1"].path)
    tables["t1"].play(1.0)
    watch.ask("t1")
    assert not any(one.totals.lost for one in watch.rows)
    assert told(store)["t1"] == counted(tables["t1"])


class Unwell(BoardStore):
    """A board that cannot be used for a while."""

    well = True

    def rows(self, sql, *values):
        if not self.well:
            raise BoardError("board.db: the board cannot be used (gone)")
        return super().rows(sql, *values)


def test_while_the_board_cannot_be_used_that_is_told_of_each_table(tmp_path, tables):
    with Unwell(tmp_path / "board.db") as store:
        watch = BoardWatch(store, sources(tables))
        watch.ask("t0")
        before, store.well = plays(watch), False
        watch.ask("t0")
        assert "cannot be used" in watch.rows[0].totals.lost
        assert plays(watch) == before
        store.well = True
        watch.ask("t0")
        assert watch.rows[0].totals.lost == ""


class Slow:
    """A table that answers when it is told to."""

    def __init__(self):
        self.asked, self.answer = threading.Event(), threading.Event()

    def updates_after(self, at):
        self.asked.set()
        assert self.answer.wait(20)
        raise SourceLost("too late")
        yield


def test_a_table_that_answers_late_holds_no_other_one_up(store, tables):
    slow, came = Slow(), threading.Event()
    watch = BoardWatch(store, {"a": slow, **sources(tables)})
    watch.news = lambda: came.set() if all(count for name, count in plays(watch).items() if name != "a") else None
    watch.start()
    assert slow.asked.wait(20) and came.wait(20)
    watch.stop()
    slow.answer.set()
    watch._threads[0].join(20)
    assert watch.rows[0].totals.lost == "too late"
