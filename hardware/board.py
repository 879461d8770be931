"""What a Raspberry Pi says of its own supply and heat: the bits of ``get_throttled``, asked of its firmware.

``/dev/vcio`` is the firmware's mailbox; without it the kernel's own sensors tell: ``rpi_volt`` of the supply, and the
thermal zone of the processor.
"""

import array
import fcntl
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

UNDER_VOLTAGE, TOO_HOT = "under_voltage", "too_hot"
"""What is wrong now, as texts call it."""

MAILBOX = Path("/dev/vcio")
PROPERTY = 0xC0086400
"""``_IOWR(100, 0, char *)`` with a pointer of eight bytes, as the firmware's vcgencmd calls it
(github.com/raspberrypi/utils, vcgencmd.c: IOCTL_MBOX_PROPERTY)."""
GET_THROTTLED = 0x00030046
"""A tag of github.com/raspberrypi/firmware/wiki/Mailbox-property-interface."""
SUPPLY_BIT, HEAT_BITS = 1 << 0, 1 << 2 | 1 << 3
"""Under-voltage now; throttled now, soft limit of temperature now: the lower half of get_throttled, as documented at
raspberrypi.com/documentation/computers/os.html#get_throttled. Throttled alone may be the supply's doing."""

SENSORS = Path("/sys/class")
HOT_MILLI_C = 80_000
"""From here on a Pi slows itself down (raspberrypi.com/documentation, "frequency management and thermal control")."""


class Board:
    """The sensors of the board this runs on.

    Attributes:
        trouble: :data:`UNDER_VOLTAGE` or :data:`TOO_HOT` as of the last reading; empty: neither.
    """

    def __init__(self, read_firmware: Callable[[], int | None] | None = None, sensors: Path = SENSORS) -> None:
        """Begin with nothing read.

        Args:
            read_firmware: gives the bits of ``get_throttled``; ``None``: the firmware of this machine does.
            sensors: where the kernel has its sensors.
        """
        self._read_firmware, self._sensors = read_firmware or throttled, sensors
        self.trouble = ""

    def read(self) -> None:
        """Ask the firmware, or the kernel where that does not answer; where neither does, nothing is wrong."""
        bits = self._read_firmware()
        self.trouble = self._of_kernel() if bits is None else _of_bits(bits)

    def close(self) -> None:
        """Forget what was read."""
        self.trouble = ""

    def _of_kernel(self) -> str:
        milli_c = _number(self._sensors / "thermal" / "thermal_zone0" / "temp") or 0
        return UNDER_VOLTAGE if self._alarm() else TOO_HOT if milli_c >= HOT_MILLI_C else ""

    def _alarm(self) -> int | None:
        for name in sorted(self._sensors.glob("hwmon/hwmon*/name")):
            with suppress(OSError):
                if name.read_text(encoding="ascii").strip() == "rpi_volt":
                    return _number(name.with_name("in0_lcrit_alarm"))
        return None


def throttled(mailbox: Path = MAILBOX) -> int | None:
    """The bits of ``get_throttled``; ``None`` on other machines."""
    message = array.array("I", (7 * 4, 0, GET_THROTTLED, 4, 0, 0, 0))
    with suppress(OSError), mailbox.open("rb") as opened:
        fcntl.ioctl(opened, PROPERTY, message, True)
        return message[5]
    return None


def _of_bits(bits: int) -> str:
    return UNDER_VOLTAGE if bits & SUPPLY_BIT else TOO_HOT if bits & HEAT_BITS else ""


def _number(path: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int(path.read_text(encoding="ascii"))
    return None
