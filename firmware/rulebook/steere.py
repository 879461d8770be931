"""Mark Steere's Ronda in words: another game of the same name, its rules unchanged (part 8 of the rule book)."""

from collections.abc import Iterator

from firmware.announce.texts import keys, text
from firmware.rules.steere import CREDIT

CHAPTER_NAMES = ("game", "play", "winning")
"""ST1 and ST2; ST2 and ST3; ST4 and ST5."""


def title(language: str) -> str:
    """What game it is, and whose."""
    return text("steere", "title", language).format(credit=CREDIT)


def sentences(chapter: str, language: str) -> Iterator[str]:
    """The sentences of a chapter, which the tables of texts number."""
    numbered = sorted(key for key in keys("steere", language) if key.startswith(f"{chapter}_"))
    return (text("steere", key, language) for key in numbered)
