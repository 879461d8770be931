"""The application: all addresses of all parts, behind one guard."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from firmware.web import api, pages
from firmware.web.site import Site

PARTS: tuple[Callable[[Site], Sequence[BaseRoute]], ...] = (pages.routes, api.routes)
"""Who gives addresses; another part of the page adds its function here."""


def build_app(site: Site) -> Starlette:
    """The application about a site; it follows the journal as long as it runs."""
    app = Starlette(routes=[route for part in PARTS for route in part(site)], lifespan=partial(_following, site))
    app.state.site = site
    return app


@asynccontextmanager
async def _following(site: Site, _app: Starlette) -> AsyncIterator[None]:
    task = asyncio.create_task(site.feed.run())
    try:
        yield
    finally:
        task.cancel()
        site.feed.close()
