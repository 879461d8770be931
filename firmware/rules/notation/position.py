"""Positions as one line of text, as a FEN is for chess; the grammar stands in :mod:`firmware.rules.notation`."""

from collections.abc import Callable, Iterator
from typing import cast

from firmware.bounded.bounds import LINE
from firmware.cards import Card
from firmware.rules.errors import NotationError
from firmware.rules.events import PointsScored, Reason
from firmware.rules.match import Match
from firmware.rules.notation import tokens
from firmware.rules.notation.clauses import (
    format_accounts,
    format_rounds,
    format_voices,
    parse_debts,
    parse_held,
    parse_ledger,
    parse_voice,
)
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.position import Chain, Position
from firmware.rules.position_setup import PositionParts, set_up_position


def format_position(match: Match, position: Position) -> str:
    """The line of this position; :func:`parse_position` reads it back."""
    return "; ".join(_clauses(match, position))


def _clauses(match: Match, position: Position) -> Iterator[str]:
    yield f"rules {format_rules(match.ruleset)}"
    yield f"players {match.players}"
    yield f"scores {_numbers(position.scores)}"
    yield f"deal {position.deal}"
    yield f"dealer {tokens.format_seat(position.dealer)}"
    yield f"batch {position.batch}"
    yield f"hands {_numbers(position.hands)}"
    yield f"turn {tokens.format_seat(position.turn)}"
    yield f"table {tokens.format_cards(position.table)}"
    for side, (unknown, pile) in enumerate(zip(position.earlier, position.piles, strict=True)):
        if unknown or pile:
            yield " ".join(["pile", tokens.SEATS[side], *([str(unknown)] if unknown else []), *map(str, pile)])
    yield from _optional_clauses(position)


def _optional_clauses(position: Position) -> Iterator[str]:
    if position.last_captor is not None:
        yield f"last {tokens.format_seat(position.last_captor)}"
    if position.fresh is not None:
        yield f"fresh {position.fresh}"
    if (chain := position.chain) is not None:
        yield f"chain {tokens.format_seat(chain.owner)} {chain.step} {len(chain.packet)}{' mesa' if chain.mesa else ''}"
        if chain.pending:
            yield " ".join(["pending", *(f"{due.reason} {due.points}" for due in chain.pending)])
    yield from _said_clauses(position)
    yield from format_rounds(position)
    if position.winners:
        yield " ".join(["won", *(tokens.SEATS[side] for side in position.winners)])


def _said_clauses(position: Position) -> Iterator[str]:
    yield from format_voices("says", position.voices)
    yield from format_voices("said", position.before)
    if any(position.awarded):
        yield f"awarded {_numbers(position.awarded)}"
    yield from format_accounts(position.debts, position.ledger)


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def parse_position(text: str) -> tuple[Match, Position]:
    """Read a line of clauses; ``Game.at(*parse_position(text))`` plays on from it.

    Raises:
        NotationError: if a clause is not understood or is there twice.
        RulesetError: if such rules do not exist.
        PositionError: if such a position cannot be.
    """
    if len(text) > LINE:
        raise NotationError(f"the line has more than {LINE} letters: write it on several")
    clauses = _split(text)
    ruleset = parse_rules(" ".join(clauses.pop("rules", ["pagat"])))
    match = Match.of(ruleset, _number(clauses.pop("players", ["2"])))
    given = {**_piles(match, clauses), **_voices(match, clauses)}
    if "won" in clauses:
        given["winners"] = tuple(_side(match, word) for word in clauses.pop("won"))
    if "held" in clauses:
        given["held"] = parse_held(match, clauses.pop("held"))
    if "chain" in clauses:
        given["chain"] = _chain(match, given, clauses.pop("chain"), clauses.pop("pending", []))
    for keyword, words in clauses.items():
        if keyword not in _READERS:
            raise NotationError(f"{' '.join([keyword, *words])!r} is no part of a position")
        name, read = _READERS[keyword]
        given[name] = read(words)
    return match, set_up_position(match, **cast(PositionParts, given))


def _split(text: str) -> dict[str, list[str]]:
    """The words of each clause by its keyword; what there is of each player has his letter, ``pile A``, ``says B``."""
    clauses: dict[str, list[str]] = {}
    for clause in filter(None, (part.split() for part in text.split(";"))):
        size = 2 if clause[0] in ("pile", "says", "said") else 1
        keyword, words = " ".join(clause[:size]), clause[size:]
        if keyword in clauses:
            raise NotationError(f"{keyword!r} is there twice")
        clauses[keyword] = words
    return clauses


