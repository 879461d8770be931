"""Options as people write them, ``run_sweep=no``: how each kind of value is read, and how all are written."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from firmware.bounded.bounds import DIGITS
from firmware.errors import suggestion

NONE, PLAYERS = "none", "players"


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple(map(_number, text.split(",")))


def _pairs(text: str) -> tuple[tuple[int, int], ...]:
    """``10:2,11:3``; none at all is ``none``."""
    pairs = [part.partition(":") for part in text.split(",")] if text != NONE else []
    return tuple((_number(rank), _number(points)) for rank, _, points in pairs)


def _number(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError("the number has too many digits")
    return int(text)


_READERS: dict[Any, Callable[[str], object]] = {
    int: _number,
    bool: _yes_or_no,
    int | None: lambda text: None if text == PLAYERS else _number(text),
    tuple[int, ...]: _numbers,
    tuple[int, ...] | None: lambda text: None if text == PLAYERS else _numbers(text),
    tuple[tuple[int, int], ...]: _pairs,
}

_EXPECTED: dict[Any, str] = {
    int: "a whole number",
    bool: "yes or no",
    int | None: "a whole number or players",
    tuple[int, ...]: "numbers such as 1,5,10",
    tuple[int, ...] | None: "numbers such as 4,3,3, or players",
    tuple[tuple[int, int], ...]: "ranks with their points such as 10:2,12:4, or none",
}


def expected(kind: Any, text: str) -> str:
    """What can be written for a value of this kind, where ``text`` cannot; by the way :func:`read_value` reads it."""
    return f"{_EXPECTED[kind]} is expected" if kind in _EXPECTED else suggestion(text, kind)


def read_value(kind: Any, text: str) -> object:
    """The value of a text.

    Args:
        kind: the annotation of the option: an enumeration, or one of ``_READERS``.
        text: what was written.

    Raises:
        ValueError: if the option has no such value.
    """
    reader = kind if isinstance(kind, type) and issubclass(kind, StrEnum) else _READERS[kind]
    try:
        return reader(text)
    except KeyError:
        raise ValueError(f"{text!r} is neither yes nor no") from None


def write_value(value: object) -> str:
    """The text of a value; :func:`read_value` reads it back."""
    match value:
        case None:
            return PLAYERS
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(_item, value)) or NONE
    return str(value)


def _item(part: object) -> str:
    return ":".join(map(str, part)) if isinstance(part, tuple) else str(part)
