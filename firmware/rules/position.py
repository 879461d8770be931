"""Where a match stands: one immutable value that says everything the next play depends on."""

from dataclasses import dataclass
from typing import NamedTuple

from firmware.cards import ES40, Card, Rank
from firmware.rules.events import PointsScored
from firmware.rules.voice import AnnouncingState


@dataclass(frozen=True, slots=True)
class Chain:
    """A capture that the next player may answer with another card of the rank (K5 to K9).

    Attributes:
        rank: the rank of the chain.
        step: 1 after the caida, 2 after the b'khamsa.
        owner: the seat that holds the packet for now.
        packet: the pair, the run taken with it and the answers: the last cards of the owner's pile (K7).
        mesa: whether its first capture emptied the table and scored for it (M2).
        pending: points that are scored if the next card does not answer (K6, K8b).
    """

    rank: Rank
    step: int
    owner: int
    packet: tuple[Card, ...]
    mesa: bool
    pending: tuple[PointsScored, ...]


class Seen(NamedTuple):
    """The cards that have been face up in this deal, as bits, since every play asks and adds.

    Attributes:
        known: a bit for each card whose suit was noted.
        counts: four bits for each rank: how many of it.
    """

    known: int = 0
    counts: int = 0

    def plus(self, card: Card) -> "Seen":
        """With one card more."""
        return Seen(self.known | _BIT[card], self.counts + (1 << 4 * card.rank))

    def has(self, card: Card) -> bool:
        """Whether this very card was seen."""
        return bool(self.known & _BIT[card])

    def count(self, rank: Rank) -> int:
        """How many cards of the rank were seen."""
        return self.counts >> 4 * rank & 15


_BIT = {card: 1 << place for place, card in enumerate(ES40.cards)}
_BIT |= {Card(rank): 0 for rank in ES40.ranks}  # a card without a suit is no certain one


class Debt(NamedTuple):
    """Cards that one side owes another (V3)."""

    debtor: int
    creditor: int
    cards: int


class HeldWin(NamedTuple):
    """A side has won unless what it announced is challenged; who has accepted so far (part 9: ACCEPT)."""

    side: int
    accepted: tuple[int, ...] = ()


class Position(NamedTuple):
    """The state of a match; every change makes a new one, so keeping an old one costs nothing.

    Attributes:
        scores: points of each side.
        dealer: the seat that deals this deal; between two deals the one that deals the next.
        deal: number of the deal, from 1; 0 before the first.
        batch: number of the batch, from 1; 0 before the first.
        hands: cards left in each player's hand.
        turn: the seat to play; ``None`` between deals and after the end.
        table: cards lying face up, oldest first.
        piles: captured cards of each side, oldest first; an open packet is with its holder.
        earlier: captured cards of each side whose faces are not known (positions set up in the middle).
        seen: the cards that have been face up in this deal.
        fresh: the card just played, where an equal card of the next player makes a caida of it (K1, K2, K4).
        chain: the open chain.
        last_captor: the seat of the last capture in this deal (E1).
        winners: the sides that won; empty while the match goes on.
        voices: what each player said in this batch and showed since.
        before: the same of the batch before, until the first card of this one is played (D14); else empty.
        awarded: points of each side that stand for the announcements of this batch (part 5: D).
        ledger: the points of this deal in their order, where the match is only won at its end (W5); else empty.
        debts: cards still to be paid, the oldest first, where points are cards (V3); else empty.
        rounds: rounds that each side has won, in a match of several (V17); else empty.
        taken: cards that each player captured himself in this deal, where those win the round (V17); else empty.
        held: the side that has won unless it is challenged.
    """

    scores: tuple[int, ...]
    dealer: int
    deal: int
    batch: int
    hands: tuple[int, ...]
    turn: int | None
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    earlier: tuple[int, ...]
    seen: Seen
    fresh: Card | None
    chain: Chain | None
    last_captor: int | None
    winners: tuple[int, ...]
    voices: tuple[AnnouncingState, ...]
    before: tuple[AnnouncingState, ...]
    awarded: tuple[int, ...]
    ledger: tuple[PointsScored, ...]
    debts: tuple[Debt, ...]
    rounds: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    held: HeldWin | None = None

    @property
    def pile_sizes(self) -> tuple[int, ...]:
        """The number of cards each side owns."""
        return tuple(len(pile) + unknown for pile, unknown in zip(self.piles, self.earlier, strict=True))

    @property
    def awaiting_layout(self) -> bool:
        """Whether the next deal is to be laid out: nobody is to play and nobody has won."""
        return self.turn is None and not self.winners
