"""What a person did or said."""

from dataclasses import dataclass

from firmware.cards import Card, Rank
from firmware.rules.voice import Announcement


@dataclass(frozen=True, slots=True)
class Play:
    """One card put face up on the table by the player at ``seat`` (rule C1)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Announce:
    """The player at ``seat`` announces; ``ranks`` where the cards are shown with it (D1 to D3, V8)."""

    seat: int
    kind: Announcement
    ranks: tuple[Rank, ...] = ()


@dataclass(frozen=True, slots=True)
class Decline:
    """The player at ``seat`` says that he has nothing to announce (D4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The player at ``seat`` says that the one at ``against`` concealed what he has shown (D14)."""

    seat: int
    against: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """The player at ``seat`` doubts what the one at ``against`` announced, who shows his hand of this batch (D18).

    ``hand``: the ranks of all his cards of this batch, those played too; or of those that are left.
    """

    seat: int
    against: int
    hand: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """The player at ``seat`` accepts that an announcement wins the match unproven (part 9: ACCEPT)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Redeal:
    """The player at ``seat`` was dealt four of a kind and gets four other cards (V16)."""

    seat: int


Saying = Announce | Decline | Claim | Challenge | Accept | Redeal
"""What players say."""

Action = Play | Saying
"""Everything that :meth:`firmware.rules.game.Game.apply` takes."""
