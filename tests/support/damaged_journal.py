"""A journal with all that one can hold, and the same with damage: what becomes of it when somebody reads it."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from firmware.presentation.json_lines import closing_line
from firmware.referee import Referee
from firmware.storage import checkpoint
from firmware.storage.export import read_export
from firmware.storage.journal import EvidencePicture, Journal, JournalEntry, SessionHeader
from firmware.storage.moment import SETUPS, closed, fed

RECORDED = read_export(Path(__file__).parents[1] / "sessions" / "230036-2-players.jsonl.gz")
SIGNALS = [entry.signal for entry in RECORDED.entries if entry.signal][:130]
PICTURE = EvidencePicture(28, 412.5, b"\xff\xd8" + random.Random(1).randbytes(6000) + b"\xff\xd9")
KEPT_AT = 112


def play(path):
    """Write a session that was closed and one that was cut off, with pictures and a checkpoint."""
    with Journal(path) as journal:
        for close in (True, False):
            referee = Referee(SETUPS.parse(RECORDED.header.setup))
            number = journal.begin(SessionHeader("2026-11-24", "the table", SETUPS.text(referee.setup)))
            for place, signal in enumerate(SIGNALS):
                if place == KEPT_AT:
                    checkpoint.save(journal, number, referee)
                moment = fed(referee, signal)
                pictures = (PICTURE,) if moment.events else ()
                journal.write(number, JournalEntry(moment.t_ms, signal, moment.texts, pictures))
            if close:
                journal.close_session(number, closed(referee, 99_000).entry, closing_line(referee))
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def read(path):
    """All that the commands read of a journal.

    Raises:
        HakamError: one sentence about what cannot be read.
    """
    with Journal(path, create=False) as journal:
        sessions = journal.sessions()
        assert journal.newest() == journal.last("the table").number
        return [(one, list(journal.entries(one.number)), list(journal.evidence(one.number))) for one in sessions]


def resumed(path):
    """How the match that was cut off goes on: the score and the plays.

    Raises:
        HakamError: one sentence about why it cannot.
    """
    with Journal(path, create=False) as journal:
        last = journal.last("the table")
        referee = checkpoint.resume(journal, last.number, Referee(SETUPS.parse(last.header.setup)))
        return last, referee.scoreboard, referee.plays


def damaged(content, rng):
    """The bytes of a file with a bit turned, a few bytes overwritten, or a page lost, and what was done."""
    where, kind = rng.randrange(len(content)), rng.choice(("bit", "bit", "bit", "bytes", "page"))
    if kind == "bit":
        put = bytes([content[where] ^ 1 << rng.randrange(8)])
    elif kind == "bytes":
        put = rng.randbytes(rng.randint(1, 16))
    else:
        where -= where % 4096
        put = bytes(4096) if rng.random() < 0.5 else rng.randbytes(4096)
    return content[:where] + put + content[where + len(put) :], f"{kind} at {where}"
