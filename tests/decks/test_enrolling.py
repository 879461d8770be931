"""What an enrolment says: names, numbers of doubtful cards, and the tens of a French pack, which Ronda does not use."""

import numpy as np
import pytest

from firmware.cards import ES48
from firmware.decks.enrolling import Enrolment
from firmware.signals import Unnamed
from vision.identify import FACES
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


def test_a_stranger_too_many_is_asked_about():
    enrolment = french(5)
    assert "#53?" in list(enrolment.report())[5]
    assert list(enrolment.questions) == [53]
