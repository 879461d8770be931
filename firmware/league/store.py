"""The board's database: each entry of each table's journal once, by table, session and place."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from firmware.errors import HakamError
from firmware.league.sources import BEGINNING, TableStanding
from firmware.storage.live_reader import JournalPlace, KeptEvents

MARK = 0x48424F41
"""SQLite's ``application_id`` of a board: "HBOA"."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS moment (
    table_name TEXT NOT NULL,
    session INTEGER NOT NULL,
    place INTEGER NOT NULL,
    t_ms INTEGER NOT NULL,
    events TEXT NOT NULL,                      -- a JSON array, the events as the table's journal has them
    PRIMARY KEY (table_name, session, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS newest (
    table_name TEXT PRIMARY KEY,
    session INTEGER NOT NULL,
    place INTEGER NOT NULL,
    body TEXT NOT NULL                         -- how its newest match stands
) STRICT;
"""
COUNTS = """
SELECT json_extract(one.value, '$.kind'), count(*) FROM moment, json_each(moment.events) AS one
WHERE table_name = ? GROUP BY 1
"""
REASONS = """
SELECT json_extract(one.value, '$.reason'), count(*), sum(json_extract(one.value, '$.points'))
FROM moment, json_each(moment.events) AS one
WHERE table_name = ? AND json_extract(one.value, '$.kind') = 'PointsScored' GROUP BY 1
"""


class BoardError(HakamError, ValueError):
    """The board cannot be used, or does not fit a table any more."""


def changed(table: str, at: JournalPlace) -> BoardError:
    """The error of a table whose journal has something else at a place now."""
    return BoardError(
        f"session {at.session} of table {table} is not what it was at its entry {at.place}: "
        "is it another journal? `hakam board --rebuild` reads all tables anew"
    )


class BoardStore:
    """The database of a board; a context manager that closes it."""

    def __init__(self, path: Path) -> None:
        """Open a board, a new one if there is none.

        Raises:
            BoardError: if it cannot be opened or is another file.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, isolation_level=None)
            self._prepare()
        except (OSError, sqlite3.Error) as fault:
            raise BoardError(f"{path}: the board cannot be used ({fault})") from fault

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Close the file."""
        self._file.close()

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables of which anything is known."""
        rows = self._file.execute("SELECT table_name FROM moment UNION SELECT table_name FROM newest ORDER BY 1")
        return tuple(name for (name,) in rows)

    def last(self, table: str) -> JournalPlace:
        """The place of the newest entry of a table; that before all where none is known."""
        row = self._file.execute(
            "SELECT session, place FROM moment WHERE table_name = ? ORDER BY session DESC, place DESC LIMIT 1", (table,)
        ).fetchone()
        return JournalPlace(*row) if row else BEGINNING

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is added within, or nothing.

        Raises:
            BoardError: if it cannot be written.
        """
        try:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")
        except sqlite3.Error as fault:
            raise BoardError(f"{self._path}: the board cannot be used ({fault})") from fault

    def add(self, table: str, kept: KeptEvents) -> bool:
        """Keep an entry, unless it is there already; tell whether it was new.

        Raises:
            BoardError: if another one is there under its numbers: the table has another journal now.
        """
        key, body = (table, *kept.at), f"[{','.join(kept.events)}]"
        added = self._file.execute(
            "INSERT OR IGNORE INTO moment VALUES (?, ?, ?, ?, ?)", (*key, kept.t_ms, body)
        ).rowcount
        if not added and self._kept(key) != (kept.t_ms, json.loads(body)):
            raise changed(table, kept.at)
        return bool(added)

    def stand(self, table: str, standing: TableStanding) -> None:
        """Keep how the newest match of a table stands."""
        self._file.execute("INSERT OR REPLACE INTO newest VALUES (?, ?, ?, ?)", (table, *standing))

    def standing(self, table: str) -> TableStanding | None:
        """How the newest match of a table stood when it was asked last; ``None``: nobody knows."""
        row = self._file.execute("SELECT session, place, body FROM newest WHERE table_name = ?", (table,)).fetchone()
        return TableStanding(*row) if row else None

    def counts(self, table: str) -> dict[str, int]:
        """How many events of each kind there were at a table."""
        return dict(self._file.execute(COUNTS, (table,)).fetchall())

    def reasons(self, table: str) -> dict[str, tuple[int, int]]:
        """How often points were scored for a reason at a table, and how many."""
        return {reason: (count, points) for reason, count, points in self._file.execute(REASONS, (table,))}

    def clear(self) -> None:
        """Forget everything: the journals of the tables are the truth."""
        with self.transaction():
            self._file.execute("DELETE FROM moment")
            self._file.execute("DELETE FROM newest")

    def _prepare(self) -> None:
        (mark,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if mark != MARK and tables:
            self._file.close()
            raise BoardError(f"{self._path}: this file is no board of Hakam; choose another with --db")
        self._file.execute(f"PRAGMA application_id = {MARK}")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.executescript(SCHEMA)

    def _kept(self, key: tuple[str, int, int]) -> tuple[int, object]:
        row = self._file.execute(
            "SELECT t_ms, events FROM moment WHERE table_name = ? AND session = ? AND place = ?", key
        ).fetchone()
        return row[0], json.loads(row[1])
