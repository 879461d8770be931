"""What each player has said in this batch, and what he has shown since (part 3 of the rule book)."""

from enum import StrEnum
from typing import NamedTuple

from firmware.cards import Rank


class Announcement(StrEnum):
    """What can be announced."""

    RONDA = "ronda"
    """D1: two cards of equal rank."""
    TRINGA = "tringa"
    """D2: three."""
    DOUBLE = "double"
    """V2: two rondas together, of a hand of four and more."""


class AnnouncingState(NamedTuple):
    """The state of one player's announcing in one batch.

    Attributes:
        open: whether he may still announce (D4).
        said: what he announced; ``None``: nothing so far, or for good once the window is closed.
        claim: what still stands of it: of a double of which one half was false a ronda; ``None`` if it was false.
        named: the ranks shown with the announcement (V8), highest first; empty where they stay hidden (D3).
        shown: the ranks he has played in this batch, oldest first.
        paid: points already paid for what he concealed (D14).
        passed: ranks that he let lie when he placed a card, where capturing is a duty (V15); lowest first.
    """

    open: bool = True
    said: Announcement | None = None
    claim: Announcement | None = None
    named: tuple[Rank, ...] = ()
    shown: tuple[Rank, ...] = ()
    paid: int = 0
    passed: tuple[Rank, ...] = ()

    def closed(self) -> "AnnouncingState":
        """After he played or said that he has nothing (D4)."""
        return self._replace(open=False)

    def showing(self, rank: Rank) -> "AnnouncingState":
        """After he played a card."""
        opened, said, claim, named, shown, paid, passed = self
        return AnnouncingState(opened, said, claim, named, (*shown, rank), paid, passed)

    def announcing(self, kind: Announcement, named: tuple[Rank, ...] = ()) -> "AnnouncingState":
        """After he announced."""
        return self._replace(open=False, said=kind, claim=kind, named=named)


NOTHING_TO_ANNOUNCE = AnnouncingState(open=False)
"""A player who has nothing to announce."""
