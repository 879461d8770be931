"""What systemd is told: ready, and alive as long as pictures are really looked at or a camera is awaited in vain.

A camera that gave pictures and then none for a minute is wedged in its driver, which only a new process, and sometimes
only a new start of the machine cures (picamera2 issues 1275 and 1392): then the watchdog is not fed any more. Where
that cured nothing some times it is fed again, and players are told to switch the box off and on.
"""

import os
import socket
from collections.abc import Callable, Mapping

from firmware.runtime.restarts import SEEN, RestartBudget

EVERY_S = 2.0
"""Between two messages: a tenth of the watchdog's 20 s."""
WEDGED_S = 60.0
"""By then a camera that can be opened again was opened again, several times over."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Tell systemd a state, such as ``READY=1`` (sd_notify(3)); do nothing where it did not start the program."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
        wire.sendall(state.encode())


class Watchdog:
    """Feeds systemd's watchdog.

    Attributes:
        given_up: a camera is wedged, and new processes have not cured it.
    """

    def __init__(self, tell: Callable[[str], object] = notify, budget: RestartBudget | None = None) -> None:
        """Begin with no picture.

        Args:
            tell: tells systemd.
            budget: of restarts; ``None``: one that remembers where systemd says.
        """
        self._tell, self._ready, self._had_pictures, self._fed_s = tell, False, False, 0.0
        self._budget, self._starving, self.given_up = budget or RestartBudget(), False, False

    def watch(self, now_s: float, *, seen: bool, lost_s: float | None) -> None:
        """Take note of a step of the main loop.

        Args:
            now_s: by the clock, seconds.
            seen: whether the step looked at a picture.
            lost_s: since when the camera has been lost, by the clock; ``None``: it is not.
        """
        if seen and not self._had_pictures:
            self._had_pictures = True
            self._budget.note(SEEN)
        wedged = lost_s is not None and self._had_pictures and now_s - lost_s > WEDGED_S
        self._decide(wedged)
        awaited = lost_s is not None and not self._starving
        if not self._ready and (seen or awaited):
            self._ready = True
            self._tell("READY=1")
        if (seen or awaited) and (self._fed_s == 0.0 or now_s - self._fed_s >= EVERY_S):
            self._fed_s = now_s
            self._tell("WATCHDOG=1")

    def _decide(self, wedged: bool) -> None:
        """Whether a wedged camera is worth a restart, once for each time that it is wedged."""
        if not wedged:
            self._starving = self.given_up = False
        elif not (self._starving or self.given_up):
            self._starving = self._budget.spend()
            self.given_up = not self._starving
