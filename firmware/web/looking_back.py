"""Looking back: the replay of a game, its view as JSON, the game as text, a film of a play, the book of the café."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import resources
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from firmware.web.evenings import evenings, kept_sessions
from firmware.web.packed import packed_content, packed_file
from firmware.web.sheets import sheet
from firmware.web.shelf import NotPreparedError, Shelf, ShelfKey
from firmware.web.site import Site, site_of

ASSETS = {"page.css": "text/css", "viewer.js": "text/javascript"}
"""The files of :mod:`firmware.report` that its pages load."""
TEXTS = {".html": "text/html", ".json": "application/json", ".txt": "text/plain", ".csv": "text/csv"}
KINDS = {".gif": "image/gif"} | {ending: f"{kind}; charset=utf-8" for ending, kind in TEXTS.items()}
"""The files that are made, by their endings."""
AT = "/back/assets/"
WAITED = "waited"
"""What the address says of him who saw that a file was made: a page tells him, for a file leaves the page as it is."""


async def match(shelf: Shelf, name: str, request: Request) -> Response:
    """The replay of a game, or another file that was made of it."""
    number, signals = await _found(request)
    key = ShelfKey("prepare_match", (number, site_of(request).language(request)), signals)
    return await _made(request, shelf, key, name)


async def clip(shelf: Shelf, name: str, request: Request) -> Response:
    """A film of a play."""
    number, signals = await _found(request)
    about = (number, request.path_params["play"], site_of(request).language(request))
    return await _made(request, shelf, ShelfKey("prepare_clip", about, signals), name)


async def _found(request: Request) -> tuple[int, int]:
    """The session that is asked for, and how many signals it has by now."""
    number = request.path_params["session"]
    known = await run_in_threadpool(kept_sessions, site_of(request).journal)
    found = next((one for one in known if one.number == number), None)
    if found is None or not found.signals:
        raise HTTPException(404)
    return number, found.signals


async def book(shelf: Shelf, name: str, request: Request) -> Response:
    """The book of the café."""
    site = site_of(request)
    found = await run_in_threadpool(kept_sessions, site.journal)
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
    file = Path(folder) / name
    attached = file.suffix == ".csv"
    if attached and WAITED in request.query_params:
        return sheet(request, "preparing.html", again=False, ready=request.url.path)
    kept_as = _file_name(key, file) if attached else None
    return packed_file(request, file, KINDS[file.suffix], kept_as)


def _file_name(key: ShelfKey, file: Path) -> str:
    number = key.about[0] if key.maker == "prepare_match" else ""
    return f"hakam-{file.stem}{f'-{number}' if number else ''}{file.suffix}"


def routes(site: Site) -> list[BaseRoute]:
    """The addresses of what is over."""
    return [*shelf_routes(Shelf(site.journal, AT))]


def shelf_routes(shelf: Shelf) -> Iterator[BaseRoute]:
    """Addresses of what is made on a shelf."""
    files: dict[str, Callable[..., object]] = {
        "/back/{session:int}": partial(match, shelf, "page.html"),
        "/back/{session:int}/match.json": partial(match, shelf, "match.json"),
        "/back/{session:int}/game.txt": partial(match, shelf, "game.txt"),
        "/back/{session:int}/clip/{play:int}.gif": partial(clip, shelf, "clip.gif"),
        "/back/book": partial(book, shelf, "page.html"),
        "/back/book.csv": partial(book, shelf, "book.csv"),
    }
    yield Route("/back", evenings)
    yield Route("/back/assets/{name}", asset)
    for path, endpoint in files.items():
        yield Route(path, endpoint)
