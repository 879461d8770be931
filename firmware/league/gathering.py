"""Reading all tables into the board, and what it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.errors import HakamError
from firmware.league.database import BoardDatabase, changed
from firmware.league.sources import BEGINNING, TableSource, TableStanding
from firmware.standing.message import read_standing
from firmware.storage.live_reader import JournalPlace, KeptEvents

CORRECTIONS = ("LayoutCorrected", "ReadingCorrected", "SeatCorrected", "SayingTakenBack")
REASONS = ("caida", "bkhamsa", "bachra", "mesa")
"""Of which points a board tells how often they were scored."""
AT_ONCE = 1000
"""Entries in one transaction."""
LAST_PLACE = 2**62
"""Behind every place of a session."""


@dataclass(frozen=True, slots=True)
class TableTotals:
    """What was gathered of a table.

    Attributes:
        table: its name.
        games: matches that somebody won.
        plays: cards that were played.
        reasons: how often points were scored for each reason, and how many.
        announced: announcements.
        corrections: what was put right.
        scores: of the newest match.
        winners: of the newest match, sides from 0.
        lost: why it could not be asked the last time; empty: it could.
    """

    table: str
    games: int
    plays: int
    reasons: dict[str, tuple[int, int]]
    announced: int
    corrections: int
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    lost: str = ""

    def lost_by(self, why: str) -> "TableTotals":
        """These totals, of a table that cannot be asked now."""
        return replace(self, lost=why)

    def data(self) -> dict[str, object]:
        """These totals as other programs read them."""
        reasons = {name: {"times": times, "points": points} for name, (times, points) in sorted(self.reasons.items())}
        return {
            "table": self.table,
            "games": self.games,
            "plays": self.plays,
            "reasons": reasons,
            "announced": self.announced,
            "corrections": self.corrections,
            "scores": list(self.scores),
            "winners": list(self.winners),
            "lost": self.lost,
        }


def gather(store: BoardDatabase, tables: Mapping[str, TableSource]) -> dict[str, str]:
    """Read what is new at all tables; tell why those that could not be asked could not, by their names.

    The newest entry that is known is read once more: if it is another one now, the table has another journal.
    """
    lost = {}
    for table, source in tables.items():
        try:
            _read(store, table, source)
        except HakamError as fault:
            lost[table] = str(fault)
    return lost


def totals(store: BoardDatabase, lost: Mapping[str, str]) -> list[TableTotals]:
    """What was gathered of each table, also of those that cannot be asked now.

    Args:
        store: of the board.
        lost: what :func:`gather` told.
    """
    return [table_totals(store, table, lost.get(table, "")) for table in sorted({*store.tables, *lost})]


def _read(store: BoardDatabase, table: str, source: TableSource) -> None:
    """Keep what a source tells; what came before a fault is good, and kept."""
    batch, last = list[KeptEvents | TableStanding](), store.last(table)
    known = last == BEGINNING
    try:
        for update in source.updates_after(before(last)):
            known = known or _is_known(table, last, update)
            batch.append(update)
            if len(batch) >= AT_ONCE:
                _keep(store, table, batch)
    finally:
        _keep(store, table, batch)


def _is_known(table: str, last: JournalPlace, first: KeptEvents | TableStanding) -> bool:
    """See that a source begins with the newest entry that is known.

    Raises:
        BoardError: if it does not: the table has another journal now.
    """
    if isinstance(first, TableStanding) or first.at != last:
        raise changed(table, last)
    return True


def _keep(store: BoardDatabase, table: str, batch: list[KeptEvents | TableStanding]) -> None:
    with store.transaction():
        for one in batch:
            if isinstance(one, TableStanding):
                store.stand(table, one)
            else:
                store.add(table, one)
    batch.clear()


def before(at: JournalPlace) -> JournalPlace:
    """The place right before another one."""
    if at == BEGINNING or at.place > 0:
        return JournalPlace(at.session, max(at.place - 1, 0))
    return JournalPlace(at.session - 1, LAST_PLACE)


def table_totals(store: BoardDatabase, table: str, lost: str = "") -> TableTotals:
    """What was gathered of one table.

    Args:
        store: of the board.
        table: its name.
        lost: why it cannot be asked now; empty: it can.
    """
    counts, standing = store.counts(table), store.standing(table)
    match = read_standing(standing.body) if standing else None
    return TableTotals(
        table,
        counts.get("GameWon", 0),
        counts.get("CardPlayed", 0),
        store.reasons(table),
        counts.get("Announced", 0),
        sum(counts.get(kind, 0) for kind in CORRECTIONS),
        match.scores if match else (),
        match.winners if match else (),
        lost,
    )
