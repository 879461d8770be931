"""What is drawn to be looked at during an enrolment: the card of a question, and a deck laid out in order."""

from collections.abc import Sequence

import cv2
import numpy as np

from firmware.cards import Card, Pack, Suit
from firmware.decks.in_order import tens
from vision.draw import DOUBTFUL_BGR
from vision.frame import Picture
from vision.shown import ShownCard

HEIGHT_PX, GAP_PX = 480, 12
"""Of a question's picture, and between card and table."""
TABLE_PX, CARD_PX = (560, 320), (74, 112)
"""A picture of the example, and a card in it."""
GROUND, PAPER, INK = (60, 90, 60), (245, 248, 250), (40, 40, 40)


def question_picture(table: Picture, look: ShownCard) -> Picture:
    """A card as it was cut out, head up, beside the table with that card outlined, (480, W, 3) uint8 BGR.

    Args:
        table: (H, W, 3) uint8 BGR.
        look: the card.
    """
    marked = table.copy()
    width = max(round(max(table.shape[:2]) / 200), 2)
    cv2.polylines(marked, [np.round(look.corners_px).astype(np.int32)], True, DOUBTFUL_BGR, width, cv2.LINE_AA)
    gap = np.full((HEIGHT_PX, GAP_PX, 3), INK, np.uint8)
    return np.concatenate([_as_high(look.crop), gap, _as_high(marked)], axis=1)


def _as_high(picture: Picture) -> Picture:
    width = max(round(picture.shape[1] * HEIGHT_PX / max(picture.shape[0], 1)), 1)
    return np.asarray(cv2.resize(picture, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def order_example(pack: Pack) -> Picture:
    """Four pictures of a deck that lies in order, with the names of the cards: a suit each, in two rows."""
    suits = [_laid([card for card in pack.cards if card.suit is suit]) for suit in Suit]
    return np.concatenate([np.concatenate(suits[:2], axis=1), np.concatenate(suits[2:], axis=1)])


def rest_example(cards: Sequence[Card]) -> Picture:
    """Pictures of cards that lie in this order, ten on each, with their names."""
    return np.concatenate([_laid(some, 5) for some in tens(cards)])


def _laid(cards: Sequence[Card], across: int | None = None) -> Picture:
    """Cards in two rows, the first one at the upper left; ``across``: so many in a row."""
    table = np.full((TABLE_PX[1], TABLE_PX[0], 3), GROUND, np.uint8)
    across = across or (len(cards) + 1) // 2
    step = (TABLE_PX[0] - GAP_PX) // across
    for place, card in enumerate(cards):
        x, y = GAP_PX + place % across * step, GAP_PX + place // across * (TABLE_PX[1] // 2) + GAP_PX
        cv2.rectangle(table, (x, y), (x + CARD_PX[0], y + CARD_PX[1]), PAPER, cv2.FILLED)
        cv2.putText(table, str(card), (x + 8, y + 66), cv2.FONT_HERSHEY_SIMPLEX, 0.8, INK, 2, cv2.LINE_AA)
    return np.asarray(cv2.copyMakeBorder(table, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=INK), np.uint8)
