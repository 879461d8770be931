"""How long the eyes take, and the pace of a replay: the only two uses of a clock outside the appliance itself."""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

R = TypeVar("R")


class Stopwatch:
    """Collects how long single steps took.

    Attributes:
        took_ms: one entry for each step.
    """

    def __init__(self) -> None:
        """Nothing measured yet."""
        self.took_ms: list[float] = []
        self._began = time.perf_counter()

    def timed(self, step: Callable[[], R]) -> R:
        """Do ``step`` and note how long it took."""
        begun = time.perf_counter()
        result = step()
        self.took_ms.append((time.perf_counter() - begun) * 1000)
        return result

    def says(self, table_ms: int) -> str:
        """What was measured, in words; ``table_ms`` is how long the session was at the table."""
        if not self.took_ms:
            return "no frames were looked at"
        took = sorted(self.took_ms)
        late = took[min(len(took) - 1, int(len(took) * 0.95))]
        times = table_ms / 1000 / max(time.perf_counter() - self._began, 1e-9)
        return (
            f"{len(took)} frames, {statistics.median(took):.1f} ms each (95 % under {late:.0f} ms), "
            f"{times:.1f} times as fast as the table"
        )


class Timed(Protocol):
    """Something that happened at a time."""

    @property
    def t_ms(self) -> int:
        """Milliseconds since the session began."""
        ...


T = TypeVar("T", bound=Timed)


def paced(things: Iterable[T], speed: float | None) -> Iterator[T]:
    """Hand on each thing when its time has come, ``speed`` times as fast as it happened; ``None``: at once."""
    begun = time.monotonic()
    for thing in things:
        if speed:
            time.sleep(max(0.0, begun + thing.t_ms / 1000 / speed - time.monotonic()))
        yield thing
