"""The words of the page: every text comes from the tables of texts, in the language of the page."""

from dataclasses import dataclass

from firmware.announce.phrases import phrase
from firmware.announce.seating import Seating
from firmware.announce.texts import reads_from_right, text
from firmware.announce.words import numbers, reason_name
from firmware.cards import Card, Suit
from firmware.events import Event
from firmware.report.ledger import NEW_ROUND, WIN_REVOKED


@dataclass(frozen=True, slots=True)
class PageWords:
    """The texts ``[page]`` and ``[why]`` in one language, and what players are called."""

    language: str
    seating: Seating

    @property
    def direction(self) -> str:
        """Where lines begin, as HTML says it: ``ltr`` or ``rtl``."""
        return "rtl" if reads_from_right(self.language) else "ltr"

    def __call__(self, key: str, **values: object) -> str:
        """A text of the page with its placeholders filled."""
        return text("page", key, self.language).format(**values)

    def unfilled(self, key: str) -> str:
        """A text of the page as it stands, its placeholders not yet filled."""
        return text("page", key, self.language)

    def why(self, reason: str) -> str:
        """The reason for points in a sentence."""
        return text("why", reason, self.language)

    def reason(self, reason: str) -> str:
        """What points were scored for, in a word."""
        return self(reason) if reason in (NEW_ROUND, WIN_REVOKED) else reason_name(reason, self.language)

    def event(self, event: Event) -> str:
        """What happened, in a sentence."""
        return phrase(event, self.language, seating=self.seating)

    def player(self, seat: int) -> str:
        """A seat in full."""
        return self.seating.player(seat, self.language)

    def side(self, side: int) -> str:
        """A side in full."""
        return self.seating.side_in_full(side, self.language)

    def card(self, card: Card) -> str:
        """A card in full: ``"7 of oros"``."""
        if card.suit is None:
            return self("card_unknown", rank=card.rank.value)
        return self("card", rank=card.rank.value, suit=self.suit(card.suit))

    def suit(self, suit: Suit) -> str:
        """A suit by its Spanish name, which players of all languages use: ``"oros"``."""
        return suit.name.lower()

    def scores(self, scores: tuple[int, ...]) -> str:
        """Numbers of all sides: ``"12 – 7"``."""
        return numbers(scores)

    def share(self, share: float) -> str:
        """A probability in per cent."""
        return f"{100 * share:.0f}%"
