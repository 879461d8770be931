"""What all pages share: where the journal is, who follows it, in which language is spoken."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.requests import Request

from firmware.announce.texts import LANGUAGES
from firmware.phones.inbox import is_heard
from firmware.settings.model import Settings
from firmware.standing.message import MatchStanding, read_standing
from firmware.storage.live_reader import LiveReader
from firmware.web.doors import Doors
from firmware.web.feed import JournalFeed
from firmware.web.helping import Helper
from firmware.web.kept_roles import keep_roles
from firmware.web.proposals import Proposal, Proposals, SettledProposal
from firmware.web.viewer import SiteWords, Viewer, words_of

LANGUAGE_COOKIE, SESSION_COOKIE = "hakam_language", "hakam_session"
HOTSPOT = "hotspot"
WIDER = {"ar": "ary-Arab"}
"""What a reader of a language is given where there is no table of it: Arabic (ISO 639-3 counts ``ary`` among it)."""


@dataclass(slots=True)
class Site:
    """One page process.

    Attributes:
        journal: where it is.
        settings: of the house.
        feed: follows the journal.
        doors: let people in.
        proposals: corrections that wait for a nod.
        clock: tells the time, seconds.
        where: tells the address of the page on the local network, as it is typed; empty: nobody knows.
        helper: that of its pages.
    """

    journal: Path
    settings: Settings
    feed: JournalFeed
    doors: Doors
    proposals: Proposals
    clock: Callable[[], float] = time.monotonic
    where: Callable[[], str] = str
    helper: Helper = field(default_factory=Helper)

    @classmethod
    def of(
        cls, journal: Path, settings: Settings, owner_code: str = "", clock: Callable[[], float] = time.monotonic
    ) -> "Site":
        """The site about a journal.

        Args:
            journal: where it is.
            settings: of the house.
            owner_code: of whoever is in charge of the device; empty: nobody is let in as its owner.
            clock: tells the time, seconds.
        """
        feed, doors, proposals = JournalFeed(partial(LiveReader, journal)), Doors(clock, owner_code), Proposals(clock)
        keep_roles(journal, doors, proposals)
        return cls(journal, settings, feed, doors, proposals, clock)

    @property
    def address(self) -> str:
        """That of the page on the local network now: networks come and go while a page is open."""
        return self.where()

    @property
    def wifi_file(self) -> Path:
        """Name and password of the Wi-Fi that this machine has opened (``systemd/hotspot.sh``), while it is open."""
        return self.journal.parent / HOTSPOT

    @property
    def match(self) -> MatchStanding | None:
        """How the newest match stands; ``None``: nobody knows."""
        return read_standing(self.feed.standing.body) if self.feed.standing else None

    @property
    def at_work(self) -> bool:
        """Whether a referee keeps the journal now."""
        return is_heard(self.journal)

    @property
    def plays(self) -> int:
        """How many plays were told."""
        match = self.match
        return match.told if match else 0

    @property
    def waiting(self) -> tuple[Proposal, ...]:
        """The corrections that wait for a nod."""
        return self.proposals.waiting(self.plays)

    @property
    def settled(self) -> tuple[SettledProposal, ...]:
        """What came of those that were asked for lately."""
        return self.proposals.settled(self.plays)

    def words(self, language: str) -> SiteWords:
        """The words of a page, with the names of those who play now."""
        match = self.match
        return words_of(language, match.players, match.names) if match else words_of(language)

    def viewer(self, request: Request) -> Viewer:
        """Who asks; a seat that the match does not have is nobody's."""
        known, language = self.doors.known(request.cookies.get(SESSION_COOKIE, "")), self.language(request)
        if known is None or (known.seat is not None and self.match and known.seat >= self.match.players):
            return Viewer(language=language)
        return Viewer(known.role, language, known.seat)

    def language(self, request: Request) -> str:
        """The language of a reader: as he chose it, else as his browser asks, else the table's."""
        return reader_language(request, self.settings.language)


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    site: Site = request.app.state.site
    return site


def reader_language(request: Request, language: str) -> str:
    """The language of a reader: as he chose it, else as his browser asks.

    Args:
        request: of the reader.
        language: where neither is one of ours.
    """
    asked = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE), *_accepted(request))
    return next((one for one in asked if one in LANGUAGES), language)


def _accepted(request: Request) -> list[str]:
    """The languages of the browser, the best first as browsers write them."""
    asked = request.headers.get("accept-language", "")[:200].split(",")
    names = (one.split(";")[0].split("-")[0].strip().lower() for one in asked)
    return [WIDER.get(name, name) for name in names]
