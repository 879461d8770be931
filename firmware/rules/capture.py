"""What a card captures (rules C1 to C4)."""

from collections.abc import Sequence

from firmware.cards import Card, Pack


def captured(table: Sequence[Card], card: Card, pack: Pack, *, sweep: bool = True) -> tuple[Card, ...]:
    """The table cards that ``card`` captures, lowest first; empty where it is only placed (C4).

    Args:
        table: the cards that lie face up, no two of a rank.
        card: the card just played.
        pack: its order decides what continues a run (C3).
        sweep: whether the run above the equal card is taken with it (C2; not in V10).
    """
    for other in table:
        if other.rank == card.rank:
            return _run(table, other, pack) if sweep else (other,)  # V10
    return ()


def _run(table: Sequence[Card], card: Card, pack: Pack) -> tuple[Card, ...]:
    lying = {other.rank: other for other in table}
    run = []
    for rank in pack.ranks[pack.step(card.rank) :]:
        if rank not in lying:
            break
        run.append(lying[rank])
    return tuple(run)
