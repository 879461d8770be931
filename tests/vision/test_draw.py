"""What is drawn on a picture for people."""

import numpy as np
import pytest

from firmware.cards import Card
from firmware.signals import Unnamed
from vision.draw import DOUBTFUL_BGR, SURE_BGR, UNNAMED_BGR, caption, colour, draw
from vision.stills import ReadCard

CORNERS = np.array([[100, 60], [160, 60], [160, 150], [100, 150]], np.float32)


@pytest.mark.parametrize(
    ("face", "confidence", "says", "looks"),
    [
        (Card.parse("7O"), 0.99, "7O", SURE_BGR),
        (Card.parse("12B"), 0.62, "12B 62 %", DOUBTFUL_BGR),
        (Unnamed.BACK, 0.99, "back", UNNAMED_BGR),
        (Unnamed.UNKNOWN, 0.4, "?", UNNAMED_BGR),
    ],
)
def test_a_card_is_named_and_coloured_by_its_doubt(face, confidence, says, looks):
    card = ReadCard(face, confidence, CORNERS)
    assert (caption(card), colour(card)) == (says, looks)


def test_the_picture_itself_is_left_alone():
    picture = np.full((200, 300, 3), 50, np.uint8)
    drawn = draw(picture, [ReadCard(Card.parse("7O"), 0.99, CORNERS)])
    assert (picture == 50).all()
    assert drawn.shape == picture.shape
    assert tuple(int(one) for one in drawn[105, 100]) == SURE_BGR
    assert (drawn[180:, 200:] == 50).all()


def test_a_card_outside_the_picture_is_drawn_without_harm():
    assert draw(np.zeros((50, 60, 3), np.uint8), [ReadCard(Unnamed.BACK, 0.5, CORNERS - 400)]).shape == (50, 60, 3)
