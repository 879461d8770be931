"""The settings with their defaults as a file that people can edit: ``python -m docs.tools.default_file``.

``systemd/hakam.toml`` is what it prints.
"""

import textwrap

from docs.tools.settings import FieldDescription, descriptions, in_toml
from firmware.settings.model import Settings

HEAD = """\
# Settings of Hakam, /etc/hakam/hakam.toml. What is commented out has the value that is shown.
# After a change: sudo systemctl restart hakam
"""
WIDTH = 100


def default_file() -> str:
    """All settings, each with what it means, what changing it does, its range and its default, commented out."""
    return "\n".join((HEAD, *map(_part, descriptions(Settings))))


def _part(one: FieldDescription) -> str:
    words = f"{_capital(one.meaning)} {_capital(one.effect)}. Allowed: {one.allowed}."
    shown = f"#{one.name} is not set" if one.default is None else f"#{one.name} = {in_toml(one.default)}"
    return "".join(f"# {line}\n" for line in textwrap.wrap(words, WIDTH)) + f"{shown}\n"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


if __name__ == "__main__":
    print(default_file(), end="")
