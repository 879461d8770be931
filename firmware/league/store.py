"""A board in a file of SQLite, for a café."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from firmware.league.database import BoardDatabase, BoardError

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


class BoardStore(BoardDatabase):
    """The file of a board. It may be used by several threads, by one at a time."""

    counts_sql, reasons_sql, errors = COUNTS, REASONS, sqlite3.Error

    def __init__(self, path: Path) -> None:
        """Open a board, a new one if there is none.

        Raises:
            BoardError: if it cannot be opened or is another file.
        """
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except (OSError, sqlite3.Error) as fault:
            raise self._fault(fault) from fault

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self._path)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _run(self, sql: str, values: Sequence[object]) -> sqlite3.Cursor:
        return self._file.execute(sql, values)

    @contextmanager
    def _whole(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.execute("ROLLBACK")
            raise
        self._file.execute("COMMIT")

    def _prepare(self) -> None:
        (mark,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if mark != MARK and tables:
            self._file.close()
            raise BoardError(f"{self._path}: this file is no board of Hakam; choose another with --db")
        self._file.execute(f"PRAGMA application_id = {MARK}")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.executescript(SCHEMA)
