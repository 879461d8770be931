"""A display chip on a fake I2C bus: it decodes the bytes luma.oled really sends (SSD1306 datasheet, revision 1.1)."""

import errno
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

# Commands that take arguments, and how many.
ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
HARMLESS = {0x2E, 0x8D, 0xA4, 0xA6, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x40, 0x81}
SWITCHES = {
    **{0xAE: ("on", False), 0xAF: ("on", True)},
    **{0xA0: ("mirrored", True), 0xA1: ("mirrored", False)},
    **{0xC0: ("flipped", True), 0xC8: ("flipped", False)},
}
SH1106_COLUMNS = 132


class Chip:
    """The memory behind the glass; ``first`` is the column of the memory that the leftmost pixels show."""

    def __init__(self, first: int = 0) -> None:
        self.first, self.on, self.unknown = first, False, []
        self.memory = [bytearray(SH1106_COLUMNS) for _ in range(8)]
        self.columns, self.pages, self.column, self.page, self.horizontal = (0, 127), (0, 7), 0, 0, False
        self.mirrored = self.flipped = False
        self._open: list[int] = []

    def commands(self, sent: Sequence[int]) -> None:
        for byte in sent:
            self._open.append(byte)
            if len(self._open) > ARGUMENTS.get(self._open[0], 0):
                operation, *arguments = self._open
                self._open.clear()
                self._execute(operation, arguments)

    def data(self, sent: Sequence[int]) -> None:
        for byte in sent:
            self.memory[self.page][self.column] = byte
            self.column += 1
            if self.horizontal and self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self.pages[0] if self.page >= self.pages[1] else self.page + 1

    def _execute(self, operation: int, arguments: list[int]) -> None:
        if operation in range(0x20, 0x23):
            self._address(operation, arguments)
        elif 0xB0 <= operation <= 0xB7:
            self.page = operation & 7
        elif operation < 0x20:
            self._nibble(operation)
        elif operation in SWITCHES:
            name, value = SWITCHES[operation]
            setattr(self, name, value)
        elif operation not in HARMLESS:
            self.unknown.append(operation)

    def _address(self, operation: int, arguments: list[int]) -> None:
        if operation == 0x20:
            self.horizontal = arguments[0] == 0
        elif operation == 0x21:
            self.columns, self.column = (arguments[0], arguments[1]), arguments[0]
        else:
            self.pages, self.page = (arguments[0], arguments[1]), arguments[0]

    def _nibble(self, operation: int) -> None:
        high = operation & 0x10
        self.column = (self.column & 0x0F) | (operation & 15) << 4 if high else (self.column & 0xF0) | operation

    def image(self) -> Image.Image:
        """What the glass shows, mounted as the usual modules are."""
        picture = Image.new("1", (128, 64))
        if self.on:
            lit = [(x, y) for x in range(128) for y in range(64) if self.memory[y // 8][x + self.first] >> y % 8 & 1]
            for x, y in lit:
                picture.putpixel((127 - x if self.mirrored else x, 63 - y if self.flipped else y), 1)
        return picture


class Bus:
    """Quacks like smbus2.SMBus with one chip on it; ``fault`` is the number of the error it answers with."""

    def __init__(self, chip: Chip, address: int = 0x3C) -> None:
        self.chip, self.address = chip, address
        self.fault: int | None = None
        self.closed = 0

    def _send(self, address: int, payload: list[int]) -> None:
        if self.fault or address != self.address:
            raise OSError(self.fault or errno.EREMOTEIO, "I/O error")
        receive: Callable[[Sequence[int]], None] = self.chip.data if payload[0] & 0x40 else self.chip.commands
        receive(payload[1:])

    def write_i2c_block_data(self, address: int, mode: int, values: list[int]) -> None:
        assert len(values) <= 32, "SMBus blocks hold 32 bytes"
        self._send(address, [mode, *values])

    def i2c_rdwr(self, *messages) -> None:
        for message in messages:
            self._send(message.addr, list(message))

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def chip() -> Chip:
    return Chip()


@pytest.fixture
def sh1106_chip() -> Chip:
    return Chip(first=2)  # its memory is 132 columns wide, the glass shows the middle 128


@pytest.fixture
def bus(chip) -> Bus:
    return Bus(chip)


@pytest.fixture
def bus_of() -> type[Bus]:
    return Bus
