"""The board: a page about the match, the stream that keeps it new, and the pictures that prove plays."""

import json
from collections.abc import AsyncIterator
from datetime import datetime
from functools import cache
from pathlib import Path

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from firmware.announce.spoken import PAUSED
from firmware.events import PressRefused, SayingRefused
from firmware.storage.live_reader import JournalPlace, KeptEvents
from firmware.storage.moment import EVENTS
from firmware.web.api import PING_S, since
from firmware.web.board import GROUPS, board_parts, board_state
from firmware.web.codes import in_page
from firmware.web.feed import updates
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of
from firmware.web.sounding import has_words, heard, heard_words, quiet_hours
from firmware.web.viewer import Viewer

STATIC = Path(__file__).parent / "static"
REFUSALS = (PressRefused, SayingRefused)


async def board(request: Request) -> Response:
    """Score, table, question and last plays."""
    site = site_of(request)
    parts = board_parts(board_state(site), site.viewer(request))
    address = site.address
    code = in_page(address) if address else ""
    here = str(JournalPlace(*site.feed.here))
    return sheet(
        request,
        "board.html",
        parts=parts,
        groups=GROUPS,
        since=here,
        address=address,
        code=code,
        said=has_words(site, site.language(request)),
        quiet=quiet_hours(site.settings),
    )


async def live(request: Request) -> Response:
    """The stream that keeps a board new."""
    site = site_of(request)
    return EventSourceResponse(_messages(request, site.viewer(request), since(request)), ping=3600)


async def _messages(request: Request, viewer: Viewer, after: JournalPlace | None) -> AsyncIterator[ServerSentEvent]:
    site, known, is_new, faulty = site_of(request), dict[str, str](), False, True
    async for update in updates(site.feed, after, PING_S):
        if site.viewer(request) != viewer:
            yield ServerSentEvent(event="gone", data="")
            return
        if isinstance(update, KeptEvents):
            yield ServerSentEvent(event="moment", id=str(update.at), data=_moment(site, update, viewer, is_new=is_new))
            continue
        was_faulty, faulty = faulty, bool(site.match and site.match.faults)
        if faulty and not was_faulty:
            words = heard_words(site, viewer, PAUSED, datetime.now().time())
            yield ServerSentEvent(event="moment", data=json.dumps({"lines": [], **words}))
        is_new = True  # what was missed comes first, and is not heard any more
        changed = [one for one in board_parts(board_state(site), viewer).items() if known.get(one[0]) != one[1]]
        known |= dict(changed)
        for name, html in changed:
            yield ServerSentEvent(event="part", data=json.dumps({"name": name, "html": html}))
        if not changed:
            yield ServerSentEvent(event="ping", data="")


def _moment(site: Site, kept: KeptEvents, viewer: Viewer, *, is_new: bool) -> str:
    """What happened in words, for whoever was refused something, and to be heard if it happens now."""
    words, events = site.words(viewer.language), [EVENTS.parse(one) for one in kept.events]
    lines = [{"text": words.event(one), "bad": _refused(one, viewer)} for one in events]
    sounds = heard(site, viewer, events, datetime.now().time()) if is_new else {}
    return json.dumps({"lines": lines, **sounds})


def _refused(event: object, viewer: Viewer) -> bool:
    return isinstance(event, REFUSALS) and viewer.seat is not None and event.seat == viewer.seat


async def picture(request: Request) -> Response:
    """What the camera saw of a play."""
    site = site_of(request)
    if not site.viewer(request).is_let_in:
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
        Mount("/static", page_files()),
    ]


@cache
def page_files() -> StaticFiles:
    """Style, scripts and pictures of all pages."""
    return StaticFiles(directory=STATIC)
