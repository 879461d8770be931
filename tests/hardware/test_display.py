"""The real driver, down to the bytes on the bus: what arrives on the glass is what was drawn."""

import errno

import pytest
import smbus2
from PIL import Image

from firmware.announce.wide import wide_screen
from hardware.chips import SPI_PINS
from hardware.display import OledDisplay
from hardware.ports import DisplayLost
from tests.support.gallery import TWO, drawn

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
    with pytest.raises(ValueError, match=r"'abacus'.*ssd1306, sh1106, ssd1309"):
        OledDisplay("abacus")


class Wide:
    """An SSD1322 on a fake SPI bus, with RPi.GPIO's names: 480 by 64 pixels of four bits; the glass shows 256 of them.

    Commands come with the data pin low, their arguments and the pixels with it high.
    """

    LOW, HIGH, OUT, BCM = 0, 1, 0, 11

    def __init__(self):
        self.lit, self.data, self.fault = {}, False, None
        self.command, self.arguments, self.window, self.at = 0, [], {0x15: (0, 119), 0x75: (0, 63)}, (0, 0)

    def setmode(self, _mode):
        pass

    def setwarnings(self, _on):
        pass

    def setup(self, *_pins):
        pass

    def output(self, pin, level):
        if pin == SPI_PINS["gpio_DC"]:
            self.data = level == self.HIGH

    def cleanup(self, *_pins):
        pass

    def open(self, *_port):
        pass

    def close(self):
        pass

    def writebytes(self, sent):
        if self.fault:
            raise OSError(self.fault, "I/O error")
        for byte in sent:
            self._data(byte) if self.data else self._command(byte)

    def _command(self, byte):
        self.command, self.arguments = byte, []
        if byte == 0x5C:
            self.at = (self.window[0x15][0], self.window[0x75][0])

    def _data(self, byte):
        if self.command == 0x5C:
            self._pixels(byte)
            return
        self.arguments.append(byte)
        if self.command in self.window and len(self.arguments) == 2:
            self.window[self.command] = tuple(self.arguments)

    def _pixels(self, byte):
        """Two pixels; a column address holds four, that is two bytes, the first pixel in the high nibble."""
        self.half = not getattr(self, "half", False)
        column, row = self.at
        x = column * 4 + (0 if self.half else 2)
        self.lit[x, row], self.lit[x + 1, row] = byte >> 4, byte & 15
        if not self.half:
            last = column >= self.window[0x15][1]
            self.at = (self.window[0x15][0], row + 1) if last else (column + 1, row)

    def image(self):
        """The 256 by 64 pixels of the glass: columns 112 to 367 of the memory."""
        picture = Image.new("1", (256, 64))
        for (x, y), grey in self.lit.items():
            if grey and 112 <= x < 368:
                picture.putpixel((x - 112, y), 1)
        return picture


def test_a_wide_display_shows_it_in_its_middle():
    wide = Wide()
    OledDisplay("ssd1322", bus=wide, gpio=wide).show(SCORE)
    glass = wide.image()
    assert same(glass.crop((64, 0, 192, 64)), SCORE)
    assert not any(glass.crop(box).getbbox() for box in ((0, 0, 64, 64), (192, 0, 256, 64)))


def test_a_wide_display_shows_a_wide_picture_and_turns_it():
    wide, turned = Wide(), Wide()
    picture = wide_screen(TWO, "en")
    OledDisplay("ssd1322", bus=wide, gpio=wide).show(picture)
    OledDisplay("ssd1322", bus=turned, gpio=turned, half_turn=True).show(picture)
    assert same(wide.image(), picture)
    assert same(turned.image(), picture.rotate(180))


def test_a_wide_display_is_lost_and_comes_back():
    wide = Wide()
    display = OledDisplay("ssd1322", bus=wide, gpio=wide)
    display.show(SCORE)
    wide.fault = errno.EIO
    with pytest.raises(DisplayLost, match="on SPI"):
        display.show(POINT)
    wide.fault = None
    display.show(POINT)
    assert same(wide.image().crop((64, 0, 192, 64)), POINT)


def test_without_an_spi_bus_it_says_so():
    with pytest.raises(DisplayLost, match="on SPI"):
        OledDisplay("ssd1322").show(SCORE)
