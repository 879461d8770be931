"""The small displays that are driven, by their names and place on the bus; known without opening one."""

from typing import Literal

DisplayChip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1322"]
"""The chips that :mod:`hardware.display` drives."""
ADDRESS = 0x3C
"""On the I2C bus, of most modules; 0x3D with the jumper on the back set."""
ON_SPI = "ssd1322"
"""256 by 64 in 16 greys; a narrower picture is in its middle; it has no I2C."""
WIDE = frozenset({ON_SPI})
"""Those with 256 columns; the others have 128."""
SPI_PINS = {"gpio_DC": 5, "gpio_RST": 6}
"""BCM numbers of its data/command and reset; luma's own, 24 and 25, are the referee's buttons."""
SPI_BUS = frozenset({*SPI_PINS.values(), 7, 8, 9, 10, 11})
"""BCM numbers of all pins that it takes: SPI0 has five, both selects among them (``dtparam=spi=on``)."""
