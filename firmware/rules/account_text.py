"""Debts and ledgers as clauses of a position; see :mod:`firmware.rules.notation`."""

from collections.abc import Iterator, Sequence

from firmware.rules.errors import NotationError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.notation import SEATS, format_seat, parse_number, parse_seat
from firmware.rules.position import Debt


def format_accounts(debts: Sequence[Debt], ledger: Sequence[PointsScored]) -> Iterator[str]:
    """A clause for what is owed (V3), and one for the points of a deal that is won at its end (W5)."""
    if debts:
        yield " ".join(["debts", *(f"{SEATS[debt.debtor]} {SEATS[debt.creditor]} {debt.cards}" for debt in debts)])
    if ledger:
        yield " ".join(["ledger", *map(_entry, ledger)])


def _entry(scored: PointsScored) -> str:
    return f"{SEATS[scored.side]} {format_seat(scored.seat)} {scored.reason} {scored.points}"


def parse_debts(words: Sequence[str]) -> tuple[Debt, ...]:
    """Read ``A B 2 B A 1``: A's side owes B's two cards, and is owed one.

    Raises:
        NotationError: if the words are no debts.
    """
    if len(words) % 3:
        raise NotationError(f"{' '.join(words)!r} are no debts: who owes whom how many is expected, as in A B 2")
    triples = zip(words[::3], words[1::3], words[2::3], strict=True)
    return tuple(
        Debt(parse_seat(debtor), parse_seat(creditor), parse_number(cards)) for debtor, creditor, cards in triples
    )


def parse_ledger(words: Sequence[str]) -> tuple[PointsScored, ...]:
    """Read ``A C caida 1 B - cards 2``: side, player, reason and points of each entry.

    Raises:
        NotationError: if the words are no entries.
    """
    if len(words) % 4:
        raise NotationError(f"{' '.join(words)!r} is no ledger: side, player, reason and points, as in A C caida 1")
    entries = zip(words[::4], words[1::4], words[2::4], words[3::4], strict=True)
    return tuple(_scored(*entry) for entry in entries)


def _scored(side: str, seat: str, reason: str, points: str) -> PointsScored:
    if reason not in tuple(Reason):
        raise NotationError(f"{reason!r} is no reason for points; known are {', '.join(Reason)}")
    back = points.startswith("-")
    number = parse_number(points.removeprefix("-"))
    return PointsScored(
        parse_seat(side), -number if back else number, Reason(reason), None if seat == "-" else parse_seat(seat)
    )
