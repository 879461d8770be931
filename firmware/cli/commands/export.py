"""``hakam export``: a session of the journal as one file."""

import argparse
import sys
from pathlib import Path

from firmware.presentation.progress import with_progress
from firmware.referee import Referee
from firmware.replaying.correcting import replay_to_end
from firmware.rules.notation.record import format_record
from firmware.settings.model import journal_path, load_settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.export import write_export
from firmware.storage.journal import Journal, SessionSummary
from firmware.storage.moment import SETUPS
from firmware.storage.outputs import OutputKind, check_file

WRITTEN_GAME = OutputKind("a game in notation", b"# session")


def export(asked: argparse.Namespace) -> None:
    """Write a session to a file.

    Raises:
        HakamError: if the journal does not hold the session or the file cannot be written.
    """
    with Journal(journal_path(load_settings(asked.config), asked.journal), create=False) as journal:
        (_export_notation if asked.notation else _export_signals)(asked, journal, journal.session(asked.session))


def _export_signals(asked: argparse.Namespace, journal: Journal, found: SessionSummary) -> None:
    path = Path(asked.file or f"session-{asked.session}.jsonl.gz")
    count = write_export(path, found.header, journal.entries(asked.session), found.outcome)
    print(f"{path}: {count} signals, {path.stat().st_size / 1e6:.1f} MB")


def _export_notation(asked: argparse.Namespace, journal: Journal, found: SessionSummary) -> None:
    path = Path(asked.file or f"session-{asked.session}.txt")
    if asked.file != "-":
        check_file(path, WRITTEN_GAME)  # told before the session is gone through
    referee = Referee(SETUPS.parse(found.header.setup))
    replay_to_end(with_progress(journal.entries(asked.session), found.signals, "signals"), referee)
    source = " ".join(found.header.source.split())
    head = f"{WRITTEN_GAME.mark.decode()} {asked.session}, {found.header.started}: {source}"
    text = f"{head}\n{format_record(referee.record)}"
    if asked.file == "-":
        sys.stdout.write(text)
        return
    write_atomic(path, text.encode(), WRITTEN_GAME)
    print(f"{path}: {len(referee.plays)} plays; `hakam score {path}` scores them")
