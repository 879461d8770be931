"""Free memory given back to the system: glibc keeps the holes between what lives, 10 to 20 MB after some looks."""

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache


def give_back_free_memory() -> bool:
    """Give back whole pages of the heap in which nothing lives; whether there were any. It takes 3 ms here.

    What is looked at next takes them again, so this is for times at which nothing happens at the table.
    """
    trim = _malloc_trim()
    return trim is not None and bool(trim(0))


@cache
def _malloc_trim() -> Callable[[int], int] | None:
    """malloc_trim(3) of glibc; ``None`` where there is another library."""
    with suppress(OSError, TypeError):  # Windows has no library of that name
        trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
        return trim
    return None
