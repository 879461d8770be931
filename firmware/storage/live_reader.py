"""A journal that is being written, followed by a process that only reads it: what came since it last looked."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from firmware.storage.journal_errors import plain_errors
from firmware.storage.journal_file import JournalFile
from firmware.storage.records import EvidencePicture
from firmware.storage.row_sums import is_intact

MOST_ENTRIES = 200
"""Entries that are read at once: a deal has about as many with events."""
PICTURE_LATE_MS = 10_000
"""The picture of a play is the first one after it, at most so much later: a play that is hard to read waits 2.5 s."""

STANDING = "SELECT session, place, body, sum FROM standing ORDER BY session DESC LIMIT 1"
FOLLOWED = "session IN (SELECT session FROM standing)"
ENTRIES = (
    f"SELECT session, place, t_ms FROM signal WHERE (session, place) > (?, ?) AND events > 0 AND {FOLLOWED} "
    "ORDER BY session, place LIMIT ?"
)
LAST = "SELECT max(place) FROM signal WHERE session = ? AND events > 0"
EVENTS = "SELECT body FROM event WHERE session = ? AND place = ? ORDER BY turn"
PICTURE = (
    "SELECT t_ms, width_mm, jpeg FROM picture WHERE session = ? AND t_ms BETWEEN ? AND ? ORDER BY t_ms, rowid LIMIT 1"
)


class JournalPlace(NamedTuple):
    """An entry of a session, both by their numbers; ordered as they were written."""

    session: int
    place: int

    def __str__(self) -> str:
        """As streams of events have it: ``3-1042``."""
        return f"{self.session}-{self.place}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`__str__` wrote.

        Raises:
            ValueError: if it is anything else.
        """
        session, _, place = text.partition("-")
        if not (session.isdecimal() and place.isdecimal() and len(text) <= 40):  # SQLite has 19 digits
            raise ValueError(f"{text[:40]!r} is no place in a journal: 3-1042 is")
        return cls(min(int(session), 2**63 - 1), min(int(place), 2**63 - 1))


@dataclass(frozen=True, slots=True)
class KeptEvents:
    """The events of one entry, one line of JSON each."""

    at: JournalPlace
    t_ms: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptStanding:
    """How a match stood after an entry, as JSON."""

    at: tuple[int, int]
    body: str


class LiveReader(JournalFile):
    """Follows the journal at one path; a context manager that closes it."""

    def __init__(self, path: Path) -> None:
        """Open the journal to be read.

        Raises:
            JournalError: if it cannot be, as in every method.
        """
        super().__init__(path, create=False, read_only=True)
        self._version = -1

    def is_changed(self) -> bool:
        """Whether anybody has written since this was asked last; at first it is. A few microseconds."""
        with plain_errors(self.path):
            version, self._version = self._version, self._file.execute("PRAGMA data_version").fetchone()[0]
        return version != self._version

    def standing(self) -> KeptStanding | None:
        """How the newest match stands; ``None``: nobody says it, or it is not as it was written."""
        with plain_errors(self.path):
            row = self._file.execute(STANDING).fetchone()
        return KeptStanding(row[:2], row[2]) if row and is_intact(row) else None

    def last_place(self, session: int) -> int:
        """The place of the newest entry of a session that has events; -1: there is none."""
        with plain_errors(self.path):
            (place,) = self._file.execute(LAST, (session,)).fetchone()
        return -1 if place is None else int(place)

    def events_after(self, at: tuple[int, int], limit: int = MOST_ENTRIES) -> Sequence[KeptEvents]:
        """The events of the sessions whose standing is known that came after a place, oldest first.

        Args:
            at: session and place of the last one that is known; -1 as a place is before all.
            limit: so many entries at most.
        """
        with plain_errors(self.path):
            rows = self._file.execute(ENTRIES, (*at, limit)).fetchall()
            return [KeptEvents(JournalPlace(*row[:2]), row[2], self._events(*row[:2])) for row in rows]

    def picture(self, session: int, t_ms: int) -> EvidencePicture | None:
        """The picture that proves a play; ``None``: none was kept.

        Args:
            session: its number.
            t_ms: when the card came to lie still.
        """
        with plain_errors(self.path):
            row = self._file.execute(PICTURE, (session, t_ms, t_ms + PICTURE_LATE_MS)).fetchone()
        return EvidencePicture(*row) if row else None

    def _events(self, session: int, place: int) -> tuple[str, ...]:
        return tuple(body for (body,) in self._file.execute(EVENTS, (session, place)))
