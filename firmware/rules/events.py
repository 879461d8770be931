"""What a play caused: one fact an event, named by a past participle, in the order in which the rules say it happened.

Seats are 0, 1 ... in playing order; a side is a seat with 2 or 3 players and ``seat % 2`` with 4. Deals and batches are
counted from 1, as people count them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from firmware.cards import Card, Rank
from firmware.rules.voice import Announcement


class Reason(StrEnum):
    """Why a point was scored."""

    CAIDA = "caida"
    """K1: the card just played was captured with its equal."""
    BKHAMSA = "bkhamsa"
    """K5: the third card of the rank answered a caida."""
    BACHRA = "bachra"
    """K5: the fourth card of the rank answered a b'khamsa."""
    MESA = "mesa"
    """M1: the capture emptied the table."""
    CARDS = "cards"
    """E2, E3: more cards than the neutral share at the end of the deal."""
    LAST_CARD = "last_card"
    """V1, V12: the very last card of the deal."""
    ANNOUNCEMENT = "announcement"
    """D5, D7: the best ronda or tringa that was announced."""
    FALSE_ANNOUNCEMENT = "false_announcement"
    """D15: an opponent's announcement was proven false."""
    CONCEALED = "concealed"
    """D13: an opponent showed what he had not announced."""


@dataclass(frozen=True, slots=True)
class DealOpened:
    """Deal number ``deal`` (from 1) began, dealt by the player at ``dealer``."""

    tag: ClassVar[str] = "DealOpened"
    deal: int
    dealer: int


@dataclass(frozen=True, slots=True)
class LayoutDealt:
    """The cards that lie face up before the first play, in dealing order (B1)."""

    tag: ClassVar[str] = "LayoutDealt"
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BatchDealt:
    """Every player got the cards of batch number ``batch`` (from 1); ``last`` is the dealer's warning (B3)."""

    tag: ClassVar[str] = "BatchDealt"
    batch: int
    last: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played and counts; whether it captures is told by the next event."""

    tag: ClassVar[str] = "CardPlayed"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """A card captured its equal and the run above it: the played card first, then the captured ones upward (C1, C2)."""

    tag: ClassVar[str] = "CardsCaptured"
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PacketTakenOver:
    """The third (``step`` 2) or fourth (``step`` 3) card of a rank took the whole packet of the caida (K5, K7).

    ``cards`` is the packet with the card just played at its end.
    """

    tag: ClassVar[str] = "PacketTakenOver"
    seat: int
    step: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PointsScored:
    """A side has points, and why; ``seat`` is the player who made them, ``None`` where it was the side (card count)."""

    tag: ClassVar[str] = "PointsScored"
    side: int
    points: int
    reason: Reason
    seat: int | None


@dataclass(frozen=True, slots=True)
class PointsTakenBack:
    """A side loses points that a false announcement had brought it (D15, S3); ``points`` is how many."""

    tag: ClassVar[str] = "PointsTakenBack"
    side: int
    points: int
    reason: Reason
    seat: int | None


@dataclass(frozen=True, slots=True)
class Announced:
    """Somebody announced; ``ranks`` where the cards are shown with it (D3, V8)."""

    tag: ClassVar[str] = "Announced"
    seat: int
    what: Announcement
    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class NothingAnnounced:
    """Somebody said that he has nothing to announce (D4)."""

    tag: ClassVar[str] = "NothingAnnounced"
    seat: int


@dataclass(frozen=True, slots=True)
class AnnouncementFalse:
    """The cards have proven that the player did not hold what he announced (D15); of a double perhaps one half."""

    tag: ClassVar[str] = "AnnouncementFalse"
    seat: int
    what: Announcement


@dataclass(frozen=True, slots=True)
class Challenged:
    """An opponent doubted an announcement and was shown the hand (D18)."""

    tag: ClassVar[str] = "Challenged"
    seat: int
    against: int
    hand: tuple[Rank, ...]
    true: bool


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """Nothing was concealed, or it is too late, or it was paid (D14)."""

    tag: ClassVar[str] = "ClaimRefused"
    seat: int
    against: int


@dataclass(frozen=True, slots=True)
class PointsPended:
    """Points that stand only if the next card does not answer the chain (K6, K8b)."""

    tag: ClassVar[str] = "PointsPended"
    side: int
    points: int
    reason: Reason
    seat: int | None


@dataclass(frozen=True, slots=True)
class PendingCancelled:
    """Pending points were lost to the answer of the next player (K6, K8b)."""

    tag: ClassVar[str] = "PendingCancelled"
    side: int
    points: int
    reason: Reason
    seat: int | None


@dataclass(frozen=True, slots=True)
class RestTaken:
    """What lay on the table after the last card of the deal went to the last captor (E1)."""

    tag: ClassVar[str] = "RestTaken"
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """The number of cards that each side captured in this deal (E2, E3)."""

    tag: ClassVar[str] = "CardsCounted"
    piles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal was played out and counted; ``scores`` per side."""

    tag: ClassVar[str] = "DealEnded"
    deal: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealAbandoned:
    """The deal was given up and its cards thrown in: a misdeal, or more was missed than could be put right."""

    tag: ClassVar[str] = "DealAbandoned"
    deal: int


@dataclass(frozen=True, slots=True)
class CaptureForgone:
    """The player has shown the card with which he could have captured earlier in this batch (V15, O6)."""

    tag: ClassVar[str] = "CaptureForgone"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class HandRedealt:
    """The player's four of a kind went back into the pack and he got four other cards (V16)."""

    tag: ClassVar[str] = "HandRedealt"
    seat: int


@dataclass(frozen=True, slots=True)
class WinHeld:
    """A side has reached the target by what is not proven: it wins unless it is challenged (D18; part 9: ACCEPT)."""

    tag: ClassVar[str] = "WinHeld"
    side: int


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A round of a match is over (V17); ``rounds`` are those that each side has won, ``scores`` its points."""

    tag: ClassVar[str] = "RoundWon"
    sides: tuple[int, ...]
    rounds: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """The match is over, at once (W1, W2)."""

    tag: ClassVar[str] = "GameWon"
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WinRevoked:
    """Sides that would have won now have not, since people play on: they had been counted too many points (W1).

    Attributes:
        sides: they were to have won.
        scores: the points of each side before what seemed to win, as they can have been at the most.
    """

    tag: ClassVar[str] = "WinRevoked"
    sides: tuple[int, ...]
    scores: tuple[int, ...]


DealEvent: TypeAlias = DealOpened | LayoutDealt | BatchDealt | HandRedealt | DealEnded | DealAbandoned
"""How the cards were handed out."""
TableEvent: TypeAlias = CardPlayed | CardsCaptured | PacketTakenOver | RestTaken | CaptureForgone
"""What the cards on the table did."""
SpokenEvent: TypeAlias = Announced | NothingAnnounced | AnnouncementFalse | Challenged | ClaimRefused
"""What was said, and what the cards proved of it."""
ScoreEvent: TypeAlias = PointsScored | PointsTakenBack | PointsPended | PendingCancelled | CardsCounted
"""What was counted."""
WinEvent: TypeAlias = WinHeld | RoundWon | GameWon | WinRevoked
"""Who won, or had not."""
GameEvent: TypeAlias = DealEvent | TableEvent | SpokenEvent | ScoreEvent | WinEvent
"""All that the rules can say."""
