"""Sentences that were made where nobody knows the reader: errors, findings, what a source is called.

Each is known again by its English text, so that what is raised, stored or given to programs stays as it is,
and every language is one more table.
"""

import re
from functools import cache
from typing import NamedTuple

from firmware.announce.refusals import STORED
from firmware.announce.texts import FIRST, keys, text

SECTIONS = ("error", "finding", "source")
"""Those whose English texts are the sentences as the program makes them."""
_NAME = re.compile(r"\\{(\w+)\\}")


class _Pattern(NamedTuple):
    """A sentence with its values left out, and where the tables of texts have it."""

    section: str
    key: str
    form: re.Pattern[str]
    plain: int


def in_language(sentences: str, language: str) -> str:
    """Sentences of this program, one a line, in a language; what is not known stays as it stands.

    A value may be a sentence itself, such as the reason why something failed.
    """
    if language == FIRST:
        return sentences
    return "\n".join(_told(one, language) for one in sentences.split("\n"))


def is_known(sentence: str) -> bool:
    """Whether there is a text for an English sentence of this program; any two with a colon between them are none."""
    return any(one.form.fullmatch(sentence) for one in _patterns() if one.plain > len(": "))


def _told(sentence: str, language: str) -> str:
    for section, key, form, _ in _patterns():
        if found := form.fullmatch(sentence):
            values = {name: _told(value, language) for name, value in found.groupdict().items()}
            return text(section, key, language).format(**values)
    return sentence


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """All of them; those that say the most come first, since others may fit anything."""
    english = {(section, key): text(section, key, FIRST) for section in SECTIONS for key in keys(section, FIRST)}
    stored = {("refusal", key): sentence for key, sentence in STORED.items()}
    found = (_Pattern(*place, _form(words), len(_plain(words))) for place, words in (stored | english).items())
    return tuple(sorted(found, key=lambda one: (-one.plain, one.key)))


def _plain(words: str) -> str:
    return re.sub(r"\{\w+\}", "", words)


def _form(words: str) -> re.Pattern[str]:
    """What fits the sentence; a value that is named twice is the same twice."""
    named: set[str] = set()

    def value(found: re.Match[str]) -> str:
        name = found[1]
        again = name in named
        named.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.+?)"

    return re.compile(_NAME.sub(value, re.escape(words)))
