"""The rules that a person names: a preset, a preset with options behind it, or a TOML file of house rules."""

from firmware.rules.errors import RulesetError
from firmware.rules.notation.ruleset import format_rules, parse_house_rules, parse_rules
from firmware.rules.ruleset import Ruleset
from firmware.settings.text_file import named_path, read_text_file

SUFFIX = ".toml"


def named_rules(name: str) -> Ruleset:
    """The rules of ``pagat``, ``pagat target=21`` or ``cafe.toml``.

    Raises:
        RulesetError: if such rules do not exist, or the file cannot be read; the message lists all faults.
        NotationError: if the text is not a name with options behind it.
    """
    if not name.endswith(SUFFIX):
        return parse_rules(name)
    try:
        text = read_text_file(named_path(name))
    except (OSError, UnicodeError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else "it is no text"
        raise RulesetError(f"{name}: the house rules cannot be read ({reason})") from fault
    try:
        return parse_house_rules(text)
    except RulesetError as fault:
        raise RulesetError(f"{name}: {fault}") from None


def rules_text(name: str) -> str:
    """Rules as one line that needs no file, to be kept with a session: ``pagat target=21``.

    Raises:
        HakamError: as :func:`named_rules`.
    """
    return format_rules(named_rules(name))


def rules_fault(name: str) -> str | None:
    """What is wrong with a name of rules; ``None``: nothing, :func:`named_rules` knows it."""
    try:
        named_rules(name)
    except ValueError as fault:
        return str(fault)
    return None
