"""The display in a terminal: the picture in place, lines of text scrolling above it."""

import shutil
import sys
import threading
from typing import TextIO

from PIL import Image

# Bit of each dot of a braille sign, column by column: Unicode 15.1, chapter 21.1, U+2800 to U+28FF.
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
BRAILLE = 0x2800
HALVES = " ▄▀█"  # lower, upper, both
LIT, CASE, PLAIN = "\x1b[38;5;159m\x1b[48;5;233m", "\x1b[38;5;240m", "\x1b[0m"  # light blue on near black; grey; none
CLEAR_BELOW, TO_TOP = "\x1b[J", "\x1b[H"
NARROWEST, HALF = 36, 64  # columns that the smallest picture and its frame take, and pixels of its width


def braille_rows(picture: Image.Image) -> list[str]:
    """The picture in braille signs, each 2 by 4 pixels: 64 columns and 16 rows for 128 by 64."""
    lit = picture.load()
    assert lit is not None
    return [
        "".join(
            chr(BRAILLE + sum(DOTS[dx][dy] for dx in range(2) for dy in range(4) if lit[x + dx, y + dy]))
            for x in range(0, picture.width, 2)
        )
        for y in range(0, picture.height, 4)
    ]


def half_block_rows(picture: Image.Image) -> list[str]:
    """The picture in half blocks, each 1 by 2 pixels: 128 columns and 32 rows for 128 by 64."""
    lit = picture.load()
    assert lit is not None
    return [
        "".join(HALVES[2 * bool(lit[x, y]) + bool(lit[x, y + 1])] for x in range(picture.width))
        for y in range(0, picture.height, 2)
    ]


def columns_of(out: TextIO) -> int | None:
    """How many columns there are where ``out`` goes; ``None``: it is not a terminal."""
    return shutil.get_terminal_size().columns if out.isatty() else None


def halved(picture: Image.Image) -> Image.Image:
    """The picture half as large: a pixel is lit where one of four was, so that no stroke is lost."""
    return picture.convert("L").reduce(2).point(lambda grey: 255 * (grey > 0)).convert("1")


class TerminalDisplay:
    """Draws pictures in a terminal, one over the other, and follows its size.

    On less than 68 columns it is drawn half as large, in which the score can be read; on less than 36, or where output
    goes elsewhere than to a terminal, only lines of text appear.

    Attributes:
        footer: a line beneath the picture; empty: none.
    """

    def __init__(self, out: TextIO | None = None, *, size: tuple[int, int] | None = None) -> None:
        """Draw on ``out``, by default standard output.

        Args:
            out: where to draw.
            size: columns and rows there are, by default asked of the terminal; with 132 by 40 or more the picture is
                drawn in half blocks, larger and without gaps, and with less in braille signs.
        """
        self._out = out if out is not None else sys.stdout
        self._fixed, self._draws = size, self._out.isatty() and _can_draw(self._out)
        self._size = self._wanted
        self._frame: list[str] = []
        self._lock = threading.RLock()
        self.footer = ""

    @property
    def resized(self) -> bool:
        """Whether the terminal has another size than when something was drawn last."""
        return self._draws and self._size != self._wanted

    @property
    def _wanted(self) -> tuple[int, int]:
        columns, rows = self._fixed or shutil.get_terminal_size()
        return columns, rows

    @property
    def _live(self) -> bool:
        return self._draws and self._size[0] >= NARROWEST

    def show(self, picture: Image.Image) -> None:
        """Draw the picture in the place of the one before."""
        self._follow()
        if not self._live:
            return
        rows = self._rows(picture)
        bar = "─" * (len(rows[0]) + 2)
        inside = [f"{CASE}│{LIT} {row} {PLAIN}{CASE}│{PLAIN}" for row in rows]
        footer = [f"{CASE}{self.footer[: self._size[0] - 1]}{PLAIN}"] if self.footer else []
        self._redraw("", [f"{CASE}╭{bar}╮{PLAIN}", *inside, f"{CASE}╰{bar}╯{PLAIN}", *footer])

    def _rows(self, picture: Image.Image) -> list[str]:
        if self._size[0] >= picture.width + 4 and self._size[1] >= picture.height // 2 + 8:
            return half_block_rows(picture)
        while picture.width > HALF and self._size[0] < picture.width // 2 + 4:
            picture = halved(picture)
        return braille_rows(picture)

    def say(self, line: str) -> None:
        """Write a line of text above the picture; it scrolls away with those before it."""
        if self._live:
            self._redraw(f"{line}\n", self._frame)
        else:
            self._out.write(f"{line}\n")

    def close(self) -> None:
        """Leave the last picture where it is; what is written next comes beneath it."""
        self._frame = []

    def _follow(self) -> None:
        """Take on the size of the terminal; what was drawn for another one is broken into other rows, and goes."""
        if self.resized:
            self._size = self._wanted
            self._out.write(TO_TOP + CLEAR_BELOW if self._frame else "")
            self._frame = []

    def _redraw(self, above: str, frame: list[str]) -> None:
        """Go back to the first row of the picture, write what comes above, and draw ``frame`` beneath, in one piece."""
        with self._lock:  # the keyboard's thread may speak too
            back = f"\x1b[{len(self._frame)}F{CLEAR_BELOW}" if self._frame else ""
            self._out.write(back + above + "".join(f"{row}\n" for row in frame))
            self._out.flush()
            self._frame = frame


def _can_draw(out: TextIO) -> bool:
    """Whether the signs of a picture can be written there."""
    try:
        f"{chr(BRAILLE)}{HALVES}─".encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
