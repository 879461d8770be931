"""Where cards lie face down: the stock and the piles. Half under a hand a pile is easily taken for a card."""

from dataclasses import dataclass, replace

from firmware.observation import Point, SeenCard, TableObservation, Unnamed
from firmware.table.geometry import distance

SAME_MM = 25.0
"""Backs seen this near to each other are one pile: it shifts a little with each card that is dealt from it."""
ENOUGH_LOOKS = 3
"""Looks after which a back is a pile, and no card misread in passing."""
FORGET_MS = 10_000
"""A pile that was not seen for so long has been taken up."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A spot where backs were seen: its middle in table millimetres, how often, and when last."""

    centre: Point
    looks: int
    seen_ms: int


def followed(piles: tuple[Pile, ...], look: TableObservation) -> tuple[Pile, ...]:
    """The piles after one more look."""
    backs = [seen for seen in look.cards if seen.face is Unnamed.BACK]
    known = tuple(_seen_again(pile, backs, look.t_ms) for pile in piles if look.t_ms - pile.seen_ms < FORGET_MS)
    new = [seen for seen in backs if not any(_at(pile, seen.centre) for pile in known)]
    return (*known, *(Pile(seen.centre, 1, look.t_ms) for seen in new))


def on_pile(piles: tuple[Pile, ...], point: Point) -> bool:
    """Whether a pile lies at a point."""
    return any(pile.looks >= ENOUGH_LOOKS and _at(pile, point) for pile in piles)


def _at(pile: Pile, point: Point) -> bool:
    return distance(pile.centre, point) < SAME_MM


def _seen_again(pile: Pile, backs: list[SeenCard], t_ms: int) -> Pile:
    here = [seen.centre for seen in backs if _at(pile, seen.centre)]
    return replace(pile, centre=here[0], looks=pile.looks + 1, seen_ms=t_ms) if here else pile
