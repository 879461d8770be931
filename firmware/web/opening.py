"""The page's process from its beginning to its end: the port, what is said of it, and the server."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.announce.texts import text
from firmware.settings.model import Settings
from firmware.web.codes import in_letters
from firmware.web.owner_code import owner_code, spoken
from firmware.web.server import open_port, own_address, phone_address, serve
from firmware.web.site import Site


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
    print(text("page_process", "address", language).format(address=site.address or own_address(listening)))
    print(text("page_process", "owner", language).format(code=spoken(code)), flush=True)
    serve(site, listening, for_s=options.for_s, with_parent=options.with_parent)
