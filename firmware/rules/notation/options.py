"""Options as people write them, ``run_sweep=no``: how each kind of value is read, and how all are written."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

NONE, PLAYERS = "none", "players"


def _yes_or_no(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == NONE else tuple(int(number) for number in text.split(","))


def _pairs(text: str) -> tuple[tuple[int, int], ...]:
    """``10:2,11:3``; none at all is ``none``."""
    pairs = [part.partition(":") for part in text.split(",")] if text != NONE else []
    return tuple((int(rank), int(points)) for rank, _, points in pairs)


_READERS: dict[Any, Callable[[str], object]] = {
    int: int,
    bool: _yes_or_no,
    int | None: lambda text: None if text == PLAYERS else int(text),
    tuple[int, ...]: _numbers,
    tuple[int, ...] | None: lambda text: None if text == PLAYERS else _numbers(text),
    tuple[tuple[int, int], ...]: _pairs,
}


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
