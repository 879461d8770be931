"""Text in one-bit pictures: even gaps, whole pixels, every accent."""

from functools import lru_cache
from importlib import resources

from PIL import Image, ImageDraw, ImageFont

SMALL = 9  # the smallest size at which DejaVu Bold keeps its letters apart in one bit (looked at, 8 to 16)
LARGE = 30
SPACE = 0.36  # width of a space as a share of the size: DejaVu's own is 0.348


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The bundled font; the basic layout engine gives the same picture with and without the system's libfribidi."""
    with resources.as_file(resources.files("firmware.announce") / "fonts" / "DejaVuSans-Bold.ttf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _gap(size: int) -> int:
    """Empty pixels between two letters."""
    return max(1, size // 8)


@lru_cache(maxsize=512)
def _glyph(letter: str, size: int) -> tuple[int, int]:
    """Where a letter's ink begins, pixels from where it is drawn, and its width, measured on its one-bit picture."""
    trial = Image.new("1", (3 * size, 3 * size))
    pen = ImageDraw.Draw(trial)
    pen.fontmode = "1"
    pen.text((size, 2 * size), letter, fill=1, font=_font(size), anchor="ls")
    left, _, right, _ = trial.getbbox() or (size, 0, size, 0)
    return left - size, right - left


def _advance(letter: str, size: int) -> int:
    return round(size * SPACE) if letter == " " else _glyph(letter, size)[1] + _gap(size)


def text_width(text: str, size: int = SMALL) -> int:
    """Pixels from the first ink to the last."""
    return sum(_advance(letter, size) for letter in text) - _gap(size) if text else 0


@lru_cache(maxsize=32)
def cap_height(size: int) -> int:
    """Pixels from the baseline to the top of a capital letter."""
    return -int(_font(size).getbbox("H", mode="1", anchor="ls")[1])


def fitting_size(text: str, width: int, largest: int = LARGE) -> int:
    """The largest size at which a text fits; :data:`SMALL` if none does.

    Args:
        text: one line.
        width: the room for it, pixels.
        largest: the size to begin with.
    """
    return next((size for size in range(largest, SMALL, -1) if text_width(text, size) <= width), SMALL)


def clipped(text: str, width: int, size: int = SMALL) -> str:
    """The text, or as many of its words as fit ``width`` pixels and a sign that some are missing.

    Of a single word, as a name is, the first letters are kept: half a number would be another number.

    Args:
        text: one line.
        width: the room for it, pixels.
        size: of its letters.
    """
    if text_width(text, size) <= width:
        return text
    words = text.split()
    shorter = [" ".join(words[:end]) + " …" for end in range(len(words) - 1, 0, -1)]
    shorter += [words[0][:end] + "." for end in range(len(words[0]) - 1, 0, -1)]
    return next((beginning for beginning in shorter if text_width(beginning, size) <= width), "")


def draw_text(picture: Image.Image, at: tuple[int, int], text: str, *, size: int = SMALL, ink: int = 1) -> None:
    """Draw one line of text.

    Args:
        picture: mode "1"; drawn on.
        at: the column of its first ink and its baseline, the row below the capitals.
        text: what to write.
        size: of its letters.
        ink: 1 for lit, 0 for dark.
    """
    pen = ImageDraw.Draw(picture)
    pen.fontmode = "1"
    x, baseline = at
    for letter in text:
        if letter != " ":
            pen.text((x - _glyph(letter, size)[0], baseline), letter, fill=ink, font=_font(size), anchor="ls")
        x += _advance(letter, size)


def draw_centred(picture: Image.Image, at: tuple[int, int], text: str, *, size: int = SMALL, ink: int = 1) -> None:
    """Draw one line of text around its middle.

    Args:
        picture: mode "1"; drawn on.
        at: the column of its middle and its baseline.
        text: what to write.
        size: of its letters.
        ink: 1 for lit, 0 for dark.
    """
    draw_text(picture, (at[0] - text_width(text, size) // 2, at[1]), text, size=size, ink=ink)


def wrapped(text: str, width: int, size: int = SMALL) -> tuple[str, ...]:
    """Break a text into lines, between words.

    Args:
        text: any number of words.
        width: the most that a line may take, pixels; a longer word has a line of its own.
        size: of the letters.
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def balanced(text: str, width: int, size: int = SMALL) -> tuple[str, ...]:
    """Break a text into as few lines as :func:`wrapped` does, as even as they can be: no lone word on the last.

    Args:
        text: any number of words.
        width: the most that a line may take, pixels.
        size: of the letters.
    """
    fewest = wrapped(text, width, size)
    narrower = (wrapped(text, narrow, size) for narrow in range(width // 2, width, 2))
    return next((lines for lines in narrower if _fits(lines, width, size, len(fewest))), fewest)


def _fits(lines: tuple[str, ...], width: int, size: int, count: int) -> bool:
    return len(lines) == count and all(text_width(line, size) <= width for line in lines)
