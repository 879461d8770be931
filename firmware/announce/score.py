"""The score screen: big digits for every side, whose turn it is, who deals, which batch."""

from PIL import Image

from firmware.announce.digits import draw_number, number_width
from firmware.announce.layout import DIGITS_HEIGHT, DIGITS_TOP, FOOTER_BASELINE, RULE_Y, WIDTH, Column, blank, columns
from firmware.announce.lettering import clipped, draw_text, text_width
from firmware.announce.marks import BADGE, PIP, draw_dealer, draw_dots, draw_pips, draw_tab, pips_width
from firmware.announce.shaping import is_arabic
from firmware.announce.texts import reads_from_right, text
from firmware.announce.view import ScreenView

LABEL_BASELINE = 9
DEALER_WIDTH = 10  # the mark of 8 pixels and its distance from the label


def score_screen(view: ScreenView, language: str) -> Image.Image:
    """Draw the score as it stands."""
    picture = blank()
    draw_scores(picture, view, language, DIGITS_HEIGHT)
    _draw_footer(picture, view, language)
    return picture


def draw_scores(picture: Image.Image, view: ScreenView, language: str, height: int) -> None:
    """Draw the points of all sides beneath their names.

    Args:
        picture: mode "1", 128 by 64; drawn on.
        view: the state of the game.
        language: one of :data:`firmware.announce.texts.LANGUAGES`.
        height: of the figures, pixels.
    """
    places = columns(len(view.scores), height)
    for side, place in enumerate(places):
        _draw_seats(picture, place, view, side, language)
        _draw_score(picture, place, view.scores[side], provisional=view.provisional)
    for place in places[1:]:
        draw_dots(picture, (place.left - 1, 0, place.left - 1, DIGITS_TOP + height))


def _draw_seats(picture: Image.Image, place: Column, view: ScreenView, side: int, language: str) -> None:
    """Label a column with its seats; the seat whose turn it is stands on a lit tab."""
    seats = view.seating.seats_of(side)
    share = place.width // len(seats)
    for i, seat in enumerate(seats):
        _draw_seat(picture, (place.left + i * share, share), view, seat, language)


def _draw_seat(picture: Image.Image, span: tuple[int, int], view: ScreenView, seat: int, language: str) -> None:
    """Label one seat in the middle of a span of pixel columns, given as its left edge and width."""
    dealer = DEALER_WIDTH if seat == view.dealer else 0
    label = _label(view, seat, span[1], language)
    width = text_width(label) + dealer
    left = span[0] + (span[1] - width) // 2
    if seat == view.turn:
        draw_tab(picture, (left - 4, 0, left + text_width(label) + 3, BADGE - 1 + is_arabic(label)))
        left_of_mark = left + text_width(label) + 5
    else:
        left_of_mark = left + text_width(label) + 2
    draw_text(picture, (left, LABEL_BASELINE), label, ink=int(seat != view.turn))
    if dealer:
        draw_dealer(picture, (left_of_mark, 1))


def _label(view: ScreenView, seat: int, width: int, language: str) -> str:
    """A seat's name, clipped to fit; or "Player 2" where that fits beside a dealer's mark, and "2" where not."""
    if seat < len(view.names):
        margin = (6 if seat == view.turn else 1) + (DEALER_WIDTH if seat == view.dealer else 0)
        return clipped(view.names[seat], width - margin)
    full = view.seating.player(seat, language)
    return full if text_width(full) <= width - DEALER_WIDTH - 4 else view.seating.seat(seat)


def _draw_score(picture: Image.Image, place: Column, points: int, *, provisional: bool) -> None:
    """Draw a side's points; a small question mark follows while they may still change."""
    text = str(points)
    width = number_width(text, place.digit, place.gap)
    left = place.centre - width // 2 - (place.mark[0] // 2 if provisional else 0)
    draw_number(picture, (left, DIGITS_TOP), text, size=place.digit, stroke=place.stroke, gap=place.gap)
    if provisional:
        corner = (left + width + 1, DIGITS_TOP + place.digit[1] - place.mark[1])
        draw_number(picture, corner, "?", size=place.mark, stroke=2, gap=0)


def _draw_footer(picture: Image.Image, view: ScreenView, language: str) -> None:
    """Draw the line beneath: what happened last, or the number of the deal, and the batches as pips."""
    draw_dots(picture, (0, RULE_Y, WIDTH - 1, RULE_Y))
    room = WIDTH - pips_width(view.batches) - 6 if view.batches else WIDTH
    line = clipped(view.last.title if view.last else text("screen", "deal", language).format(deal=view.deal), room)
    ends = (1, WIDTH - 1 - text_width(line)), (WIDTH - 1 - pips_width(view.batches), 1)
    (text_left, pips_left) = (end[reads_from_right(language)] for end in ends)
    draw_text(picture, (text_left, FOOTER_BASELINE), line)
    draw_pips(picture, (pips_left, FOOTER_BASELINE - PIP - 1), view.batch, view.batches)
