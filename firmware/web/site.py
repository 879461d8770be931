"""What all pages share: where the journal is, who follows it, in which language is spoken."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.requests import Request

from firmware.announce.texts import LANGUAGES
from firmware.settings.model import Settings
from firmware.standing.message import read_standing
from firmware.storage.live_reader import LiveReader
from firmware.web.feed import JournalFeed
from firmware.web.viewer import SiteWords, Viewer, words_of

LANGUAGE_COOKIE = "hakam_language"


@dataclass(slots=True)
class Site:
    """One page process.

    Attributes:
        journal: where it is.
        settings: of the house.
        feed: follows the journal.
    """

    journal: Path
    settings: Settings
    feed: JournalFeed

    @classmethod
    def of(cls, journal: Path, settings: Settings) -> "Site":
        """The site about a journal."""
        return cls(journal, settings, JournalFeed(partial(LiveReader, journal)))

    def words(self, language: str) -> SiteWords:
        """The words of a page, with the names of those who play now."""
        if self.feed.standing is None:
            return words_of(language)
        match = read_standing(self.feed.standing.body)
        return words_of(language, match.players, match.names)

    def viewer(self, request: Request) -> Viewer:
        """Who asks."""
        return Viewer(language=self.language(request))

    def language(self, request: Request) -> str:
        """The language of a reader: as he chose it, else as his browser asks, else the table's."""
        asked = (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE), *_accepted(request))
        return next((one for one in asked if one in LANGUAGES), self.settings.language)


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    site: Site = request.app.state.site
    return site


def _accepted(request: Request) -> list[str]:
    """The languages of the browser, the best first as browsers write them."""
    return [
        one.split(";")[0].split("-")[0].strip() for one in request.headers.get("accept-language", "")[:200].split(",")
    ]
