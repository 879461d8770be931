"""For other programs: how the match stands, and what happens as it happens, as JSON.

``/api/state`` gives the newest standing. ``/api/events`` is a stream of server-sent events: ``moment`` for each entry
of the journal with events, whose ``id`` is the session and the place in it, and ``standing`` whenever that changes. Who
comes back with the last ``id`` (``Last-Event-ID``, or ``?since=``) is told all that came after it, each once.
``/api/openapi.json`` describes both, and ``/metrics`` gives the standing to Prometheus.
"""

import json
from collections.abc import AsyncIterator
from importlib.metadata import version

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from firmware.integrations.metrics import CONTENT_TYPE, metrics_text
from firmware.integrations.openapi import openapi
from firmware.storage.live_reader import JournalPlace, KeptEvents, KeptStanding
from firmware.web.feed import JournalFeed, KeptUpdate, updates
from firmware.web.site import Site, site_of

PING_S = 10.0
"""Without news a line is sent so often: routers drop silent connections, and a page knows that it is still heard."""


async def state(request: Request) -> Response:
    """The newest standing, with its session and place."""
    standing = site_of(request).feed.standing
    if standing is None:
        raise HTTPException(404)
    return Response(_standing_json(standing), media_type="application/json")


async def events(request: Request) -> Response:
    """Events as they come."""
    return EventSourceResponse(_messages(site_of(request).feed, since(request)), ping=3600)


def since(request: Request) -> JournalPlace | None:
    """The last entry that a listener knows; ``None``: he says nothing, or nothing that is understood."""
    told = request.headers.get("last-event-id") or request.query_params.get("since") or ""
    try:
        return JournalPlace.parse(told)
    except ValueError:
        return None


async def _messages(feed: JournalFeed, after: JournalPlace | None) -> AsyncIterator[ServerSentEvent]:
    async for update in updates(feed, after, PING_S):
        yield _message(update)


def _message(update: KeptUpdate | None) -> ServerSentEvent:
    if update is None:
        return ServerSentEvent(event="ping", data="")
    if isinstance(update, KeptEvents):
        return ServerSentEvent(event="moment", id=str(update.at), data=_moment_json(update))
    return ServerSentEvent(event="standing", data=_standing_json(update))


def _moment_json(kept: KeptEvents) -> str:
    head = json.dumps({"session": kept.at.session, "place": kept.at.place, "t_ms": kept.t_ms})
    return f'{head[:-1]}, "events": [{", ".join(kept.events)}]}}'


def _standing_json(kept: KeptStanding) -> str:
    session, place = kept.at
    return f'{{"session": {session}, "place": {place}, "standing": {kept.body}}}'


async def metrics(request: Request) -> Response:
    """The newest standing in numbers, for Prometheus."""
    site = site_of(request)
    session = site.feed.standing.at[0] if site.feed.standing else 0
    return Response(metrics_text(site.match, session, lost=bool(site.feed.lost)), media_type=CONTENT_TYPE)


async def description(_request: Request) -> Response:
    """What there is here, for programs that read such descriptions."""
    return JSONResponse(openapi(version("hakam")))


def routes(_site: Site) -> list[Route]:
    """The addresses of the API."""
    return [
        Route("/api/state", state),
        Route("/api/events", events),
        Route("/api/openapi.json", description),
        Route("/metrics", metrics),
    ]
