"""A deck shown to a camera on four tables, each a picture of one grey by which eyes of the same module know it."""

import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from firmware.cards import ES40, Card
from firmware.care.page_aiming import PageAiming
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import Enrolment
from firmware.decks.page_enrolment import PageEnrolment
from firmware.decks.store import DeckStore
from firmware.phones.picture_helper import PictureHelper
from firmware.web import deck_enrolling, first_evening
from vision.identify import FACES
from vision.pipeline import Eyes
from vision.shown import ShownCard

STEP = 40
"""Between the greys of two tables: JPEG keeps them apart."""
EMPTY = 5
ALIKE = ("11E", "12E")
"""Two cards that are taken for each other, half and half."""


def table(number, size=(360, 640)):
    """The picture of a table, as a file."""
    return cv2.imencode(".jpg", np.full((*size, 3), number * STEP, np.uint8))[1].tobytes()


def corners(place):
    x, y = 30 + 120 * (place % 5), 30 + 160 * (place // 5)
    return np.array([(x, y), (x + 80, y), (x + 80, y + 124), (x, y + 124)], np.float32)


def crop(card):
    """A card's picture: its name on paper."""
    drawn = np.full((192, 128, 3), 235, np.uint8)
    cv2.putText(drawn, str(card), (14, 110), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (40, 40, 160), 4)
    return drawn


def look_of(card, number, place):
    chances = np.zeros(len(FACES), np.float32)
    chances[FACES.index(card)] = 1.0
    description = np.eye(128, dtype=np.float32)[FACES.index(card)]
    return ShownCard(number, corners(place), crop(card), chances, description)


def doubtful(look):
    chances = np.zeros(len(FACES), np.float32)
    chances[[FACES.index(Card.parse(name)) for name in ALIKE]] = 0.51, 0.49
    return replace(look, chances=chances)


def look_at(picture, number):
    """Ten clear cards of forty, but two that are alike; nothing on an empty table."""
    shown = round(float(picture.mean()) / STEP)
    cards = ES40.cards[10 * shown : 10 * shown + 10] if shown < EMPTY else ()
    looks = [look_of(card, number, place) for place, card in enumerate(cards)]
    return [doubtful(look) if str(look.likeliest) in ALIKE else look for look in looks]


def page_enrolment(folder, decks):
    """An enrolment that the page leads, with these eyes."""
    return PageEnrolment(DeckCollection(look_at, Enrolment.of), DeckStore(Path(decks)), folder)


def page_aiming(folder, card_height_mm):
    """The camera aimed on the page, with the eyes that ship."""
    return PageAiming(Eyes().read, folder, float(card_height_mm))


TASKS = {deck_enrolling.TASK: page_enrolment, first_evening.TASK: page_aiming}
HELPER = "page helper"
"""The name of a helper's thread."""


def in_a_thread(task, asked, picture, folder, about):
    """Begin the helper of a task, as :class:`firmware.web.helping.Helper` does, in this process."""
    helper = PictureHelper(asked, Path(picture), Path(folder))
    threading.Thread(target=helper.run, args=(TASKS[task](Path(folder), about),), name=HELPER).start()


def end_in_a_thread(helper):
    """End a helper that was begun by :func:`in_a_thread`, and wait until none looks at a picture any more.

    A thread that is in OpenCV or ONNX Runtime while Python ends takes the process down with it: "terminate called
    without an active exception" (https://github.com/pytorch/pytorch/issues/38228 tells why).
    """
    helper.end()
    for thread in threading.enumerate():
        if thread.name == HELPER:
            thread.join(20)
            assert not thread.is_alive()