def _piles(match: Match, clauses: dict[str, list[str]]) -> dict[str, object]:
    """Take the pile clauses out: the captured cards and the number of unknown ones, by side."""
    earlier = [0] * match.sides
    piles: list[tuple[Card, ...]] = [()] * match.sides
    for keyword in [keyword for keyword in clauses if keyword.startswith("pile ")]:
        side, words = _side(match, keyword.removeprefix("pile ")), clauses.pop(keyword)
        earlier[side] = sum(tokens.parse_number(word) for word in words if word.isdecimal())
        piles[side] = tokens.parse_cards([word for word in words if not word.isdecimal()])
    return {"earlier": tuple(earlier), "piles": tuple(piles)}


def _voices(match: Match, clauses: dict[str, list[str]]) -> dict[str, object]:
    """Take out what the players said in this batch and in the one before."""
    given: dict[str, object] = {}
    for word, name in (("says", "voices"), ("said", "before")):
        told = {_seat(key.split()[1:]): clauses.pop(key) for key in list(clauses) if key.startswith(f"{word} ")}
        if any(seat >= match.players for seat in told):
            raise NotationError(f"somebody has said something who is none of {match.players} players")
        if told:
            given[name] = tuple(parse_voice(told.get(seat, ["nothing"])) for seat in range(match.players))
    return given


def _chain(match: Match, piles: dict[str, object], words: list[str], pending: list[str]) -> Chain:
    """``C 2 3 mesa`` and ``bkhamsa 5 mesa 1``: the packet is the end of the holder's pile."""
    if len(words) not in (3, 4) or words[3:] not in ([], ["mesa"]):
        raise NotationError(f"{' '.join(words)!r} is no chain: holder, steps and size are expected, as in C 2 3 mesa")
    owner, step, size = _seat(words[:1]), _number(words[1:2]), _number(words[2:3])
    if owner >= match.players:
        raise NotationError(f"{words[0]!r} cannot hold a packet: no such player")
    side = match.side_of[owner]
    pile = cast(tuple[tuple[Card, ...], ...], piles["piles"])[side]
    if not 2 <= size <= len(pile):
        raise NotationError(f"a packet of {size} cards is not in a pile of {len(pile)} known cards")
    packet = pile[-size:]
    if len(pending) % 2:
        raise NotationError(f"{' '.join(pending)!r} is not a reason and its points, as in bkhamsa 5 mesa 1")
    due = tuple(_due(side, owner, reason, points) for reason, points in zip(pending[::2], pending[1::2], strict=True))
    return Chain(packet[0].rank, step, owner, packet, bool(words[3:]), due)


def _due(side: int, seat: int, reason: str, points: str) -> PointsScored:
    if reason not in tuple(Reason):
        raise NotationError(f"{reason!r} is no reason for points; known are {', '.join(Reason)}")
    return PointsScored(side, tokens.parse_number(points), Reason(reason), seat)


def _number(words: list[str]) -> int:
    return tokens.parse_number(" ".join(words))


def _all_numbers(words: list[str]) -> tuple[int, ...]:
    return tuple(tokens.parse_number(word) for word in words)


def _seat(words: list[str]) -> int:
    return tokens.parse_seat(" ".join(words))


def _turn(words: list[str]) -> int | None:
    return None if words == ["-"] else _seat(words)


def _side(match: Match, word: str) -> int:
    seat = tokens.parse_seat(word)
    if seat >= match.players:
        raise NotationError(f"{word!r} is no side of {match.players} players")
    return match.side_of[seat]


def _card(words: list[str]) -> Card:
    return tokens.parse_card(" ".join(words))


_READERS: dict[str, tuple[str, Callable[[list[str]], object]]] = {
    "scores": ("scores", _all_numbers),
    "deal": ("deal", _number),
    "dealer": ("dealer", _seat),
    "batch": ("batch", _number),
    "hands": ("hands", _all_numbers),
    "turn": ("turn", _turn),
    "table": ("table", tokens.parse_cards),
    "last": ("last_captor", _seat),
    "awarded": ("awarded", _all_numbers),
    "debts": ("debts", parse_debts),
    "ledger": ("ledger", parse_ledger),
    "fresh": ("fresh", _card),
    "rounds": ("rounds", _all_numbers),
    "taken": ("taken", _all_numbers),
}
