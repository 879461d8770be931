"""One run of a benchmark over its cases: one after another or in several processes, until they or the time are over."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from typing import TypeVar

TodoT = TypeVar("TodoT")
OutcomeT = TypeVar("OutcomeT")


def run(
    play: Callable[[TodoT], OutcomeT],
    cases: Sequence[TodoT],
    *,
    jobs: int = 1,
    batch: int = 0,
    minutes: float = math.inf,
) -> Iterator[tuple[TodoT, OutcomeT]]:
    """Each case with what came of it, in order.

    Args:
        play: runs one case; with several jobs it must be picklable.
        cases: what to run.
        jobs: processes; one runs them here.
        batch: cases handed out at a time to each process, after which the clock is looked at; 0: all at once.
        minutes: no batch is begun after so long.
    """
    until_s, step = time.monotonic() + 60 * minutes, batch * jobs or len(cases) or 1
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        for first in range(0, len(cases), step):
            part = cases[first : first + step]
            yield from zip(part, (pool.map if pool else map)(play, part), strict=True)
            if time.monotonic() > until_s:
                return
