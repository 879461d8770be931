"""What earlier versions wrote, brought to today's form: journals step by step by their schema, exports line by line.

A field that did not exist yet gets the value that says so: no outline of a hand means that it may be anywhere.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from firmware.storage.row_sums import row_sum

FIRST_PACE = {"patience_ms": 2500, "ask_ms": 2500, "grace_ms": 0, "accept_ms": 10_000}
"""How the referee of schemas 1 and 2 waited: what was in doubt was asked as it was told, a win was told at once."""
LATER_FIELDS = ("covers", "hidden")
"""Fields of a look that schema 1 did not have; ``covers`` came with schema 2, ``hidden`` with schema 4."""


def _add_to_looks(field: str) -> str:
    """The statement that gives each look in the journal an empty ``field``, as the last one of its text."""
    looks = 'body GLOB \'{"kind":"TableObservation",*\''
    return f"UPDATE signal SET body = substr(body, 1, length(body) - 1) || ',\"{field}\":[]}}' WHERE {looks}"


def _add_columns(table: str, *columns: str) -> tuple[str, ...]:
    return tuple(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0" for column in columns)


def _count_of(table: str) -> str:
    return f"SELECT count(*) FROM {table} one WHERE one.session = signal.session AND one.place = signal.place"


TEXTS = ("started", "source", "setup", "outcome")
HEAD = f"number, {', '.join(f'CAST({one} AS BLOB)' for one in TEXTS)}, entries, last_ms, pruned"
RAW_BODY = "CAST(body AS BLOB)"
"""The bytes of a text, whatever they are: a function of Python is given no others."""
MATCHES = 'setup GLOB \'{"kind":"MatchSetup",*\''
STEPS: tuple[tuple[str, ...], ...] = (
    (_add_to_looks("covers"),),
    (f"UPDATE session SET setup = json_insert(setup, '$.pace', json('{json.dumps(FIRST_PACE)}')) WHERE {MATCHES}",),
    (  # the first journals of schema 3 have no ask_ms: what was told in doubt was asked at once
        "UPDATE session SET setup = json_insert(setup, '$.pace.ask_ms', json_extract(setup, '$.pace.patience_ms'))"
        f" WHERE {MATCHES}",
        _add_to_looks("hidden"),
    ),
    (
        "CREATE TABLE snapshot (session INTEGER PRIMARY KEY REFERENCES session (number), place INTEGER NOT NULL,"
        " build TEXT NOT NULL, state BLOB NOT NULL) STRICT",
    ),
    ("DELETE FROM snapshot",),  # until then they were of a form that could run code
    (
        *_add_columns("session", "entries", "last_ms", "pruned", "sum"),
        *_add_columns("signal", "events", "pictures", "sum"),
        *_add_columns("event", "sum"),
        *_add_columns("snapshot", "sum"),
        "ALTER TABLE picture ADD COLUMN sum INTEGER",  # without: a gigabyte of pictures would be written anew
        "DELETE FROM snapshot",
        f"UPDATE event SET sum = row_sum(session, place, turn, {RAW_BODY})",
        f"UPDATE signal SET events = ({_count_of('event')}), pictures = ({_count_of('picture')})",
        f"UPDATE signal SET sum = row_sum(session, place, t_ms, {RAW_BODY}, events, pictures)",
        "UPDATE session SET entries = (SELECT coalesce(max(place) + 1, 0) FROM signal WHERE session = number),"
        " last_ms = (SELECT coalesce(max(t_ms), 0) FROM signal WHERE session = number)",
        "UPDATE session SET sum = row_sum(number, started, source, setup, outcome, entries, last_ms, pruned)",
    ),
    (
        "ALTER TABLE session ADD COLUMN program TEXT NOT NULL DEFAULT ''",  # of those before nobody knows
        f"UPDATE session SET sum = row_sum({HEAD}, program) WHERE sum = row_sum({HEAD})",
    ),
    (
        "CREATE TABLE standing (session INTEGER PRIMARY KEY REFERENCES session (number), place INTEGER NOT NULL,"
        " body TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0) STRICT",
    ),
)
"""The statements that bring a journal from schema 1 to 2, from 2 to 3, and so on."""


def migrate(path: Path, busy_s: float) -> None:
    """Bring the journal at ``path`` to today's schema, in one transaction: a power cut leaves it as it was.

    Args:
        path: of a journal of a schema that :data:`STEPS` know.
        busy_s: how long to wait for a program that uses it, seconds.

    Raises:
        sqlite3.Error: if it cannot be written, or another program has it open.
    """
    with closing(sqlite3.connect(path, timeout=busy_s, isolation_level=None)) as file:
        file.create_function("row_sum", -1, row_sum, deterministic=True)
        file.execute("PRAGMA locking_mode = EXCLUSIVE")  # refused while an older hakam has the journal open
        file.execute("PRAGMA synchronous = FULL")
        file.execute("BEGIN EXCLUSIVE")
        (schema,) = file.execute("PRAGMA user_version").fetchone()
        for statement in (one for step in STEPS[schema - 1 :] for one in step):
            file.execute(statement)
        file.execute(f"PRAGMA user_version = {max(schema, len(STEPS) + 1)}")
        file.execute("COMMIT")


def complete_setup(setup: dict[str, Any]) -> dict[str, Any]:
    """Give the match setup of an export of any age the fields of today."""
    pace = setup.setdefault("pace", dict(FIRST_PACE)) if setup.get("kind") == "MatchSetup" else {}
    if "patience_ms" in pace:
        pace.setdefault("ask_ms", pace["patience_ms"])
    return setup


def complete_signal(signal: dict[str, Any]) -> dict[str, Any]:
    """Give the signal of an export of any age the fields of today."""
    added = LATER_FIELDS if signal.get("kind") == "TableObservation" else ()
    return signal | {field: signal.get(field, []) for field in added}
