"""The board's database by its place: a file, or a URL of Postgres."""

from importlib.util import find_spec
from pathlib import Path

from firmware.errors import HakamError
from firmware.league.database import BoardDatabase
from firmware.league.store import BoardStore


class NoPostgresError(HakamError, ImportError):
    """What Postgres needs is not installed."""


def open_board(place: str) -> BoardDatabase:
    """Open a board.

    Args:
        place: a file, or a URL of Postgres.

    Raises:
        BoardError: if it cannot be opened.
        NoPostgresError: if what Postgres needs is not installed.
    """
    if not place.startswith(("postgres://", "postgresql://")):
        return BoardStore(Path(place))
    if not find_spec("psycopg"):
        raise NoPostgresError("a board in Postgres needs more than is installed: pip install 'hakam[postgres]'")
    from firmware.league.postgres import PostgresBoard  # noqa: PLC0415 - an extra, which may be missing

    return PostgresBoard(place)
