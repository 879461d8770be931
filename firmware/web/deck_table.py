"""What the files of enrolled decks say of themselves: which cards they have. Their pictures are for the eyes."""

import json
import re
import unicodedata
import zipfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from firmware.bounded.bounds import DECK_TABLE_BYTES
from firmware.cards import ES48

TABLE = "deck.json"
"""In a deck's file (:mod:`vision.deck_file`)."""
MOST_LETTERS = 30
BACK = "back"


class ListedDeck(NamedTuple):
    """An enrolled deck in the list.

    Attributes:
        name: as it was called.
        cards: those with a name, in the order of the pack, as on its sheet.
        back: its back is known.
        when: day of its enrolment, ``YYYY-MM-DD``.
        version: changes when it is enrolled anew.
    """

    name: str
    cards: tuple[str, ...]
    back: bool
    when: str
    version: int


def listed_deck(path: Path) -> ListedDeck | None:
    """What a file says; ``None``: it cannot be read."""
    try:
        found = path.stat()
        with zipfile.ZipFile(path) as file:
            entry = file.getinfo(TABLE)
            faces = json.loads(file.read(entry))["faces"] if entry.file_size <= DECK_TABLE_BYTES else []
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return None
    cards = tuple(str(card) for card in ES48.cards if str(card) in faces)
    when = f"{datetime.fromtimestamp(found.st_mtime):%Y-%m-%d}"
    return ListedDeck(path.stem, cards, BACK in faces, when, found.st_mtime_ns) if cards else None


def deck_name(typed: str, known: Sequence[str]) -> str:
    """The name of a file for what somebody calls his deck; where nothing is left of it, the first free number.

    Args:
        typed: by him.
        known: the names that there are.
    """
    plain = unicodedata.normalize("NFKD", typed).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MOST_LETTERS].strip("-")
    return name or next(f"deck-{number}" for number in range(1, len(known) + 2) if f"deck-{number}" not in known)
