"""Settings that do not go together, though each is right for itself.

They are those of :mod:`firmware.settings.model`, which asks here and can therefore not be known here.
"""

from collections.abc import Collection
from typing import Any

from firmware.settings.fields import seat_fault
from firmware.settings.house_rules import rules_fault
from firmware.settings.names import names_fault
from hardware.chips import ON_SPI, SPI_BUS, WIDE

PINNED = ("seat_pins", "referee_pins", "buzzer_pin", "seat_led_pins", "referee_led_pins")
"""The settings that say which wire something is on."""


def conflicts(settings: Any, wrong: Collection[str]) -> dict[str, str]:
    """What is wrong with values of the right type, by key.

    Args:
        settings: those of which each value is right for itself.
        wrong: keys whose values are not, which are left out.
    """
    found = {"rules": rules_fault(settings.rules)}
    if "players" not in wrong:
        found["names"] = names_fault(settings.names, settings.players)
        found["first_dealer"] = _dealer_fault(settings)
        found["dealer"] = None if settings.dealer is None else seat_fault(settings.dealer, settings.players)
    if (settings.quiet_from is None) != (settings.quiet_until is None):
        found["quiet_from"] = "quiet_from and quiet_until need each other"
    found["display_opposite"] = _opposite_fault(settings)
    return {key: text for key, text in found.items() if text} | _shared_pins(settings, wrong)


def _dealer_fault(settings: Any) -> str | None:
    first, players = settings.first_dealer, settings.players
    if first is not None and settings.dealer is not None:
        return "dealer says the same: leave one of them out"
    if first is not None and first > players:
        return f"{first} is not one of {players} players, who are 1 to {players}"
    return None


def _opposite_fault(settings: Any) -> str | None:
    wide = settings.display in WIDE
    if settings.display_opposite == "halves" and not wide:
        return f"halves needs a display of 256 columns: {', '.join(WIDE)}"
    if settings.display_opposite == "second" and wide:
        return "second needs displays on the I2C bus"
    if settings.display_opposite == "second" and settings.display_second_address == settings.display_address:
        return "second needs another address than display_address: display_second_address"
    return None


def _shared_pins(settings: Any, wrong: Collection[str]) -> dict[str, str]:
    """The pins that have two things on them."""
    taken, found = dict.fromkeys(SPI_BUS if settings.display == ON_SPI else (), f"display = {ON_SPI}"), dict[str, str]()
    for name in (name for name in PINNED if name not in wrong):
        value: int | tuple[int, ...] = getattr(settings, name) or ()
        for pin in (value,) if isinstance(value, int) else value:
            if pin in taken:
                twice = taken[pin] == name
                found[name] = f"pin {pin} is named twice" if twice else f"pin {pin} is also in {taken[pin]}"
            taken.setdefault(pin, name)
    return found
