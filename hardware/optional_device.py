"""A device that may be missing, fail or hang: told, tried again after growing pauses, never in anybody's way."""

import logging
import time
from collections.abc import Callable
from typing import Generic

from firmware.errors import HakamError
from hardware.device_thread import D_co, DeviceStep, DeviceThread
from hardware.retry import Retry

LOG = logging.getLogger(__name__)

BACK_OFF_S = (1.0, 2.0, 5.0, 10.0)
"""Before each attempt after a failure, the last for all that follow: a plug put back is found while its owner looks."""
HUNG_S = 5.0
"""A call that takes longer hangs: a picture takes 25 ms, to open pins a second. A judgement, well below 10 s."""
MOST_LEFT = 3
"""So many threads may hang in one device; one more would hang, too. A judgement."""
CLOSE_S = 1.0
"""The end waits so long for a device; all four of them in less than a third of systemd's TimeoutStopSec."""


class DeviceHangs(HakamError, TimeoutError):  # noqa: N818 - a fact, not an "error"
    """A device did not come back from a call."""


def _nothing(_device: object) -> None:
    pass


class OptionalDevice(Generic[D_co]):
    """A device that may be missing, now or later, used from a thread of its own.

    A thread that hangs cannot be ended: it is left alone, and a fresh one opens the device anew.

    Attributes:
        name: ``display``, ``buttons``, ``lamps`` or ``buzzer``.
        given_up: so many threads hang in the device that no other one is begun; a new process may help.
    """

    def __init__(
        self,
        name: str,
        open_device: Callable[[], D_co],
        *,
        keeps: bool = False,
        check: DeviceStep[D_co] = _nothing,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin to open the device, and do not wait for that.

        Args:
            name: as the log and the display's texts call it.
            open_device: opens it, again after it was lost; raises where it is missing.
            keeps: the last step says how the device is to be, as with a display: it is done again when it is back.
            check: what is done with the device every two seconds; raises where it is lost.
            clock: tells the time, seconds.
        """
        self.name = name
        self._open_device, self._keeps, self._check, self._clock = open_device, keeps, check, clock
        self._retry = Retry(name, BACK_OFF_S)
        self._left: list[DeviceThread[D_co]] = []
        self._wanted: DeviceStep[D_co] | None = None
        self.given_up = False
        self._thread: DeviceThread[D_co] | None = self._begun(clock())

    @property
    def lost(self) -> str:
        """Why the device is missing; empty while it is there."""
        return self._retry.lost

    def use(self, step: DeviceStep[D_co]) -> None:
        """Do something with the device soon, in place of what still waits; where it is missing that may be never."""
        self.attend()
        if self._thread:
            self._thread.use(step)

    def attend(self) -> None:
        """See after the device: a thread that hangs is replaced. To be called every second or so."""
        ended = [one for one in self._left if not one.alive]
        self._left = [one for one in self._left if one.alive]
        if self._thread and self._thread.hangs(HUNG_S):
            self._replace(self._thread)
        elif self._thread:
            self._thread.renew() if ended else self._thread.wake()
        elif self.given_up and len(self._left) < MOST_LEFT:
            self.given_up, self._thread = False, self._begun(self._clock())

    def close(self) -> None:
        """Give the device back; one that hangs is not waited for."""
        thread, self._thread, self.given_up = self._thread, None, False
        if thread:
            thread.close(CLOSE_S)

    def _begun(self, due_s: float) -> DeviceThread[D_co]:
        thread = DeviceThread(self._open_device, self._retry, keeps=self._keeps, check=self._check, clock=self._clock)
        thread.start(due_s, self._wanted)
        return thread

    def _replace(self, thread: DeviceThread[D_co]) -> None:
        """Leave a thread that hangs and begin another, unless too many hang."""
        wait_s = self._retry.failed(DeviceHangs(f"it has not come back from a call for {HUNG_S:g} s"))
        self._wanted, self._thread = thread.leave(), None
        self._left.append(thread)
        self.given_up = len(self._left) >= MOST_LEFT
        if self.given_up:
            LOG.warning("%s: given up, for it hangs again and again; switch the box off and on", self.name)
        else:
            self._thread = self._begun(self._clock() + wait_s)
