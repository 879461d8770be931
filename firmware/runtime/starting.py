"""More time for a start that takes long and does not hang: a long match is read again before the first picture."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware.runtime.watchdog import notify

EVERY_S, MORE_S, MOST_S = 5.0, 20, 600.0
"""So often systemd is asked for so many seconds more, and for so long at most: then it takes the start for hung. Twelve
deals take 24 s on a laptop; a Pi 4 is four times slower."""


@contextmanager
def more_time(
    tell: Callable[[str], object] = notify, wait: Callable[[threading.Event, float], bool] = threading.Event.wait
) -> Iterator[None]:
    """Ask systemd for more time while something is done.

    Args:
        tell: tells systemd.
        wait: waits for an event for so many seconds, and tells whether it came.
    """
    done = threading.Event()

    def ask() -> None:
        for _ in range(round(MOST_S / EVERY_S)):
            tell(f"EXTEND_TIMEOUT_USEC={MORE_S * 1_000_000}")
            if wait(done, EVERY_S):
                return

    asking = threading.Thread(target=ask, name="starting", daemon=True)
    asking.start()
    try:
        yield
    finally:
        done.set()
        asking.join()
