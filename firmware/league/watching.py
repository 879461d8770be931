"""A board that is kept new: each table is asked in a thread of its own, so that none waits for another."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from firmware.errors import HakamError
from firmware.league.database import BoardDatabase
from firmware.league.gathering import TableTotals, before, gather, table_totals
from firmware.league.sources import TableSource, TableStanding
from firmware.storage.live_reader import JournalPlace, KeptEvents

EVERY_S = 1.0
"""Between two questions to a table: sooner than somebody looks from one table on the board to the next."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table as the board has it now.

    Attributes:
        totals: what was gathered of it.
        standing: how its newest match stood when it was asked last; ``None``: nobody knows.
    """

    totals: TableTotals
    standing: TableStanding | None


class BoardWatch:
    """Gathers all tables until it is stopped; whoever asks is told at once what is known."""

    def __init__(
        self, store: BoardDatabase, sources: Mapping[str, TableSource], news: Callable[[], object] = lambda: None
    ) -> None:
        """Begin with what the board holds; nobody is asked until :meth:`start`.

        Args:
            store: of the board; used by one thread at a time.
            sources: of the tables that are asked, by their names.
            news: is called, from a thread, when a row has changed.
        """
        self._store, self._sources, self.news = store, sources, news
        self._lock, self._over = threading.Lock(), threading.Event()
        self._rows = {name: self._row(name, "") for name in sorted({*store.tables, *sources})}
        self._threads = [threading.Thread(target=self._follow, args=(name,), daemon=True) for name in sources]

    @property
    def rows(self) -> tuple[BoardRow, ...]:
        """All tables by their names, also those of which the board only knows."""
        return tuple(self._rows.values())

    def start(self) -> None:
        """Ask all tables from now on."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Ask nobody any more; an answer that is awaited comes to nothing."""
        self._over.set()

    def ask(self, name: str) -> None:
        """Ask one table what is new; without the lock, for it may take long to answer."""
        try:
            with self._lock:
                at = before(self._store.last(name))
            heard = _Heard(self._sources[name], at)
            with self._lock:
                lost = gather(self._store, {name: heard}).get(name, "")
                row = self._row(name, lost)
        except HakamError as fault:  # the board itself cannot be used now
            known = self._rows[name]
            row = BoardRow(known.totals.lost_by(str(fault)), known.standing)
        if row != self._rows[name]:
            self._rows[name] = row
            self.news()

    def _row(self, name: str, lost: str) -> BoardRow:
        return BoardRow(table_totals(self._store, name, lost), self._store.standing(name))

    def _follow(self, name: str) -> None:
        while not self._over.is_set():
            self.ask(name)
            self._over.wait(EVERY_S)


class _Heard:
    """What a table has told, with the fault that ended it: a source that answers at once."""

    def __init__(self, source: TableSource, at: JournalPlace) -> None:
        self._fault: HakamError | None = None
        self._updates = list(self._listen(source, at))

    def updates_after(self, at: JournalPlace) -> Iterator[KeptEvents | TableStanding]:
        """All that was told; ``at`` is where it was asked from.

        Raises:
            HakamError: the fault that ended it.
        """
        del at
        yield from self._updates
        if self._fault:
            raise self._fault

    def _listen(self, source: TableSource, at: JournalPlace) -> Iterator[KeptEvents | TableStanding]:
        try:
            yield from source.updates_after(at)
        except HakamError as fault:
            self._fault = fault
