"""The list of evenings and their games, the newest first."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from firmware.announce.clock import clock
from firmware.announce.seating import Seating
from firmware.book.evening import evening_of, local_time
from firmware.storage.journal import Journal
from firmware.storage.records import SessionSummary
from firmware.web.sheets import sheet
from firmware.web.site import site_of

MOST_GAMES = 200
"""Of the newest evenings, that are listed: a café's month."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list.

    Attributes:
        session: its number.
        evening: the day on which its evening began.
        began: when, ``HH:MM`` by the clock of this machine.
        sides: what each side is called, with its score; without scores where it goes on.
        lasted: how long.
        rules: by which it was played.
        won: the number of the side that won, from 0.
    """

    session: int
    evening: date
    began: str
    sides: tuple[tuple[str, int | None], ...]
    lasted: str
    rules: str
    won: int | None


async def evenings(request: Request) -> Response:
    """The list of all evenings and their games."""
    site = site_of(request)
    found = await run_in_threadpool(kept_sessions, site.journal)
    language = site.language(request)
    listed = [_listed(one, language) for one in reversed(found) if one.signals][:MOST_GAMES]
    days = [(day, list(games)) for day, games in groupby(listed, key=lambda one: one.evening)]
    return sheet(request, "evenings.html", days=days)


def kept_sessions(journal: Path) -> list[SessionSummary]:
    """What the journal holds, read only: it is the referee's."""
    with Journal(journal, create=False, read_only=True) as opened:
        return opened.sessions()


def _listed(found: SessionSummary, language: str) -> ListedGame:
    setup = json.loads(found.header.setup)
    outcome = json.loads(found.outcome) if found.outcome else None
    seating = Seating(setup["players"], tuple(setup.get("names", ())))
    names = [seating.side_in_full(side, language) for side in range(_sides(setup["players"]))]
    scores: Sequence[int | None] = outcome["scores"] if outcome else [None] * len(names)
    return ListedGame(
        session=found.number,
        evening=evening_of(found.header.started),
        began=f"{local_time(found.header.started):%H:%M}",
        sides=tuple(zip(names, scores, strict=True)),
        lasted=clock(found.last_ms),
        rules=setup["rules"],
        won=outcome["winner"] if outcome else None,
    )


def _sides(players: int) -> int:
    return 2 if players == 4 else players
