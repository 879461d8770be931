"""``hakam sessions`` and ``hakam export``: what the journal holds, and a session of it as one file."""

import argparse
import json
from pathlib import Path

from firmware.announce.clock import clock
from firmware.settings.model import journal_path, load_settings
from firmware.storage.codec import line
from firmware.storage.export import write_export
from firmware.storage.journal import Journal, SessionSummary

HEAD = ("session", "started", "duration", "players", "rules", "plays", "score", "source")


def sessions(asked: argparse.Namespace) -> None:
    """List the sessions.

    Raises:
        HakamError: if the journal is missing or cannot be read.
    """
    with Journal(journal_path(load_settings(asked.config), asked.journal), create=False) as journal:
        found = journal.sessions()
    if asked.json:
        for one in found:
            print(line(_data(one)))
    else:
        print(_aligned([HEAD, *(_row(one) for one in found)]))


def export(asked: argparse.Namespace) -> None:
    """Write a session to a file.

    Raises:
        HakamError: if the journal does not hold the session or the file cannot be written.
    """
    with Journal(journal_path(load_settings(asked.config), asked.journal), create=False) as journal:
        found = journal.session(asked.session)
        path = Path(asked.file or f"session-{asked.session}.jsonl.gz")
        count = write_export(path, found.header, journal.entries(asked.session), found.outcome)
    print(f"{path}: {count} signals, {path.stat().st_size / 1e6:.1f} MB")


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


def _row(one: SessionSummary) -> tuple[str, ...]:
    setup = json.loads(one.header.setup)
    outcome = json.loads(one.outcome) if one.outcome else None
    score = " – ".join(map(str, outcome["scores"])) if outcome else "not closed"
    plays = str(len(outcome["plays"])) if outcome else "?"
    started = one.header.started[:16].replace("T", " ")
    head = (str(one.number), started, clock(one.last_ms), str(setup["players"]), setup["rules"])
    return (*head, plays, score, one.header.source)


def _aligned(rows: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return "\n".join(lines)
