"""The rules as data: every house rule that the game knows is a field; the defaults are pagat.com's game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints

from firmware.bounded.bounds import FAULTS_TOLD
from firmware.cards import ES40
from firmware.errors import quoted, suggestion
from firmware.rules import options
from firmware.rules.errors import RulesetError
from firmware.rules.notation.options import expected, read_value, write_value


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way to play Ronda.

    Attributes:
        target: points that win the match (G5, V13).
        caida: points of caida, b'khamsa and b'achra (K1, K5, V5).
        chain_points: who keeps the points of a chain (K8, V5b).
        chain_payer: who pays for a chain where points are cards (V3, V5b).
        chain_len: most steps of a chain; ``None`` is one less than there are players (K5, K5b, V18).
        chain_start: what can be answered with the third card (K2b, V18).
        caida_across_redeal: whether a new batch leaves caidas and chains alive (K4, K4b, V18).
        run_sweep: whether a capture takes the run above it (C2, V10).
        mesa_exception: which cards make no mesa (M3, M3b, V19).
        table_cards: cards laid out before the first play, 4 or 0 (B1, V2).
        hand_pattern: cards of each batch for one player; ``None`` is the pattern that fits the pack (B2, V2).
        first_hand: cards of the first batch, threes then, a short last batch; ``None``: as ``hand_pattern`` says (X1).
        ronda: points of a ronda (D1, V7).
        tringa: points of a tringa (D2, V7, V11).
        decl_ranks: ranks of which a ronda counts; none given: all (V7).
        rank_values: points of a ronda by its rank, where they are not ``ronda`` (V7).
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
        must_capture: whether who can capture has to; a breach is reported, no source names a penalty (V15, O6).
        four_kind_redeal: whether four of a kind in the first hand go back for four others (V16).
        match_rounds: rounds of a match, each to the target (V17).
        first_round: what wins the first of them (V17).
        partner_signals: whether partners may make signs (V20).
        pack: what is printed on the cards (V21).
        unproven_win: whether an announcement wins before it is proven (D5, D18, part 9: ACCEPT).
    """

    target: int = 41
    caida: tuple[int, ...] = (1, 5, 10)
    chain_points: options.ChainPoints = options.ChainPoints.LITERAL
    chain_payer: options.ChainPayer = options.ChainPayer.VICTIM
    chain_len: int | None = None
    chain_start: options.ChainStart = options.ChainStart.CAIDA
    caida_across_redeal: bool = False
    run_sweep: bool = True
    mesa_exception: options.MesaException = options.MesaException.VERY_LAST_CARD
    table_cards: int = 4
    hand_pattern: tuple[int, ...] | None = None
    first_hand: int | None = None
    ronda: int = 1
    tringa: int = 5
    decl_ranks: tuple[int, ...] = ()
    rank_values: tuple[tuple[int, int], ...] = ()
    ace_high: bool = False
    decl_batches: options.DeclBatches = options.DeclBatches.EVERY
    decl_mode: options.DeclMode = options.DeclMode.HIDDEN
    decl_pool: options.DeclPool = options.DeclPool.SUM
    decl_tie: options.DeclTie = options.DeclTie.SPLIT
    evidence: options.Evidence = options.Evidence.OWN
    award_on: options.AwardOn = options.AwardOn.SHOWN
    concealed: tuple[int, ...] = (1, 5)
    concealed_mode: options.ConcealedMode = options.ConcealedMode.CLAIM
    packs: int = 1
    neutral: int | None = None
    count: options.Count = options.Count.EXCESS
    last_card: options.LastCard = options.LastCard.NONE
    win: options.Win = options.Win.AT_ONCE
    scoring: options.Scoring = options.Scoring.CHIPS
    must_capture: bool = False
    four_kind_redeal: bool = False
    match_rounds: int = 1
    first_round: options.FirstRound = options.FirstRound.POINTS
    partner_signals: options.PartnerSignals = options.PartnerSignals.ALLOWED
    pack: options.PackLabel = options.PackLabel.ES40
    unproven_win: options.UnprovenWin = options.UnprovenWin.AT_ONCE

    def __post_init__(self) -> None:
        """Refuse what no game can be played with.

        Raises:
            RulesetError: if values are out of range or do not go together; the message lists all faults.
        """
        if faults := [*_value_faults(self), *_pair_faults(self)]:
            raise RulesetError("; ".join(faults))

    def with_options(self, texts: Mapping[str, str]) -> "Ruleset":
        """These rules with some options changed, each given as text: ``{"target": "21", "run_sweep": "no"}``.

        Raises:
            RulesetError: if options or values are not known or do not go together; the message lists all of them.
        """
        changes: dict[str, Any] = {}
        faults: list[str] = []
        for name, text in texts.items():
            if len(faults) > FAULTS_TOLD:
                break
            try:
                changes[name] = _read(name, text)
            except RulesetError as fault:
                faults.append(str(fault))
        if faults:
            raise RulesetError("; ".join(faults))
        return replace(self, **changes)

    def differences(self, other: "Ruleset") -> dict[str, str]:
        """The options in which these rules differ from ``other``, as the text that :meth:`with_options` reads."""
        names = (field.name for field in fields(self))
        pairs = ((name, getattr(self, name)) for name in names if getattr(self, name) != getattr(other, name))
        return {name: write_value(value) for name, value in pairs}


