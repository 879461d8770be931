"""Arabic script as it is drawn: its letters joined, each line in the order of its columns.

Pillow could do both by libraqm, which its wheels have on x86-64 and aarch64; but that needs the system's libfribidi,
and without it the letters would silently stand apart and backwards.
"""

import re
import unicodedata
from functools import lru_cache

from arabic_reshaper import reshape
from bidi import get_display

RIGHT_TO_LEFT_MARK = "\u200f"
_ARABIC = "\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufeff"  # letters as they are typed, and their joined forms
_PIECE = re.compile(rf"[{_ARABIC}]+|.", re.DOTALL)
_LETTER = re.compile(rf"[{_ARABIC}]")


def is_arabic(text: str) -> bool:
    """Whether there is Arabic script in a text."""
    return _LETTER.search(text) is not None


@lru_cache(maxsize=512)
def pieces(text: str) -> tuple[str, ...]:
    """What is drawn one after the other, from the left: each Latin letter alone, joined Arabic ones in one piece.

    The line reads from the right if the first letter in it does, or a mark U+200F before it (UAX #9, rule P2); numbers
    and Latin names in it stay as they are.
    """
    columns = get_display(reshape(text)) if is_arabic(text) else text
    return tuple(_PIECE.findall("".join(filter(_has_ink, columns))))


def line_mark(text: str) -> str:
    """What stands before each line of a text that is broken into several: U+200F if all of it reads from the right."""
    first = next((kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), "L")
    return "" if first == "L" else RIGHT_TO_LEFT_MARK


def length(text: str) -> int:
    """How many letters a text has; marks that only order it are none."""
    return sum(map(_has_ink, text))


def _has_ink(sign: str) -> bool:
    return unicodedata.category(sign) != "Cf"
