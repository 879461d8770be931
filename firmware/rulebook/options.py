"""What each option is about, in a few words; the differences between rules are told with them."""

from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints

from firmware.announce.texts import FIRST, text
from firmware.rulebook.wording import RuleWords
from firmware.rules.notation.options import write_value
from firmware.rules.ruleset import Ruleset


def option_lines(language: str = FIRST) -> list[str]:
    """A line for each option: its values, the default first, and what it is about."""
    hints = get_type_hints(Ruleset)
    return [
        f"{field.name} = {_values(field.default, hints[field.name])}: {text('option', field.name, language)}"
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
        say: the words of a language.
    """
    before = base.differences(rules)
    return [
        say("differs", option=name, value=value, was=before[name], meaning=text("option", name, say.language))
        for name, value in rules.differences(base).items()
    ]
