"""Drawing, table and default settings name the same pins, and the drawing can be followed."""

import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from docs.tools.wiring import FITTED, HEADER, LID_GROUND, SEATS_GROUND, displays, groups, parts, place, table
from docs.tools.wiring_drawing import drawing, pin_at, placed, wires
from firmware.devices.factory import button_pins, lamp_pins
from firmware.settings.model import Settings
from hardware.chips import SPI_BUS, SPI_PINS

HERE = Path(__file__).parents[2] / "hardware"
README = (HERE / "README.md").read_text()
NAMES = {"0": "Player 1", "1": "Player 2", "2": "Player 3", "3": "Player 4", "a": "Button A", "b": "Button B"}
ENDS = {(part.name, end.contact): end.pin for part in parts(FITTED) for end in part.ends}
WAYS = 5
"""Of the lever connectors that the parts list names."""
APART = 7
"""Least distance of two parallel wires of the drawing; a wire is 2.5 wide."""


def test_the_drawing_is_that_of_the_default_settings():
    write = "python -m docs.tools.wiring_drawing > hardware/wiring.svg"
    assert (HERE / "wiring.svg").read_text() == drawing(), f"after a wanted change: {write}"


def test_the_table_tells_the_same_wires():
    assert table() in README


@pytest.mark.parametrize("button", NAMES)
def test_each_button_is_wired_to_its_pin(button):
    assert ENDS[NAMES[button], "contact"] == place(button_pins(Settings())[button])


@pytest.mark.parametrize("button", NAMES)
def test_each_lamp_is_wired_to_its_pin(button):
    assert ENDS[NAMES[button], "lamp +"] == place(lamp_pins(FITTED)[button])


def test_buzzer_and_displays_are_wired_to_their_pins():
    assert ENDS["Buzzer", "+"] == place(Settings().buzzer_pin)
    i2c, spi = ({end.contact: HEADER[end.pin] for end in part.ends} for part in displays())
    assert i2c == {"VCC": "3V3", "GND": "GND", "SDA": "GPIO2", "SCL": "GPIO3"}  # i2c-1, of every 40-pin header
    wanted = {"VCC": "3V3", "GND": "GND", "MOSI": "GPIO10", "SCLK": "GPIO11", "CS": "GPIO8"}  # spidev0.0
    assert spi == wanted | {"D/C": f"GPIO{SPI_PINS['gpio_DC']}", "RESET": f"GPIO{SPI_PINS['gpio_RST']}"}
    assert {HEADER[end.pin] for end in displays()[1].ends} - {"3V3", "GND"} <= {f"GPIO{pin}" for pin in SPI_BUS}


def test_other_settings_draw_and_tell_other_wires():
    moved = replace(FITTED, seat_pins=(4, 27, 22, 23))
    assert "| Player 1 | contact | GPIO4 | 7 |" in table(moved)
    assert "pin 7, GPIO4: Player 1, contact" in drawing(moved)
    assert "lamp" not in table(Settings())


def test_no_pin_of_the_header_has_two_wires_and_each_is_what_its_wire_wants():
    assert len(set(ENDS.values())) == len(ENDS)
    wanted = {"GND": "GND", "VCC": "3V3"}
    assert all(HEADER[pin].startswith(wanted.get(contact, "GPIO")) for (_, contact), pin in ENDS.items())


def test_every_ground_has_a_clamp_of_a_lever_connector():
    shared = [(group.ground.ends[0].pin, len(group.parts)) for group in groups(FITTED)]
    assert shared == [(LID_GROUND, 3), (SEATS_GROUND, 4)]
    assert all(1 + count <= WAYS for _, count in shared)
    assert all(part.grounded for group in groups(FITTED) for part in group.parts)
    lines = [wire.name for wire in wires(FITTED) if wire.name.startswith("Grounds")]
    assert len(lines) == sum(count for _, count in shared)
    assert f"{len(shared)} lever connectors of {WAYS} ways" in " ".join(README.split())


def test_each_wire_is_drawn_from_its_pin_to_its_part():
    drawn = {wire.name: wire.points for wire in wires(FITTED)}
    for one in placed(FITTED):
        for end in one.part.ends:
            first, *_, last = drawn[f"pin {end.pin}, {HEADER[end.pin]}: {one.part.name}, {end.contact}"]
            assert first == pin_at(end.pin)
            assert one.y < last[1] < one.y + one.height


def test_no_two_wires_lie_on_each_other_or_close_by():
    stretches = [[(wire.name, *ends) for ends in pairwise(wire.points)] for wire in wires(FITTED)]
    pairs = ((one, other) for some, others in combinations(stretches, 2) for one in some for other in others)
    assert not [(one[0], other[0]) for one, other in pairs if any(_beside(one, other, axis) for axis in (0, 1))]


def _beside(one, other, axis):
    """Whether two stretches run along each other, closer than they may, at a fixed value of this axis."""
    fixed = [stretch[1][axis] for stretch in (one, other) if stretch[1][axis] == stretch[2][axis]]
    if len(fixed) < 2 or abs(fixed[0] - fixed[1]) >= APART:
        return False
    spans = [sorted((stretch[1][1 - axis], stretch[2][1 - axis])) for stretch in (one, other)]
    return min(spans[0][1], spans[1][1]) > max(spans[0][0], spans[1][0])


def test_no_part_covers_another_or_leaves_the_paper():
    wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawing()).groups())
    for x in {one.x for one in placed(FITTED)}:
        column = sorted((one for one in placed(FITTED) if one.x == x), key=lambda one: one.y)
        assert all(one.y + one.height < other.y for one, other in pairwise(column))
        assert column[-1].y + column[-1].height < high
    assert all(0 < at < wide for wire in wires(FITTED) for at, _ in wire.points)
