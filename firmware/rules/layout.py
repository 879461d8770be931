"""The opening layout: which four cards may open a deal, and which card goes back if they may not (rules L1 to L5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from firmware.cards import ES40, Card, Pack
from firmware.rules.errors import IllegalLayoutError


class LayoutProblem(StrEnum):
    """Why a layout is not legal."""

    PAIR = "pair"
    SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """What is wrong with a layout, and the place (from 0, in dealing order) of the card that goes back."""

    problem: LayoutProblem
    place: int


@dataclass(frozen=True, slots=True)
class Repair:
    """A legal layout, and the cards that went back into the pack, oldest first (each is unseen again, L5)."""

    layout: tuple[Card, ...]
    buried: tuple[Card, ...]


def layout_fault(cards: Sequence[Card], pack: Pack = ES40) -> LayoutFault | None:
    """The fault of a layout in dealing order, or ``None`` where it may open a deal (L1)."""
    ranks = [card.rank for card in cards]
    for place, rank in enumerate(ranks):  # L4: pairs are looked for before sequences
        if rank in ranks[:place]:
            return LayoutFault(LayoutProblem.PAIR, place)  # L2: the second of the pair
    steps = [pack.step(rank) for rank in ranks]
    if len(steps) == 4 and max(steps) - min(steps) == 3:  # L3: four neighbours; C3: 7 and 10 are, 12 and 1 are not
        return LayoutFault(LayoutProblem.SEQUENCE, len(ranks) - 1)  # L3: the last card dealt
    return None


def repair(cards: Sequence[Card], replacements: Iterable[Card], pack: Pack = ES40) -> Repair:
    """Send cards back and replace them until the layout is legal (L4).

    Args:
        cards: the layout in dealing order.
        replacements: the next cards of the pack; only as many as needed are taken.
        pack: the cards of the game.

    Raises:
        IllegalLayoutError: if the replacements run out before the layout is legal.
    """
    layout, buried, stock = list(cards), [], iter(replacements)
    while (fault := layout_fault(layout, pack)) is not None:
        buried.append(layout.pop(fault.place))
        replacement = next(stock, None)
        if replacement is None:
            raise IllegalLayoutError(f"no card is left to replace {buried[-1]} in the layout")
        layout.append(replacement)  # L5: it is the last card in dealing order
    return Repair(tuple(layout), tuple(buried))
