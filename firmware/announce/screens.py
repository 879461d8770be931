"""The pictures for the small display: 128 by 64 pixels, one bit each, drawn from a view."""

from collections.abc import Sequence

from PIL import Image

from firmware.announce.code_screen import code_screen
from firmware.announce.digits import draw_number, number_width
from firmware.announce.layout import FOOTER_BASELINE, HEIGHT, RULE_Y, WIDTH, blank
from firmware.announce.lettering import (
    balanced,
    cap_height,
    clipped,
    draw_centred,
    draw_text,
    fitting_size,
    heads,
    text_width,
)
from firmware.announce.marks import BADGE, draw_card, draw_dots, draw_pause, draw_record, draw_star, draw_tab
from firmware.announce.score import score_screen
from firmware.announce.texts import reads_from_right, text
from firmware.announce.view import Highlight, Question, ScreenView

ANSWER_A, ANSWER_B = 27, 100  # middle pixel columns of the two answers
WAITING_DOT = 32  # pixel row of the dot that says pictures are kept, below the cards
LAID_ACROSS, LAID_PX, LAID_SIZE = 5, 25, 11  # cards in a row that is to be laid out, pixels a card, size of its name
HEAD_ROOM = 2
"""Lit rows above the letters of a banner, at least: without, their heads seem cut off."""
BANNER = 27  # pixels, height of the lit band behind a big word


def screen(view: ScreenView, language: str = "en") -> Image.Image:
    """Draw what the players need to see now.

    A notice comes first, then a fault, a win, a question, points just scored, a layout to lay out, the score. A code
    that somebody has asked for comes before a win, a layout and the score.

    Args:
        view: the state of the game.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.

    Returns:
        A picture of mode "1", 128 by 64; lit pixels are 255.

    Raises:
        UnknownLanguage: if it is another language.
    """
    special = special_screen(view, language)
    if special:
        return special
    picture = score_screen(view, language)
    if view.recording:
        draw_record(picture, (WIDTH - 4, RULE_Y))
    return picture


def special_screen(view: ScreenView, language: str) -> Image.Image | None:
    """Draw what counts more than the score as it stands, as :func:`screen` has it; ``None``: nothing does."""
    if view.notice:
        return text_screen(view.notice)
    if view.fault:
        return fault_screen(view.fault, language)
    return _code_of(view) or _news_screen(view, language)


def _code_of(view: ScreenView) -> Image.Image | None:
    """A code that somebody has asked for, unless there is something that players have to see."""
    news = view.question or (view.last and view.last.points and not view.winners)
    if view.code is None or news:
        return None
    words, *more = view.code.lines
    return code_screen(view.code) if view.code.size or more else text_screen(words)


def _news_screen(view: ScreenView, language: str) -> Image.Image | None:
    if view.winners:
        return win_screen(view, language)
    if view.question:
        return question_screen(view, view.question)
    if view.last and view.last.points:
        return points_screen(view, view.last, language)
    return waiting_screen(view, language) if view.awaiting_layout else None


def points_screen(view: ScreenView, said: Highlight, language: str) -> Image.Image:
    """Draw points just scored: the word across the picture, what it counts, whose it is, and the score.

    Args:
        view: the state of the game.
        said: the points, and what for.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
    """
    picture = blank()
    _draw_banner(picture, said.title.upper())
    points = f"{said.points:+d}"
    draw_number(picture, (3, 33), points, size=(19, 29), stroke=5, gap=3)
    left = 3 + number_width(points, (19, 29), 3) + 9
    centre = left + (WIDTH - left) // 2
    who = clipped(_who(view, said, language), WIDTH - left)
    draw_centred(picture, (centre, 41), who)
    scores = " – ".join(map(str, view.scores))
    draw_centred(picture, (centre, 62), scores, size=fitting_size(scores, WIDTH - left, 16))
    return picture


