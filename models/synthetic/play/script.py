"""The words of a played game: what the choreography acts out and the truth tells."""

from dataclasses import dataclass

from firmware.cards import Card


@dataclass(frozen=True, slots=True)
class ScriptedTurn:
    """One play and what the rules made of it.

    Attributes:
        took: what the card captured, without itself; for a later step of a chain the packet (rule K7).
        robs: the played card takes a packet that was another player's.
    """

    seat: int
    card: Card
    took: tuple[Card, ...]
    robs: bool


@dataclass(frozen=True, slots=True)
class LayoutMove:
    """One movement of the opening layout: a card is put on the table, or taken back (rules L2, L3)."""

    card: Card
    put: bool


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    """Once through the pack, or up to the card that won the game.

    Attributes:
        hands: for each batch the cards of each seat.
        batches: the turns of each batch.
        rest: who took the cards left over, and which (rule E1).
        scores: per side, when it was over.
    """

    dealer: int
    opening: tuple[LayoutMove, ...]
    hands: tuple[tuple[tuple[Card, ...], ...], ...]
    batches: tuple[tuple[ScriptedTurn, ...], ...]
    rest: tuple[int, tuple[Card, ...]] | None
    scores: tuple[int, ...]

    @property
    def layout(self) -> tuple[Card, ...]:
        """The legal layout, in dealing order."""
        lying: list[Card] = []
        for move in self.opening:
            (lying.append if move.put else lying.remove)(move.card)
        return tuple(lying)


@dataclass(frozen=True, slots=True)
class Script:
    """A whole session: the deals, and the sides that won, if the target was reached."""

    players: int
    dealer: int
    rules: str
    deals: tuple[ScriptedDeal, ...]
    winners: tuple[int, ...]
