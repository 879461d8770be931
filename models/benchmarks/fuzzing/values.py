"""Plain values changed at random: what JSON, TOML and message packs hold."""

import random
from collections.abc import Callable
from typing import Any

NUMBERS = (
    0,
    -1,
    1,
    2**31,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    10**30,
    10**400,
    0.5,
    -0.0,
    1e308,
    5e-324,
    True,
    False,
    None,
)
"""The edges of what machines count with; the largest has no float."""
NOT_FINITE = (float("nan"), float("inf"), float("-inf"))
TEXTS = (
    "",
    " ",
    "\0",
    "²",
    "٣",
    "１２",
    "1_0",
    "\ufeff",
    "\ud800",
    "\u202e",
    "..",
    "../../x",
    "/etc/passwd",
    "~nosuchuser",
    "%s{0}",
    "9" * 5000,
    "x" * 100_000,
    "-1",
    "1e999",
    "A 6O",
    "pagat",
    "TableObservation",
)
"""Digits of other scripts, marks of encodings, halves of signs, names that leave the place, numbers without end."""
DEEPEST = 2000
"""Lists in lists: twice what Python calls itself."""


def odd_value(rng: random.Random) -> Any:
    """A value that nobody expects."""
    kind = rng.randrange(8)
    if kind < 3:
        return rng.choice(NUMBERS)
    if kind < 6:
        return rng.choice(TEXTS)
    return rng.choice(NOT_FINITE) if kind == 6 else _nested(rng)


def changed_value(value: Any, rng: random.Random, odd: Callable[[random.Random], Any] = odd_value) -> Any:
    """A copy of lists and dictionaries with one change: a part that is odd, gone, there twice, or of another place.

    Args:
        value: what is changed.
        rng: says where and how.
        odd: gives what is put in.
    """
    if isinstance(value, dict) and value and rng.random() < 0.9:
        return _changed_dict(value, rng, odd)
    if isinstance(value, list | tuple) and value and rng.random() < 0.9:
        return _changed_list(list(value), rng, odd)
    if isinstance(value, str) and value and rng.random() < 0.5:
        at = rng.randrange(len(value))
        return value[:at] + str(rng.choice(TEXTS))[:50] + value[at + rng.randrange(2) :]
    return value + rng.choice((-1, 1, 1000)) if type(value) is int and rng.random() < 0.5 else odd(rng)


def _changed_dict(value: dict[Any, Any], rng: random.Random, odd: Callable[[random.Random], Any]) -> Any:
    key, kind = rng.choice(list(value)), rng.randrange(10)
    if kind == 0:
        return {name: part for name, part in value.items() if name != key}
    if kind == 1:
        return value | {str(rng.choice(TEXTS))[:200]: odd(rng)}
    if kind == 2:
        return value | {key: value[rng.choice(list(value))]}
    return value | {key: changed_value(value[key], rng, odd)}


def _changed_list(value: list[Any], rng: random.Random, odd: Callable[[random.Random], Any]) -> Any:
    at, kind = rng.randrange(len(value)), rng.randrange(10)
    if kind == 0:
        return value[:at] + value[at + 1 :]
    if kind == 1:
        return value[:at] + [value[at]] * rng.choice((2, 2, 2, 300)) + value[at + 1 :]
    if kind == 2:
        return [*value[:at], odd(rng), *value[at:]]
    return [*value[:at], changed_value(value[at], rng, odd), *value[at + 1 :]]


def _nested(rng: random.Random) -> Any:
    value: Any = rng.choice(NUMBERS)
    for _ in range(rng.choice((3, 60, 300, DEEPEST))):
        value = [value] if rng.random() < 0.7 else {"a": value}
    return value
