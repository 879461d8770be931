"""What a person did."""

from dataclasses import dataclass

from firmware.cards import Card


@dataclass(frozen=True, slots=True)
class Play:
    """One card put face up on the table by the player at ``seat`` (rule C1)."""

    seat: int
    card: Card
