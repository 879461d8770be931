"""What the camera modules see of a table from which height: their fields of view, and the part of the sensor used."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware.cards import CARD_MM
from hardware.ports import SIZE


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera module that hangs over a table and looks straight down.

    Attributes:
        name: as it is sold.
        across_deg: horizontal field of view of the whole sensor, without distortion.
    """

    name: str
    across_deg: float

    def table_cm(self, height_cm: float, size: tuple[int, int]) -> tuple[float, float]:
        """Width and height of the table in a picture of ``size`` that has the sensor's whole width.

        Pictures of 16:9 lose the top and the bottom of a sensor of 4:3 (Module 2, HQ), and nothing of one of 16:9.
        """
        width_cm = height_cm / self.height_cm(1.0)
        return width_cm, width_cm * size[1] / size[0]

    def height_cm(self, width_cm: float) -> float:
        """From how high the sensor's whole width shows so much of the table."""
        return width_cm / 2 / math.tan(math.radians(self.across_deg) / 2)

    def card_px(self, height_cm: float, size: tuple[int, int]) -> float:
        """Long side of a card that lies on the table."""
        return CARD_MM[1] / 10 * size[0] / self.table_cm(height_cm, size)[0]

    def lamp_cm(self, height_cm: float, lamp_cm: float, size: tuple[int, int]) -> tuple[float, float]:
        """How far a lamp must hang from the point under the camera for its mirror image to leave the picture.

        Its image is as far below the table as the lamp is above it, so the camera sees it as if the table lay there.

        Args:
            height_cm: of the camera above the table.
            lamp_cm: of the lamp above the table.
            size: of the picture.

        Returns:
            Beside the picture (left or right of it), and above or below it; of a lamp without a size, in flat cards.
        """
        across, down = self.table_cm(height_cm + lamp_cm, size)
        return across / 2, down / 2


HQ_SENSOR_MM, HQ_FOCUS_MM = 6.287, 6.0
"""Width of the HQ camera's sensor (the same page as below), and the official wide lens for its CS mount."""
MODULE_3 = Lens("Module 3", 66.0)
LENSES = (
    Lens("Module 2", 62.2),
    MODULE_3,
    Lens("Module 3 Wide", 102.0),
    Lens("HQ, 6 mm", math.degrees(2 * math.atan(HQ_SENSOR_MM / 2 / HQ_FOCUS_MM))),
)
"""https://www.raspberrypi.com/documentation/accessories/camera.html, "Hardware Specification"; of HQ calculated."""
SIZES = (SIZE, (1920, 1080))
"""Of the picture that cards are read from: the one that is asked of a camera, and a larger one."""


def whole_sensor(resolution: tuple[int, int]) -> tuple[int, int]:
    """The mode of a sensor that shows all of it at 30 pictures a second or more: two by two pixels made one.

    Module 2 has 1640 by 1232 at 41, Module 3 2304 by 1296 at 56, HQ 2028 by 1520 at 40 (the same page). Unasked,
    picamera2 takes the mode nearest to the picture: of 1280 by 720 that is one of Module 3 which shows two thirds of
    the sensor's width (3072 of 4608, rpicam-apps issue 515), and one of Module 2 which shows 1920 of its 3280.
    """
    return resolution[0] // 2, resolution[1] // 2


def height_table(heights_cm: Iterable[int], least_px: float, most_px: float) -> Iterator[str]:
    """The rows of the table in the README: what each lens sees; bold where cards are neither too small nor too large.

    Args:
        heights_cm: of the lens above the table.
        least_px: least long side of a card in a picture of the first size.
        most_px: its greatest.
    """
    for height_cm in heights_cm:
        cells = (_cell(lens, height_cm, least_px, most_px) for lens in LENSES)
        yield f"| {height_cm} cm | {' | '.join(cells)} |"


def _cell(lens: Lens, height_cm: int, least_px: float, most_px: float) -> str:
    across, down = lens.table_cm(height_cm, SIZES[0])
    small, large = (lens.card_px(height_cm, size) for size in SIZES)
    words = f"{across:.0f} × {down:.0f} cm, {small:.0f} px ({large:.0f})"
    return f"**{words}**" if least_px <= small <= most_px else words
