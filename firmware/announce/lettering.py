"""Text in one-bit pictures: even gaps, whole pixels, every accent."""

from collections.abc import Iterable
from functools import lru_cache
from importlib import resources

from PIL import Image, ImageDraw, ImageFont

from firmware.announce.shaping import is_arabic, line_mark, pieces

SMALL = 9  # the smallest size at which DejaVu Bold keeps its letters apart in one bit (looked at, 8 to 16)
LARGE = 30
ARABIC_SMALL = 11  # the same of its Arabic letters, joined (looked at, 9 to 14); all 21 letters of a line still fit
SPACE = 0.36  # width of a space as a share of the size: DejaVu's own is 0.348


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    """The bundled font, Latin and Arabic; the basic layout draws the same with and without the system's libfribidi."""
    with resources.as_file(resources.files("firmware.announce") / "fonts" / "DejaVuSans-Bold.ttf") as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _gap(size: int) -> int:
    """Empty pixels between two letters."""
    return max(1, size // 8)


def _own_size(piece: str, size: int) -> int:
    """The size of a piece where the line's is ``size``."""
    return max(size, ARABIC_SMALL) if is_arabic(piece) else size


def _lift(line: tuple[str, ...], baseline: int, size: int) -> int:
    """How far Arabic letters stand above the baseline, pixels: they reach deeper below it than Latin ones.

    In the uppermost line of a picture, where their heads would be cut off, they stand lower.
    """
    return min(_raised(size), baseline - _rise(line, size))


def _raised(size: int) -> int:
    return max(1, size // 8)


def _rise(line: Iterable[str], size: int) -> int:
    """How far the Arabic pieces of a line rise above where they stand, pixels; nil: there are none."""
    return max((_glyph(piece, size)[2] for piece in line if is_arabic(piece)), default=0)


@lru_cache(maxsize=512)
def _glyph(piece: str, size: int) -> tuple[int, int, int]:
    """Where a piece's ink begins, its width and how far it rises, pixels, measured on its one-bit picture."""
    own = _own_size(piece, size)
    trial = Image.new("1", ((2 + 2 * len(piece)) * own, 4 * own))
    pen = ImageDraw.Draw(trial)
    pen.fontmode = "1"
    pen.text((own, 2 * own), piece, fill=1, font=_font(own), anchor="ls")
    left, top, right, _ = trial.getbbox() or (own, 2 * own, own, 0)
    return left - own, right - left, 2 * own - top


def _advance(piece: str, size: int) -> int:
    return round(size * SPACE) if piece == " " else _glyph(piece, size)[1] + _gap(size)


def text_width(text: str, size: int = SMALL) -> int:
    """Pixels from the first ink to the last."""
    return sum(_advance(piece, size) for piece in pieces(text)) - _gap(size) if text else 0


@lru_cache(maxsize=32)
def cap_height(size: int) -> int:
    """Pixels from the baseline to the top of a capital letter."""
    return -int(_font(size).getbbox("H", mode="1", anchor="ls")[1])


def heads(text: str, size: int) -> int:
    """How far above the baseline the Arabic letters of a text rise as they are drawn, pixels; nil: there are none."""
    rise = _rise(pieces(text), size)
    return rise and rise + _raised(size)


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
    line = tuple(pieces(text))
    lift = _lift(line, baseline, size)
    for piece in line:
        if piece != " ":
            at_ink = (x - _glyph(piece, size)[0], baseline - (lift if is_arabic(piece) else 0))
            pen.text(at_ink, piece, fill=ink, font=_font(_own_size(piece, size)), anchor="ls")
        x += _advance(piece, size)


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
    mark = line_mark(text)
    for word in text.removeprefix(mark).split():
        longer = f"{lines[-1]} {word}" if lines else ""
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(mark + word)
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
