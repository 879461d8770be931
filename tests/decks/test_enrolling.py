"""What an enrolment says: names, numbers of doubtful cards, and the tens of a French pack, which Ronda does not use."""

from dataclasses import replace

import numpy as np
import pytest

from firmware.cards import ES40, ES48, Card
from firmware.decks.enrolling import AnswerError, Enrolment
from firmware.signals import Unnamed
from vision.identify import FACES
from vision.laid import Flaw
from vision.shown import ShownCard


def look_of(face, place):
    chances, description = np.zeros(len(FACES), np.float32), np.eye(128, dtype=np.float32)[place]
    chances[FACES.index(face)] = 1.0
    picture = place // 10
    return ShownCard(picture, np.zeros((4, 2), np.float32), np.zeros((192, 128, 3), np.uint8), chances, description)


def french(tens):
    faces = [*ES48.cards, *[Unnamed.UNKNOWN] * tens]
    looks = [look_of(face, place) for place, face in enumerate(faces)]
    pictures = [(f"{n}.jpg", np.zeros((4, 4, 3), np.uint8)) for n in range(6)]
    return Enrolment.of(pictures, looks, pack="52")


def test_the_tens_of_a_french_pack_are_called_so_and_it_is_said_why_they_do_not_count():
    told = list(french(4).report())
    assert told[4].endswith(" ten ten")
    assert told[5] == "5.jpg: ten ten"
    assert told[6:] == [
        "48 of 48 cards",
        "4 tens were set apart: Ronda is played without them, so they have no name",
    ]


def test_programs_are_told_how_many_tens_there_were():
    assert list(french(4).records())[-1] == {"cards": 48, "missing": [], "doubtful": [], "tens": 4}


@pytest.mark.parametrize(("tens", "fault"), [(4, None), (3, "3 of the 4 tens of a deck of 52 were seen")])
def test_a_french_pack_has_all_its_tens(tens, fault):
    told = french(tens).fault
    assert told is None if fault is None else told.startswith(fault)


def test_a_stranger_too_many_is_left_out_and_told():
    enrolment = french(5)
    assert enrolment.fault is None
    assert list(enrolment.report())[-1] == "left out, since the deck is whole without: #53"
    assert list(enrolment.records())[-1]["spare"] == [53]


def spanish(*changed, without=()):
    """Forty cards of which some lack and others, in a picture of their own, are what ``changed`` says."""
    looks = [look_of(card, place) for place, card in enumerate(ES40.cards) if str(card) not in without]
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(5)]
    return Enrolment.of(pictures, [*looks, *changed])


def either(first, second, place):
    """A look that may be either of two cards."""
    look = look_of(Card.parse(first), place)
    chances = np.zeros(len(FACES), np.float32)
    chances[[FACES.index(Card.parse(one)) for one in (first, second)]] = 0.5, 0.48
    return replace(look, picture=4, chances=chances)


def test_two_doubtful_cards_take_one_question_with_the_place_of_its_card():
    enrolment = spanish(either("10E", "11E", 50), either("10E", "11E", 51), without=("10E", "11E"))
    assert len(enrolment.asks) == 1
    number = enrolment.asks[0]
    assert enrolment.questions[number].startswith(f"card {number} in 4.jpg, row 1, place ")
    assert enrolment.fault == f"cards {number} are doubtful; say what each is with --is NUMBER=CARD"
    assert enrolment.aid(number)[0] == f"card-{number}.png"
    enrolment.answer(number, Card.parse("10E"))
    assert enrolment.fault is None


def test_cards_that_are_not_seen_whole_are_one_line_a_picture_and_nothing_is_asked_before():
    bad = [replace(look_of(Card.parse(name), 50 + k), picture=4, flaw=Flaw.CUT) for k, name in enumerate(("1O", "2O"))]
    enrolment = spanish(*bad, without=("1O", "2O"))
    assert list(enrolment.advice) == ["4.jpg: show once more, apart and without glare: #39 (cut off), #40 (cut off)"]
    assert enrolment.fault == "missing 1O 2O; give one more picture, of these cards alone, with the others"
    assert enrolment.asks == ()
    doubtful = spanish(*bad, either("10E", "11E", 55), either("10E", "11E", 56), without=("1O", "2O", "10E", "11E"))
    assert doubtful.asks == ()
    assert doubtful.fault == "2 cards are not seen well; give one more picture, of these cards alone, with the others"


def test_a_deck_that_nobody_can_read_is_to_be_laid_out_in_order():
    pairs = [("1O", "2O"), ("3O", "4O"), ("5O", "6O"), ("1C", "2C"), ("3C", "4C"), ("5C", "6C")]
    unread = [either(*pair, 40 + 2 * k + n) for k, pair in enumerate(pairs) for n in (0, 1)]
    enrolment = spanish(*unread, without=[name for pair in pairs for name in pair])
    assert enrolment.unreadable
    assert enrolment.fault.endswith("lay it out in order, a suit a picture, and say --in-order")
    assert list(enrolment.records())[-1]["in_order"] is True
    assert enrolment.example()[1].shape[2] == 3


def test_a_pack_in_order_is_refused_with_the_count_of_each_picture_or_the_card_that_is_cut():
    looks = [look_of(card, place) for place, card in enumerate(ES40.cards)]
    pictures = [(f"{n}.jpg", np.zeros((90, 160, 3), np.uint8)) for n in range(4)]
    with pytest.raises(AnswerError, match=r"39 cards were found \(0.jpg 9, 1.jpg 10, 2.jpg 10, 3.jpg 10\)"):
        Enrolment.of(pictures, looks[1:], in_order=True)
    with pytest.raises(AnswerError, match=r"card 1 in 0.jpg is not seen whole"):
        Enrolment.of(pictures, [replace(looks[0], flaw=Flaw.COVERED), *looks[1:]], in_order=True)
    assert Enrolment.of(pictures, looks, in_order=True).fault is None
