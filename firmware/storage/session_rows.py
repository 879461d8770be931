"""The rows of a session as they are written, each with its checksum, within whatever transaction is open."""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import metadata

from firmware.storage.records import JournalEntry, PackedEntry, SessionHeader, SessionRow, packed
from firmware.storage.row_sums import summed


@cache
def version() -> str:
    """The version of this program; empty where it was not installed."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.version("hakam")
    return ""


def begin(file: sqlite3.Connection, header: SessionHeader, number: int | None = None) -> SessionRow:
    """Open a new session, and give it as it is.

    Args:
        file: the journal's.
        header: what is known of it.
        number: its own; ``None``: the next one.
    """
    row = (number, header.started, header.source, header.setup, version())
    given = file.execute("INSERT INTO session (number, started, source, setup, program) VALUES (?, ?, ?, ?, ?)", row)
    assert given.lastrowid is not None
    head = SessionRow(given.lastrowid, header.started, header.source, header.setup, program=version())
    keep_head(file, head)
    return head


def close(file: sqlite3.Connection, head: SessionRow, entry: JournalEntry | PackedEntry, outcome: str) -> SessionRow:
    """Close a session, and give it as it is.

    Args:
        file: the journal's.
        head: of the session.
        entry: the last one.
        outcome: the closing line as JSON.
    """
    last = packed(entry) if isinstance(entry, JournalEntry) else entry
    head = add(file, head, (last,))._replace(outcome=outcome)
    keep_head(file, head)
    file.execute("DELETE FROM snapshot WHERE session = ?", (head.number,))
    return head


def add(file: sqlite3.Connection, head: SessionRow, entries: Iterable[PackedEntry]) -> SessionRow:
    """Add entries, and give the session as it is with them.

    Args:
        file: the journal's.
        head: of the session.
        entries: in their order.
    """
    for entry in entries:
        _insert(file, head, entry)
        head = head._replace(entries=head.entries + 1, last_ms=max(head.last_ms, entry.t_ms))
    return head


def _insert(file: sqlite3.Connection, head: SessionRow, entry: PackedEntry) -> None:
    """Add an entry behind those that a session has."""
    key = (head.number, head.entries)
    signal = summed(*key, entry.t_ms, entry.body, len(entry.events), len(entry.pictures))
    file.execute("INSERT INTO signal VALUES (?, ?, ?, ?, ?, ?, ?)", signal)
    events = [summed(*key, turn, event) for turn, event in enumerate(entry.events)]
    file.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?)", events)
    pictures = [summed(*key, one.t_ms, float(one.width_mm), one.jpeg) for one in entry.pictures]
    file.executemany("INSERT INTO picture VALUES (?, ?, ?, ?, ?, ?)", pictures)


def keep_head(file: sqlite3.Connection, head: SessionRow) -> None:
    """Write what may change of a session, with its checksum; within whatever transaction is open."""
    changed = (head.outcome, head.entries, head.last_ms, head.pruned, summed(*head)[-1], head.number)
    file.execute(
        "UPDATE session SET outcome = ?, entries = ?, last_ms = ?, pruned = ?, sum = ? WHERE number = ?", changed
    )


def keep_standing(file: sqlite3.Connection, head: SessionRow, standing: str) -> None:
    """Write how a match stands in the place of what was known of it.

    Args:
        file: the journal's.
        head: of the session.
        standing: as JSON; empty: nobody says it.
    """
    if standing:
        row = summed(head.number, head.entries - 1, standing)
        file.execute("INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?)", row)
