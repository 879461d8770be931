"""``hakam sessions`` and ``hakam export``: what the journal holds, and a session of it as one file."""

import argparse
import json
import sys
from functools import partial
from pathlib import Path

from firmware.announce.clock import clock
from firmware.announce.texts import text
from firmware.presentation.columns import fitted
from firmware.presentation.progress import with_progress
from firmware.referee import Referee
from firmware.replaying.correcting import replay_to_end
from firmware.rules.notation.record import format_record
from firmware.settings.model import journal_path, load_settings
from firmware.storage.atomic_file import write_atomic
from firmware.storage.codec import line
from firmware.storage.export import write_export
from firmware.storage.journal import Journal, SessionSummary
from firmware.storage.moment import SETUPS
from firmware.storage.outputs import OutputKind, check_file
from hardware.terminal import columns_of

WRITTEN_GAME = OutputKind("a game in notation", b"# session")
HEAD = ("session", "started", "duration", "players", "rules", "plays", "score", "source")


def sessions(asked: argparse.Namespace) -> None:
    """List the sessions.

    Raises:
        HakamError: if the journal is missing or cannot be read.
    """
    settings = load_settings(asked.config)
    with Journal(journal_path(settings, asked.journal), create=False) as journal:
        found = journal.sessions()
    if asked.json:
        for one in found:
            print(line(_data(one)))
    else:
        words = partial(text, "sessions", language=asked.lang or settings.language)
        rows = [tuple(map(words, HEAD)), *(_row(one, words("open")) for one in found)]
        print(fitted(rows, columns_of(sys.stdout)))


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


def _data(one: SessionSummary) -> dict[str, object]:
    outcome = json.loads(one.outcome) if one.outcome else None
    setup = {key: value for key, value in json.loads(one.header.setup).items() if key != "kind"}
    head = {
        "session": one.number,
        "started": one.header.started,
        "source": one.header.source,
        "duration_ms": one.last_ms,
    }
    return {**head, "setup": setup, "signals": one.signals, "outcome": outcome}


def _row(one: SessionSummary, not_closed: str) -> tuple[str, ...]:
    setup = json.loads(one.header.setup)
    outcome = json.loads(one.outcome) if one.outcome else None
    score = " – ".join(map(str, outcome["scores"])) if outcome else not_closed
    plays = str(len(outcome["plays"])) if outcome else "?"
    started = one.header.started[:16].replace("T", " ")
    players = ", ".join(setup.get("names", ())) or str(setup["players"])
    head = (str(one.number), started, clock(one.last_ms), players, setup["rules"])
    return (*head, plays, score, one.header.source)
