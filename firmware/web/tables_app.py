"""The application about a board of several tables: one page, which stays new by itself, and the same as JSON."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route

from firmware.league.watching import BoardWatch
from firmware.storage.session_rows import version
from firmware.web.api import PING_S
from firmware.web.guard import PageGuard
from firmware.web.pages import page_files
from firmware.web.rendering import render
from firmware.web.site import reader_language
from firmware.web.tables import table_parts
from firmware.web.viewer import Viewer, words_of


class TablesBoard:
    """What all pages of a board share.

    Attributes:
        watch: keeps it new.
        changed: is set when there is news, and is another one then.
    """

    def __init__(self, watch: BoardWatch, addresses: Mapping[str, str], language: str) -> None:
        """Begin with what the board holds.

        Args:
            watch: keeps it new.
            addresses: of the pages of tables, by their names.
            language: where a browser asks for none of ours.
        """
        self.watch, self._addresses, self._language = watch, addresses, language
        self.changed = asyncio.Event()

    def parts(self, language: str) -> dict[str, str]:
        """The parts of the page."""
        return table_parts(self.watch.rows, self._addresses, language)

    def language(self, request: Request) -> str:
        """That of a reader."""
        return reader_language(request, self._language)

    def wake(self) -> None:
        """Let all who listen see what has changed."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


async def tables_page(board: TablesBoard, request: Request) -> Response:
    """The board."""
    language = board.language(request)
    values = {"words": words_of(language), "viewer": Viewer(language=language), "version": version(), "links": ()}
    return HTMLResponse(render("tables.html", parts=board.parts(language), **values))


async def live(board: TablesBoard, request: Request) -> Response:
    """The stream that keeps it new."""
    return EventSourceResponse(_messages(board, board.language(request)), ping=3600)


async def _messages(board: TablesBoard, language: str) -> AsyncIterator[ServerSentEvent]:
    known = dict[str, str]()
    while True:
        news = board.changed  # before looking, so that what comes meanwhile is not missed
        changed = [one for one in board.parts(language).items() if known.get(one[0]) != one[1]]
        known |= dict(changed)
        for name, html in changed:
            yield ServerSentEvent(event="part", data=json.dumps({"name": name, "html": html}))
        if not changed:
            yield ServerSentEvent(event="ping", data="")
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), PING_S)


async def tables_json(board: TablesBoard, _request: Request) -> Response:
    """What was gathered, as ``hakam board --json`` gives it."""
    return JSONResponse([row.totals.data() for row in board.watch.rows])


def build_tables_app(board: TablesBoard, clock: Callable[[], float] = time.monotonic) -> Starlette:
    """The application about a board; it asks the tables as long as it runs.

    Args:
        board: what it shows.
        clock: tells the time, seconds.
    """
    routes = {"/": tables_page, "/live": live, "/api/tables": tables_json}
    return Starlette(
        routes=[
            *(Route(path, partial(shown, board), methods=["GET"]) for path, shown in routes.items()),
            Mount("/static", page_files()),
        ],
        lifespan=partial(_asking, board),
        middleware=[Middleware(PageGuard, clock=clock)],
    )


@asynccontextmanager
async def _asking(board: TablesBoard, _app: Starlette) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    board.watch.news = lambda: loop.call_soon_threadsafe(board.wake)
    board.watch.start()
    try:
        yield
    finally:
        board.watch.news = lambda: None
        board.watch.stop()
