"""The board's database, whichever it is: each entry of each table's journal once, by table, session and place."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, Self

from firmware.errors import HakamError
from firmware.league.sources import BEGINNING, TableStanding
from firmware.storage.live_reader import JournalPlace, KeptEvents

NAMES = "SELECT table_name FROM moment UNION SELECT table_name FROM newest ORDER BY 1"
LAST = "SELECT session, place FROM moment WHERE table_name = ? ORDER BY session DESC, place DESC LIMIT 1"
ADD = "INSERT INTO moment VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
KEPT = "SELECT t_ms, events FROM moment WHERE table_name = ? AND session = ? AND place = ?"
STAND = """
INSERT INTO newest VALUES (?, ?, ?, ?) ON CONFLICT (table_name)
DO UPDATE SET session = excluded.session, place = excluded.place, body = excluded.body
WHERE (excluded.session, excluded.place) >= (newest.session, newest.place)
"""
"""Two boards may write at once; the one that read earlier puts nothing back."""
STANDING = "SELECT session, place, body FROM newest WHERE table_name = ?"


class BoardError(HakamError, ValueError):
    """The board cannot be used, or does not fit a table any more."""


def changed(table: str, at: JournalPlace) -> BoardError:
    """The error of a table whose journal has something else at a place now."""
    return BoardError(
        f"session {at.session} of table {table} is not what it was at its entry {at.place}: "
        "is it another journal? `hakam board --rebuild` reads all tables anew"
    )


class BoardCursor(Protocol):
    """What a statement comes to, as both libraries give it."""

    @property
    def rowcount(self) -> int:
        """How many rows it has changed."""
        ...

    def fetchall(self) -> list[tuple[Any, ...]]:
        """The rows that it has found."""
        ...


class BoardDatabase(ABC):
    """A database of a board; a context manager that closes it.

    Attributes:
        counts_sql: counts the events of each kind at a table.
        reasons_sql: counts and adds up the points for each reason at a table.
        errors: what the library raises.
    """

    counts_sql: str
    reasons_sql: str
    errors: type[Exception]

    @property
    @abstractmethod
    def place(self) -> str:
        """Where it is, as people are told: never a password."""

    @abstractmethod
    def _run(self, sql: str, values: Sequence[object]) -> BoardCursor:
        """Run a statement with ``?`` where its values go."""

    @abstractmethod
    def _whole(self) -> AbstractContextManager[object]:
        """A transaction of the library: all that is run within, or nothing."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is added within, or nothing.

        Raises:
            BoardError: if it cannot be written.
        """
        try:
            with self._whole():
                yield
        except self.errors as fault:
            raise self._fault(fault) from fault

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query.

        Raises:
            BoardError: if it cannot be asked.
        """
        try:
            return self._run(sql, values).fetchall()
        except self.errors as fault:
            raise self._fault(fault) from fault

    def changed_rows(self, sql: str, *values: object) -> int:
        """How many rows a statement has changed, within a transaction."""
        return self._run(sql, values).rowcount

    def _fault(self, fault: Exception) -> BoardError:
        """The error that people are told."""
        return BoardError(f"{self.place}: the board cannot be used ({' '.join(str(fault).split())})")

    @abstractmethod
    def close(self) -> None:
        """Give it back."""

    def __enter__(self) -> Self:
        """The database itself."""
        return self

    def __exit__(self, *_fault: object) -> None:
        """Close it."""
        self.close()

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables of which anything is known."""
        return tuple(name for (name,) in self.rows(NAMES))

    def last(self, table: str) -> JournalPlace:
        """The place of the newest entry of a table; that before all where none is known."""
        found = self.rows(LAST, table)
        return JournalPlace(*found[0]) if found else BEGINNING

    def add(self, table: str, kept: KeptEvents) -> bool:
        """Keep an entry, unless it is there already; tell whether it was new.

        Raises:
            BoardError: if another one is there under its numbers: the table has another journal now.
        """
        key, body = (table, *kept.at), f"[{','.join(kept.events)}]"
        added = self.changed_rows(ADD, *key, kept.t_ms, body)
        if not added and self._kept(key) != (kept.t_ms, json.loads(body)):
            raise changed(table, kept.at)
        return bool(added)

    def stand(self, table: str, standing: TableStanding) -> None:
        """Keep how the newest match of a table stands."""
        self.changed_rows(STAND, table, *standing)

    def standing(self, table: str) -> TableStanding | None:
        """How the newest match of a table stood when it was asked last; ``None``: nobody knows."""
        found = self.rows(STANDING, table)
        return TableStanding(*found[0]) if found else None

    def counts(self, table: str) -> dict[str, int]:
        """How many events of each kind there were at a table."""
        return {kind: int(count) for kind, count in self.rows(self.counts_sql, table)}

    def reasons(self, table: str) -> dict[str, tuple[int, int]]:
        """How often points were scored for a reason at a table, and how many."""
        return {reason: (int(count), int(points)) for reason, count, points in self.rows(self.reasons_sql, table)}

    def clear(self) -> None:
        """Forget everything: the journals of the tables are the truth."""
        with self.transaction():
            self.changed_rows("DELETE FROM moment")
            self.changed_rows("DELETE FROM newest")

    def _kept(self, key: Sequence[object]) -> tuple[int, object]:
        ((t_ms, events),) = self.rows(KEPT, *key)
        return t_ms, json.loads(events)
