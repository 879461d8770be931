"""Drawing, table and default settings name the same pins."""

import re
from pathlib import Path

import pytest

from firmware.devices.factory import button_pins
from firmware.settings.model import Settings

HERE = Path(__file__).parents[2] / "hardware"
DRAWING = (HERE / "wiring.yml").read_text()
TABLE = {
    row[0]: (row[1], int(row[2]))
    for row in re.findall(r"^\| (.+?) \| (.+?) \| (\d+) \|", (HERE / "README.md").read_text(), re.M)
}
HEADER = {2: 3, 3: 5, 17: 11, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22, 18: 12}
"""Pin of the header by BCM number: https://pinout.xyz"""
NAMES = {"0": "SEAT1", "1": "SEAT2", "2": "SEAT3", "3": "SEAT4", "a": "A", "b": "B"}
WIRED = {"buzzer +": Settings().buzzer_pin, "display SDA": 2, "display SCL": 3}
WIRED |= {f"seat {seat}": pin for seat, pin in enumerate(Settings().seat_pins)}
WIRED |= dict(zip(("referee A", "referee B"), Settings().referee_pins, strict=True))


def drawn(part):
    """The header pin that the first contact of a part is wired to."""
    return int(re.search(rf"PI: \[(\d+)[^]]*\]}}, {{W\d: \[\d[^]]*\]}}, {{{part}: \[1[,\]]", DRAWING)[1])


@pytest.mark.parametrize("button", NAMES)
def test_the_drawing_wires_each_button_to_its_pin(button):
    assert drawn(NAMES[button]) == HEADER[button_pins(Settings())[button]]


def test_the_drawing_wires_the_buzzer_to_its_pin():
    assert drawn("BUZZER") == HEADER[Settings().buzzer_pin]


@pytest.mark.parametrize("wire", WIRED)
def test_the_table_tells_the_same_pins(wire):
    assert TABLE[wire] == (f"GPIO{WIRED[wire]}", HEADER[WIRED[wire]])


def test_every_pin_of_the_drawing_is_labelled_as_on_the_header():
    labels = re.search(r"pinlabels: \[(3V3.*?)\]", DRAWING)[1].split(", ")
    pins = [int(pin) for pin in re.search(r"pins: \[(1, 3.*?)\]", DRAWING)[1].split(", ")]
    named = {int(label.split()[0][4:]): pin for label, pin in zip(labels, pins, strict=True) if "GPIO" in label}
    assert named == HEADER
    grounds = {pin for label, pin in zip(labels, pins, strict=True) if label == "GND"}
    assert grounds <= {6, 9, 14, 20, 25, 30, 34, 39}
