"""The real driver, down to the bytes on the bus: what arrives on the glass is what was drawn."""

import errno

import pytest
import smbus2
from PIL import Image

from firmware.announce.gallery import drawn
from hardware.display import OledDisplay
from hardware.ports import DisplayLost

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")  # luma.oled 3.16 with Pillow 13
SCORE, POINT = drawn()["score_two"], drawn()["caida"]


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.tobytes() == other.tobytes()


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1309"])
def test_the_glass_shows_the_picture(kind, chip, bus):
    display = OledDisplay(kind, bus=bus)
    display.show(SCORE)
    assert chip.on
    assert not chip.unknown
    assert same(chip.image(), SCORE)


def test_an_sh1106_shows_it_without_a_shift(sh1106_chip, bus_of):
    OledDisplay("sh1106", bus=bus_of(sh1106_chip)).show(SCORE)
    assert same(sh1106_chip.image(), SCORE)


def test_the_next_picture_replaces_it(chip, bus):
    display = OledDisplay(bus=bus)
    display.show(SCORE)
    display.show(POINT)
    assert same(chip.image(), POINT)


def test_a_module_mounted_upside_down_gets_it_turned(chip, bus):
    OledDisplay(bus=bus, half_turn=True).show(SCORE)
    assert same(chip.image(), SCORE.rotate(180))


def test_a_port_is_opened_and_closed(chip, bus, monkeypatch):
    opened = []
    monkeypatch.setattr(smbus2, "SMBus", lambda port: opened.append(port) or bus)
    display = OledDisplay(port=3)
    display.show(SCORE)
    assert opened == [3]
    assert same(chip.image(), SCORE)
    display.close()
    assert bus.closed == 1
    assert not chip.on


@pytest.mark.parametrize("fault", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_an_unplugged_module_is_told_and_comes_back(fault, chip, bus):
    display = OledDisplay(bus=bus)
    display.show(SCORE)
    bus.fault = fault
    with pytest.raises(DisplayLost, match="0x3c does not answer"):
        display.show(POINT)
    bus.fault, chip.on = None, False  # it was without power meanwhile
    display.show(POINT)
    assert chip.on
    assert same(chip.image(), POINT)


def test_a_module_missing_from_the_start_is_told(bus):
    with pytest.raises(DisplayLost, match="0x3d"):
        OledDisplay(address=0x3D, bus=bus).show(SCORE)


def test_a_missing_bus_is_told():
    with pytest.raises(OSError, match="does not answer"):
        OledDisplay(port=987).show(SCORE)


def test_closing_does_no_harm(bus):
    display = OledDisplay(bus=bus)
    display.close()
    display.show(SCORE)
    bus.fault = errno.EIO
    display.close()
    display.close()


def test_an_unknown_chip_is_refused_by_name():
    with pytest.raises(ValueError, match=r"'sh1107'.*ssd1306, sh1106, ssd1309"):
        OledDisplay("sh1107")
