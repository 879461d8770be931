"""The page's process from its beginning to its end: the port, what is said of it, and the server."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvicorn

from firmware.announce.texts import text
from firmware.league.watching import BoardWatch
from firmware.settings.model import Settings
from firmware.web.codes import in_letters
from firmware.web.owner_code import owner_code, spoken
from firmware.web.server import config_of, open_port, own_address, phone_address, serve, serve_app
from firmware.web.site import Site
from firmware.web.tables_app import TablesBoard, build_tables_app


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How a page is opened.

    Attributes:
        language: of what is said of it.
        host: this machine's address on which it is.
        port: its number; ``None``: the first free one of some.
        for_s: so long it is open; ``None``: until somebody stops it.
        with_parent: it ends with the program whose pipe our standard input is.
    """

    language: str
    host: str
    port: int | None = None
    for_s: float | None = None
    with_parent: bool = False


def open_page(journal: Path, settings: Settings, options: PageOptions) -> None:
    """Open the page about a journal, say where it is, and serve it.

    Args:
        journal: where it is, or will be.
        settings: of the house.
        options: how.

    Raises:
        HakamError: if the port is taken.
        OSError: if the folder of the journal cannot be used.
    """
    journal.parent.mkdir(parents=True, exist_ok=True)
    code = owner_code(journal.parent)
    listening = open_port(options.host, options.port)
    site, language = Site.of(journal, settings, code), options.language
    site.where = partial(phone_address, listening, site.wifi_file)
    if site.address:
        print(in_letters(site.address))
    print(text("page_process", "address", language).format(address=_address(site, listening)))
    print(text("page_process", "owner", language).format(code=spoken(code)), flush=True)
    stays = partial(_say_it_stays, site, listening, language) if options.with_parent else None
    serve(site, listening, for_s=options.for_s, by_parent=stays)


def _address(site: Site, listening: socket.socket) -> str:
    return site.address or own_address(listening)


def _say_it_stays(site: Site, listening: socket.socket, language: str) -> None:
    """What is said when the program beside us has said all, and our address has long gone by."""
    if site.address:
        print(in_letters(site.address))
    print(text("page_process", "stays", language).format(address=_address(site, listening)), flush=True)


def open_tables_page(watch: BoardWatch, places: Mapping[str, str], options: PageOptions) -> None:
    """Open the page about a board of several tables, say where it is, and serve it.

    Args:
        watch: keeps the board new.
        places: of the tables, by their names: those that are pages are led to.
        options: how.

    Raises:
        HakamError: if the port is taken.
    """
    listening = open_port(options.host, options.port)
    address = phone_address(listening)
    if address:
        print(in_letters(address))
    print(
        text("page_process", "address", options.language).format(address=address or own_address(listening)), flush=True
    )
    pages = {name: place for name, place in places.items() if place.startswith(("http://", "https://"))}
    app = build_tables_app(TablesBoard(watch, pages, options.language))
    serve_app(uvicorn.Server(config_of(app)), listening, for_s=options.for_s)
