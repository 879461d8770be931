"""The small displays that are driven, by their names and place on the bus; known without opening one."""

from typing import Literal

DisplayChip = Literal["ssd1306", "sh1106", "ssd1309", "ssd1322"]
"""The chips that :mod:`hardware.display` drives."""
ADDRESS = 0x3C
"""On the I2C bus, of most modules; 0x3D with the jumper on the back set."""
