"""A board in Postgres, for a league that has one; its address is a URL as libpq takes it.

The tables lie in a schema of their own, :data:`SCHEMA_NAME`, with the columns that a file of SQLite has. A connection
that was cut is opened again with the next question; what was being written then is not there, and is read again.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from urllib.parse import urlsplit

import psycopg
from psycopg.rows import TupleRow

from firmware.league.database import BoardDatabase, BoardError

SCHEMA_NAME = "hakam_board"
CONNECT_S, ASK_MS = 10, 30_000
"""So long a server may take to answer at all, and for a question: the largest reads a season of a table."""
LOCK = 0x48424F41
"""Of those who make the tables at once: "HBOA", as a file of SQLite is marked."""
FOUND = f"SELECT to_regclass('{SCHEMA_NAME}.newest') IS NOT NULL"
SCHEMA = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA_NAME};
CREATE TABLE IF NOT EXISTS {SCHEMA_NAME}.moment (
    table_name text NOT NULL,
    session bigint NOT NULL,
    place bigint NOT NULL,
    t_ms bigint NOT NULL,
    events text NOT NULL,                      -- a JSON array, the events as the table's journal has them
    PRIMARY KEY (table_name, session, place)
);
CREATE TABLE IF NOT EXISTS {SCHEMA_NAME}.newest (
    table_name text PRIMARY KEY,
    session bigint NOT NULL,
    place bigint NOT NULL,
    body text NOT NULL                         -- how its newest match stands
);
"""
COUNTS = """
SELECT one->>'kind', count(*) FROM moment, json_array_elements(moment.events::json) AS one
WHERE table_name = ? GROUP BY 1
"""
REASONS = """
SELECT one->>'reason', count(*), sum((one->>'points')::bigint)
FROM moment, json_array_elements(moment.events::json) AS one
WHERE table_name = ? AND one->>'kind' = 'PointsScored' GROUP BY 1
"""


class PostgresBoard(BoardDatabase):
    """A board on a server. It may be used by several threads, by one at a time."""

    counts_sql, reasons_sql, errors = COUNTS, REASONS, psycopg.Error

    def __init__(self, url: str) -> None:
        """Open a board; its tables are made where there are none.

        Args:
            url: ``postgresql://user@host/database``; a password is better in ``~/.pgpass`` than in it.

        Raises:
            BoardError: if the server cannot be reached, or lets nobody in.
        """
        self._url = url
        self._open: psycopg.Connection[TupleRow] | None = None
        try:
            self._connection()
        except psycopg.Error as fault:
            raise self._fault(fault) from fault

    @property
    def place(self) -> str:
        """The URL without a password or anything behind it."""
        parts = urlsplit(self._url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def close(self) -> None:
        """Leave the server."""
        if self._open:
            self._open.close()
        self._open = None

    def _run(self, sql: str, values: Sequence[object]) -> psycopg.Cursor[TupleRow]:
        return self._connection().execute(sql.replace("?", "%s"), values)  # all of it is written in this package

    def _whole(self) -> AbstractContextManager[object]:
        return self._connection().transaction()

    def _connection(self) -> psycopg.Connection[TupleRow]:
        if self._open is None or self._open.closed:
            self._open = _connected(self._url)
        return self._open

    def _fault(self, fault: Exception) -> BoardError:
        if self._open and (self._open.broken or isinstance(fault, psycopg.OperationalError)):
            self.close()
        return super()._fault(fault)


def _connected(url: str) -> psycopg.Connection[TupleRow]:
    options = f"-c search_path={SCHEMA_NAME} -c statement_timeout={ASK_MS} -c client_min_messages=warning"
    connection = psycopg.connect(
        url, autocommit=True, connect_timeout=CONNECT_S, options=options, application_name="hakam board"
    )
    try:
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
            (found,) = connection.execute(FOUND).fetchone() or (False,)
            if not found:
                connection.execute(SCHEMA)
    except psycopg.Error:
        connection.close()
        raise
    return connection
