"""What a card captures (rules C1 to C4), and what is noted where capturing is a duty (V15)."""

from collections.abc import Sequence

from firmware.cards import Card, Pack
from firmware.rules.position import Position
from firmware.rules.scoring import with_item


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


def let_lie(position: Position, seat: int, table: tuple[Card, ...]) -> Position:
    """The position in which it is noted that a placed card took nothing: that can be held against the player (V15, O6).

    Args:
        position: after the card was placed.
        seat: who placed it.
        table: the cards that lay there before.
    """
    voice = position.voices[seat]
    passed = tuple(sorted({*voice.passed, *(card.rank for card in table)}))
    return position._replace(voices=with_item(position.voices, seat, voice._replace(passed=passed)))
