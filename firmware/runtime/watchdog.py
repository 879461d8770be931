"""When systemd's watchdog is fed: only for pictures that were really looked at, or while a camera is awaited in vain.

A camera that gave pictures and then none for a minute is wedged in its driver, which only a new process, and sometimes
only a new start of the machine cures (picamera2 issues 1275 and 1392): it is let starve.
"""

from collections.abc import Callable

from firmware.runtime.notify import notify

EVERY_S = 2.0
"""Between two meals: a tenth of the watchdog's 20 s."""
WEDGED_S = 60.0
"""By then a camera that can be opened again was opened again, several times over."""


class Watchdog:
    """Feeds the watchdog."""

    def __init__(self, tell: Callable[[str], object] = notify) -> None:
        """Tell systemd by ``tell``."""
        self._tell, self._ready, self._had_pictures, self._fed_s = tell, False, False, 0.0

    def watch(self, now_s: float, *, seen: bool, lost_s: float | None) -> None:
        """A step was done.

        Args:
            now_s: by the clock, seconds.
            seen: whether it looked at a picture.
            lost_s: since when the camera has been lost, by the clock; ``None``: it is not.
        """
        self._had_pictures = self._had_pictures or seen
        awaited = lost_s is not None and not (self._had_pictures and now_s - lost_s > WEDGED_S)
        if not self._ready and (seen or awaited):
            self._ready = True
            self._tell("READY=1")
        if (seen or awaited) and (self._fed_s == 0.0 or now_s - self._fed_s >= EVERY_S):
            self._fed_s = now_s
            self._tell("WATCHDOG=1")
