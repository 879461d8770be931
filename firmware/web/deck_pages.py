"""The café's decks: each with its cards, which one lies on the table, and a way to say another."""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from firmware.decks.enrolment_state import SHEET
from firmware.errors import HakamError
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.messages import BegunAnew
from firmware.settings.model import decks_path, house_path
from firmware.web.acting import reply
from firmware.web.deck_table import ListedDeck, listed_deck
from firmware.web.house import ENDING, check_owner, enrolled_decks, house_now
from firmware.web.house_file import keep_house, read_house
from firmware.web.sheets import sheet
from firmware.web.shelf import NotPreparedError, Shelf, ShelfKey
from firmware.web.site import Site, site_of

MAKERS, MAKER = "firmware.decks.card_sheet", "prepare_sheet"
WAIT_S, POLL_S = 20.0, 0.1
"""So long a sheet is waited for; a slow board takes 4 s for the first one."""


async def decks_page(request: Request) -> Response:
    """All decks, and which of them lies on the table."""
    check_owner(request)
    site = site_of(request)
    found = await run_in_threadpool(all_decks, site)
    match = site.match
    return sheet(
        request,
        "decks.html",
        decks=found,
        chosen=house_now(site)["deck"] or "",
        reads=match.deck if match else None,
        fits=match.deck_fits if match else None,
        at_table=match is not None,
    )


def all_decks(site: Site) -> list[ListedDeck]:
    """The enrolled decks whose files can be read."""
    folder = decks_path(site.settings)
    return [one for name in enrolled_decks(site) if (one := listed_deck(folder / f"{name}{ENDING}"))]


async def lies(request: Request) -> Response:
    """The owner says which deck lies on the table: the referee reads by it, and the match goes on."""
    check_owner(request)
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    name, path = str(form.get("deck", "")), house_path()
    if path is None:
        raise HTTPException(503)
    if name and name not in enrolled_decks(site):
        return reply(request, site, "not_understood", 400, "/decks")
    try:
        house = {key: value for key, value in read_house(path).items() if key != "deck"}
        await run_in_threadpool(keep_house, path, {}, house | ({"deck": name} if name else {}))
        send(site.journal, BegunAnew(match=False))
    except NobodyListensError:
        return reply(request, site, "deck_later", to="/decks")
    except HakamError:
        raise HTTPException(503) from None
    return reply(request, site, "deck_lies", to="/decks")


async def remove(request: Request) -> Response:
    """Forget a deck, unless it is the one that lies there."""
    check_owner(request)
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    name = str(form.get("deck", ""))
    if name not in enrolled_decks(site) or name == house_now(site)["deck"]:
        return reply(request, site, "not_understood", 400, "/decks")
    with suppress(OSError):
        (decks_path(site.settings) / f"{name}{ENDING}").unlink()
    return reply(request, site, "deck_removed", to="/decks")


async def cards(shelf: Shelf, request: Request) -> Response:
    """The cards of a deck on one picture, made when they are looked at first."""
    check_owner(request)
    site, name = site_of(request), request.path_params["name"]
    if name not in enrolled_decks(site):
        raise HTTPException(404)
    version = (decks_path(site.settings) / f"{name}{ENDING}").stat().st_mtime_ns
    folder = await _made(shelf, ShelfKey(MAKER, (name,), version, MAKERS))
    return FileResponse(folder / SHEET, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=86400"})


async def _made(shelf: Shelf, key: ShelfKey) -> Path:
    """The folder of what is wanted, once it is made."""
    for _ in range(round(WAIT_S / POLL_S)):
        try:
            folder = await run_in_threadpool(shelf.find, key)
        except NotPreparedError:
            break
        if folder is not None:
            return folder
        await asyncio.sleep(POLL_S)
    raise HTTPException(503)


def routes(site: Site) -> list[Route]:
    """The addresses of the decks."""
    shelf = Shelf(decks_path(site.settings), "")
    return [
        Route("/decks", decks_page, methods=["GET"]),
        Route("/decks/lies", lies, methods=["POST"]),
        Route("/decks/remove", remove, methods=["POST"]),
        Route("/decks/{name}/cards.jpg", partial(cards, shelf), methods=["GET"]),
    ]
