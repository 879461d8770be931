"""A clock that only goes on when told, on which threads sleep: hours of table time in minutes, the same each time."""

import threading

REAL_S = 30.0
"""No thread takes so long to fall asleep again; then it hangs in earnest, and the run goes on without it."""


class TableClock:
    """Seconds of the table."""

    def __init__(self, now_s: float = 1000.0) -> None:
        """Begin at ``now_s``."""
        self._now_s, self._moved = now_s, threading.Condition()
        self._due: dict[int, float] = {}
        self._over = False

    def __call__(self) -> float:
        """What time it is."""
        return self._now_s

    def sleep_until(self, at_s: float) -> None:
        """Sleep, in whatever thread, until the clock is told that it is so late."""
        me = threading.get_ident()
        with self._moved:
            self._due[me] = at_s
            self._moved.notify_all()
            self._moved.wait_for(lambda: self._over or self._now_s >= at_s)
            del self._due[me]

    def wait(self, seconds: float) -> bool:
        """Sleep that long; tell whether all is over."""
        self.sleep_until(self._now_s + seconds)
        return self._over

    def advance(self, seconds: float) -> None:
        """Let it be later, and wait till whoever is woken by that sleeps again."""
        with self._moved:
            self._now_s += seconds
            self._moved.notify_all()
            self._moved.wait_for(lambda: bool(self._due) and min(self._due.values()) > self._now_s, REAL_S)

    def skip(self, seconds: float) -> None:
        """Let it be later, where nobody sleeps."""
        self._now_s += seconds

    def end(self) -> None:
        """Wake everybody for good."""
        with self._moved:
            self._over = True
            self._moved.notify_all()
