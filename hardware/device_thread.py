"""The thread in which one device is opened, used and given back: whatever the device does, only this thread waits."""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from firmware.errors import HakamError
from hardware.retry import Retry

LOG = logging.getLogger(__name__)

CHECK_S = 2.0
"""Between two looks after a device that nobody uses: a third of what a fault may take to be noticed, 10 s at most."""


class Closable(Protocol):
    """Something that is given back."""

    def close(self) -> None:
        """Give it back."""


D_co = TypeVar("D_co", bound=Closable, covariant=True)
DeviceStep = Callable[[D_co], object]
"""Something to be done with a device."""


class DeviceThread(Generic[D_co]):
    """Does the newest step with its device. No method but :meth:`close` ever waits."""

    def __init__(
        self,
        open_device: Callable[[], D_co],
        retry: Retry,
        *,
        keeps: bool,
        check: DeviceStep[D_co],
        clock: Callable[[], float],
    ) -> None:
        """Take note of the device; :meth:`start` begins.

        Args:
            open_device: opens it, again after it was lost.
            retry: is told of every failure, and when the device works.
            keeps: the last step says how the device is to be from then on: it is done again when it was opened again.
            check: what is done with the device now and then; raises where it is lost.
            clock: tells the time, seconds.
        """
        self._open_device, self._retry, self._keeps, self._check = open_device, retry, keeps, check
        self._clock, self._news = clock, threading.Condition()
        self._wanted: DeviceStep[D_co] | None = None
        self._last: DeviceStep[D_co] | None = None
        self._device: D_co | None = None
        self._over = self._left = self._stale = False
        self._due_s, self._busy_since_s = 0.0, float("inf")
        self._thread = threading.Thread(target=self._run, name=retry.name, daemon=True)

    def start(self, due_s: float, wanted: DeviceStep[D_co] | None = None) -> None:
        """Begin at ``due_s`` by the clock, with the step ``wanted``."""
        self._due_s, self._wanted = due_s, wanted
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether the thread still goes on, or hangs."""
        return self._thread.is_alive()

    def hangs(self, after_s: float) -> bool:
        """Whether a call of the device has taken longer than ``after_s``, seconds."""
        return self._clock() - self._busy_since_s > after_s

    def use(self, step: DeviceStep[D_co]) -> None:
        """Do a step soon, in place of one that still waits; a device that is lost keeps a step only if it keeps any."""
        with self._news:
            self._wanted = step if self._keeps or not self._retry.lost else None
            self._news.notify_all()

    def wake(self) -> None:
        """Look at the clock, which may have gone on by leaps."""
        with self._news:
            self._news.notify_all()

    def renew(self) -> None:
        """Open the device once more, for another thread may have switched it off."""
        with self._news:
            self._stale, self._due_s = True, self._clock()
            self._news.notify_all()

    def leave(self) -> DeviceStep[D_co] | None:
        """Give up a thread that hangs, and give the step that is still to be done; should it wake, it ends silently."""
        with self._news:
            self._over = self._left = True
            self._news.notify_all()
            return self._wanted or (self._last if self._keeps else None)

    def close(self, wait_s: float) -> None:
        """Do what still is to be done unless the device is lost, and give it back; wait for ``wait_s`` at most."""
        with self._news:
            self._over = True
            self._news.notify_all()
        self._thread.join(wait_s)

    def _run(self) -> None:
        while step := self._next():
            try:
                self._do(step)
            except Exception as fault:  # a thread that dies would look like a device that has nothing to do
                if not isinstance(fault, HakamError) and not self._retry.lost:
                    LOG.warning("the %s failed in an unknown way", self._retry.name, exc_info=True)
                self._drop()
                self._settle(fault)
            else:
                self._settle(None)
        self._drop()

    def _next(self) -> DeviceStep[D_co] | None:
        """The next step, once one is due; ``None``: none will come."""
        with self._news:
            while not (self._over or self._is_due):
                self._news.wait(max(self._due_s - self._clock(), 0.0))
            if self._over and (self._left or self._retry.lost or not self._wanted):
                return None
            step, self._wanted = self._wanted or self._again, None
            self._last = self._last if step is self._check else step
            self._busy_since_s = self._clock()
            return step

    @property
    def _is_due(self) -> bool:
        return self._clock() >= self._due_s or (self._wanted is not None and not self._retry.lost)

    @property
    def _again(self) -> DeviceStep[D_co]:
        """What is done where nobody wants anything: a device that is opened again is brought to where it was."""
        anew = self._stale or self._device is None
        return self._last if anew and self._keeps and self._last else self._check

    def _do(self, step: DeviceStep[D_co]) -> None:
        if self._stale:
            self._stale = False
            self._drop()
        if self._device is None:
            self._device = self._open_device()
        step(self._device)

    def _settle(self, fault: Exception | None) -> None:
        with self._news:
            self._busy_since_s = float("inf")
            if not self._left:
                self._due_s = self._clock() + (self._retry.failed(fault) if fault else CHECK_S)
                if not fault:
                    self._retry.worked()
            self._news.notify_all()

    def _drop(self) -> None:
        """Give the device back, as far as it can still be closed."""
        device, self._device = self._device, None
        with suppress(Exception):  # it is given up in any case
            if device:
                device.close()
