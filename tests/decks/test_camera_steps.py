"""What lacks a deck before the camera: it is laid out in order as the display tells, or asked about with two buttons.

After a wanted change of the screens: ``python -m tests.decks.test_camera_steps``, look at them, commit them.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageChops

from firmware.announce.screens import answers_screen, laying_screen
from firmware.announce.texts import LANGUAGES, text
from firmware.announce.view import Question
from firmware.cards import ES40, Card
from firmware.decks.camera_steps import CameraSteps
from firmware.decks.collecting import DeckCollection
from firmware.decks.enrolling import Enrolment
from hardware.ports import REFEREE_BUTTONS
from vision.identify import FACES
from vision.laid import Flaw
from vision.shown import ShownCard

A, B = REFEREE_BUTTONS
APPROVED = Path(__file__).parent / "screens"
LAID = ("1O", "2O", "3O", "4O")
PLACE = {"table": 4, "row": 2, "place": 5}


def look_of(place, picture, *chances):
    """A look at a card, with its own description, by (card, probability)."""
    row, description = np.zeros(len(FACES), np.float32), np.eye(128, dtype=np.float32)[place]
    for name, chance in chances:
        row[FACES.index(Card.parse(name))] = chance
    return ShownCard(picture, np.zeros((4, 2), np.float32), np.zeros((192, 128, 3), np.uint8), row, description)


def any_of(names, first, place, picture):
    """A look that may be any of some cards, and is one of them a little more."""
    return look_of(place, picture, *((name, 0.5 if name == first else 0.48 / len(names)) for name in names))


class Table:
    """Forty cards on four tables, some of them changed, and a fifth table with what a test lays out once more."""

    def __init__(self, changed=None, laid=()):
        self.changed, self.laid, self.kept = changed or {}, laid, []
        self.collection = DeckCollection(self.look_at, Enrolment.of)
        self.steps = CameraSteps(self.collection, lambda name, picture: self.kept.append(name), "en")

    def look_at(self, picture, number):
        table = int(picture[0, 0, 0])
        if table == 4:
            lacking = [str(card) for card in ES40.cards if str(card) in self.changed]
            return [any_of(lacking, name, 10 * number + k, number) for k, name in enumerate(self.laid)]
        looks = [look_of(k, number, (str(ES40.cards[k]), 1.0)) for k in range(10 * table, 10 * table + 10)]
        return [self.changed.get(str(look.likeliest), lambda one: one)(look) for look in looks]

    def press(self, name, table):
        """Press a button while a table lies there; whether that ends it, and what is said then."""
        self.steps.see(np.full((4, 4, 3), table, np.uint8))
        ended = self.steps.press(name, 0.0, 0.0)
        self.steps.see(np.full((4, 4, 3), table, np.uint8))
        return ended, self.steps.shown.words

    def show_all(self):
        for table in range(4):
            self.press(A, table)
        return self.press(B, 3)


def cut(look):
    return replace(look, flaw=Flaw.CUT)


FOUR_CUT = dict.fromkeys(LAID, cut)


def either(look):
    """Takes the king for the horseman and the horseman for the king, half and half."""
    chances = np.zeros(len(FACES), np.float32)
    chances[[FACES.index(Card.parse(name)) for name in ("11E", "12E")]] = 0.51, 0.49
    return replace(look, chances=chances)


PAIR = dict.fromkeys(("11E", "12E"), either)


def test_what_lacks_is_laid_out_in_the_order_that_is_shown_and_then_the_deck_is_whole():
    table = Table(FOUR_CUT, LAID)
    assert table.show_all() == (False, "Only these, in order: 1O 2O 3O 4O. 10 of 4. A: keep")
    assert table.press(A, 3)[1].startswith("Only these, in order")  # ten lie there, and four were to
    assert table.press(A, 4) == (False, "All cards are there. B: end")
    assert table.press(B, 4)[0]
    assert table.collection.enrolment().fault is None
    assert table.kept[-1] == "table5.png"


def test_cards_in_another_order_are_told_and_laid_out_again():
    table = Table(FOUR_CUT, ("3O", "4O", "1O", "2O"))
    table.show_all()
    assert table.press(A, 4)[1] == "Not in this order: again: 1O 2O 3O 4O. 4 of 4. A: keep"
    table.laid = LAID
    assert table.press(A, 4)[1] == "All cards are there. B: end"


def test_of_two_tables_the_one_that_lies_as_was_told_counts():
    names = [str(card) for card in ES40.cards[:14]]
    table = Table(dict.fromkeys(names, cut), names[9::-1])
    assert table.show_all()[1].startswith("Only these, in order: 1O 2O 3O 4O 5O 6O 7O 10O 11O 12O.")
    table.press(A, 4)
    table.laid = names[10:]
    told = f"Not in this order: again: {' '.join(names[:10])}. 4 of 10. A: keep"
    assert table.press(A, 4)[1] == told
    table.laid = names[:10]
    assert table.press(A, 4)[1] == "All cards are there. B: end"


def test_laying_out_can_be_left_by_pressing_the_end_twice():
    table = Table(FOUR_CUT)
    table.show_all()
    assert table.press(B, 3) == (False, "Not whole yet. B again: end")
    assert table.press(B, 3)[0]


def test_a_card_is_asked_about_by_its_place_and_one_button_says_yes():
    table = Table(PAIR)
    asked = table.show_all()[1]
    assert asked.startswith("Table 3, row 1, card ")
    first = asked.split(" A ")[1].split(",")[0]
    assert table.press(A, 3)[1] == "All cards are there. B: end"
    assert {str(card) for card in table.collection.answers.values()} == {first}


def test_no_offers_the_next_card_and_after_the_last_one_the_cards_are_laid_out():
    table = Table(PAIR)
    offered = [table.show_all()[1], table.press(B, 3)[1]]
    assert {words.split(" A ")[1].split(",")[0] for words in offered} == {"11E", "12E"}
    assert table.press(B, 3)[1].startswith("Only these, in order: 11E 12E.")
    assert table.collection.answers == {}


def test_where_most_of_the_deck_lacks_the_end_is_only_warned_about():
    table = Table()
    table.press(A, 0)
    assert table.press(B, 0) == (False, "Not whole yet. B again: end")


def screens(language):
    """Both screens in a language, by name."""
    names = ["10O", "12O", "7C", "12C", "11E", "1E", "10B", "11B", "12B", "4B"]
    footer = text("enrol", "seen", language).format(here=9, count=10)
    asked = Question(text("enrol", "place", language).format(**PLACE), "11E", text("enrol", "no", language))
    laying = laying_screen(text("enrol", "order", language), names, footer)
    return {f"laying_{language}": laying, f"question_{language}": answers_screen(asked)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screens_are_the_pictures_that_were_looked_at(language):
    for name, drawn in screens(language).items():
        with Image.open(APPROVED / f"{name}.png") as approved:
            assert ImageChops.logical_xor(drawn, approved.convert("1")).getbbox() is None, name


if __name__ == "__main__":
    for one in LANGUAGES:
        for name, drawn in screens(one).items():
            drawn.save(APPROVED / f"{name}.png", optimize=True)