def _draw_banner(picture: Image.Image, word: str) -> None:
    """Write a word, as large as it fits, dark on a lit band at the top."""
    draw_tab(picture, (0, 0, WIDTH - 1, BANNER - 1))
    size = fitting_size(word, WIDTH - 10, 26)
    while heads(word, size) > (BANNER + cap_height(size)) // 2 - HEAD_ROOM:  # Arabic letters rise above capitals
        size -= 1
    baseline = (BANNER + cap_height(size)) // 2
    draw_centred(picture, (WIDTH // 2, baseline), word, size=size, ink=0)


def _who(view: ScreenView, said: Highlight, language: str) -> str:
    """The player who scored, or the side's players."""
    if said.seat is not None:
        return view.seating.player(said.seat, language)
    return view.seating.side_in_full(said.side or 0, language)


def question_screen(view: ScreenView, asked: Question) -> Image.Image:
    """Draw a question with its two answers, each above the button that gives it, and the score between the buttons."""
    picture = answers_screen(asked)
    scores = [joint.join(map(str, view.scores)) for joint in (" – ", "-")]
    room = ANSWER_B - ANSWER_A - 2 * 12
    fitting = next((line for line in scores if text_width(line) <= room), scores[-1])
    draw_centred(picture, (WIDTH // 2, HEIGHT - 2), fitting)
    return picture


def answers_screen(asked: Question) -> Image.Image:
    """Draw a question with its two answers, each above the button that gives it."""
    picture = blank()
    draw_centred(picture, (WIDTH // 2, 9), clipped(asked.text, WIDTH))
    draw_dots(picture, (0, 12, WIDTH - 1, 12))
    draw_dots(picture, (WIDTH // 2, 15, WIDTH // 2, HEIGHT - BADGE - 4))
    for centre, answer, button in ((ANSWER_A, asked.a, "A"), (ANSWER_B, asked.b, "B")):
        _draw_answer(picture, centre, answer)
        draw_tab(picture, (centre - 9, HEIGHT - BADGE, centre + 9, HEIGHT - 1))
        draw_centred(picture, (centre, HEIGHT - 2), button, ink=0)
    return picture


def laying_screen(title: str, names: Sequence[str], footer: str) -> Image.Image:
    """Draw which cards are to be laid out, in two rows of five as they are to lie.

    Args:
        title: what to do with them.
        names: ten at most.
        footer: what is next.
    """
    picture = blank()
    draw_centred(picture, (WIDTH // 2, 9), clipped(title, WIDTH))
    draw_dots(picture, (0, 12, WIDTH - 1, 12))
    for place, name in enumerate(names):
        column, row = place % LAID_ACROSS, place // LAID_ACROSS
        draw_centred(picture, (LAID_PX // 2 + column * LAID_PX, 28 + row * 17), name, size=LAID_SIZE)
    draw_dots(picture, (0, RULE_Y, WIDTH - 1, RULE_Y))
    draw_centred(picture, (WIDTH // 2, FOOTER_BASELINE), clipped(footer, WIDTH))
    return picture


def _draw_answer(picture: Image.Image, centre: int, answer: str) -> None:
    """Draw an answer: a number in scoreboard figures, anything else in letters."""
    if answer.isdecimal():
        size = (22, 32)
        left = centre - number_width(answer, size, 3) // 2
        draw_number(picture, (left, 17), answer, size=size, stroke=6, gap=3)
    else:
        size_of_letters = fitting_size(answer, 2 * ANSWER_A - 2, 26)
        draw_centred(picture, (centre, 33 + cap_height(size_of_letters) // 2), answer, size=size_of_letters)


def win_screen(view: ScreenView, language: str) -> Image.Image:
    """Draw who has won, between two stars, and the final score."""
    picture = blank()
    for x in (16, WIDTH - 17):
        draw_star(picture, (x, 17))
    draw_centred(picture, (WIDTH // 2, 11), text("screen", "winner", language).upper())
    who = ", ".join(view.seating.side_in_full(side, language) for side in view.winners)
    size = fitting_size(who, 62, 20)
    draw_centred(picture, (WIDTH // 2, 25 + cap_height(size) // 2), clipped(who, 62, size), size=size)
    draw_dots(picture, (0, 37, WIDTH - 1, 37))
    _draw_final(picture, view)
    return picture


def _draw_final(picture: Image.Image, view: ScreenView) -> None:
    """Draw the final scores in a row of scoreboard figures; the winner's stand on a lit tab."""
    share = WIDTH // len(view.scores)
    for side, points in enumerate(view.scores):
        centre = side * share + share // 2
        width = number_width(str(points), (13, 19), 2)
        won = side in view.winners
        if won:
            draw_tab(picture, (centre - width // 2 - 6, 40, centre - width // 2 + width + 5, HEIGHT - 1))
        left = centre - width // 2
        draw_number(picture, (left, 42), str(points), size=(13, 19), stroke=4, gap=2, ink=int(not won))


def waiting_screen(view: ScreenView, language: str) -> Image.Image:
    """Draw the request to lay four cards on the table."""
    picture = blank()
    for i in range(4):
        draw_card(picture, (19 + i * 24, 2))
    words, said = text("screen", "lay_out", language), view.last.title if view.last else ""
    lines = (words,) if said else balanced(words, WIDTH - 4, 11)
    for i, line in enumerate(lines):
        size = fitting_size(line, WIDTH - 4, 11)
        draw_centred(
            picture, (WIDTH // 2, 45 + i * 12 - (len(lines) - 1) * 2), clipped(line, WIDTH - 4, size), size=size
        )
    if said:
        draw_centred(picture, (WIDTH // 2, FOOTER_BASELINE), clipped(said, WIDTH))
    elif len(lines) == 1:
        ends = [text("screen", "deal", language).format(deal=view.deal), " – ".join(map(str, view.scores))]
        left, right = reversed(ends) if reads_from_right(language) else ends
        draw_text(picture, (1, FOOTER_BASELINE), left)
        draw_text(picture, (WIDTH - 1 - text_width(right), FOOTER_BASELINE), right)
    if view.recording:
        draw_record(picture, (WIDTH - 4, WAITING_DOT))
    return picture


def text_screen(words: str) -> Image.Image:
    """Draw a sentence, as large as it fits, in the middle."""
    picture = blank()
    lines = balanced(words, WIDTH - 2)[:4]
    top = HEIGHT // 2 + 4 - (len(lines) - 1) * 7
    for i, line in enumerate(lines):
        draw_centred(picture, (WIDTH // 2, top + i * 14), clipped(line, WIDTH - 2))
    return picture


def fault_screen(fault: str, language: str) -> Image.Image:
    """Draw that the referee cannot watch, and why; the score is kept."""
    picture = blank()
    title = text("screen", "paused", language).upper()
    size = fitting_size(title, WIDTH - 34, 18)
    left = (WIDTH - text_width(title, size) - 23) // 2
    sign, words = (left + text_width(title, size) + 8, left) if reads_from_right(language) else (left, left + 23)
    draw_pause(picture, (sign, 3))
    draw_text(picture, (words, 11 + cap_height(size) // 2), title, size=size)
    draw_dots(picture, (0, 23, WIDTH - 1, 23))
    lines = balanced(fault, WIDTH - 2)[:3]
    top = 37 + (3 - len(lines)) * 6
    for i, line in enumerate(lines):
        draw_centred(picture, (WIDTH // 2, top + i * 12), clipped(line, WIDTH - 2))
    return picture
