"""Small signs on the screens: pips, the dealer's cards, outlines of cards, the star, the warning."""

import math

from PIL import Image, ImageDraw

PIP, PIP_STEP = 4, 6  # pixels
BADGE = 11  # pixels, height of a tab or badge
RECORD = 2  # pixels, radius of the dot
CARD, STAR_RADIUS, PAUSE_HEIGHT = (18, 27), 15, 15  # pixels


def pips_width(count: int) -> int:
    """Pixels a row of pips takes."""
    return count * PIP_STEP - (PIP_STEP - PIP)


def draw_pips(picture: Image.Image, at: tuple[int, int], done: int, count: int) -> None:
    """Draw small squares in a row.

    Args:
        picture: mode "1"; drawn on.
        at: the upper left corner of the first, pixels.
        done: how many of them are filled.
        count: how many there are.
    """
    pen = ImageDraw.Draw(picture)
    for i in range(count):
        x = at[0] + i * PIP_STEP
        pen.rectangle((x, at[1], x + PIP - 1, at[1] + PIP - 1), outline=1, fill=int(i < done))


def draw_dealer(picture: Image.Image, at: tuple[int, int]) -> None:
    """Draw the dealer's mark, a stock of two cards of 8 by 9 pixels, with ``at`` as its upper left corner."""
    x, y = at
    pen = ImageDraw.Draw(picture)
    pen.rectangle((x + 2, y, x + 7, y + 6), outline=1)
    pen.rectangle((x, y + 2, x + 5, y + 8), outline=1, fill=1)


def draw_record(picture: Image.Image, at: tuple[int, int]) -> None:
    """Draw the dot that says pictures are kept, as cameras have it, around the pixel ``at``, apart from all else."""
    pen, (x, y) = ImageDraw.Draw(picture), at
    pen.rectangle((x - RECORD - 1, y - RECORD - 1, x + RECORD + 1, y + RECORD + 1), fill=0)
    pen.ellipse((x - RECORD, y - RECORD, x + RECORD, y + RECORD), fill=1)


def draw_tab(picture: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Fill a box with softened corners: whose turn it is, and titles."""
    ImageDraw.Draw(picture).rounded_rectangle(box, radius=2, fill=1)


def draw_dots(picture: Image.Image, ends: tuple[int, int, int, int]) -> None:
    """Draw a dotted line, every other pixel, level or upright; ``ends`` are its two ends, both included."""
    x0, y0, x1, y1 = ends
    spots = [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1) if (x + y) % 2 == 0]
    ImageDraw.Draw(picture).point(spots, fill=1)


def draw_card(picture: Image.Image, at: tuple[int, int]) -> None:
    """Draw the outline of a card with a pip in its middle, its upper left corner at ``at``."""
    x, y = at
    w, h = CARD
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((x, y, x + w - 1, y + h - 1), radius=2, outline=1, fill=0)
    cx, cy = x + (w - 1) / 2, y + (h - 1) / 2
    pen.polygon([(cx, cy - 4), (cx + 3, cy), (cx, cy + 4), (cx - 3, cy)], fill=1)


def draw_star(picture: Image.Image, centre: tuple[int, int]) -> None:
    """Draw the eight-pointed star of Moroccan tiles: two squares, one turned by an eighth."""
    pen, radius = ImageDraw.Draw(picture), STAR_RADIUS
    x, y = centre
    for turn in (0, 45):
        angles = [math.radians(turn + quarter) for quarter in (0, 90, 180, 270)]
        pen.polygon([(round(x + radius * math.cos(a)), round(y + radius * math.sin(a))) for a in angles], fill=1)
    hole = radius // 3
    pen.ellipse((x - hole, y - hole, x + hole, y + hole), fill=0)


def draw_pause(picture: Image.Image, at: tuple[int, int]) -> None:
    """Draw two upright bars, the upper left corner of the first at ``at``."""
    pen, bar = ImageDraw.Draw(picture), PAUSE_HEIGHT // 3
    for x in (at[0], at[0] + 2 * bar):
        pen.rectangle((x, at[1], x + bar - 1, at[1] + PAUSE_HEIGHT - 1), fill=1)
