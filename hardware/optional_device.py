"""Parts of the body that may be missing: logged, shown on the display, tried again and again, never in the way."""

import logging
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from firmware.errors import HakamError

LOG = logging.getLogger(__name__)

AGAIN_S = 10.0
"""Between two attempts to open a part that is missing: a plug put back is found while its owner still looks."""


class Closing(Protocol):
    """Something that is given back."""

    def close(self) -> None:
        """Give it back."""


P = TypeVar("P", bound=Closing)


class OptionalDevice(Generic[P]):
    """A part of the body that may be missing, now or later.

    Attributes:
        name: ``buttons``, ``lamps`` or ``buzzer``.
        lost: why it is missing; empty while it is there.
    """

    def __init__(self, name: str, open_device: Callable[[], P], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Open it, if it is there."""
        self.name, self.lost = name, ""
        self._open_device, self._clock = open_device, clock
        self._device: P | None = None
        self._again_s = -AGAIN_S
        self.tend()

    def tend(self) -> None:
        """Open it again if it is missing and that is due."""
        self.use(lambda _device: None)

    def use(self, do: Callable[[P], object]) -> None:
        """Do something with the part, if it is there; when that fails it is missing from now on."""
        if self._device is None and self._clock() < self._again_s:
            return
        try:
            self._device = self._device or self._open_device()
            do(self._device)
        except HakamError as fault:
            self._lose(str(fault))
        else:
            self._find()

    def close(self) -> None:
        """Give it back."""
        device, self._device = self._device, None
        if device:
            device.close()

    def _lose(self, why: str) -> None:
        self.close()
        if why != self.lost:
            LOG.warning("%s: %s", self.name, why)
        self.lost, self._again_s = why, self._clock() + AGAIN_S

    def _find(self) -> None:
        if self.lost:
            LOG.warning("%s: there again", self.name)
        self.lost = ""
