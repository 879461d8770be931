"""The journal's file: its tables, how a new one comes into being whole, and how a strange one is recognised."""

import os
import re
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from firmware.storage.journal_errors import LEAST_BYTES, JournalError, disk_state, plain_errors
from firmware.storage.migrations import STEPS, migrate
from firmware.storage.outputs import check_owner, real
from firmware.storage.row_sums import decoded
from firmware.storage.temporary import temporary_folder

APPLICATION_ID = 0x48414B4D  # "HAKM": marks the file as ours in SQLite's header, https://sqlite.org/pragma.html
SCHEMA = len(STEPS) + 1  # a change of the tables, or of what a stored text means, is one more step
MOST_BYTES = 64_000_000
"""The longest text, picture or checkpoint that is read: twice the largest checkpoint; none may fill the memory."""
VERSION = re.compile(r"\d[\w.+]{0,30}")
"""What a version looks like; a stranger's journal is not quoted otherwise."""
OWNER_ALONE = 0o600
"""Pictures are in it; SQLite gives the files beside it the same rights."""
OTHERS = 0o007
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a journal, https://sqlite.org/tempfiles.html; it makes no links."""
BUSY_S = 10.0  # a second hakam may hold the file for the length of one fsync, seconds on a bad SD card

TABLES = """
CREATE TABLE session (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice, also after a deletion
    started TEXT NOT NULL,                     -- ISO 8601, UTC
    source TEXT NOT NULL,                      -- where the looks came from
    setup TEXT NOT NULL,                       -- the match setup as JSON
    outcome TEXT,                              -- the closing line as JSON; NULL: never closed (power cut)
    entries INTEGER NOT NULL DEFAULT 0,        -- how many signals it has: one that is missing is noticed
    last_ms INTEGER NOT NULL DEFAULT 0,        -- time of the last one
    pruned INTEGER NOT NULL DEFAULT 0,         -- 1: pictures were deleted to make room
    sum INTEGER NOT NULL DEFAULT 0,            -- checksum of the row, firmware/storage/row_sums.py
    program TEXT NOT NULL DEFAULT ''           -- the version of Hakam that began it; empty: nobody knows
) STRICT;
CREATE TABLE signal (
    session INTEGER NOT NULL REFERENCES session (number),
    place INTEGER NOT NULL,                    -- order of arrival, from 0
    t_ms INTEGER NOT NULL,
    body TEXT,                                 -- the signal as JSON; NULL: the session was closed here
    events INTEGER NOT NULL DEFAULT 0,         -- how many followed from it
    pictures INTEGER NOT NULL DEFAULT 0,       -- how many proved them when it was written
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
    session INTEGER NOT NULL,
    place INTEGER NOT NULL,                    -- of the signal that caused it
    turn INTEGER NOT NULL,                     -- order among the events of that signal
    body TEXT NOT NULL,
    sum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (session, place, turn),
    FOREIGN KEY (session, place) REFERENCES signal (session, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE picture (
    session INTEGER NOT NULL,
    place INTEGER NOT NULL,                    -- of the signal whose events it proves
    t_ms INTEGER NOT NULL,                     -- when it was taken
    width_mm REAL NOT NULL,                    -- width of the picture on the table
    jpeg BLOB NOT NULL,
    sum INTEGER,                               -- NULL: written before there were any
    FOREIGN KEY (session, place) REFERENCES signal (session, place)
) STRICT;
CREATE TABLE snapshot (
    session INTEGER PRIMARY KEY REFERENCES session (number),
    place INTEGER NOT NULL,                    -- of the first signal that came after it
    build TEXT NOT NULL,                       -- of the program that wrote it: no other one may read it
    state BLOB NOT NULL,                       -- the referee
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE standing (
    session INTEGER PRIMARY KEY REFERENCES session (number),
    place INTEGER NOT NULL,                    -- of the last signal that it knows of; -1: none
    body TEXT NOT NULL,                        -- how the match stands as JSON, for those who look on
    sum INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX picture_of_signal ON picture (session, place);
"""


