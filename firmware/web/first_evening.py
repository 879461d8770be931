"""The first evening in three steps: aim the camera by what is said of its picture, choose the deck, play five cards."""

import time

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from firmware.announce.texts import text
from firmware.care.aim_state import TO_PLAY, WELL, AimState
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.live_picture import picture_path
from firmware.phones.messages import PictureWish
from firmware.phones.picture_helper import MOST_PICTURE_BYTES, SEEN
from firmware.web.acting import reply
from firmware.web.house import check_owner, enrolled_decks
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of

TASK = "firmware.care.page_aiming"
WISHED_S = 5.0
"""The page asks again every two seconds; when it is closed the pictures end soon."""
STALE_S = 6.0
"""A picture older than this is not what the camera sees."""


async def first_page(request: Request) -> Response:
    """The three steps."""
    check_owner(request)
    site = site_of(request)
    said, well = advised(site, site.language(request))
    decks, plays = enrolled_decks(site), min(site.plays, TO_PLAY)
    return sheet(request, "first.html", decks=decks, plays=plays, to_play=TO_PLAY, said=said, well=well)


async def look(request: Request) -> Response:
    """Let the referee show what the camera sees, and a helper tell what to move; unless it is busy with a deck."""
    check_owner(request)
    site = site_of(request)
    try:
        send(site.journal, PictureWish(WISHED_S))
    except NobodyListensError:
        return reply(request, site, "nobody_listens", 503, "/first")
    if site.helper.is_at(TASK) or not site.helper.at_work:
        await run_in_threadpool(site.helper.begin, TASK, picture_path(site.journal), str(site.settings.card_height_mm))
        site.helper.tell(do="look")
    if "application/json" not in request.headers.get("accept", ""):
        return reply(request, site, "said", to="/first")
    said, well = advised(site, site.language(request))
    return JSONResponse({"advice": said, "well": well, "plays": min(site.plays, TO_PLAY)})


def advised(site: Site, language: str) -> tuple[str, bool]:
    """What to move, in words, and whether that is nothing; empty: no picture was looked at yet.

    Args:
        site: with the helper that looks.
        language: of the words.
    """
    found = site.helper.reply if site.helper.is_at(TASK) else None
    told = msgspec.json.decode(found.state, type=AimState) if found else AimState()
    if not told.advice or not _is_fresh(site):
        return "", False
    if told.advice == WELL:
        return text("web", "first_aimed", language), True
    return text("calibrate", told.advice, language).format(**told.words), False


async def picture(request: Request) -> Response:
    """What the camera sees; with outlines and arrows, if a helper looks at it."""
    check_owner(request)
    site = site_of(request)
    if not _is_fresh(site):
        raise HTTPException(404)
    drawn = await run_in_threadpool(site.helper.picture, SEEN) if site.helper.is_at(TASK) else None
    try:
        seen = drawn or picture_path(site.journal).read_bytes()
    except OSError:
        raise HTTPException(404) from None
    return Response(seen, media_type="image/jpeg")


def _is_fresh(site: Site) -> bool:
    """Whether the referee's picture is of now."""
    try:
        found = picture_path(site.journal).stat()
    except OSError:
        return False
    return time.time() - found.st_mtime <= STALE_S and found.st_size <= MOST_PICTURE_BYTES


def routes(_site: Site) -> list[Route]:
    """The addresses of the first evening."""
    return [
        Route("/first", first_page, methods=["GET"]),
        Route("/first/look", look, methods=["POST"]),
        Route("/first/picture.jpg", picture, methods=["GET"]),
    ]
