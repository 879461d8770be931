"""Looking back: evenings and their games, the replay of one, its view as JSON, the game as text, the book."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib import resources
from itertools import groupby
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from firmware.announce.clock import clock
from firmware.announce.seating import Seating
from firmware.book.evening import evening_of, local_time
from firmware.storage.journal import Journal
from firmware.storage.records import SessionSummary
from firmware.web.packed import packed_content, packed_file
from firmware.web.sheets import sheet
from firmware.web.shelf import NotPreparedError, Shelf, ShelfKey
from firmware.web.site import Site, site_of

ASSETS = {"page.css": "text/css", "viewer.js": "text/javascript"}
"""The files of :mod:`firmware.report` that its pages load."""
AT = "/back/assets/"
WAITED = "waited"
"""What the address says of him who saw that a file was made: a page tells him, for a file leaves the page as it is."""
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
    found = await run_in_threadpool(_sessions, site.journal)
    language = site.language(request)
    listed = [_listed(one, language) for one in reversed(found) if one.signals][:MOST_GAMES]
    days = [(day, list(games)) for day, games in groupby(listed, key=lambda one: one.evening)]
    return sheet(request, "evenings.html", days=days)


async def match(shelf: Shelf, name: str, request: Request) -> Response:
    """The replay of a game, or another file that was made of it."""
    site, number = site_of(request), request.path_params["session"]
    found = next((one for one in await run_in_threadpool(_sessions, site.journal) if one.number == number), None)
    if found is None or not found.signals:
        raise HTTPException(404)
    return await _made(request, shelf, ShelfKey("prepare_match", (number, site.language(request)), found.signals), name)


async def book(shelf: Shelf, name: str, request: Request) -> Response:
    """The book of the café."""
    site = site_of(request)
    found = await run_in_threadpool(_sessions, site.journal)
    version = sum(one.outcome is not None for one in found)
    return await _made(request, shelf, ShelfKey("prepare_book", (site.language(request),), version), name)


async def asset(request: Request) -> Response:
    """The style or the script of the pages."""
    name = request.path_params["name"]
    if name not in ASSETS:
        raise HTTPException(404)
    content = resources.files("firmware.report").joinpath("templates", name).read_bytes()
    return packed_content(request, content, ASSETS[name])


async def _made(request: Request, shelf: Shelf, key: ShelfKey, name: str) -> Response:
    """A file that was made, or a page that asks again until it is; guests, who may see no picture, are sent to join."""
    if not site_of(request).viewer(request).is_let_in:
        return RedirectResponse("/join?told=join_first", 303)
    try:
        folder = await run_in_threadpool(shelf.find, key)
    except NotPreparedError:  # the reason stands in the log: it may name what guests need not know
        return sheet(request, "preparing.html", 500, again=False, ready="")
    if folder is None:
        return sheet(request, "preparing.html", 202, again=True, ready="", waited=name.endswith(".csv") and WAITED)
    kind = {".html": "text/html", ".json": "application/json", ".txt": "text/plain", ".csv": "text/csv"}
    file = Path(folder) / name
    attached = file.suffix == ".csv"
    if attached and WAITED in request.query_params:
        return sheet(request, "preparing.html", again=False, ready=request.url.path)
    kept_as = _file_name(key, file) if attached else None
    return packed_file(request, file, f"{kind[file.suffix]}; charset=utf-8", kept_as)


def _file_name(key: ShelfKey, file: Path) -> str:
    number = key.about[0] if key.maker == "prepare_match" else ""
    return f"hakam-{file.stem}{f'-{number}' if number else ''}{file.suffix}"


def _sessions(journal: Path) -> list[SessionSummary]:
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


def routes(site: Site) -> list[BaseRoute]:
    """The addresses of what is over."""
    return [*shelf_routes(Shelf(site.journal, AT))]


def shelf_routes(shelf: Shelf) -> Iterator[BaseRoute]:
    """Addresses of what is made on a shelf."""
    files: dict[str, Callable[..., object]] = {
        "/back/{session:int}": partial(match, shelf, "page.html"),
        "/back/{session:int}/match.json": partial(match, shelf, "match.json"),
        "/back/{session:int}/game.txt": partial(match, shelf, "game.txt"),
        "/back/book": partial(book, shelf, "page.html"),
        "/back/book.csv": partial(book, shelf, "book.csv"),
    }
    yield Route("/back", evenings)
    yield Route("/back/assets/{name}", asset)
    for path, endpoint in files.items():
        yield Route(path, endpoint)
