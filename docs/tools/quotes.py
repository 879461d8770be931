"""Lines of code that a page quotes, and where they stand now.

A quote is a fenced block whose title is a path of the repository. It stands in the page word by word and without line
numbers; the site shows the number of the line at which it is found. A quote that is not found exactly once is an error.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

from docs.tools.links import ROOT

_BLOCK = re.compile(r'^```(\w+) title="([^"]+)"\n(.*?)\n```$', re.MULTILINE | re.DOTALL)


class QuoteError(Exception):
    """A quoted line that is not in its file, or is there more than once."""


@dataclass(frozen=True)
class Quote:
    """Lines of one file, as a page quotes them.

    Attributes:
        path: The file, from the root of the repository.
        text: The quoted lines.
    """

    path: str
    text: str

    def line(self) -> int:
        """The number of the first quoted line in its file, from 1.

        Raises:
            QuoteError: if the file is not there, or does not hold the lines exactly once.
        """
        try:
            lines = (ROOT / self.path).read_text().splitlines()
        except OSError as error:
            raise QuoteError(f"{self.path}: {error.strerror}") from error
        wanted = self.text.splitlines()
        found = [at for at in range(len(lines)) if _same(lines[at : at + len(wanted)], wanted)]
        if len(found) != 1:
            raise QuoteError(f"a page quotes what {self.path} holds {len(found)} times, not once: {self.text}")
        return found[0] + 1


def _same(lines: list[str], wanted: list[str]) -> bool:
    """Whether lines of a file are the quoted ones, however deep they are indented together."""
    return dedent("\n".join(lines)) == dedent("\n".join(wanted))


def quotes(text: str) -> Iterator[Quote]:
    """The quotes of a page, in their order."""
    yield from (Quote(path, quoted) for _, path, quoted in _BLOCK.findall(text))


def numbered(text: str) -> str:
    """A page in which each quote tells the line at which it stands.

    Raises:
        QuoteError: if a quote is not found exactly once.
    """
    return _BLOCK.sub(_with_number, text)


def _with_number(block: re.Match[str]) -> str:
    language, path, quoted = block.groups()
    at = Quote(path, quoted).line()
    return f'```{language} title="{path}, line {at}" linenums="{at}"\n{quoted}\n```'
