"""Where things stand on the 128 by 64 picture, pixels from its upper left corner."""

from dataclasses import dataclass

from PIL import Image

WIDTH, HEIGHT = 128, 64  # SSD1306, SH1106 and SSD1309 modules of 0.96 to 2.42 inches
DIGITS_TOP, DIGITS_HEIGHT = 14, 34  # digits of 20 px and more are read from 2 m (features, number 12)
RULE_Y = 50  # the dotted line above the footer
FOOTER_BASELINE = 61  # capitals of the small size fill rows 54 to 60, descenders the last ones


@dataclass(frozen=True, slots=True)
class Column:
    """The place of one side's score.

    Attributes:
        left: first pixel column.
        width: pixel columns.
        digit: width and height of its figures.
        stroke: thickness of their lines.
        gap: pixels between two figures.
        mark: width and height of the question mark of a provisional score.
    """

    left: int
    width: int
    digit: tuple[int, int]
    stroke: int
    gap: int
    mark: tuple[int, int]

    @property
    def centre(self) -> int:
        """The middle pixel column."""
        return self.left + self.width // 2


def columns(sides: int, height: int = DIGITS_HEIGHT) -> tuple[Column, ...]:
    """One column per side with figures of that height, left to right, with one dividing pixel column between two."""
    width = (WIDTH - sides + 1) // sides
    room = width - (11 if sides < 3 else 10)  # the figures keep their place whether a question mark follows or not
    gap, stroke = (3, 6) if sides < 3 else (2, 4)
    digit = ((room - gap) // 2, height)
    mark = (8, 12) if sides < 3 else (6, 10)
    return tuple(Column(side * (width + 1), width, digit, stroke, gap, mark) for side in range(sides))


def blank() -> Image.Image:
    """An empty picture, all pixels off."""
    return Image.new("1", (WIDTH, HEIGHT))
