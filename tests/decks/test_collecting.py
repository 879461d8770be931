"""``hakam enrol`` from a camera: tables are kept one after the other, and a deck is written when it is whole."""

from functools import partial

import cv2
import numpy as np
import pytest

from firmware.announce.screens import text_screen
from firmware.announce.texts import LANGUAGES, keys, text
from firmware.cards import ES40
from firmware.decks.camera_enrolment import watch
from firmware.decks.camera_steps import CameraSteps
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import Enrolment
from firmware.decks.in_order import AnswerError
from hardware.fake import FakeButtons, FakeCamera
from hardware.ports import CameraOver
from vision.identify import FACES
from vision.shown import ShownCard

TABLES = [np.full((4, 4, 3), number, np.uint8) for number in range(5)]
"""The last one is empty; each other shows ten cards."""


def look_at(picture, number):
    """Ten clear cards of forty."""
    first = 10 * int(picture[0, 0, 0])
    return [look_of(card, number) for card in ES40.cards[first : first + 10]]


def look_of(card, number):
    chances = np.zeros(len(FACES), np.float32)
    chances[FACES.index(card)] = 1.0
    description = np.eye(128, dtype=np.float32)[FACES.index(card)]
    return ShownCard(number, np.zeros((4, 2), np.float32), np.zeros((192, 128, 3), np.uint8), chances, description)


class Round:
    """What was said and kept while a script was gone through: tables by number, and names of buttons."""

    def __init__(self, *script, guard_s=0.0):
        self.said, self.kept, self.buttons = [], [], FakeButtons()
        self.collection = DeckCollection(look_at, Enrolment.of)
        steps = CameraSteps(self.collection, lambda name, picture: self.kept.append(name), "en")
        self.ended = True
        try:
            watch(FakeCamera(self.shown(script)), self.buttons, steps, self.say, guard_s)
        except CameraOver:
            self.ended = False

    def say(self, words, aside, picture):
        if not self.said or self.said[-1] != words:
            self.said.append(words)

    def shown(self, script):
        for step in script:
            if isinstance(step, int):
                table = step
                yield TABLES[table]
            else:
                self.buttons.press(step)
                self.buttons.release(step)
                yield TABLES[table]


def test_four_tables_make_a_deck():
    done = Round(0, "a", 1, "a", 4, 2, "a", 3, "a", "b")
    assert done.ended
    assert done.kept == ["table1.png", "table2.png", "table3.png", "table4.png"]
    assert done.collection.enrolment().fault is None
    assert done.said[:3] == ["10 cards. A: keep them", "10 cards kept. Lay out others", "10 cards. A: keep them"]
    assert done.said[-1] == "All cards are there. B: end"


def test_an_empty_table_asks_for_cards():
    assert Round(4, "a").said == ["Lay out ten cards or so, face up"]


def test_a_button_that_bounces_keeps_a_table_once():
    assert Round(0, "a", "a", "a").kept == ["table1.png"]


def test_a_deck_that_is_not_whole_ends_only_when_that_is_pressed_again():
    assert not Round(0, "a", "b", 0).ended
    again = Round(0, "a", "b", 0, "b")
    assert again.ended
    assert again.said[-1] == "Not whole yet. B again: end"


def test_the_second_press_must_come_after_the_warning_could_be_read():
    assert not Round(0, "a", "b", "b", "b", guard_s=60).ended


def test_another_table_takes_the_warning_back():
    assert not Round(0, "a", "b", 1, "a", "b").ended


def test_what_is_in_order_needs_no_names_but_must_be_whole():
    collection = DeckCollection(look_at, partial(Enrolment.of, in_order=True))
    for number in range(4):
        collection.see(TABLES[number])
        collection.keep()
        assert (collection.fault is None) == (number == 3)
    collection = DeckCollection(look_at, partial(Enrolment.of, in_order=True))
    with pytest.raises(AnswerError):
        collection.enrolment()


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_there_in_every_language_and_fits_the_display(language):
    assert keys("enrol", language) == keys("enrol", "en")
    for name in keys("enrol", language):
        lit = np.array(text_screen(text("enrol", name, language).format(here=12, count=40, table=4, row=2, place=5)))
        assert lit.any()
        assert not lit[0].any()
        assert not lit[-1].any()


def test_without_buttons_and_without_a_terminal_it_says_what_else_there_is(hakam, tmp_path):
    (tmp_path / "bare" / "frames").mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "bare" / "frames" / "00000.jpg"), np.full((720, 1280, 3), 120, np.uint8))
    status, _, err = hakam("enrol", "cafe", "--camera", tmp_path / "bare")
    assert status == 1
    assert err.startswith("hakam: nobody can say when cards lie well")
    assert "--from" in err
