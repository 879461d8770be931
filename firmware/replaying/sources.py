"""What a person can mean by the SOURCE of a replay: the demo, pictures, a journal's session, an exported session."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import islice
from pathlib import Path

from firmware.errors import HakamError
from firmware.settings.session_file import NAME, SessionFile, read_session_file
from firmware.storage.export import is_export, read_export
from firmware.storage.journal import Journal, JournalEntry, SessionHeader
from firmware.storage.journal_errors import JournalError
from vision.frame import Frame
from vision.sources import Source, open_source

TABLE_AT = 200
"""A picture of the demo as :func:`demo_table` gives it, chosen by looking."""


class NoDemoError(HakamError, OSError):
    """The installation came without its demo."""


@dataclass(frozen=True, slots=True)
class FilmSource:
    """Pictures that the eyes look at again, and what is written beside them."""

    name: str
    source: Source
    file: SessionFile


@dataclass(frozen=True, slots=True)
class SessionSource:
    """Signals that were kept, with the answers to hold them against.

    Attributes:
        name: what it is called.
        header: what is known of it before its first signal.
        entries: the signals and answers.
        count: how many there are.
        outcome: the closing line.
        exported: it lies in a file of its own, in no journal.
    """

    name: str
    header: SessionHeader
    entries: Sequence[JournalEntry]
    count: int
    outcome: str | None
    exported: bool = False

    @property
    def answered(self) -> bool:
        """Whether any answer was kept; somebody may have left them out of an exported session."""
        return any(entry.events for entry in self.entries)


def demo_folder() -> Path:
    """The recorded session that comes with the program.

    Raises:
        NoDemoError: if it is not there.
    """
    folder = Path(str(resources.files("models"))) / "demo"
    if not folder.is_dir():
        raise NoDemoError(f"{folder}: the demo is missing from this installation; name a session folder or a video")
    return folder


def demo_table() -> Frame:
    """A picture of it with cards on the table and no hand.

    Raises:
        NoDemoError: if it is not there.
    """
    return next(islice(open_source(demo_folder()), TABLE_AT, None))


def open_replay_source(source: str | None, journal: Path) -> FilmSource | SessionSource:
    """Open what ``source`` names: nothing (the demo), a number in ``journal``, an exported file, a folder, a video.

    Raises:
        HakamError: if it is not there or cannot be read.
    """
    if source is None:
        return _film(demo_folder(), "the bundled demo")
    path = Path(source)
    if source.isdecimal() and not path.exists():
        return _session(int(source), journal)
    if path.is_file() and is_export(path):
        recorded = read_export(path)
        return SessionSource(source, recorded.header, recorded.entries, len(recorded.entries), recorded.outcome, True)
    return _film(path, source)


def _film(path: Path, name: str) -> FilmSource:
    file = read_session_file(path / NAME) if path.is_dir() else SessionFile()
    written = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # names of files may be no text
    return FilmSource(written, open_source(path), file)


def _session(number: int, path: Path) -> SessionSource:
    with Journal(path, create=False) as journal:
        found = journal.session(number)
        if not found.signals:
            raise JournalError(f"{path}: session {number} is empty; nothing was seen in it")
        entries = tuple(journal.entries(number))
    return SessionSource(f"session {number} of {path}", found.header, entries, found.signals, found.outcome)
