"""``hakam sessions``: what the journal holds."""

import argparse
import json
import sys
from functools import partial

from firmware.announce.clock import clock
from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.presentation.columns import fitted
from firmware.settings.model import journal_path, load_settings
from firmware.storage.codec import line
from firmware.storage.journal import Journal, SessionSummary
from hardware.terminal import columns_of

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
        language = asked.lang or settings.language
        words = partial(text, "sessions", language=language)
        rows = [tuple(map(words, HEAD)), *(_row(one, language) for one in found)]
        print(fitted(rows, columns_of(sys.stdout)))


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


def _row(one: SessionSummary, language: str) -> tuple[str, ...]:
    setup = json.loads(one.header.setup)
    outcome = json.loads(one.outcome) if one.outcome else None
    score = " – ".join(map(str, outcome["scores"])) if outcome else text("sessions", "open", language)
    plays = str(len(outcome["plays"])) if outcome else "?"
    started = one.header.started[:16].replace("T", " ")
    players = ", ".join(setup.get("names", ())) or str(setup["players"])
    head = (str(one.number), started, clock(one.last_ms), players, setup["rules"])
    return (*head, plays, score, in_language(one.header.source, language))
