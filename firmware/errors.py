"""The root of the error tree, and what errors about a misspelt word say."""

from collections.abc import Iterable
from difflib import get_close_matches


class HakamError(Exception):
    """Base of every error of this program; each child is also a built-in error, so either can be caught.

    The message is one sentence that says what is wrong and, where a person can mend it, what to do.
    """


QUOTED = 60
"""Letters of a stranger's words that a sentence quotes, our choice: a page of HTML has lines of thousands."""


def quoted(value: object) -> str:
    """A value as a sentence quotes it: not longer than a line, and of what Python cannot write the kind."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # lists in lists without end; a number of more than 4300 digits
        text = f"{type(value).__name__}..."
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


def suggestion(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about a word that is not known: the one that was meant, or all that there are."""
    words = list(map(str, known))
    near = get_close_matches(word[:QUOTED].lower(), words, 1)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(words)}"
