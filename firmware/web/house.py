"""The owner's pages: who plays by which rules with which deck, how the Wi-Fi is joined, and a new match."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.announce.sentences import in_language
from firmware.announce.texts import LANGUAGES, text
from firmware.errors import HakamError
from firmware.phones.inbox import NobodyListensError, send
from firmware.phones.messages import BegunAnew
from firmware.rules.notation.ruleset import parse_rules
from firmware.rules.presets import PRESETS
from firmware.settings.model import decks_path, house_path
from firmware.web.acting import reply
from firmware.web.codes import in_page, wifi
from firmware.web.house_file import house_of, keep_house, option_fields, preset_of, read_house
from firmware.web.sheets import sheet
from firmware.web.site import Site, site_of
from firmware.web.viewer import Role
from firmware.web.wifi import NAME, WifiNetwork, keep_wifi, read_wifi, wifi_to_join

FIELDS = 80
"""Of the form of the house: an option each, and a dozen more."""
ENDING = ".deck"
NOTHING: Mapping[str, str] = MappingProxyType({})
"""Nobody has typed anything."""


async def house_page(request: Request) -> Response:
    """The form of the house."""
    check_owner(request)
    return _form(request)


async def keep(request: Request) -> Response:
    """Keep what the owner has set; it counts from the next match on."""
    check_owner(request)
    site, form = site_of(request), await request.form(max_fields=FIELDS, max_files=0)
    path = house_path()
    values = {key: str(value) for key, value in form.items()}
    try:
        if path is None:
            raise HTTPException(503)
        keep_house(path, {}, house_of(values, tuple(enrolled_decks(site))))
    except HakamError as fault:
        said = str(fault).removeprefix(f"{path}: ")
        return _form(request, 400, in_language(said, site.language(request)), values)
    return reply(request, site, "house_kept", to="/house")


async def begin_anew(request: Request) -> Response:
    """Begin a new match by what was set."""
    check_owner(request)
    site = site_of(request)
    try:
        send(site.journal, BegunAnew())
    except NobodyListensError:
        return reply(request, site, "nobody_listens", 503, "/house")
    return reply(request, site, "begun_anew", to="/house")


async def free_seats(request: Request) -> Response:
    """Let others sit down where somebody has left without saying so."""
    check_owner(request)
    site = site_of(request)
    for seat in site.doors.seats:
        site.doors.free(seat)
    return reply(request, site, "seats_freed", to="/house")


def check_owner(request: Request) -> None:
    """Refuse everybody else.

    Raises:
        HTTPException: if it is not the owner who asks.
    """
    if site_of(request).viewer(request).role is not Role.OWNER:
        raise HTTPException(403)


def _form(request: Request, status: int = 200, fault: str = "", typed: Mapping[str, str] = NOTHING) -> Response:
    """The form of the house.

    Args:
        request: of the owner.
        status: of the answer.
        fault: why nothing was kept; empty: nothing is wrong.
        typed: what was typed then, which stays.
    """
    site = site_of(request)
    now, address = house_now(site), site.address
    network = wifi_to_join(site.wifi_file, site.journal.parent)
    language = site.language(request)
    return sheet(
        request,
        "house.html",
        status,
        fault=fault,
        plays=site.plays,
        now=now,
        names=[typed.get(f"name_{seat}", name) for seat, name in enumerate([*now["names"], *[""] * 4][:4])],
        chosen={key: typed.get(key, str(now[key])) for key in ("players", "language", "deck")},
        preset=typed.get("preset", preset_of(now["rules"])),
        preset_was=typed.get("preset_was", preset_of(now["rules"])),
        presets=[(name, text("preset", name, language)) for name in PRESETS],
        options=list(option_fields(parse_rules(now["rules"]), language, typed)),
        languages=[(one, text("web", "language", one)) for one in LANGUAGES],
        decks=enrolled_decks(site),
        network=network,
        network_code=in_page(wifi(*network)) if network else "",
        cafe=read_wifi(site.journal.parent / NAME) or WifiNetwork("", ""),
        page_code=in_page(address) if address else "",
        address=address,
    )


def house_now(site: Site) -> dict[str, Any]:
    """What is set: by the page, else by the settings file."""
    settings, path = site.settings, house_path()
    kept = read_house(path) if path else {}
    named = {"players": settings.players, "names": settings.names, "rules": settings.rules}
    return named | {"language": settings.language, "deck": settings.deck} | kept


def enrolled_decks(site: Site) -> list[str]:
    """The enrolled decks by their names; what the files hold is for the eyes."""
    folder = decks_path(site.settings)
    return sorted(path.stem for path in folder.glob(f"*{ENDING}")) if folder.is_dir() else []


async def set_wifi(request: Request) -> Response:
    """Keep the name and the password of the café's Wi-Fi, for the QR code by which phones join it."""
    check_owner(request)
    site, form = site_of(request), await request.form(max_fields=10, max_files=0)
    told = WifiNetwork(str(form.get("name", "")), str(form.get("password", "")))
    if not keep_wifi(site.journal.parent, told):
        return reply(request, site, "wifi_unfit", 400, "/house")
    return reply(request, site, "wifi_kept", to="/house")


def routes(_site: Site) -> list[Route]:
    """The owner's addresses."""
    return [
        Route("/house", house_page, methods=["GET"]),
        Route("/house", keep, methods=["POST"]),
        Route("/house/wifi", set_wifi, methods=["POST"]),
        Route("/house/anew", begin_anew, methods=["POST"]),
        Route("/house/free", free_seats, methods=["POST"]),
    ]
