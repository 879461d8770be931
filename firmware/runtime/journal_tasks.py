"""What is done to a journal, each so that it can be tried again: whether it was done before is seen in the journal."""

from abc import ABC, abstractmethod
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from firmware.storage.journal import Journal, SessionSummary
from firmware.storage.journal_errors import DamagedJournalError, JournalError
from firmware.storage.records import PackedEntry, SessionHeader, SessionStart

SessionKey: TypeAlias = int
"""The number of a session, or a negative one that stands for it until it has one."""


@dataclass(slots=True)
class JournalBook:
    """What is known of the sessions that are written.

    Attributes:
        numbers: the number of each session that was given another key.
        places: how many entries of each are written for certain.
    """

    numbers: dict[SessionKey, int] = field(default_factory=dict)
    places: dict[SessionKey, int] = field(default_factory=dict)

    def number(self, key: SessionKey) -> int:
        """The number of a session in the journal."""
        return self.numbers.get(key, key)

    def begun(self, key: SessionKey, number: int, entries: int) -> None:
        """Take note of a session that has a number now; it is known by both.

        Args:
            key: by which it was known.
            number: its number.
            entries: how many it has.
        """
        self.numbers[key] = number
        self.places[key] = self.places[number] = entries

    def added(self, key: SessionKey, entries: int) -> None:
        """Take note that a session has so many entries now."""
        self.places[self.number(key)] = entries


@dataclass(slots=True, kw_only=True)
class JournalTask(ABC):
    """Something to be done to a journal.

    Attributes:
        since_s: when it was asked for, by a clock, seconds.
    """

    since_s: float = 0.0

    @abstractmethod
    def run(self, journal: Journal, book: JournalBook) -> None:
        """Do it, or what is left of it.

        Raises:
            JournalError: if it cannot be done now, or ever: the journal is another one.
        """

    def takes(self, _other: "JournalTask") -> bool:
        """Whether it does another one, which comes after it, along with itself from now on."""
        return False

    @property
    def size(self) -> int:
        """How many entries it writes."""
        return 0

    @property
    def picture_bytes(self) -> int:
        """Room that its pictures take."""
        return 0

    def drop_pictures(self) -> None:  # noqa: B027 - most have none
        """Leave its pictures out."""


@dataclass(slots=True)
class Beginning(JournalTask):
    """A new session."""

    key: SessionKey
    header: SessionHeader

    def run(self, journal: Journal, book: JournalBook) -> None:
        """Open it, unless that was done when something failed."""
        last = _last(journal, self.header.source)
        done = last is not None and last.header == self.header and not last.signals and last.number not in book.places
        book.begun(self.key, last.number if done and last else journal.begin(self.header), 0)


@dataclass(slots=True)
class Addition(JournalTask):
    """Entries of a session."""

    key: SessionKey
    entries: list[PackedEntry]
    standing: str = ""

    def run(self, journal: Journal, book: JournalBook) -> None:
        """Add those that the session does not have yet.

        Raises:
            JournalError: if the session is not as it was left.
        """
        number = book.number(self.key)
        there = journal.session(number).signals
        place = book.places.setdefault(number, there)
        if not 0 <= there - place <= len(self.entries):
            words = f"session {number} has {there} entries, not {place}; is it another journal?"
            raise JournalError(f"{journal.path}: {words}")
        left = self.entries[there - place :]
        if left or self.standing:
            journal.write_packed(number, left, self.standing)
        book.added(self.key, place + len(self.entries))

    def takes(self, other: JournalTask) -> bool:
        """Whether the other one adds to the same session."""
        if not isinstance(other, Addition) or other.key != self.key:
            return False
        self.entries += other.entries
        self.standing = other.standing or self.standing
        return True

    @property
    def size(self) -> int:
        """How many entries it writes."""
        return len(self.entries)

    @property
    def picture_bytes(self) -> int:
        """Room that its pictures take."""
        return sum(len(picture.jpeg) for entry in self.entries for picture in entry.pictures)

    def drop_pictures(self) -> None:
        """Leave its pictures out."""
        self.entries = [entry._replace(pictures=()) for entry in self.entries]


@dataclass(slots=True)
class KeptCheckpoint(JournalTask):
    """The referee as it stands."""

    key: SessionKey
    build: str
    state: bytes

    def run(self, journal: Journal, book: JournalBook) -> None:
        """Save it, if the journal has all that it has heard."""
        number = book.number(self.key)
        if journal.session(number).signals == book.places.get(number):
            journal.save_checkpoint(number, self.build, self.state)


@dataclass(slots=True)
class Succession(JournalTask):
    """A session that is closed, and the one that follows it."""

    key: SessionKey
    session: SessionKey
    entry: PackedEntry
    outcome: str
    following: SessionStart

    def run(self, journal: Journal, book: JournalBook) -> None:
        """Close the one and open the other, unless that was done when something failed."""
        number, header = book.number(self.session), self.following.header
        if journal.session(number).outcome is None:
            begun = journal.succeed(number, self.entry, self.outcome, self.following)
        else:
            begun = _following(journal, number, header)
        book.begun(self.key, begun, len(self.following.entries))

    @property
    def size(self) -> int:
        """How many entries it writes."""
        return 1 + len(self.following.entries)


def _last(journal: Journal, source: str) -> SessionSummary | None:
    """The newest session; one whose head is damaged stops none that follows."""
    with suppress(DamagedJournalError):
        return journal.last(source)
    return None


def _following(journal: Journal, number: int, header: SessionHeader) -> int:
    last: SessionSummary | None = journal.last(header.source)
    if last is None or last.number <= number or last.header != header:
        raise JournalError(f"{journal.path}: session {number} is closed, nothing can be added to it")
    return last.number
