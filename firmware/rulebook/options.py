"""What each option is about, in a few words; the differences between rules are told with them."""

from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

from firmware.announce.texts import FIRST
from firmware.rulebook.wording import RuleWords
from firmware.rules.notation.options import write_value
from firmware.rules.ruleset import Ruleset

MEANINGS = {
    "target": "points that win",
    "caida": "points of caida, b'khamsa and b'achra",
    "chain_points": "which points of an answered caida stand: literal, only the last, or all",
    "chain_payer": "who pays for a chain in card transfer: the victim, or each opponent",
    "chain_len": "most steps of a chain; players: one fewer than there are players",
    "chain_start": "what the third card of a rank may answer: a caida or any capture",
    "caida_across_redeal": "whether a new batch leaves caidas and chains alive",
    "run_sweep": "whether a capture takes the run above it",
    "mesa_exception": "which cards empty the table for nothing",
    "table_cards": "cards on the table before the first play",
    "hand_pattern": "cards of each batch; players: what fits the pack",
    "first_hand": "cards of the first batch, with threes after it; players: what fits the pack",
    "ronda": "points of a ronda",
    "tringa": "points of a tringa",
    "decl_ranks": "ranks of which a ronda counts; none: all",
    "rank_values": "points of a ronda by its rank",
    "ace_high": "whether an ace is the best announcement",
    "decl_batches": "batches in which may be announced",
    "decl_mode": "whether announced cards are shown",
    "decl_pool": "what the best announcement takes: the sum of all, or its own points",
    "decl_tie": "equal best announcements: split, the first, or each",
    "evidence": "what makes clear which is best: the announcers' own cards, or all cards seen",
    "award_on": "when a contest is paid: once the winner is shown, or at the earliest",
    "concealed": "what a concealed ronda and tringa cost",
    "concealed_mode": "who notices what was concealed: an opponent who claims, or the referee",
    "packs": "packs shuffled together",
    "neutral": "cards a side owns without scoring; players: an even share",
    "count": "what captured cards are worth",
    "last_card": "what the very last card brings",
    "win": "when a match is won",
    "scoring": "points are points (chips), or captured cards (transfer)",
    "must_capture": "whether who can capture has to",
    "four_kind_redeal": "whether four of a kind in the first hand go back",
    "match_rounds": "rounds of a match",
    "first_round": "what wins the first round",
    "partner_signals": "signs between partners",
    "pack": "what is printed on the cards",
    "unproven_win": "whether an announcement wins before it is proven",
}
"""By the fields of :class:`firmware.rules.ruleset.Ruleset`, which documents them with their rule numbers."""


def option_lines() -> list[str]:
    """A line for each option: its values, the default first, and what it is about."""
    hints = get_type_hints(Ruleset)
    return [
        f"{field.name} = {_values(field.default, hints[field.name])}: {MEANINGS[field.name]}"
        for field in fields(Ruleset)
    ]


def _values(default: Any, hint: Any) -> str:
    first = write_value(default)
    if hint is bool:
        return f"{first} / {write_value(not default)}"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return " / ".join([first, *(value for value in hint if value != default)])
    return f"{first} / ..."


def differences(rules: Ruleset, base: Ruleset, say: RuleWords) -> list[str]:
    """A line for each option that is not as in ``base``: ``target: 21, not 41 (points that win)``.

    Args:
        rules: those that are told.
        base: those that are known.
        say: the words of a language; what an option means is told in English alone.
    """
    before = base.differences(rules)
    key = "differs" if say.language == FIRST else "differs_bare"
    return [
        say(key, option=name, value=value, was=before[name], meaning=MEANINGS[name])
        for name, value in rules.differences(base).items()
    ]
