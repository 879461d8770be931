"""Options as people write them, ``run_sweep=no``: each read by its own reader, all written alike."""

from collections.abc import Callable

from firmware.rules.errors import RulesetError
from firmware.rules.options import (
    AwardOn,
    ChainPayer,
    ChainPoints,
    ChainStart,
    ConcealedMode,
    Count,
    DeclBatches,
    DeclMode,
    DeclPool,
    DeclTie,
    Evidence,
    FirstRound,
    LastCard,
    MesaException,
    PackLabel,
    PartnerSignals,
    Scoring,
    UnprovenWin,
    Win,
)

NONE = "none"


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def _numbers_or_none(text: str) -> tuple[int, ...]:
    return () if text == NONE else _numbers(text)


def _pairs(text: str) -> tuple[tuple[int, int], ...]:
    """``10:2,11:3``; none at all is ``none``."""
    pairs = [part.partition(":") for part in text.split(",")] if text != NONE else []
    return tuple((int(rank), int(points)) for rank, _, points in pairs)


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _number_or_players(text: str) -> int | None:
    return None if text == "players" else int(text)


def _numbers_or_fit(text: str) -> tuple[int, ...] | None:
    return None if text == "players" else _numbers(text)


_READERS: dict[str, Callable[[str], object]] = {
    "target": int,
    "caida": _numbers,
    "chain_points": ChainPoints,
    "chain_payer": ChainPayer,
    "chain_len": _number_or_players,
    "chain_start": ChainStart,
    "caida_across_redeal": _yes_or_no,
    "run_sweep": _yes_or_no,
    "mesa_exception": MesaException,
    "table_cards": int,
    "hand_pattern": _numbers_or_fit,
    "first_hand": _number_or_players,
    "ronda": int,
    "tringa": int,
    "decl_ranks": _numbers_or_none,
    "rank_values": _pairs,
    "ace_high": _yes_or_no,
    "decl_batches": DeclBatches,
    "decl_mode": DeclMode,
    "decl_pool": DeclPool,
    "decl_tie": DeclTie,
    "evidence": Evidence,
    "award_on": AwardOn,
    "concealed": _numbers,
    "concealed_mode": ConcealedMode,
    "packs": int,
    "neutral": _number_or_players,
    "count": Count,
    "last_card": LastCard,
    "win": Win,
    "scoring": Scoring,
    "must_capture": _yes_or_no,
    "four_kind_redeal": _yes_or_no,
    "match_rounds": int,
    "first_round": FirstRound,
    "partner_signals": PartnerSignals,
    "pack": PackLabel,
    "unproven_win": UnprovenWin,
}


def read_option(name: str, text: str) -> object:
    """The value of an option.

    Raises:
        RulesetError: if there is no such option, or it has no such value.
    """
    if name not in _READERS:
        raise RulesetError(f"there is no option {name!r}; known are {', '.join(sorted(_READERS))}")
    try:
        return _READERS[name](text)
    except (ValueError, KeyError):
        raise RulesetError(f"the option {name} cannot be {text!r}") from None


def write_option(value: object) -> str:
    """The text of a value; :func:`read_option` reads it back."""
    match value:
        case None:
            return "players"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(_item, value)) or NONE
    return str(value)


def _item(part: object) -> str:
    return ":".join(map(str, part)) if isinstance(part, tuple) else str(part)
