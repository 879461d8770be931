"""Points as captured cards of the other side (V3): who pays, and what is owed until there are cards to pay with."""

from collections.abc import Iterable

from firmware.rules.events import PointsScored, Reason
from firmware.rules.match import Match
from firmware.rules.options import ChainPayer, Scoring
from firmware.rules.position import Debt, Position

_BY_THE_ONE_BEFORE = (Reason.CAIDA, Reason.BKHAMSA, Reason.BACHRA)
_BY_THE_GUILTY = (Reason.FALSE_ANNOUNCEMENT, Reason.CONCEALED)


def is_transferred(match: Match, scored: PointsScored) -> bool:
    """Whether cards change hands for these points: for all points except those of the count."""
    return match.ruleset.scoring is Scoring.TRANSFER and scored.reason is not Reason.CARDS


def owe(match: Match, position: Position, scored: PointsScored) -> Position:
    """The position after a side is owed cards for its points; they are paid at once as far as there are any.

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        scored: the points, and who has them.
    """
    owed = tuple(Debt(payer, scored.side, scored.points) for payer in _payers(match, position, scored))
    return collect(position._replace(debts=position.debts + owed), match)


def _payers(match: Match, position: Position, scored: PointsScored) -> Iterable[int]:
    """A caida is paid by the player whose card was captured, a fault by who made it, all else by every opponent."""
    if scored.seat is not None and scored.reason in _paid_by_victims(match):
        return (match.side_of[(scored.seat - 1) % match.players],)
    if scored.seat is not None and scored.reason in _BY_THE_GUILTY:
        return (match.side_of[scored.seat],)
    if scored.seat is None and scored.reason is Reason.LAST_CARD:
        return (match.side_of[position.dealer],)
    return (side for side in range(match.sides) if side != scored.side)


def _paid_by_victims(match: Match) -> tuple[Reason, ...]:
    return _BY_THE_ONE_BEFORE if match.ruleset.chain_payer is ChainPayer.VICTIM else ()  # V5b


def give_back(match: Match, position: Position, side: int, points: int) -> Position:
    """The position after a side owes back what every opponent paid it (D15).

    Args:
        match: the rules and what follows from them.
        position: where the match stands.
        side: who was paid.
        points: cards that each opponent paid.
    """
    others = (other for other in range(match.sides) if other != side)
    debts = tuple(Debt(side, other, points) for other in others)
    return collect(position._replace(debts=position.debts + debts), match)


def collect(position: Position, match: Match) -> Position:
    """The position after all debts were paid for which there are cards, the oldest first."""
    open_debts: list[Debt] = []
    for debt in position.debts:
        paid = min(debt.cards, _free(position, match, debt.debtor))
        position = _moved(position, debt, paid)
        if paid < debt.cards:
            open_debts.append(debt._replace(cards=debt.cards - paid))
    return position._replace(debts=tuple(open_debts))


def _free(position: Position, match: Match, side: int) -> int:
    """Cards that a side can pay with: an open packet is not finally its own (K7)."""
    chain = position.chain
    held = len(chain.packet) if chain and match.side_of[chain.owner] == side else 0
    return position.pile_sizes[side] - held


def _moved(position: Position, debt: Debt, count: int) -> Position:
    """The oldest cards of the debtor go to the creditor as his oldest; those nobody noted go first."""
    unknown = min(count, position.earlier[debt.debtor])
    earlier, piles = list(position.earlier), list(position.piles)
    earlier[debt.debtor] -= unknown
    earlier[debt.creditor] += unknown
    given = piles[debt.debtor][: count - unknown]
    piles[debt.debtor] = piles[debt.debtor][count - unknown :]
    piles[debt.creditor] = given + piles[debt.creditor]
    return position._replace(earlier=tuple(earlier), piles=tuple(piles))
