"""The board: a page about the match, the stream that keeps it new, and the pictures that prove plays."""

import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from firmware.events import PressRefused, SayingRefused
from firmware.storage.journal import version
from firmware.storage.live_reader import JournalPlace, KeptEvents
from firmware.storage.moment import EVENTS
from firmware.web.api import PING_S, since
from firmware.web.board import PARTS, board_parts
from firmware.web.feed import updates
from firmware.web.rendering import render
from firmware.web.site import Site, site_of
from firmware.web.viewer import SiteWords, Viewer

STATIC = Path(__file__).parent / "static"
REFUSALS = (PressRefused, SayingRefused)


async def board(request: Request) -> Response:
    """Score, table, question and last plays."""
    site = site_of(request)
    viewer = site.viewer(request)
    words = site.words(viewer.language)
    page = render(
        "board.html",
        words=words,
        viewer=viewer,
        version=version(),
        parts=board_parts(site.feed.standing, viewer),
        order=PARTS,
        since=str(JournalPlace(*site.feed.here)),
        links=_links(words),
    )
    return HTMLResponse(page)


def _links(words: SiteWords) -> list[tuple[str, str]]:
    return []


async def live(request: Request) -> Response:
    """The stream that keeps a board new."""
    site = site_of(request)
    return EventSourceResponse(_messages(site, site.viewer(request), since(request)), ping=3600)


async def _messages(site: Site, viewer: Viewer, after: JournalPlace | None) -> AsyncIterator[ServerSentEvent]:
    told: dict[str, str] = {}
    async for update in updates(site.feed, after, PING_S):
        if isinstance(update, KeptEvents):
            yield ServerSentEvent(event="moment", id=str(update.at), data=_lines(site, update, viewer))
        elif update is None:
            yield ServerSentEvent(event="ping", data="")
        else:
            for name, html in board_parts(update, viewer).items():
                if told.get(name) != html:
                    told[name] = html
                    yield ServerSentEvent(event="part", data=json.dumps({"name": name, "html": html}))


def _lines(site: Site, kept: KeptEvents, viewer: Viewer) -> str:
    """What happened in words, for ears and for whoever was refused something."""
    words, events = site.words(viewer.language), map(EVENTS.parse, kept.events)
    lines = [{"text": words.event(one), "bad": _refused(one, viewer)} for one in events]
    return json.dumps({"lines": lines})


def _refused(event: object, viewer: Viewer) -> bool:
    return isinstance(event, REFUSALS) and viewer.seat is not None and event.seat == viewer.seat


async def picture(request: Request) -> Response:
    """What the camera saw of a play."""
    site = site_of(request)
    if not site.viewer(request).sees_pictures:
        raise HTTPException(403)
    kept = site.feed.reader.picture(request.path_params["session"], request.path_params["t_ms"])
    if kept is None:
        raise HTTPException(404)
    return Response(kept.jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def routes(_site: Site) -> list[BaseRoute]:
    """The addresses of the board."""
    return [
        Route("/", board),
        Route("/live", live),
        Route("/picture/{session:int}/{t_ms:int}.jpg", picture),
        Mount("/static", _static()),
    ]


@cache
def _static() -> StaticFiles:
    return StaticFiles(directory=STATIC)
