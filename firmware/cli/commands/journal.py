"""``hakam journal check``: whether a journal is as it was written, and a new one of what still is."""

import argparse
from collections.abc import Iterable
from pathlib import Path

from firmware.announce.sentences import in_language
from firmware.announce.texts import text
from firmware.settings.model import journal_path, load_settings
from firmware.storage.codec import line
from firmware.storage.salvage import Damage, Salvage, check, repair

ENDING = "-repaired"
"""What the name of a repaired journal ends in."""


def journal(asked: argparse.Namespace) -> int:
    """Go through a journal and tell what is damaged; 1 where that stays so.

    Raises:
        HakamError: if it cannot be opened at all, or the repaired one cannot be written.
    """
    settings = load_settings(asked.config)
    path, language = journal_path(settings, asked.path), asked.lang or settings.language
    found = check(path)
    saved = path.with_stem(path.stem + ENDING) if asked.repair and found.damage else None
    salvage = repair(path, saved) if saved else found
    if asked.json:
        print(line(_data(path, salvage, found.damage, saved)))
    else:
        _tell(path, salvage, found.damage, saved, language)
    return 1 if found.damage and not saved else 0


def _data(path: Path, salvage: Salvage, damage: Iterable[Damage], saved: Path | None) -> dict[str, object]:
    counts = {"sessions": salvage.sessions, "entries": salvage.entries}
    return {
        "journal": str(path),
        **counts,
        "damage": [one._asdict() for one in damage],
        "repaired": saved and str(saved),
    }


def _tell(path: Path, salvage: Salvage, damage: Iterable[Damage], saved: Path | None, language: str) -> None:
    for one in damage:
        print(in_language(one.words, language))
    key = "saved" if saved else "damaged" if salvage.damage else "whole"
    words = text("journal", key, language)
    print(words.format(path=path, saved=saved, sessions=salvage.sessions, entries=salvage.entries))
