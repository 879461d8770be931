"""The lamps in the buttons, LEDs on pins of the header, driven by gpiozero."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from gpiozero import LED

from hardware.ports import LampsLost


class PinLamps:
    """An LED between each pin and ground, with its resistor; switching one takes microseconds and waits for nothing."""

    def __init__(self, pins: Mapping[str, int]) -> None:
        """Take the pins, BCM numbers by the button whose lamp it is; all are dark.

        Raises:
            LampsLost: if this machine has none, or another program holds one.
        """
        self._lamps: dict[str, Any] = {}
        self._lit: frozenset[str] = frozenset()
        try:
            for name, pin in pins.items():
                self._lamps[name] = LED(pin)
        except Exception as fault:  # of a pin that is taken lgpio says so by an Exception of its own: gpiozero#1057
            self.close()
            raise LampsLost(f"the lamps cannot be lit: {fault}") from fault

    @property
    def lit(self) -> frozenset[str]:
        """The buttons whose lamps are lit now."""
        return self._lit

    def show(self, lit: Collection[str]) -> None:
        """Light the lamps of these buttons and no other; only those that change are switched.

        Raises:
            LampsLost: if a pin cannot be switched.
        """
        wanted = frozenset(lit).intersection(self._lamps)
        try:
            for name in wanted ^ self._lit:
                self._lamps[name].value = name in wanted
        except Exception as fault:  # as above
            raise LampsLost(f"the lamps cannot be switched: {fault}") from fault
        self._lit = wanted

    def close(self) -> None:
        """Put all out and give the pins back, as far as they can still be driven."""
        lamps, self._lamps, self._lit = self._lamps, {}, frozenset()
        for lamp in lamps.values():
            with suppress(Exception):  # a pin that is broken is given up
                lamp.off()
                lamp.close()
