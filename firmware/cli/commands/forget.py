"""``hakam forget``: sessions deleted for good, with their pictures."""

import argparse
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from firmware.announce.texts import text
from firmware.settings.model import journal_path, load_settings
from firmware.storage.codec import line
from firmware.storage.forgetting import forget as forget_sessions
from firmware.storage.journal import Journal
from firmware.storage.journal_errors import JournalError
from firmware.storage.journal_lock import is_kept
from firmware.storage.records import AT_THE_TABLE


def forget(asked: argparse.Namespace) -> None:
    """Delete sessions.

    Raises:
        HakamError: if one is not there or is being played, or there is too little room to do it for good.
    """
    settings = load_settings(asked.config)
    path, language = journal_path(settings, asked.journal), asked.lang or settings.language
    with Journal(path, create=False) as journal:
        numbers = _chosen(journal, asked.sessions, asked.before)
    forget_sessions(path, numbers)
    if asked.json:
        print(line({"journal": str(path), "forgotten": numbers, "bytes": path.stat().st_size}))
    else:
        _tell(path, numbers, language)


def _chosen(journal: Journal, named: Sequence[int], before: date | None) -> list[int]:
    """The numbers of the sessions that are to go, in their order.

    Raises:
        JournalError: if one is not there, or is being played.
    """
    for number in named:
        journal.session(number)
    sessions = journal.sessions() if before else []
    early = {one.number for one in sessions if before and one.header.started[:10] < before.isoformat()}
    playing = _playing(journal)
    if playing in named:
        raise JournalError(f"{journal.path}: session {playing} is being played; stop hakam first, or leave it out")
    return sorted((early - {playing}) | set(named))


def _playing(journal: Journal) -> int | None:
    """The session at which a referee is at work."""
    last = journal.last(AT_THE_TABLE) if is_kept(journal.path) else None
    return last.number if last else None


def _tell(path: Path, numbers: Sequence[int], language: str) -> None:
    size = f"{path.stat().st_size / 1e6:.1f}"
    words = text("forget", "done" if numbers else "none", language)
    print(words.format(sessions=", ".join(map(str, numbers)), path=path, mb=size))
    reports = path.parent / "reports"
    if reports.is_dir() and any(reports.iterdir()):
        print(text("forget", "left", language).format(folder=reports))
