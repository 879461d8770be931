"""Where cards lie face down: the stock and the piles. Half under a hand a pile is easily taken for a card."""

from dataclasses import dataclass, replace

from firmware.signals import Point, SeenCard, TableObservation, Unnamed
from firmware.tracking.geometry import distance
from firmware.tracking.hands import may_occlude

PILE_GATE_MM = 25.0
"""Backs seen this near to each other are one pile: it shifts a little with each card that is dealt from it."""
CONFIRM_LOOKS = 3
"""Looks in the clear after which a back is a pile: what a hand carries, or half covers, may look like one."""
DELETE_MS = 10_000
"""A pile that was not seen for so long has been taken up."""
DELETE_LOOKS = 3
"""A pile that was missed in so many looks in the clear, one after the other, has been taken up, too."""


@dataclass(frozen=True, slots=True)
class Pile:
    """A spot where backs were seen.

    Attributes:
        centre: its middle, table millimetres.
        looks: how often it was seen in the clear.
        seen_ms: when it was seen last; ``missed`` counts the looks in the clear without it since then.
    """

    centre: Point
    looks: int
    seen_ms: int
    missed: int = 0


def update_piles(piles: tuple[Pile, ...], look: TableObservation) -> tuple[Pile, ...]:
    """The piles after one more look."""
    backs = [seen for seen in look.cards if seen.face is Unnamed.BACK]
    known = tuple(_updated(pile, backs, look) for pile in piles if not _is_gone(pile, look.t_ms))
    new = [seen for seen in backs if not any(_is_at(pile, seen.centre) for pile in known)]
    return (*known, *(Pile(seen.centre, int(not may_occlude(look, seen.centre)), look.t_ms) for seen in new))


def is_on_pile(piles: tuple[Pile, ...], point: Point) -> bool:
    """Whether a pile lies at a point."""
    return any(pile.looks >= CONFIRM_LOOKS and _is_at(pile, point) for pile in piles)


def _is_at(pile: Pile, point: Point) -> bool:
    return distance(pile.centre, point) < PILE_GATE_MM


def _updated(pile: Pile, backs: list[SeenCard], look: TableObservation) -> Pile:
    here = [seen.centre for seen in backs if _is_at(pile, seen.centre)]
    if not here:
        return replace(pile, missed=pile.missed + (not may_occlude(look, pile.centre)))
    clear = not may_occlude(look, here[0])
    return replace(pile, centre=here[0], looks=pile.looks + clear, seen_ms=look.t_ms, missed=0)


def _is_gone(pile: Pile, t_ms: int) -> bool:
    return t_ms - pile.seen_ms >= DELETE_MS or pile.missed >= DELETE_LOOKS
