"""What each setting means, as data and as a page of Markdown: ``python -m docs.tools.settings``."""

import json
import re
from dataclasses import dataclass
from inspect import cleandoc

from msgspec import Struct, inspect
from msgspec.structs import FieldInfo, fields

from firmware.settings.fields import allowed, effect_of
from firmware.settings.model import Settings

UNITS = {"ms": "ms", "mm": "mm", "px": "px", "percent": "%", "mb": "MB"}
"""Units by the last word of a key: ``patience_ms`` is in milliseconds."""
HEAD = """\
# Settings

`/etc/hakam/hakam.toml` on a Pi, else `~/.config/hakam/hakam.toml`; `--config FILE` and `HAKAM_CONFIG` name another.

| key | unit | default | allowed | what it says | what changing it does |
|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class FieldDescription:
    """One key of a file, as people are told about it.

    Attributes:
        name: the key.
        unit: the unit of its value, such as ``ms``; empty where it has none.
        default: its value where the file does not name it; ``None``: not set.
        allowed: its range in words, such as ``a whole number from 2 to 4``.
        meaning: what it says.
        effect: what raising or lowering it, or choosing another value, does.
    """

    name: str
    unit: str
    default: object
    allowed: str
    meaning: str
    effect: str


def descriptions(model: type[Struct]) -> tuple[FieldDescription, ...]:
    """All fields of a model, in its order; their meanings are the ``Attributes`` of its docstring."""
    meanings = _meanings(model)
    return tuple(_description(one, meanings[one.name]) for one in fields(model))


def settings_page() -> str:
    """All settings as a page of Markdown."""
    return HEAD + "".join(map(_row, descriptions(Settings)))


def in_toml(value: object) -> str:
    """A default as TOML writes it; JSON writes these kinds in the same way."""
    return json.dumps(value)


def _row(one: FieldDescription) -> str:
    default = "not set" if one.default is None else f"`{in_toml(one.default)}`"
    return f"| `{one.name}` | {one.unit} | {default} | {one.allowed} | {one.meaning} | {one.effect} |\n"


def _description(field: FieldInfo, meaning: str) -> FieldDescription:
    kind = inspect.type_info(field.type)
    unit = UNITS.get(field.name.rpartition("_")[2], "")
    return FieldDescription(field.name, unit, field.default, allowed(kind), meaning, effect_of(kind))


def _meanings(model: type[Struct]) -> dict[str, str]:
    _, _, attributes = cleandoc(model.__doc__ or "").partition("Attributes:\n")
    entries = re.split(r"\n(?=    \w)", attributes)
    pairs = [" ".join(entry.split()).partition(": ") for entry in entries]
    return {name: words.replace("``None``", "not set").replace("``", "'") for name, _, words in pairs}


if __name__ == "__main__":
    print(settings_page(), end="")
