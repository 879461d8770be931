"""Rounds and a held win as clauses of a position; see :mod:`firmware.rules.notation`."""

from collections.abc import Iterator, Sequence

from firmware.rules.errors import NotationError
from firmware.rules.match import Match
from firmware.rules.notation import SEATS, parse_seat
from firmware.rules.position import Held, Position


def format_rounds(position: Position) -> Iterator[str]:
    """The clauses of what there is."""
    for name, numbers in (("rounds", position.rounds), ("taken", position.taken)):
        if numbers:
            yield " ".join([name, *map(str, numbers)])
    if (held := position.held) is not None:
        accepted = ["accepted", *(SEATS[side] for side in held.accepted)] if held.accepted else []
        yield " ".join(["held", SEATS[held.side], *accepted])


def parse_held(match: Match, words: Sequence[str]) -> Held:
    """Read ``A accepted B``.

    Raises:
        NotationError: if the words name no sides.
    """
    side, *rest = words or [""]
    if rest[:1] not in ([], ["accepted"]):
        raise NotationError(f"{' '.join(words)!r} is no held win: a side is expected, as in A or A accepted B")
    seats = [parse_seat(side), *map(parse_seat, rest[1:])]
    if any(seat >= match.players for seat in seats):
        raise NotationError(f"{' '.join(words)!r} names somebody who is none of {match.players} players")
    first, *others = (match.side_of[seat] for seat in seats)
    return Held(first, tuple(others))
