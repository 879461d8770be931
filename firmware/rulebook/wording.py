"""Small words of the rules: lists, numbers, points."""

from collections.abc import Iterable

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 7: "seven"}


def listed(items: Iterable[object]) -> str:
    """``4, 3 and 3``."""
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def number(count: int) -> str:
    """A small number in letters."""
    return NUMBERS.get(count, str(count))


def points(count: int) -> str:
    """``1 point``, ``5 points``."""
    return f"{count} point{'' if count == 1 else 's'}"


def either(choice: bool, one: str, other: str) -> str:
    """One sentence or the other.

    Args:
        choice: which it is.
        one: where it holds.
        other: where it does not.
    """
    return one if choice else other
