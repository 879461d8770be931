"""What a match is kept in, whether it is written at once or when the disk allows."""

from collections.abc import Iterable
from typing import Protocol

from firmware.storage.records import JournalEntry, SessionHeader, SessionStart


class SessionStore(Protocol):
    """A place for sessions; each method does all of what it says, or nothing."""

    def begin(self, header: SessionHeader) -> int:
        """Open a new session and give its number."""
        ...

    def write_all(self, session: int, entries: Iterable[JournalEntry], standing: str = "") -> None:
        """Add entries to a session.

        Args:
            session: its number.
            entries: in their order; there may be none.
            standing: how the match stands after them, as JSON; empty: nobody says it.
        """
        ...

    def save_checkpoint(self, session: int, build: str, state: bytes) -> None:
        """Keep the referee as it stands after the last entry, in the place of what was kept before.

        Args:
            session: its number.
            build: the mark of the program that can read the state.
            state: the referee in bytes.
        """
        ...

    def succeed(self, session: int, entry: JournalEntry, outcome: str, following: SessionStart) -> int:
        """Close a session and begin the one that follows; give its number.

        Args:
            session: the number of the one that is over.
            entry: what followed from the closing, without a signal.
            outcome: the closing line as JSON.
            following: the next session.
        """
        ...
