"""The application: all addresses of all parts, behind one guard."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from firmware.web import (
    acting,
    api,
    correcting,
    deck_enrolling,
    deck_pages,
    first_evening,
    house,
    joining,
    looking_back,
    pages,
    sounding,
)
from firmware.web.guard import PageGuard
from firmware.web.sheets import sheet
from firmware.web.site import Site
from firmware.web.small_display import Answers, SmallDisplay

FORBIDDEN = 403
PARTS: tuple[Callable[[Site], Sequence[BaseRoute]], ...] = (
    pages.routes,
    joining.routes,
    acting.routes,
    correcting.routes,
    house.routes,
    deck_enrolling.routes,
    deck_pages.routes,
    first_evening.routes,
    sounding.routes,
    looking_back.routes,
    api.routes,
)
"""Who gives addresses; another part of the page adds its function here."""


def build_app(site: Site, answers: Answers | None = None) -> Starlette:
    """The application about a site; it follows the journal, and hears the device's buttons, as long as it runs.

    Args:
        site: what it is about.
        answers: tells whether it answers at an address; ``None``: it is asked there.
    """
    app = Starlette(
        routes=[route for part in PARTS for route in part(site)],
        lifespan=partial(_following, site),
        middleware=[Middleware(PageGuard, clock=site.clock)],
        exception_handlers={HTTPException: _told},
    )
    app.state.site, app.state.display = site, SmallDisplay(site, answers)
    return app


async def _told(request: Request, fault: Exception) -> Response:
    """Why there is no such page, in words."""
    status = fault.status_code if isinstance(fault, HTTPException) else 500
    return sheet(request, "fault.html", status, refused=status == FORBIDDEN)


@asynccontextmanager
async def _following(site: Site, app: Starlette) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one) for one in (site.feed.run(), app.state.display.run())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        site.feed.close()
