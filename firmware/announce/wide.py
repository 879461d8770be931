"""The pictures for a display of 256 by 64 pixels: a larger score beside more words, or both ways round."""

from collections.abc import Callable

from PIL import Image

from firmware.announce.layout import FOOTER_BASELINE, HEIGHT, WIDTH, blank
from firmware.announce.lettering import balanced, clipped, draw_centred, draw_text, text_width
from firmware.announce.marks import PIP, draw_dots, draw_pips, draw_record, pips_width
from firmware.announce.score import draw_scores
from firmware.announce.screens import screen, special_screen
from firmware.announce.texts import reads_from_right, text
from firmware.announce.view import ScreenView

Drawing = Callable[[ScreenView, str], Image.Image]
"""Draws what a display shows of a view, in a language."""
DIGITS_HEIGHT = 48  # pixels, from below the names to the last row but one
SAID_SIZE, SAID_STEP = 11, 14  # size of what was said last, and from line to line, pixels
HEAD_RULE, TURN_BASELINE = 13, 26  # row of the dotted line beneath the deal; baseline of whose turn it is


def wide_screen(view: ScreenView, language: str) -> Image.Image:
    """Draw the score in large figures at the left, and at the right what there is to say or to ask.

    Args:
        view: the state of the game.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.

    Returns:
        A picture of mode "1", 256 by 64; lit pixels are 255.
    """
    picture = Image.new("1", (2 * WIDTH, HEIGHT))
    scores = blank()
    draw_scores(scores, view, language, DIGITS_HEIGHT)
    picture.paste(scores)
    picture.paste(special_screen(view, language) or words_screen(view, language), (WIDTH, 0))
    return picture


def words_screen(view: ScreenView, language: str) -> Image.Image:
    """Draw beside a score, 128 by 64: deal and batch, whose turn it is, and what was said last in full."""
    picture, right = blank(), reads_from_right(language)
    deal = text("screen", "deal", language).format(deal=view.deal)
    pips = pips_width(view.batches)
    draw_text(picture, (WIDTH - 2 - text_width(deal) if right else 2, 9), deal)
    draw_pips(picture, (2 if right else WIDTH - 2 - pips, 9 - PIP - 1), view.batch, view.batches)
    draw_dots(picture, (0, HEAD_RULE, WIDTH - 1, HEAD_RULE))
    if view.turn is not None:
        who = text("screen", "turn", language).format(player=view.seating.player(view.turn, language))
        draw_centred(picture, (WIDTH // 2, TURN_BASELINE), clipped(who, WIDTH - 4))
    _draw_said(picture, view.last.title if view.last else "")
    if view.recording:
        draw_record(picture, (WIDTH - 4, HEAD_RULE))
    return picture


def _draw_said(picture: Image.Image, words: str) -> None:
    """Draw the words in two lines at most, above the lower edge."""
    lines = balanced(words, WIDTH - 4, SAID_SIZE)[:2]
    first = FOOTER_BASELINE - 4 - (len(lines) - 1) * SAID_STEP // 2 - SAID_STEP // 4
    for i, line in enumerate(lines):
        fitting = clipped(line, WIDTH - 4, SAID_SIZE)
        draw_centred(picture, (WIDTH // 2, first + i * SAID_STEP), fitting, size=SAID_SIZE)


def both_ways(view: ScreenView, language: str) -> Image.Image:
    """Draw the screen of a small display twice, 256 by 64: the right half is turned, for who sits opposite."""
    once = screen(view, language)
    picture = Image.new("1", (2 * WIDTH, HEIGHT))
    picture.paste(once)
    picture.paste(once.rotate(180), (WIDTH, 0))
    return picture
