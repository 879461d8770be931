"""The longer clauses of a position: what players said, debts and points of a deal, rounds and a held win."""

from collections.abc import Iterator, Sequence

from firmware.cards import Rank
from firmware.rules.errors import NotationError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.match import Match
from firmware.rules.notation.tokens import SEATS, format_seat, parse_number, parse_seat
from firmware.rules.position import Debt, HeldWin, Position
from firmware.rules.voice import NOTHING_TO_ANNOUNCE, Announcement, AnnouncingState

_MARKS = ("paid", "of", "shown", "passed")


def format_voices(keyword: str, voices: Sequence[AnnouncingState]) -> Iterator[str]:
    """A clause for each player of whom there is anything to tell."""
    for seat, voice in enumerate(voices):
        if voice != NOTHING_TO_ANNOUNCE:
            yield " ".join([keyword, SEATS[seat], *_words(voice)])


def _words(voice: AnnouncingState) -> Iterator[str]:
    yield "open" if voice.open else str(voice.said or "nothing")
    if voice.said and voice.claim is not voice.said:
        yield "half" if voice.claim else "false"
    if voice.paid:
        yield f"paid {voice.paid}"
    for mark, ranks in (("of", voice.named), ("shown", voice.shown), ("passed", voice.passed)):
        yield from [mark, *(str(rank.value) for rank in ranks)] if ranks else ()


def parse_voice(words: Sequence[str]) -> AnnouncingState:
    """Read the words behind the letter of the player.

    Raises:
        NotationError: if they are none.
    """
    said, *rest = words or [""]
    if said not in ("open", "nothing", *Announcement):
        raise NotationError(f"{said!r} cannot be said: open, nothing, {', '.join(Announcement)} are expected")
    kind = Announcement(said) if said in tuple(Announcement) else None
    claim, rest = _claim(kind, rest)
    parts = _parts(rest)
    return AnnouncingState(
        open=said == "open",
        said=kind,
        claim=claim,
        named=_ranks(parts.get("of", [])),
        shown=_ranks(parts.get("shown", [])),
        paid=parse_number(" ".join(parts.get("paid", ["0"]))),
        passed=_ranks(parts.get("passed", [])),
    )


def _claim(kind: Announcement | None, words: list[str]) -> tuple[Announcement | None, list[str]]:
    """What stands of the announcement, and the words behind that."""
    if words[:1] == ["false"]:
        return None, words[1:]
    return (Announcement.RONDA, words[1:]) if words[:1] == ["half"] else (kind, words)


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    for word in words:
        if word in _MARKS:
            parts[word] = []
        elif not parts:
            raise NotationError(f"{word!r} is not understood: false, half, paid, of, shown or passed are expected")
        else:
            parts[list(parts)[-1]].append(word)
    return parts


def _ranks(words: Sequence[str]) -> tuple[Rank, ...]:
    try:
        return tuple(Rank(int(word)) for word in words)
    except ValueError:
        raise NotationError(f"{' '.join(words)!r} are no ranks: 1 to 7 and 10 to 12 are expected") from None


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
        NotationError: if the words do not tell debts.
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
        NotationError: if the words do not tell entries.
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


def format_rounds(position: Position) -> Iterator[str]:
    """The clauses of what there is."""
    for name, numbers in (("rounds", position.rounds), ("taken", position.taken)):
        if numbers:
            yield " ".join([name, *map(str, numbers)])
    if (held := position.held) is not None:
        accepted = ["accepted", *(SEATS[side] for side in held.accepted)] if held.accepted else []
        yield " ".join(["held", SEATS[held.side], *accepted])


def parse_held(match: Match, words: Sequence[str]) -> HeldWin:
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
    return HeldWin(first, tuple(others))
