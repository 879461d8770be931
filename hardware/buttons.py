"""The buttons on the header, read by gpiozero: raw contacts; what they mean is decided elsewhere."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gpiozero import DigitalInputDevice

from hardware.ports import ButtonsLost, ContactListener


class PinButtons:
    """Buttons between a pin and ground, each with the pull-up of the pin.

    Nothing is debounced here: gpiozero's ``bounce_time`` loses presses that are shorter, and its mock ignores it.
    """

    def __init__(self, pins: Mapping[str, int], *, clock: Callable[[], float] = time.monotonic) -> None:
        """Take the pins, BCM numbers by button.

        Raises:
            ButtonsLost: if this machine has none, or another program holds one.
        """
        self._clock, self._inputs = clock, {}
        try:
            for name, pin in pins.items():
                self._inputs[name] = DigitalInputDevice(pin, pull_up=True)
        except Exception as fault:  # of a pin that is taken lgpio says so by an Exception of its own: gpiozero#1057
            self.close()
            raise ButtonsLost(f"the buttons cannot be read: {fault}") from fault

    def listen(self, heard: ContactListener) -> None:
        """Tell ``heard`` of every contact from now on."""
        for name, contact in self._inputs.items():
            contact.when_activated = partial(self._tell, heard, name, True)
            contact.when_deactivated = partial(self._tell, heard, name, False)

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are down now."""
        return tuple(name for name, contact in self._inputs.items() if contact.is_active)

    def close(self) -> None:
        """Give the pins back."""
        inputs, self._inputs = self._inputs, {}
        for contact in inputs.values():
            contact.close()

    def _tell(self, heard: ContactListener, name: str, pressed: bool, _device: Any = None) -> None:
        heard(name, pressed, self._clock())
