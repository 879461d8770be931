"""What a journal holds: the head of a session, its entries and the pictures that prove them."""

from dataclasses import dataclass
from typing import NamedTuple, get_args

from firmware.signals import Signal
from firmware.storage.codec import Vocabulary

SIGNALS: Vocabulary[Signal] = Vocabulary(get_args(Signal))


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """Evidence: what the camera saw.

    Attributes:
        t_ms: time of the frame, milliseconds since the session began.
        width_mm: width of the picture on the table, which ties it to the corners of an observation.
        jpeg: the picture, compressed.
    """

    t_ms: int
    width_mm: float
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class SessionHeader:
    """What is known of a session before its first signal.

    Attributes:
        started: date and time, ISO 8601, UTC.
        source: where the looks came from.
        setup: the match setup as one line of JSON.
    """

    started: str
    source: str
    setup: str


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One transaction: a signal and what followed from it.

    Attributes:
        t_ms: time of the signal, or of the closing.
        signal: what reached the referee; ``None`` where the session was closed.
        events: what the referee answered, one line of JSON each.
        pictures: the evidence for these events.
    """

    t_ms: int
    signal: Signal | None
    events: tuple[str, ...] = ()
    pictures: tuple[EvidencePicture, ...] = ()


class PackedEntry(NamedTuple):
    """An entry as it is written; while the disk takes nothing it is kept so, at a fifth of the memory.

    Attributes:
        t_ms: as in :class:`JournalEntry`, as are ``events`` and ``pictures``.
        body: the signal as one line of JSON; ``None``: the session was closed.
        events: what the referee answered.
        pictures: the evidence.
    """

    t_ms: int
    body: str | None
    events: tuple[str, ...] = ()
    pictures: tuple[EvidencePicture, ...] = ()


def packed(entry: JournalEntry) -> PackedEntry:
    """An entry as it is written."""
    body = None if entry.signal is None else SIGNALS.text(entry.signal)
    return PackedEntry(entry.t_ms, body, entry.events, entry.pictures)


AT_THE_TABLE = "the table"
"""The source of a session that was played, as against a recording that was watched."""
WITHOUT_PICTURES, EMPTIED = 1, 2
"""What was deleted of a session to make room: pictures, or all but its head with the score."""


class SessionRow(NamedTuple):
    """The row of a session, its columns in their order, without its checksum.

    Attributes:
        number: of the session.
        started: as in :class:`SessionHeader`, as are ``source`` and ``setup``.
        source: where the looks came from.
        setup: the match setup.
        outcome: the closing line as JSON; ``None``: never closed.
        entries: how many it has.
        last_ms: time of the last one.
        pruned: what was deleted of it to make room: 0: nothing, :data:`WITHOUT_PICTURES` or :data:`EMPTIED`.
        program: the version of Hakam that began it; empty: nobody knows.
    """

    number: int
    started: str
    source: str
    setup: str
    outcome: str | None = None
    entries: int = 0
    last_ms: int = 0
    pruned: int = 0
    program: str = ""

    @property
    def header(self) -> SessionHeader:
        """What is known of the session before its first signal."""
        return SessionHeader(self.started, self.source, self.setup)


@dataclass(frozen=True, slots=True)
class SessionStart:
    """A session that begins with something already seen.

    Attributes:
        header: what is known of it.
        entries: what was seen.
        standing: how it stands after that, as JSON; empty: nobody says it.
    """

    header: SessionHeader
    entries: tuple[PackedEntry, ...] = ()
    standing: str = ""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The referee as it stood before the signal at ``place``; only the same ``build`` of the program can read it."""

    place: int
    build: str
    state: bytes


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One line of the list of sessions; ``outcome`` is the closing line as JSON, ``None`` if it was never closed."""

    number: int
    header: SessionHeader
    outcome: str | None
    signals: int
    last_ms: int
