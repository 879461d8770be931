"""How often the program may ask to be started anew, remembered in the folder that systemd keeps between two starts.

Frigate, a recorder of cameras, gives up after so many restarts in an hour and says so; here it is the same.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

MOST, WITHIN_S = 3, 3600.0
"""So many restarts in so long: a driver that a new process cures is cured by the first one. A judgement."""
SEEN, WEDGED, TIMES = "seen", "wedged", "restarts"
"""Files of the folder: pictures came since the machine was started; restarts cure nothing; when they were asked for."""


class RestartBudget:
    """Counts the restarts that were asked for since the machine was started."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin with what is remembered.

        Args:
            environment: where ``RUNTIME_DIRECTORY`` says the folder; without, nothing is remembered.
            clock: tells the time since the machine was started, seconds.
        """
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._folder, self._clock = Path(folder) if folder else None, clock

    def spend(self) -> bool:
        """Ask for a restart; ``False``: there were too many, and another one would cure nothing."""
        now_s = self._clock()
        recent = [at_s for at_s in self._times() if 0 <= now_s - at_s < WITHIN_S]
        if len(recent) >= MOST:
            self.note(WEDGED)
            return False
        self._write(TIMES, "".join(f"{at_s:.0f}\n" for at_s in (*recent, now_s)))
        return True

    def note(self, name: str) -> None:
        """Leave a mark, :data:`SEEN` or :data:`WEDGED`, for ``systemd/reboot-on-wedge.sh``."""
        self._write(name, "")

    def _times(self) -> list[float]:
        with suppress(OSError, ValueError):
            if self._folder:
                return [float(line) for line in (self._folder / TIMES).read_text(encoding="ascii").split()]
        return []

    def _write(self, name: str, words: str) -> None:
        with suppress(OSError):
            if self._folder:
                (self._folder / name).write_text(words, encoding="ascii")
