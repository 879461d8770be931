"""Who looks at a page: in which role, at which seat, in which language."""

from dataclasses import dataclass
from enum import StrEnum

from firmware.announce.seating import Seating
from firmware.announce.texts import text
from firmware.cards import Card
from firmware.report.words import PageWords


class Role(StrEnum):
    """What somebody on the local network may do."""

    GUEST = "guest"
    """Nobody knows him: he sees score and table, and no picture of the camera's."""
    DISPLAY = "display"
    """A screen in a corner, let in by the table's code: he sees the pictures too."""
    PLAYER = "player"
    """Sits at the table, let in by the table's code: he speaks for his seat."""
    OWNER = "owner"
    """Let in by the owner's code: he sets the house up."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks; equal viewers see the same page.

    Attributes:
        role: what he may do.
        language: of his page.
        seat: of a player, from 0.
    """

    role: Role = Role.GUEST
    language: str = "en"
    seat: int | None = None

    @property
    def is_let_in(self) -> bool:
        """Whether he was at the table, or is in charge of it: he may see what the camera saw, and hear its voice."""
        return self.role is not Role.GUEST


class SiteWords(PageWords):
    """The texts ``[web]`` besides those of the report."""

    def web(self, key: str, **values: object) -> str:
        """A text of the page with its placeholders filled."""
        return text("web", key, self.language).format(**values)

    def screen(self, key: str, **values: object) -> str:
        """A text of the small display, which the page shares."""
        return text("screen", key, self.language).format(**values)

    def choice(self, name: str) -> str:
        """What an option of the rules may be."""
        return self.screen(name) if name in ("yes", "no") else text("choice", name, self.language)

    def deck(self, key: str, **values: object) -> str:
        """A text of the pages about decks with its placeholders filled."""
        return text("deck_page", key, self.language).format(**values)

    @property
    def no_picture(self) -> str:
        """What is said where no picture of a play was kept."""
        return text("clip", "no_picture", self.language)

    def kind(self, word: str) -> str:
        """An announcement, as a button has it: ``"Ronda"``."""
        return text("kind", word, self.language).capitalize()

    def card_text(self, text: str) -> str:
        """A card in full by its text form: ``"7O"`` is ``"7 of oros"``."""
        return self.card(Card.parse(text))

    def parsed(self, text: str) -> Card:
        """A card by its text form."""
        return Card.parse(text)

    def fault(self, name: str) -> str:
        """A fault or something missing in words, by its section and key: ``fault.camera_lost``."""
        section, _, key = name.partition(".")
        return text(section, key, self.language)


def words_of(language: str, players: int = 2, names: tuple[str, ...] = ()) -> SiteWords:
    """The words of a page about a match.

    Args:
        language: of the page.
        players: seats at the table.
        names: what to call them.
    """
    return SiteWords(language, Seating(players, names))
