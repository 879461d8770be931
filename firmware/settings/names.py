"""What players and tables are called; imports nothing heavy, since the command line is read with it."""

import re
from collections.abc import Sequence

LETTERS = "A-Za-zÀ-ɏء-غف-يپڤگڭ"  # Latin; Arabic as ISO 8859-6 has it, and p, v and g as Morocco writes them
NAME = rf"^[{LETTERS}][0-9{LETTERS} '’.-]{{0,15}}$"
NAME_WORDS = "a name of at most 16 Latin or Arabic letters, digits, blanks, ' . and -, a letter first"
"""What a player may be called: the display can write these, and a name that is a number would be a seat."""

TABLE_NAME = "^[a-z0-9_-]{1,32}$"
TABLE_NAME_WORDS = "a name of at most 32 small letters, digits, - and _"
"""What a table may be called: its name stands in addresses, topics and columns."""


def is_name(text: str) -> bool:
    """Whether a player may be called so."""
    return re.fullmatch(NAME, text) is not None


def names_fault(names: Sequence[object], players: int) -> str | None:
    """What is wrong with the names of players at a table of so many; ``None``: nothing."""
    if len(names) > players:
        return f"{len(names)} names are too many for {players} players"
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    return f"{twice} is named twice" if twice else None
