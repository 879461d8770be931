"""A sheet of A4 to print: six cards of true size to cut out, a ruler that proves their size, a star to focus by.

The cards look like backs, so that the eyes find them and name none: cut out, 864 of 864 on six drawn tables, and their
size in the picture was right to 2.4 in 100. Left in the sheet none of 48 was found: the sheet is taken for a card.
"""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageDraw

from firmware.announce.lettering import balanced, draw_centred
from firmware.announce.texts import text
from firmware.cards import CARD_MM
from firmware.storage.outputs import OutputKind

A4_MM = (210.0, 297.0)
"""ISO 216."""
DPI = 600
"""The resolution of an office printer: lines lie where they should to a fiftieth of a millimetre."""
CARDS_AT_MM, COLUMNS, ROWS = (12.75, 36.0), 3, 2
"""Upper left corner of the first card: as many as fit, for a lean of the camera is told from six on."""
LINE_MM, RULE_MM = 0.2, 0.5
"""Widths of the lines to cut along and of the frame in a card."""
FRAME_MM, LATTICE_MM, LATTICE = 4.0, (4.75, 5.5), (5, 8)
"""From a card's edge to its frame and, across and down, to its lozenges; how many of these."""
STAR_MM, STAR_RADIUS_MM, SPOKES = (40.0, 259.0), 21.0, 18
"""The spokes are a pixel wide 4.5 mm from the middle where a card has 120 pixels: there they begin to melt."""
RULER_MM = (84.0, 283.0, 100.0)
"""Where it begins, and how long it is."""
TITLE_MM, LETTERS_MM = 6.0, 3.9
"""Sizes of letters: read at arm's length."""
PRODUCER = "Hakam"
SHEET = OutputKind("sheet of Hakam's", PRODUCER.encode("utf-16-be"))  # as Pillow's PDFs have their texts


def sheet(language: str) -> Image.Image:
    """Draw the sheet: mode "1", black 0, :data:`DPI` pixels an inch.

    Raises:
        UnknownLanguage: if the program has not learned this language.
    """
    page = Image.new("1", _px(A4_MM), 1)
    pen = ImageDraw.Draw(page)
    for corner in cards_mm():
        _card(pen, corner)
    _star(pen)
    _ruler(pen)
    _lines(page, text("sheet", "title", language), (105.0, 15.0), 180.0, TITLE_MM)
    _lines(page, text("sheet", "lay", language), (105.0, 24.0), 184.0)
    _lines(page, text("sheet", "focus", language), (134.0, 244.0), 120.0)
    _lines(page, text("sheet", "measure", language), (134.0, 274.0), 120.0)
    return page


def sheet_pdf(language: str) -> bytes:
    """The sheet as a PDF of one page at true scale.

    Raises:
        UnknownLanguage: if the program has not learned this language.
    """
    content = BytesIO()
    sheet(language).save(content, "PDF", resolution=DPI, title=text("sheet", "title", language), producer=PRODUCER)
    return content.getvalue()


def cards_mm() -> Iterator[tuple[float, float]]:
    """The cards' upper left corners, row by row; each begins where its neighbour ends."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield CARDS_AT_MM[0] + column * CARD_MM[0], CARDS_AT_MM[1] + row * CARD_MM[1]


def _px(place_mm: tuple[float, float]) -> tuple[int, int]:
    return round(place_mm[0] * DPI / 25.4), round(place_mm[1] * DPI / 25.4)


def _box(pen: ImageDraw.ImageDraw, corner_mm: tuple[float, float], size_mm: tuple[float, float], ink: int) -> None:
    """Fill a rectangle; Pillow counts its last column and row to it."""
    (left, top), (wide, high) = _px(corner_mm), _px(size_mm)
    pen.rectangle((left, top, left + wide - 1, top + high - 1), fill=ink)


def _frame(pen: ImageDraw.ImageDraw, corner_mm: tuple[float, float], size_mm: tuple[float, float], mm: float) -> None:
    """A rectangle of lines of that width; their middles are its edges."""
    (left, top), (wide, high) = corner_mm, size_mm
    for place in (top, top + high):
        _box(pen, (left - mm / 2, place - mm / 2), (wide + mm, mm), 0)
    for place in (left, left + wide):
        _box(pen, (place - mm / 2, top - mm / 2), (mm, high + mm), 0)


def _card(pen: ImageDraw.ImageDraw, corner_mm: tuple[float, float]) -> None:
    (left, top), (wide, high), (beside, above) = corner_mm, CARD_MM, LATTICE_MM
    _frame(pen, corner_mm, CARD_MM, LINE_MM)
    _frame(pen, (left + FRAME_MM, top + FRAME_MM), (wide - 2 * FRAME_MM, high - 2 * FRAME_MM), RULE_MM)
    across, down = (wide - 2 * beside) / LATTICE[0], (high - 2 * above) / LATTICE[1]
    for row in range(LATTICE[1]):
        for column in range(LATTICE[0]):
            x, y = left + beside + across * (column + 0.5), top + above + down * (row + 0.5)
            ends = ((x - across / 2, y), (x, y - down / 2), (x + across / 2, y), (x, y + down / 2))
            pen.polygon([_px(end) for end in ends], fill=0)


def _star(pen: ImageDraw.ImageDraw) -> None:
    (left, top), (right, bottom) = (_px((STAR_MM[0] + at, STAR_MM[1] + at)) for at in (-STAR_RADIUS_MM, STAR_RADIUS_MM))
    wedge = 180 / SPOKES
    for spoke in range(SPOKES):
        pen.pieslice((left, top, right, bottom), 2 * spoke * wedge, (2 * spoke + 1) * wedge, fill=0)


def _ruler(pen: ImageDraw.ImageDraw) -> None:
    """A bar with a mark at each millimetre; the outer edges of the first and the last mark are its ends."""
    left, top, length = RULER_MM
    _box(pen, (left, top), (length, 0.4), 0)
    for mm in range(round(length) + 1):
        high = 4.0 if mm % 50 == 0 else 3.0 if mm % 10 == 0 else 1.6
        _box(pen, (left + min(max(mm - 0.1, 0.0), length - 0.2), top - high), (0.2, high), 0)


def _lines(
    page: Image.Image, words: str, middle_mm: tuple[float, float], wide_mm: float, size_mm: float = LETTERS_MM
) -> None:
    """Write even lines of at most a width round a middle, the first on a baseline."""
    size, width = _px((size_mm, wide_mm))
    for number, line in enumerate(balanced(words, width, size)):
        draw_centred(page, _px((middle_mm[0], middle_mm[1] + 1.5 * size_mm * number)), line, size=size, ink=0)
