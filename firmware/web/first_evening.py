"""The first evening in three steps: aim the camera with its picture in view, choose the deck, play five cards."""

import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import PictureWish
from firmware.web.acting import reply
from firmware.web.house import check_owner, enrolled_decks
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of

WISHED_S = 5.0
"""The page asks again every two seconds; when it is closed the pictures end soon."""
STALE_S = 6.0
"""A picture older than this is not what the camera sees."""
TO_PLAY = 5
"""As `hakam calibrate` has it: by then every part of the chain has worked five times."""
MOST_BYTES = 2_000_000


async def first_page(request: Request) -> Response:
    """The three steps."""
    check_owner(request)
    site = site_of(request)
    return sheet(request, "first.html", decks=enrolled_decks(site), plays=min(site.plays, TO_PLAY), to_play=TO_PLAY)


async def look(request: Request) -> Response:
    """Let the referee show what the camera sees."""
    check_owner(request)
    site = site_of(request)
    try:
        send(site.journal, PictureWish(WISHED_S))
    except NobodyListensError:
        return reply(request, site, "nobody_listens", 503, "/first")
    return reply(request, site, "said", to="/first")


async def picture(request: Request) -> Response:
    """What the camera sees."""
    check_owner(request)
    path = picture_path(site_of(request).journal)
    try:
        if time.time() - path.stat().st_mtime > STALE_S or path.stat().st_size > MOST_BYTES:
            raise HTTPException(404)
        return Response(path.read_bytes(), media_type="image/jpeg")
    except OSError:
        raise HTTPException(404) from None


def routes(_site: Site) -> list[Route]:
    """The addresses of the first evening."""
    return [
        Route("/first", first_page, methods=["GET"]),
        Route("/first/look", look, methods=["POST"]),
        Route("/first/picture.jpg", picture, methods=["GET"]),
    ]
