"""``hakam export``: a session of the journal as one file."""

import argparse
import sys
from pathlib import Path

from firmware.announce.texts import text
from firmware.presentation.progress import with_progress
from firmware.referee import Referee
from firmware.replaying.correcting import replay_to_end
from firmware.rules.notation.record import format_record
from firmware.settings.model import journal_path, load_settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.export import write_export
from firmware.storage.journal import Journal, SessionSummary
from firmware.storage.moment import SETUPS
from firmware.storage.outputs import NotWrittenError, OutputKind, check_file

WRITTEN_GAME = OutputKind("a game in notation", b"# session")


def export(asked: argparse.Namespace) -> None:
    """Write a session to a file.

    Raises:
        HakamError: if the journal does not hold the session or the file cannot be written.
    """
    settings = load_settings(asked.config)
    language = asked.lang or settings.language
    with Journal(journal_path(settings, asked.journal), create=False) as journal:
        found = journal.session(asked.session)
        (_export_notation if asked.notation else _export_signals)(asked, journal, found, language)


def _export_signals(asked: argparse.Namespace, journal: Journal, found: SessionSummary, language: str) -> None:
    if asked.file == "-":
        raise NotWrittenError("- is standard output for --notation alone; name a file for the signals")
    path = Path(asked.file or f"session-{asked.session}.jsonl.gz")
    count = write_export(path, found.header, journal.entries(asked.session), found.outcome)
    size = f"{path.stat().st_size / 1e6:.1f}"
    print(text("export", "signals", language).format(file=path, count=count, size=size))


def _export_notation(asked: argparse.Namespace, journal: Journal, found: SessionSummary, language: str) -> None:
    path = Path(asked.file or f"session-{asked.session}.txt")
    if asked.file != "-":
        check_file(path, WRITTEN_GAME)  # told before the session is gone through
    referee = Referee(SETUPS.parse(found.header.setup))
    bar = text("progress", "signals", language)
    replay_to_end(with_progress(journal.entries(asked.session), found.signals, bar), referee)
    source = " ".join(found.header.source.split())
    head = f"{WRITTEN_GAME.mark.decode()} {asked.session}, {found.header.started}: {source}"
    written = f"{head}\n{format_record(referee.record)}"
    if asked.file == "-":
        sys.stdout.write(written)
        return
    write_atomic(path, written.encode(), WRITTEN_GAME)
    print(text("export", "plays", language).format(file=path, count=len(referee.plays)))
