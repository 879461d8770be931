"""Rule sets as text: a preset with options behind it, or the TOML in which people write their house rules."""

import tomllib
from collections import Counter
from typing import Any

from firmware.bounded.bounds import LINE
from firmware.errors import quoted
from firmware.rules.errors import NotationError, RulesetError
from firmware.rules.presets import PRESETS, preset
from firmware.rules.ruleset import Ruleset

EXTENDS = "extends"
EXAMPLE = """\
# The Ronda of our café.
extends = "pagat"          # the preset that the rest changes
target = 31
chain_len = 3              # b'khamsa and b'achra with two players too
caida = [1, 5, 10]
run_sweep = true
last_card = "dealer_duty"
"""


def format_rules(ruleset: Ruleset) -> str:
    """``pagat``, or the preset ``pagat`` and the options that differ: ``pagat target=33``."""
    for name, known in PRESETS.items():
        if ruleset == known:
            return name
    options = ruleset.differences(PRESETS["pagat"])
    return " ".join(["pagat", *(f"{name}={value}" for name, value in options.items())])


def parse_rules(text: str) -> Ruleset:
    """Read a preset's name with options behind it.

    Raises:
        NotationError: if an option has no ``=`` or is there twice.
        RulesetError: if a preset, an option or its value is not known.
    """
    if len(text) > LINE:
        raise NotationError(f"{quoted(text)} are no rules: a preset and options such as target=21 are expected")
    name, *options = text.split() or [""]
    if any("=" not in option for option in options):
        raise NotationError(f"{text!r} are no rules: a preset and options such as target=21 are expected")
    pairs = [(option, value) for option, _, value in (one.partition("=") for one in options)]
    if twice := [option for option, times in Counter(option for option, _ in pairs).items() if times > 1]:
        raise NotationError(f"{text!r} says {' and '.join(twice)} twice")
    return preset(name).with_options(dict(pairs))


def parse_house_rules(text: str) -> Ruleset:
    """Read house rules; without ``extends`` they extend ``pagat``.

    Values are written as TOML has them: numbers, ``true`` and ``false``, texts, lists, and for ``rank_values`` a table,
    ``{10 = 2, 12 = 4}``.

    Raises:
        RulesetError: if the text is not TOML, or names presets, options or values that do not exist or do not go
            together; the message lists all faults.
    """
    try:
        values = tomllib.loads(text)
        extends = str(values.pop(EXTENDS, "pagat"))
        options = {name: _text(value) for name, value in values.items()}
    except (ValueError, RecursionError) as fault:  # no TOML; lists in lists without end; a number of 5,000 digits
        raise RulesetError(f"the house rules are no TOML: {fault}") from None
    faults: list[str] = []
    base = _base(extends, faults)
    try:
        rules = base.with_options(options)
    except RulesetError as fault:
        faults.append(str(fault))
    if faults:
        raise RulesetError("; ".join(faults))
    return rules


def _base(name: str, faults: list[str]) -> Ruleset:
    try:
        return preset(name)
    except RulesetError as fault:
        faults.append(str(fault))
        return preset("pagat")


def _text(value: Any) -> str:
    """A TOML value as :meth:`Ruleset.with_options` reads it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ",".join(map(_text, value)) or "none"
        case dict():
            return ",".join(f"{rank}:{_text(points)}" for rank, points in value.items()) or "none"
    return str(value)
