"""The rules that a person names: a preset, a preset with options behind it, or a TOML file of house rules."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.rules.errors import RulesetError
from firmware.rules.house import parse_house_rules
from firmware.rules.notation import format_rules, parse_rules
from firmware.rules.ruleset import Ruleset

SUFFIX = ".toml"


def named_rules(name: str) -> Ruleset:
    """The rules of ``pagat``, ``pagat target=21`` or ``cafe.toml``.

    Raises:
        RulesetError: if there are no such rules, or the file cannot be read; the message lists all faults.
        NotationError: if the text is no name with options behind it.
    """
    if not name.endswith(SUFFIX):
        return parse_rules(name)
    try:
        text = Path(name).expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise RulesetError(f"{name}: the house rules cannot be read ({reason})") from fault
    try:
        return parse_house_rules(text)
    except RulesetError as fault:
        raise RulesetError(f"{name}: {fault}") from None


def rules_text(name: str) -> str:
    """The same rules as one line that needs no file, to be kept with a session: ``pagat target=21``.

    Raises:
        HakamError: as :func:`named_rules`.
    """
    return format_rules(named_rules(name))


@dataclass(frozen=True, slots=True)
class RulesName:
    """A check for files: a name of rules that :func:`named_rules` knows."""

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        if not isinstance(value, str) or not value.strip():
            return f"{value!r} is no text"
        try:
            named_rules(value)
        except ValueError as fault:
            return str(fault)
        return None
