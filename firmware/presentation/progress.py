"""A progress bar for whatever takes longer than a second, where a person is watching."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")


def with_progress(things: Iterable[T], total: int | None, what: str) -> Iterator[T]:
    """Hand on ``things``, and count them in a bar if standard error is a terminal.

    Args:
        things: what is gone through.
        total: how many there are; ``None``: unknown.
        what: what they are called.
    """
    yield from tqdm(
        things,
        desc=what,
        total=total or None,
        delay=1,
        leave=False,
        disable=not sys.stderr.isatty(),
        dynamic_ncols=True,
    )


def beside_progress() -> AbstractContextManager[None]:
    """Take the bar away while something else is written to the terminal."""
    held: AbstractContextManager[None] = tqdm.external_write_mode(file=sys.stderr)
    return held
