"""Every wire from the Pi's header, by the settings: ``python -m docs.tools.wiring`` prints the table of the README.

``python -m docs.tools.wiring_drawing > hardware/wiring.svg`` draws them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gpiozero.pins.pi import PiBoardInfo
from msgspec.structs import replace

from firmware.devices.factory import button_pins, lamp_pins
from firmware.settings.model import Settings
from hardware.chips import SPI_PINS
from hardware.ports import REFEREE_BUTTONS, SEAT_BUTTONS

HEADER: dict[int, str] = {
    pin.number: pin.name for pin in PiBoardInfo.from_revision(0xC03111).headers["J8"].pins.values()
}
"""What each pin of the header is: ``GPIO17``, ``GND``, ``3V3`` or ``5V``; of a Pi 4, and of all with 40 pins."""
FITTED = replace(Settings(), seat_led_pins=(12, 16, 20, 21), referee_led_pins=(19, 26))
"""The settings with lamps on pins that nothing else wants, the SPI bus included; the README suggests them."""
ON_I2C = {"VCC": 1, "GND": 9, "SCL": 5, "SDA": 3}
"""The display's pins on the header: the first I2C bus is on GPIO2 and GPIO3."""
ON_SPI = {"VCC": 17, "GND": 25, "MOSI": 19, "SCLK": 23, "CS": 24}
"""The same of the first SPI bus: GPIO10, GPIO11, and the first of its selects, GPIO8."""
SEATS_GROUND, LID_GROUND = 14, 20
"""The pins whose ground a lever connector shares out. Pin 6 stays free: beside 4, it is where a fan is plugged."""
COLOURS = {"VCC": "#d32f2f", "GND": "#111111", "SDA": "#1565c0", "MOSI": "#1565c0", "SCL": "#f9a825", "SCLK": "#f9a825"}
COLOURS |= {"CS": "#d81b60", "D/C": "#00897b", "RESET": "#795548"}
GREEN, PURPLE, ORANGE, RED = "#2e7d32", "#8e24aa", "#ef6c00", "#d32f2f"


@dataclass(frozen=True, slots=True)
class WireEnd:
    """Where a wire from the header ends.

    Attributes:
        contact: what is written at the part.
        pin: of the header.
        colour: of the wire, as CSS has it.
        lamp: it feeds a lamp, through a resistor.
    """

    contact: str
    pin: int
    colour: str
    lamp: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is wired to the header.

    Attributes:
        name: as people call it.
        kind: what to buy.
        ends: its wires to the header.
        grounded: its other side hangs on the lever connector of its group.
    """

    name: str
    kind: str
    ends: tuple[WireEnd, ...]
    grounded: bool = False


@dataclass(frozen=True, slots=True)
class GroundGroup:
    """Parts that share a ground: a lever connector takes one wire from the header and one from each of them.

    Attributes:
        name: where they are.
        ground: the connector.
        parts: the parts.
    """

    name: str
    ground: Part
    parts: tuple[Part, ...]


def place(bcm: int) -> int:
    """The pin of the header by its BCM number."""
    return next(pin for pin, name in HEADER.items() if name == f"GPIO{bcm}")


def displays() -> tuple[Part, ...]:
    """The display: one of the two."""
    beside = {"D/C": place(SPI_PINS["gpio_DC"]), "RESET": place(SPI_PINS["gpio_RST"])}
    return (
        Part("Display on I2C", "SSD1306, SH1106, SSD1309", _bus(ON_I2C)),
        Part("or display on SPI", "SSD1322, 4-wire SPI", _bus(ON_SPI | beside)),
    )


def groups(settings: Settings) -> tuple[GroundGroup, ...]:
    """Buttons, lamps and buzzer, by the connector that grounds them."""
    pins, lamps = button_pins(settings), lamp_pins(settings)
    buzzer = Part("Buzzer", "passive piezo", (WireEnd("+", place(settings.buzzer_pin), ORANGE),), grounded=True)
    lid = (_button(f"Button {name.upper()}", pins[name], lamps.get(name), PURPLE) for name in REFEREE_BUTTONS)
    seats = (_button(f"Player {int(name) + 1}", pins[name], lamps.get(name), GREEN) for name in SEAT_BUTTONS)
    return (
        GroundGroup("lid of the case", _connector("lid", LID_GROUND), (buzzer, *lid)),
        GroundGroup("seats", _connector("seats", SEATS_GROUND), tuple(seats)),
    )


def parts(settings: Settings) -> Iterator[Part]:
    """All parts."""
    yield from displays()
    for group in groups(settings):
        yield from (group.ground, *group.parts)


def table(settings: Settings = FITTED) -> str:
    """The rows of the README's table: part, contact, what the header has there, and the pin."""
    rows = ((part, end) for part in parts(settings) for end in part.ends)
    return "".join(f"| {part.name} | {end.contact} | {HEADER[end.pin]} | {end.pin} |\n" for part, end in rows)


def _bus(pins: dict[str, int]) -> tuple[WireEnd, ...]:
    in_order = sorted(pins.items(), key=lambda one: one[1])
    return tuple(WireEnd(contact, pin, COLOURS[contact]) for contact, pin in in_order)


def _button(name: str, pin: int, lamp: int | None, colour: str) -> Part:
    contact = WireEnd("contact", place(pin), colour)
    lit = (WireEnd("lamp +", place(lamp), RED, lamp=True),) if lamp is not None else ()
    return Part(name, "normally open", (contact, *lit), grounded=True)


def _connector(name: str, pin: int) -> Part:
    return Part(f"Grounds of the {name}", "lever connector, 5 ways", (WireEnd("GND", pin, COLOURS["GND"]),))


if __name__ == "__main__":
    print(table(), end="")
