"""A device that may be missing: logged, shown on the display, opened again and again, never in the way."""

import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from firmware.errors import HakamError
from hardware.retry import Retry

AGAIN_S = 10.0
"""Between two attempts to open a device that is missing: a plug put back is found while its owner still looks."""


class Closable(Protocol):
    """Something that is given back."""

    def close(self) -> None:
        """Give it back."""


D_co = TypeVar("D_co", bound=Closable, covariant=True)


class OptionalDevice(Generic[D_co]):
    """A device that may be missing, now or later.

    Attributes:
        name: ``buttons``, ``lamps`` or ``buzzer``.
    """

    def __init__(
        self, name: str, open_device: Callable[[], D_co], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Open the device, if it is there.

        Args:
            name: as the log and the display's texts call it.
            open_device: opens it, again after it was lost; raises a HakamError where it is missing.
            clock: tells the time, seconds.
        """
        self.name = name
        self._open_device, self._clock, self._retry = open_device, clock, Retry(name, (AGAIN_S,))
        self._device: D_co | None = None
        self._due_s = clock()
        self.reopen_if_due()

    @property
    def lost(self) -> str:
        """Why the device is missing; empty while it is there."""
        return self._retry.lost

    def reopen_if_due(self) -> None:
        """Open the device again if it is missing and that is due."""
        self.use(_nothing)

    def use(self, do: Callable[[D_co], object]) -> None:
        """Do something with the device, if it is there; when that fails it is missing from now on."""
        if self._device is None and self._clock() < self._due_s:
            return
        try:
            self._device = self._device or self._open_device()
            do(self._device)
        except HakamError as fault:
            self.close()
            self._due_s = self._clock() + self._retry.failed(fault)
        else:
            self._retry.worked()

    def close(self) -> None:
        """Give the device back."""
        device, self._device = self._device, None
        if device:
            device.close()


def _nothing(_device: object) -> None:
    pass
