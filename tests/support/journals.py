"""Journals of recorded games, as tables keep them while they play."""

import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

import msgspec

from firmware.standing.message import VERSION, MatchStanding
from firmware.storage.export import read_export
from firmware.storage.journal import Journal
from firmware.storage.moment import EVENTS

SESSIONS = Path(__file__).parents[1] / "sessions"
NAMES = ("230011-4-players", "223092-2-players", "223153-3-players", "223078-2-players")
"""Of two, three and four players, those that are read the quickest."""


@cache
def recorded(name):
    """Header and entries of a recorded session; looks of which nothing came are left out."""
    session = read_export(SESSIONS / f"{name}.jsonl.gz")
    return session.header, [entry for entry in session.entries if entry.events]


def standing_text(scores, **more):
    """How a match of two stands, with these scores."""
    told = {"players": max(2, len(scores)), "names": (), "rules": "pagat", "target": 41, "turn": 0, "dealer": 1}
    told |= {"deal": 1, "batch": 1, "batches": 6}
    return msgspec.json.encode(MatchStanding(VERSION, 0, scores=scores, **(told | more))).decode()


class KeptTable:
    """A table's journal, to which more and more of a recorded game is written."""

    def __init__(self, path, name):
        self.path, self._written = path, 0
        header, self._entries = recorded(name)
        with Journal(path) as journal:
            self._number = journal.begin(header)

    def play(self, share):
        """Write up to a share of the game."""
        until = round(share * len(self._entries))
        new = self._entries[self._written : until]
        self._written = until
        with Journal(self.path) as journal:
            journal.write_all(self._number, new, standing_text((until, 0)))
        return self

    @property
    def scores(self):
        """Those of its standing, which only say how much was written."""
        return (self._written, 0)

    def events(self):
        """All events that the journal holds, with their session and place, in order."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as file:
            rows = file.execute("SELECT session, place, body FROM event ORDER BY session, place, turn").fetchall()
        return [(session, place, json.loads(body)) for session, place, body in rows]

    def parsed(self):
        """The same as the program reads them."""
        return [EVENTS.parse(json.dumps(event)) for _, _, event in self.events()]
