"""The three streams of the process, such as they are: closed, full, or of an encoding that lacks half the signs."""

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

from firmware.errors import HakamError

PLAINER = str.maketrans({"–": "-", "—": "-", "…": "...", "·": ".", "×": "x", "’": "'", "°": " ", "ß": "ss", "œ": "oe"})
"""What is written for signs that an encoding lacks; of letters with a mark the letter is, of all others a ?."""


class ClosedOutputError(HakamError, OSError):
    """Nothing can be told."""


@contextmanager
def usable_streams() -> Iterator[None]:
    """Give the process streams that can be read and written, and write out all that was said.

    Raises:
        ClosedOutputError: if standard output is closed.
        OSError: if it takes no more.
    """
    closed = sys.stdout is None
    _open_closed()
    if closed:
        raise ClosedOutputError("standard output is closed, so nothing can be told; to hear nothing, write > /dev/null")
    codecs.register_error("plainer", _plainer)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plainer")
    try:
        yield
    finally:
        sys.stdout.flush()


def speak_json() -> None:
    """Have standard output in UTF-8 whatever the locale (RFC 8259, 8.1); what no text holds becomes an escape."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def give_up_output() -> None:
    """Throw away what standard output does not take, so that the end of the process does not try once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed() -> None:
    """Put nothing in the place of what is closed, in order: otherwise the next file opened would get its number."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 - for the life of the process
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115


def _plainer(fault: UnicodeError) -> tuple[str, int]:
    """The handler of what cannot be encoded, as :func:`codecs.register_error` takes it."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    text = fault.object[fault.start : fault.end].translate(PLAINER)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return "".join(sign if sign.isascii() else "?" for sign in bare), fault.end
