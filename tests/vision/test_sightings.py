"""What was seen of each card when it was named."""

import numpy as np
import pytest

from firmware.signals import UNSIGHTED
from tests.support.looks import Misnaming, crop_of, description_of
from vision.identify import Appearance
from vision.sightings import REMEMBERED, SightingMemory

LOOK = Appearance(np.zeros(50, np.float32), np.zeros(128, np.float32))
CROP = np.zeros((192, 128, 3), np.uint8)


@pytest.fixture
def memory():
    return SightingMemory()


def spans(memory):
    return [(one.since_ms, one.until_ms, one.centre) for one in memory]


def test_a_sighting_lasts_as_long_as_it_is_seen(memory):
    number = memory.add(100, LOOK, CROP)
    memory.see(100, [(number, (10.0, 20.0))])
    memory.see(900, [(number, (11.0, 20.0)), (UNSIGHTED, (0.0, 0.0))])
    assert spans(memory) == [(100, 900, (11.0, 20.0))]


@pytest.mark.parametrize(("crop", "still"), [(CROP, True), (None, False)])
def test_only_a_card_at_rest_keeps_its_crop(memory, crop, still):
    memory.add(100, LOOK, crop)
    assert [one.still for one in memory] == [still]


def test_what_ended_before_a_deal_is_forgotten(memory):
    for t_ms in (100, 200, 300):
        memory.add(t_ms, LOOK, None)
    memory.forget(200)
    assert [one.since_ms for one in memory] == [200, 300]
    memory.clear()
    assert spans(memory) == []


def test_the_oldest_make_room(memory):
    for t_ms in range(REMEMBERED + 3):
        memory.add(t_ms, LOOK, None)
    assert [len(list(memory)), next(iter(memory)).since_ms] == [REMEMBERED, 3]


def test_cards_at_rest_are_looked_at_once_the_other_end_up(memory):
    for number in (3, 7):
        memory.add(100, LOOK, crop_of(number))
    memory.add(100, LOOK, None)
    memory.turn(Misnaming({}))
    ends = [description_of(number, turned=True) for number in (3, 7)]
    assert [np.array_equal(one.other_end, end) for one, end in zip(memory, ends, strict=False)] == [True, True]
    assert [(one.still, one.crop, one.other_end is None) for one in memory] == [
        (True, None, False),
        (True, None, False),
        (False, None, True),
    ]
    memory.turn(None)  # there is nothing left to look at