_KINDS = get_type_hints(Ruleset)


def _read(name: str, text: str) -> object:
    if name not in _KINDS:
        raise RulesetError(f"there is no option {quoted(name)}; {suggestion(name, sorted(_KINDS))}")
    try:
        return read_value(_KINDS[name], text)
    except ValueError:
        raise RulesetError(f"the option {name} cannot be {quoted(text)}; {expected(_KINDS[name], text)}") from None


def _value_faults(rules: Ruleset) -> Iterator[str]:
    """Values out of range."""
    if rules.target < 1:
        yield f"target is {rules.target}, but a match needs at least 1 point to win"
    if len(rules.caida) != 3:
        yield f"caida is {write_value(rules.caida)}, but caida, b'khamsa and b'achra need one value each"
    if rules.chain_len not in (None, 1, 2, 3):
        yield f"chain_len is {rules.chain_len}, but a chain has 1, 2 or 3 steps, or as many as players say"
    if len(rules.concealed) != 2:
        yield f"concealed is {write_value(rules.concealed)}, but a ronda and a tringa need one value each"
    if min(rules.ronda, rules.tringa, *rules.caida, *rules.concealed, *(points for _, points in rules.rank_values)) < 0:
        yield "points cannot be fewer than none"
    yield from _number_faults(rules)
    yield from _rank_faults("decl_ranks", rules.decl_ranks)
    yield from _rank_faults("rank_values", [rank for rank, _ in rules.rank_values])


def _number_faults(rules: Ruleset) -> Iterator[str]:
    if rules.table_cards not in (0, 4):
        yield f"table_cards is {rules.table_cards}, but the table starts with 4 cards or with none"  # V2
    if rules.packs not in (1, 2):
        yield f"packs is {rules.packs}, but 1 or 2 are played with"  # V13
    if rules.first_hand is not None and rules.first_hand < 1:
        yield f"first_hand is {rules.first_hand}, but a hand has at least one card"
    if min(rules.hand_pattern or (1,)) < 1:
        yield f"hand_pattern is {write_value(rules.hand_pattern)}, but a hand has at least one card"
    if rules.match_rounds not in (1, 3, 5, 7):
        yield f"match_rounds is {rules.match_rounds}, but a match has 1, 3, 5 or 7 rounds"  # V17


def _rank_faults(name: str, ranks: Iterable[int]) -> Iterator[str]:
    for rank in ranks:
        if rank not in ES40.ranks:
            yield f"{name} names the rank {rank}, but the pack has 1 to 7 and 10 to 12"  # G1


def _pair_faults(rules: Ruleset) -> Iterator[str]:
    """Options that cannot be had together."""
    if rules.pack is options.PackLabel.ES48:
        yield "pack is es48, but 48 cards are Mark Steere's game: rules steere"  # V21
    if rules.hand_pattern and rules.first_hand:
        yield "hand_pattern and first_hand both say how many cards the first hand has"
    if rules.rank_values and rules.decl_mode is options.DeclMode.HIDDEN:
        yield "rank_values needs decl_mode=shown: nobody knows the rank of a hidden ronda"  # V7, D3
    if rules.chain_start is options.ChainStart.ANY and rules.chain_len == 1:
        yield "chain_start=any needs a chain of more than one step: chain_len is 1"  # K2b
    if rules.four_kind_redeal and _first_hand(rules) < 4:
        yield "four_kind_redeal needs a first hand of four cards"  # V16
    if rules.first_round is options.FirstRound.CARDS and rules.scoring is options.Scoring.TRANSFER:
        yield "first_round=cards counts captured cards, which scoring=transfer pays with"  # V17, V3


def _first_hand(rules: Ruleset) -> int:
    without_table = 3 if rules.table_cards else 4  # B2; V2
    return rules.first_hand or (rules.hand_pattern[0] if rules.hand_pattern else without_table)
