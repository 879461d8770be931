"""Free memory given back to the system: glibc keeps the holes between what lives, 6 to 20 MB in 20 s."""

import ctypes
from collections.abc import Callable
from contextlib import suppress
from functools import cache


def give_back_free_memory() -> bool:
    """Give back whole pages of the heap in which nothing lives; whether there were any. It takes 0.4 to 1.5 ms here.

    What is looked at next takes them again, so this is for times at which nothing happens at the table. How it was
    measured: ``docs/decisions/0155-memory-that-is-had-once-stays.md``.
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