def connect(path: Path, *, create: bool, read_only: bool = False) -> sqlite3.Connection:
    """Open the journal at ``path``, durable to the last finished transaction; make a new one where ``create`` says so.

    One of an earlier schema is brought to today's, unless it is only to be read.

    Args:
        path: of the journal.
        create: make a new one where there is none.
        read_only: nothing in it is changed.

    Raises:
        JournalError: if there is none, or the file is not a journal, or one of another schema.
        NotWrittenError: if it is to be written by root in a folder of another user.
    """
    if not read_only:
        check_owner(real(path).parent)
    with plain_errors(path):
        if create and not path.exists():
            _create(real(path))
        _check_file(path)
        if not read_only:
            _update(path)
        address = f"{path.absolute().as_uri()}?mode={_mode(path) if read_only else 'rw'}"
        connection = sqlite3.connect(address, timeout=BUSY_S, isolation_level=None, uri=True)
    try:
        with plain_errors(path):
            _check(connection, path)
            if not read_only:
                _keep_from_others(path)  # only now: a file of somebody's that is no journal keeps its rights
    except BaseException:
        connection.close()
        raise
    return connection


def _mode(path: Path) -> str:
    """How a journal is opened that is only to be read: one whose disk takes nothing as the file stands there."""
    state, log = disk_state(path), path.with_name(path.name + "-wal")
    frozen = state is not None and (state.f_flag & os.ST_RDONLY or state.f_bavail * state.f_frsize < LEAST_BYTES)
    return "ro&immutable=1" if frozen and not (log.exists() and log.stat().st_size) else "ro"


def _keep_from_others(path: Path) -> None:
    """Take from everybody but owner and group what an older hakam let them: to read the pictures."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & OTHERS:
        with suppress(OSError):  # of another owner, or a disk without rights
            for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
                if file.exists():
                    file.chmod(mode & ~OTHERS)


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise JournalError(f"{path} is a folder; name the journal in it, such as {path / 'journal.db'}")
    if not path.exists():
        raise JournalError(f"{path}: there is no journal yet; `hakam replay` writes one")
    if not path.is_file():
        raise JournalError(f"{path} is no file, so no journal can be kept there; choose another with --journal")
    if any(Path(f"{real(path)}{ending}").is_symlink() for ending in BESIDE):
        raise JournalError(f"{path}: this file is no journal of Hakam; choose another with --journal")


def _update(path: Path) -> None:
    """Bring a journal of an earlier schema to today's; nothing else is touched."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=BUSY_S, uri=True)) as connection:
        mark, schema = _marks(connection)
    if mark == APPLICATION_ID and 0 < schema < SCHEMA:
        migrate(path, BUSY_S)


def _marks(connection: sqlite3.Connection) -> tuple[int, int]:
    """The application and the schema that a file names; nil and nil if it is none of SQLite's.

    Raises:
        sqlite3.Error: if that cannot be found out, as where SQLite may not write beside the file.
    """
    try:
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
            raise
        return 0, 0
    return mark, schema


def _check(connection: sqlite3.Connection, path: Path) -> None:
    mark, schema = _marks(connection)
    if mark != APPLICATION_ID:
        raise JournalError(f"{path}: this file is no journal of Hakam; choose another with --journal")
    if schema != SCHEMA:
        way = "let `hakam sessions` bring it up to date" if schema < SCHEMA else _newer(connection)
        raise JournalError(
            f"{path}: the journal has schema {schema}, this version knows schema {SCHEMA}; "
            f"{way}, or begin another with --journal"
        )
    _check_tables(connection, path)
    connection.text_factory = decoded
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
    connection.execute("PRAGMA cell_size_check = ON")  # damage is noticed at the page, not at what it leads to
    connection.execute("PRAGMA synchronous = FULL")  # a power cut loses the transaction in flight, no other
    connection.execute("PRAGMA foreign_keys = ON")


def _newer(connection: sqlite3.Connection) -> str:
    """What reads a journal of a later schema, as far as that still names its program in the same place."""
    with suppress(sqlite3.Error):
        for (program,) in connection.execute("SELECT program FROM session ORDER BY number DESC LIMIT 1"):
            if isinstance(program, str) and VERSION.fullmatch(program):
                return f"use hakam {program} or a later one"
    return "use the hakam that wrote it"


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a journal with statements of its own in it, which would be run with ours."""
    strange = "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    if connection.execute(strange).fetchone()[0]:
        raise JournalError(f"{path}: this file is no journal of Hakam; choose another with --journal")


def _create(path: Path) -> None:
    """Make an empty journal under a temporary name, then give it its own: it is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(path.parent) as folder:
        fresh = folder / "journal.db"
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(TABLES)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        fresh.chmod(OWNER_ALONE)
        _sync(fresh)
        try:
            os.link(fresh, path)  # unlike a rename, never replaces what another hakam made meanwhile
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links (FAT)
            fresh.rename(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
