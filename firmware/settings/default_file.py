"""The settings with their defaults as a file that people can edit: ``python -m firmware.settings.default_file``.

``systemd/hakam.toml`` is what it prints.
"""

import json
import re
import textwrap
from dataclasses import fields
from inspect import cleandoc
from typing import Any

from firmware.settings.model import EFFECTS, Settings

HEAD = """\
# Settings of Hakam, /etc/hakam/hakam.toml. What is commented out has the value that is shown.
# After a change: sudo systemctl restart hakam
"""
WIDTH = 100


def sample() -> str:
    """All settings, each with what it means, what changing it does, and its default, commented out."""
    means = _meanings()
    parts = [_part(one.name, one.default, means[one.name]) for one in fields(Settings)]
    return "\n".join((HEAD, *parts))


def _part(name: str, default: Any, meaning: str) -> str:
    words = textwrap.wrap(f"{meaning} {_capital(EFFECTS[name])}.", WIDTH)
    shown = f"#{name} is not set" if default is None else f"#{name} = {_toml(default)}"
    return "".join(f"# {line}\n" for line in words) + f"{shown}\n"


def _toml(value: Any) -> str:
    """A value as TOML writes it: JSON writes these kinds the same way."""
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _meanings() -> dict[str, str]:
    """What each setting means: the words of the class."""
    _, _, attributes = cleandoc(Settings.__doc__ or "").partition("Attributes:\n")
    entries = re.split(r"\n(?=    \w)", attributes)
    pairs = [" ".join(entry.split()).partition(": ") for entry in entries]
    return {name: _capital(words.replace("``None``", "not set").replace("``", "'")) for name, _, words in pairs}


if __name__ == "__main__":
    print(sample(), end="")
