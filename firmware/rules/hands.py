"""How the pack is shared out: the cards of each batch for one player (B2, V2, V13, X1), or what else would fit."""

from collections.abc import Iterator
from contextlib import suppress

from firmware.cards import ES40
from firmware.rules.errors import RulesetError
from firmware.rules.notation.ruleset import format_rules
from firmware.rules.presets import PAGAT, PRESETS
from firmware.rules.ruleset import Ruleset

_WITHOUT_TABLE = {2: (4, 4, 4, 4, 4), 4: (4, 3, 3)}  # V2: the only hands of three and four that use up the pack
_OPTIONS = ("packs", "table_cards", "first_hand", "hand_pattern")
_WAYS_OUT = (
    {"hand_pattern": "players"},
    {"first_hand": "players"},
    {"table_cards": "4"},
    {"table_cards": "4", "hand_pattern": "players", "first_hand": "players", "four_kind_redeal": "no"},
)
"""Changes of rules that may make hands fit, the smallest first; the last one always does (B2, V13)."""


def hand_pattern(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    """Cards of each batch for one player.

    Raises:
        RulesetError: if the hands do not use up the pack; the message says which rules would.
    """
    pattern = _hands(ruleset, players)
    if not _fit(pattern, ruleset, players):
        raise RulesetError(_misfit(pattern, ruleset, players))
    return pattern


def _hands(ruleset: Ruleset, players: int) -> tuple[int, ...]:
    each, first = _cards(ruleset) // players, ruleset.first_hand
    fit = _threes(each) if ruleset.table_cards else _WITHOUT_TABLE.get(players, ())
    return ruleset.hand_pattern or ((first, *_threes(max(each - first, 0))) if first else fit)  # X1


def _cards(ruleset: Ruleset) -> int:
    """The cards that are dealt to hands."""
    return len(ES40.cards) * ruleset.packs - ruleset.table_cards


def _threes(cards: int) -> tuple[int, ...]:
    """B2; V13: a short last batch, equal for all."""
    return (3,) * (cards // 3) + ((cards % 3,) if cards % 3 else ())


def _fit(pattern: tuple[int, ...], ruleset: Ruleset, players: int) -> bool:
    left = _cards(ruleset) - sum(pattern) * players
    return left == 0 or (left > 0 and len(pattern) == 1) or (ruleset.packs == 2 and 0 < left < players)  # V14; V13


def _misfit(pattern: tuple[int, ...], ruleset: Ruleset, players: int) -> str:
    chosen = {name: text for name, text in ruleset.differences(PAGAT).items() if name in _OPTIONS}
    options, cards = " ".join(f"{name}={text}" for name, text in chosen.items()), _cards(ruleset)
    why = f"hands of {', '.join(map(str, pattern))} take {sum(pattern) * players} of {cards} cards"
    if not pattern:  # V2: not even for three, who have 13 each with one card over
        why = f"no source knows hands that share out {cards} cards among so many"
    instead = min(_ways_out(ruleset, players), key=len)
    return f"{options} cannot be had with {players} players: {why}; play by {instead!r}"


def _ways_out(ruleset: Ruleset, players: int) -> Iterator[str]:
    """Rules like these whose hands fit, as they are named."""
    for changes in _WAYS_OUT:
        with suppress(RulesetError):  # four_kind_redeal needs its first hand
            changed = ruleset.with_options(changes)
            if _fit(_hands(changed, players), changed, players):
                yield _named(ruleset, changed)


def _named(ruleset: Ruleset, changed: Ruleset) -> str:
    """The rules as the preset that they come from, with what was changed; else by all their options."""
    base = next((name for name, known in PRESETS.items() if known == ruleset), None)
    changes = (f"{name}={text}" for name, text in changed.differences(ruleset).items())
    return " ".join([base, *changes]) if base else format_rules(changed)
