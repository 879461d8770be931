"""The small display on the I2C bus, or a larger one on the SPI bus, driven by luma.oled."""

from typing import Any

import luma.core.error
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306, ssd1309, ssd1322
from PIL import Image

from hardware.chips import ADDRESS, ON_SPI, SPI_PINS
from hardware.ports import DisplayLost

# Modules of 1.3 inches sold as SSD1306 often carry an SH1106 (garbage at the edge tells): olikraus/u8g2#149.
CHIPS = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309, "ssd1322": ssd1322}


class OledDisplay:
    """Shows 128 by 64 pixels, or 256 by 64; opened by the first picture, and again by the next after it was lost."""

    def __init__(
        self,
        chip: str = "ssd1306",
        *,
        address: int = ADDRESS,
        port: int = 1,
        half_turn: bool = False,
        bus: Any = None,
        gpio: Any = None,
    ) -> None:
        """Choose the module.

        Args:
            chip: ``ssd1306``, ``sh1106``, ``ssd1309``, or ``ssd1322``, which is on the SPI bus.
            address: on the I2C bus.
            port: number of the I2C bus; 1 on every Pi with a 40-pin header.
            half_turn: the module is mounted upside down.
            bus: an SMBus, or spidev's SpiDev, already open, instead of a port.
            gpio: with the names of RPi.GPIO, for the two pins beside the SPI bus; by default that (rpi-lgpio) itself.

        Raises:
            ValueError: if the chip is none of these.
        """
        if chip not in CHIPS:
            raise ValueError(f"there is no display chip {chip!r} here; choose one of {', '.join(CHIPS)}")
        self._name, self._chip, self._address, self._port = chip, CHIPS[chip], address, port
        self._rotate, self._bus, self._gpio = 2 if half_turn else 0, bus, gpio  # luma counts quarter turns
        self._wire: Any = None
        self._device: Any = None

    def show(self, picture: Image.Image) -> None:
        """Send the picture, 23 to 25 ms of bus time at 400 kHz; a narrower one goes into the middle of the glass.

        Raises:
            DisplayLost: if the module does not answer.
        """
        try:
            self._device = self._device or self._open()
            self._device.display(_centred(picture, self._device.size))
        except (OSError, ImportError, luma.core.error.Error) as fault:  # luma passes some faults through as they are
            self._drop()
            raise DisplayLost(f"{self._where} does not answer: {fault}") from fault

    def close(self) -> None:
        """Switch the module off; one that does not answer any more is off already."""
        try:
            if self._device:
                self._device.hide()
        except (OSError, luma.core.error.Error):
            pass
        finally:
            self._drop()

    def keep(self) -> None:
        """Leave the last picture on the glass when the program ends, which luma would put out; show nothing more."""
        if self._device:
            self._device.persist = True
        self._device = self._wire = None

    @property
    def _where(self) -> str:
        return "the display on SPI" if self._name == ON_SPI else f"the display at address {self._address:#04x}"

    def _open(self) -> Any:
        if self._name == ON_SPI:
            self._wire = spi(spi=self._bus, gpio=self._gpio, **SPI_PINS)
            return self._chip(self._wire, width=256, height=64, mode="1", rotate=self._rotate)
        self._wire = i2c(bus=self._bus, port=self._port, address=self._address)
        return self._chip(self._wire, rotate=self._rotate)

    def _drop(self) -> None:
        """Forget the module and close the bus that was opened for it."""
        if self._wire:
            self._wire.cleanup()
        self._wire = self._device = None


def _centred(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    if picture.size == size:
        return picture
    whole = Image.new("1", size)
    whole.paste(picture, ((size[0] - picture.width) // 2, 0))
    return whole
