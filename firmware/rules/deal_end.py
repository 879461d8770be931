"""The end of a deal: what the very last card brings and what the piles are worth (E1 to E3; V1, V11, V12)."""

from collections.abc import Callable
from typing import NamedTuple

from firmware.cards import Card, Rank
from firmware.rules.events import PointsScored, Reason
from firmware.rules.match import Match
from firmware.rules.options import Count, LastCard
from firmware.rules.position import Position

PRICE = 5
"""V1, V12: points of the last card."""


class Ending(NamedTuple):
    """The very last play of a deal: the card, and whether it captured."""

    card: Card
    took: bool


def last_card_points(match: Match, position: Position, ending: Ending) -> tuple[PointsScored, ...]:
    """What the last card brings, before the rest is taken from the table.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        ending: the very last play.
    """
    rule = match.ruleset.last_card
    if rule is LastCard.DEALER_DUTY:
        return _duty(match, position, ending)
    return _left_over(match, position) if rule is LastCard.WIKIPEDIA else ()


def _duty(match: Match, position: Position, ending: Ending) -> tuple[PointsScored, ...]:
    """V1: the dealer must capture with the last card; with a 12 he gains, with a 1 that does not count."""
    if not ending.took or ending.card.rank is Rank.ONE:
        return _to_others(match, position.dealer)
    return _to(match, position.dealer) if ending.card.rank is Rank.TWELVE else ()


def _left_over(match: Match, position: Position) -> tuple[PointsScored, ...]:
    """V12: exactly one card is left on the table."""
    captor, dealer = position.last_captor, position.dealer
    if captor is None or len(position.table) != 1:
        return ()
    (card,) = position.table
    if captor != dealer or card.rank is Rank.TWELVE:
        return _to(match, captor)
    return _to_others(match, dealer) if card.rank is Rank.ONE else ()


def _to(match: Match, seat: int) -> tuple[PointsScored, ...]:
    return (PointsScored(match.side_of[seat], PRICE, Reason.LAST_CARD, seat),)


def _to_others(match: Match, seat: int) -> tuple[PointsScored, ...]:
    others = (side for side in range(match.sides) if side != match.side_of[seat])
    return tuple(PointsScored(side, PRICE, Reason.LAST_CARD, None) for side in others)


def card_points(match: Match, position: Position) -> tuple[PointsScored, ...]:
    """What each side's captured cards are worth (E2, E3; V11)."""
    worth = _WORTH[match.ruleset.count](match, position)
    return tuple(PointsScored(side, points, Reason.CARDS, None) for side, points in enumerate(worth) if points > 0)


def _excess(match: Match, position: Position) -> list[int]:
    return [size - match.neutral for size in position.pile_sizes]


def _per_card(_match: Match, position: Position) -> list[int]:
    return list(position.pile_sizes)


def _pip_sum(_match: Match, position: Position) -> list[int]:
    return [sum(card.rank for card in pile) for pile in position.piles]


def _nothing(_match: Match, _position: Position) -> list[int]:
    return []


_WORTH: dict[Count, Callable[[Match, Position], list[int]]] = {
    Count.EXCESS: _excess,
    Count.PER_CARD: _per_card,
    Count.PIP_SUM: _pip_sum,
    Count.NONE: _nothing,
}
