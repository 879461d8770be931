"""What the owner sets on the page: read from a form, checked as the settings are, and kept in a file of its own."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, get_type_hints

from firmware.announce.texts import LANGUAGES, text
from firmware.bounded.bounds import SESSION_FILE_BYTES
from firmware.rules.match import Match
from firmware.rules.notation.options import write_value
from firmware.rules.notation.ruleset import format_rules, parse_rules
from firmware.rules.presets import PRESETS
from firmware.rules.ruleset import Ruleset
from firmware.settings.model import Settings, checked_settings, with_house
from firmware.settings.text_file import read_text_file
from firmware.storage.atomic_file import write_atomic

HEAD = "# Written by the page; what stands here counts more than the settings file.\n"
OPTION = "option_"
"""Before the name of an option of the rules, in the form."""
SEATS = 4


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of the rules, in the form.

    Attributes:
        name: of the option.
        meaning: what it is about.
        value: as it is now.
        choices: what can be chosen; empty: it is written.
    """

    name: str
    meaning: str
    value: str
    choices: tuple[str, ...]


def option_fields(rules: Ruleset, language: str, typed: Mapping[str, str]) -> Iterator[OptionField]:
    """All options of the rules, in the order of the ruleset.

    Args:
        rules: those that are played.
        language: of what is said of them.
        typed: what somebody has just typed, which stays.
    """
    hints = get_type_hints(Ruleset)
    for one in fields(Ruleset):
        value = typed.get(f"{OPTION}{one.name}", write_value(getattr(rules, one.name)))
        yield OptionField(one.name, text("option", one.name, language), value, _choices(hints[one.name]))


def _choices(hint: Any) -> tuple[str, ...]:
    if hint is bool:
        return ("yes", "no")
    return tuple(hint) if isinstance(hint, type) and issubclass(hint, StrEnum) else ()


def read_house(path: Path) -> dict[str, Any]:
    """What was set before; nothing where the file is missing or no longer one."""
    try:
        return tomllib.loads(read_text_file(path, SESSION_FILE_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}


def house_of(form: Mapping[str, str], decks: tuple[str, ...]) -> dict[str, Any]:
    """What a form sets.

    Args:
        form: as it came.
        decks: the names of the enrolled ones.

    Raises:
        HakamError: if the rules are none.
    """
    players = int(form["players"]) if form.get("players") in ("2", "3", "4") else 2
    names = [form.get(f"name_{seat}", "").strip() for seat in range(players)]
    named = names if all(names) else []
    house: dict[str, Any] = {"players": players, "rules": _rules(form)} | ({"names": named} if named else {})
    house |= {"language": form["language"]} if form.get("language") in LANGUAGES else {}
    return house | ({"deck": form["deck"]} if form.get("deck") in decks else {})


def _rules(form: Mapping[str, str]) -> str:
    """A preset with those options that were changed from what it says; another preset comes as it is."""
    name, was = form.get("preset", ""), form.get("preset_was", "")
    changed = {key.removeprefix(OPTION): value.strip() for key, value in form.items() if key.startswith(OPTION)}
    base = parse_rules(name)
    return format_rules(base.with_options(changed) if name == was else base)


def keep_house(path: Path, settings: Mapping[str, Any], house: Mapping[str, Any]) -> Settings:
    """Check what is set, and write it; give the settings with it.

    Args:
        path: of the file.
        settings: those of the settings file, as TOML has them.
        house: what is set.

    Raises:
        BadSettingsError: if they do not go together; nothing is written then.
        RulesetError: if the rules are not for so many players.
        NotWrittenError: if the file cannot be written.
    """
    found = checked_settings(with_house(settings, house), path)
    Match.of(parse_rules(found.rules), found.players)  # hands that do not use up the pack, too many players
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, (HEAD + "".join(f"{key} = {json.dumps(value)}\n" for key, value in house.items())).encode())
    return found


def preset_of(rules: str) -> str:
    """The preset that rules begin with."""
    name = rules.split(maxsplit=1)[0] if rules.split() else ""
    return name if name in PRESETS else next(iter(PRESETS))
