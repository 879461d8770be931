"""The tables of texts, one per language."""

import tomllib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, TypeAlias

from firmware.errors import HakamError

FOLDER = resources.files("firmware.announce") / "texts"
FIRST = "en"
"""The language without ``--lang`` and setting, whose texts the others are held against."""
LANGUAGES = (FIRST, *sorted({one.name.removesuffix(".toml") for one in FOLDER.iterdir()} - {FIRST}))
"""What there are tables of: a language is added by putting its table into the folder."""

if TYPE_CHECKING:
    Language: TypeAlias = str
else:
    Language = Literal[LANGUAGES]


class UnknownLanguage(HakamError, ValueError):  # noqa: N818 - a fact, not an "error"
    """The language asked for has no table of texts."""


class MissingText(HakamError, LookupError):  # noqa: N818
    """A table of texts has no text for what is to be said."""


@lru_cache(maxsize=len(LANGUAGES))
def _table(language: str) -> dict[str, dict[str, str | list[str]]]:
    if language not in LANGUAGES:
        raise UnknownLanguage(f"there are no texts in {language!r}; choose one of {', '.join(LANGUAGES)}")
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def variants(section: str, key: str, language: str) -> tuple[str, ...]:
    """The variants of one text, the fullest first, its placeholders not yet filled.

    Args:
        section: ``screen``, ``event``, ``reason`` ...
        key: the name of the text there.
        language: one of :data:`LANGUAGES`.

    Raises:
        UnknownLanguage: if it is another language.
        MissingText: if the language has no such text.
    """
    found = _table(language).get(section, {}).get(key)
    if found is None:
        raise MissingText(f"the texts in {language!r} have nothing for {key!r} in [{section}]")
    return (found,) if isinstance(found, str) else tuple(found)


def keys(section: str, language: str) -> frozenset[str]:
    """What a language has texts for in a section: ``screen``, ``fault``, ``event``, ``reason`` or ``kind``."""
    return frozenset(_table(language)[section])


def text(section: str, key: str, language: str) -> str:
    """The fullest variant of one text.

    Args:
        section: ``screen``, ``event``, ``reason`` ...
        key: the name of the text there.
        language: one of :data:`LANGUAGES`.
    """
    return variants(section, key, language)[0]


def reads_from_right(language: str) -> bool:
    """Whether lines in a language begin at the right, as those in Arabic script do."""
    return text("language", "direction", language) == "rtl"


def fault_text(fault: str, language: str) -> str:
    """Why the referee cannot watch: ``camera_lost``, ``camera_moved``, ``too_dark`` ..., in words."""
    return text("fault", fault, language)
