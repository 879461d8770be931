"""The rules as data: every house rule that the game knows is a field; the defaults are pagat.com's game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from firmware.rules.errors import RulesetError
from firmware.rules.options import (
    AwardOn,
    ChainPoints,
    ChainStart,
    ConcealedMode,
    Count,
    DeclBatches,
    DeclMode,
    DeclPool,
    DeclTie,
    Evidence,
    LastCard,
    MesaException,
    Scoring,
    Win,
)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play Ronda.

    Attributes:
        target: points that win the match (G5, V13).
        caida: points of caida, b'khamsa and b'achra (K1, K5, V5).
        chain_points: who keeps the points of a chain (K8, V5b).
        chain_len: most steps of a chain; ``None`` is one less than there are players (K5, K5b, V18).
        chain_start: what can be answered with the third card (K2b, V18).
        caida_across_redeal: whether a new batch leaves caidas and chains alive (K4, K4b, V18).
        run_sweep: whether a capture takes the run above it (C2, V10).
        mesa_exception: which cards make no mesa (M3, M3b, V19).
        table_cards: cards laid out before the first play, 4 or 0 (B1, V2).
        hand_pattern: cards of each batch for one player; ``None`` is the pattern that fits the pack (B2, V2).
        ronda: points of a ronda (D1, V7).
        tringa: points of a tringa (D2, V7, V11).
        decl_ranks: ranks of which a ronda counts; none given: all (V7).
        ace_high: whether an ace is the best announcement instead of the worst (D7, V4).
        decl_batches: in which batches may be announced (D3, V8).
        decl_mode: whether announced cards stay hidden (D3, V8).
        decl_pool: what the best takes (D7, V9).
        decl_tie: who gets it where the best are equal (D10, V9).
        evidence: what makes clear which is best (D8, D8b).
        award_on: when a contest is paid (D9, D9b).
        concealed: what a ronda and a tringa cost that were concealed (D13, V6).
        concealed_mode: who notices that (D14, D14b).
        packs: packs shuffled together, 1 or 2 (V13).
        neutral: cards a side owns without scoring; ``None`` is an even share of the cards in play (E2, E3, V14).
        count: what captured cards are worth (E2, E3, V11).
        last_card: what the very last card brings (V1, V12).
        win: whether the match ends with the point that decides it or with the deal (W1, W5).
        scoring: whether points are points or cards (V3).
    """

    target: int = 41
    caida: tuple[int, ...] = (1, 5, 10)
    chain_points: ChainPoints = ChainPoints.LITERAL
    chain_len: int | None = None
    chain_start: ChainStart = ChainStart.CAIDA
    caida_across_redeal: bool = False
    run_sweep: bool = True
    mesa_exception: MesaException = MesaException.VERY_LAST_CARD
    table_cards: int = 4
    hand_pattern: tuple[int, ...] | None = None
    ronda: int = 1
    tringa: int = 5
    decl_ranks: tuple[int, ...] = ()
    ace_high: bool = False
    decl_batches: DeclBatches = DeclBatches.EVERY
    decl_mode: DeclMode = DeclMode.HIDDEN
    decl_pool: DeclPool = DeclPool.SUM
    decl_tie: DeclTie = DeclTie.SPLIT
    evidence: Evidence = Evidence.OWN
    award_on: AwardOn = AwardOn.SHOWN
    concealed: tuple[int, ...] = (1, 5)
    concealed_mode: ConcealedMode = ConcealedMode.CLAIM
    packs: int = 1
    neutral: int | None = None
    count: Count = Count.EXCESS
    last_card: LastCard = LastCard.NONE
    win: Win = Win.AT_ONCE
    scoring: Scoring = Scoring.CHIPS

    def __post_init__(self) -> None:
        """Refuse what no game can be played with.

        Raises:
            RulesetError: if a value is out of range.
        """
        if faults := list(self._faults()):
            raise RulesetError("; ".join(faults))

    def _faults(self) -> Iterator[str]:
        """All that is wrong with these values."""
        if self.target < 1:
            yield f"target is {self.target}, but a match needs at least 1 point to win"
        if len(self.caida) != 3:
            yield f"caida has {len(self.caida)} values, but caida, b'khamsa and b'achra need one each"
        if self.chain_len not in (None, 1, 2, 3):
            yield f"chain_len is {self.chain_len}, but a chain has 1, 2 or 3 steps, or as many as players say"
        if self.table_cards not in (0, 4):
            yield f"table_cards is {self.table_cards}, but the table starts with 4 cards or with none"
        if len(self.concealed) != 2:
            yield f"concealed has {len(self.concealed)} values, but a ronda and a tringa need one each"
        if self.packs not in (1, 2):
            yield f"packs is {self.packs}, but 1 or 2 are played with"
        if min(self.ronda, self.tringa, *self.caida, *self.concealed) < 0:
            yield "points cannot be fewer than none"

    def with_options(self, options: Mapping[str, str]) -> "Ruleset":
        """These rules with some options changed, each given as text: ``{"target": "21", "run_sweep": "no"}``.

        Raises:
            RulesetError: if an option or its value is not known.
        """
        changes: dict[str, Any] = {name: _read(name, text) for name, text in options.items()}
        return replace(self, **changes)

    def differences(self, other: "Ruleset") -> dict[str, str]:
        """The options in which these rules differ from ``other``, as the text that :meth:`with_options` reads."""
        names = (field.name for field in fields(self))
        pairs = ((name, getattr(self, name)) for name in names if getattr(self, name) != getattr(other, name))
        return {name: _write(value) for name, value in pairs}


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


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
    "chain_len": _number_or_players,
    "chain_start": ChainStart,
    "caida_across_redeal": _yes_or_no,
    "run_sweep": _yes_or_no,
    "mesa_exception": MesaException,
    "table_cards": int,
    "hand_pattern": _numbers_or_fit,
    "ronda": int,
    "tringa": int,
    "decl_ranks": _numbers,
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
}


def _read(name: str, text: str) -> object:
    if name not in _READERS:
        raise RulesetError(f"there is no option {name!r}; known are {', '.join(sorted(_READERS))}")
    try:
        return _READERS[name](text)
    except (ValueError, KeyError):
        raise RulesetError(f"the option {name} cannot be {text!r}") from None


def _write(value: object) -> str:
    match value:
        case None:
            return "players"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(str(number) for number in value)
    return str(value)
