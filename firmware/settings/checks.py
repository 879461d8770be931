"""What a value written by a person may be: all faults of a file are gathered and told at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from firmware.errors import HakamError


class BadValuesError(HakamError, ValueError):
    """A file with values that cannot be; the message has one line for each fault."""


class Check(Protocol):
    """Says what is wrong with a value."""

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``."""

    low: int
    high: int

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        if type(value) is int and self.low <= value <= self.high:
            return None
        return f"{value!r} is no whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        return None if isinstance(value, bool) else f"{value!r} is neither true nor false"


@dataclass(frozen=True, slots=True)
class Several:
    """A list of so many different values, each of which ``check`` allows."""

    count: int
    check: Check

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        if not isinstance(value, (list, tuple)) or len(value) != self.count:
            return f"{value!r} is no list of {self.count} values"
        found = [fault for fault in map(self.check.fault, value) if fault]
        return found[0] if found else None if len(set(value)) == len(value) else f"{value!r} names one of them twice"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        if isinstance(value, str) and value in self.words:
            return None
        return f"{value!r} is not known; known are {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is not empty."""

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        return None if isinstance(value, str) and value.strip() else f"{value!r} is no text"


@dataclass(frozen=True, slots=True)
class OrNothing:
    """What ``check`` allows, or nothing at all."""

    check: Check

    def fault(self, value: Any) -> str | None:
        """What is wrong with ``value``; ``None``: nothing."""
        return None if value is None else self.check.fault(value)


def faults(values: Any, checks: Mapping[str, Check], *, needed: tuple[str, ...] = ()) -> list[str]:
    """One line for each unknown key, missing key and wrong value, in the order of the file."""
    if not isinstance(values, dict):
        return [f"{values!r} is no set of named values"]
    found = [_fault(key, value, checks) for key, value in values.items()]
    missing = [f"{key}: is missing" for key in needed if key not in values]
    return [fault for fault in found if fault] + missing


def _fault(key: str, value: Any, checks: Mapping[str, Check]) -> str | None:
    if key not in checks:
        return f"{key}: is not known; known are {', '.join(checks)}"
    fault = checks[key].fault(value)
    return f"{key}: {fault}" if fault else None
