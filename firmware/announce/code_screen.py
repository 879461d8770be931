"""The screen with a code by which phones are let in: a QR code with words beside it, or figures to be typed."""

from collections.abc import Iterator

from PIL import Image

from firmware.announce.layout import HEIGHT, WIDTH, blank
from firmware.announce.lettering import cap_height, clipped, draw_centred, draw_text, fitting_size, text_width
from firmware.announce.marks import draw_dots
from firmware.announce.view import CodeOnDisplay

EDGE = 1
"""Lit modules around a QR code at least. ISO/IEC 18004 wants four; readers of phones, and OpenCV's, do with one."""
WORDS_LEFT, STEP, MOST_LINES = HEIGHT + 3, 12, 5
"""Where the words begin, pixels from the left; from line to line; as many as there is room for."""


def code_screen(code: CodeOnDisplay) -> Image.Image:
    """Draw a code: its modules dark on a lit square, two pixels each where that fits, and what it is for."""
    if not code.size:
        return _figures_screen(*code.lines)
    picture = blank()
    picture.paste(1, (0, 0, HEIGHT, HEIGHT))
    scale = max(1, HEIGHT // (code.size + 2 * EDGE))
    first = (HEIGHT - scale * code.size) // 2
    for row in range(code.size):
        for column in (one for one in range(code.size) if code.is_dark(row, one)):
            left, top = first + scale * column, first + scale * row
            picture.paste(0, (left, top, left + scale, top + scale))
    _draw_words(picture, code.lines)
    return picture


def _draw_words(picture: Image.Image, words: tuple[str, ...]) -> None:
    """Write the words beside a code, each whole or not at all: half of a password would be another one."""
    room, lines = WIDTH - WORDS_LEFT, list[str]()
    for word in words:
        broken = [*_broken(word, room)]
        lines += broken if len(lines) + len(broken) <= MOST_LINES else []
    first = (HEIGHT - STEP * len(lines)) // 2 + STEP - 2
    for number, line in enumerate(lines):
        draw_text(picture, (WORDS_LEFT, first + number * STEP), line)


def _broken(word: str, room: int) -> Iterator[str]:
    """A word in pieces that fit, after a dot where there is one: nothing of an address that is typed may be missing."""
    while text_width(word) > room:
        fits = next(end for end in range(len(word) - 1, 0, -1) if text_width(word[:end]) <= room or end == 1)
        end = word.rfind(".", 0, fits) + 1 or fits
        yield word[:end]
        word = word[end:]
    yield word


def _figures_screen(title: str, figures: str = "") -> Image.Image:
    """Draw figures to be typed, as large as they fit, below what they are."""
    picture = blank()
    draw_centred(picture, (WIDTH // 2, 13), clipped(title, WIDTH))
    draw_dots(picture, (0, 18, WIDTH - 1, 18))
    size = fitting_size(figures, WIDTH - 4)
    draw_centred(picture, (WIDTH // 2, 41 + cap_height(size) // 2), figures, size=size)
    return picture
