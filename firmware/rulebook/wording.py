"""The words of the rules: sentences of the tables of texts, lists, numbers, points."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.announce.texts import FIRST, keys, text


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The texts ``[rules]`` of a language."""

    language: str = FIRST

    def __call__(self, key: str, **values: object) -> str:
        """A sentence with its placeholders filled."""
        return text("rules", key, self.language).format(**values)

    def listed(self, items: Iterable[object]) -> str:
        """``4, 3 and 3``."""
        *most, last = map(str, items)
        return f"{', '.join(most)} {self('and')} {last}" if most else last

    def number(self, count: int) -> str:
        """A small number in letters, where the language has it."""
        key = f"number_{count}"
        return self(key) if key in keys("rules", self.language) else str(count)

    def points(self, count: int) -> str:
        """``1 point``, ``5 points``."""
        return self("point" if count == 1 else "points", count=count)
