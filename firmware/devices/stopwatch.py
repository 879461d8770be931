"""How long single steps take."""

import statistics
import time
from collections.abc import Callable
from typing import TypeVar

from firmware.announce.closing import closing

R = TypeVar("R")


class Stopwatch:
    """Collects how long single steps took.

    Attributes:
        took_ms: one entry for each step.
    """

    def __init__(self) -> None:
        """Begin with nothing measured."""
        self.took_ms: list[float] = []
        self._began = time.perf_counter()

    def timed(self, step: Callable[[], R]) -> R:
        """Do ``step`` and note how long it took."""
        begun = time.perf_counter()
        result = step()
        self.took_ms.append((time.perf_counter() - begun) * 1000)
        return result

    def says(self, table_ms: int, language: str) -> str:
        """What was measured, in words; ``table_ms`` is how long the session was at the table."""
        if not self.took_ms:
            return closing("not_measured", language)
        took = sorted(self.took_ms)
        late = f"{took[min(len(took) - 1, int(len(took) * 0.95))]:.0f}"
        times = f"{table_ms / 1000 / max(time.perf_counter() - self._began, 1e-9):.1f}"
        each = f"{statistics.median(took):.1f}"
        return closing("measured", language, frames=len(took), each=each, late=late, times=times)
