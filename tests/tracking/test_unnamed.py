"""A card that lies under a hand and is found there without a name: when it came to lie, and whose hand it was."""

from dataclasses import replace

import pytest

from firmware.signals import Unnamed
from firmware.tracking.tracker import Tracker
from tests.support.arms import LAYOUT, TableWithArms, arm
from tests.support.scene import SLOTS

TOP, BOTTOM = 0, 1


class BlindTable(TableWithArms):
    """A table at which eyes name no card that lies in one of some slots."""

    def __init__(self, feed):
        super().__init__(lambda look: feed(replace(look, cards=tuple(map(self.named, look.cards)))))
        self.blind = set()

    def named(self, seen):
        blind = any(abs(seen.centre[0] - SLOTS[slot][0]) < 5 for slot in self.blind)
        return replace(seen, faces=((Unnamed.UNKNOWN, 0.7),)) if blind else seen


def lay_hurried(table, first, second):
    """The first player's card is named when the second one's, laid meanwhile, was seen and his hand is still there."""
    (slot, text), (later_slot, later_text) = first, second
    table.blind.add(slot)
    table.lying[slot] = text
    table.see(1, [arm(SLOTS[slot], BOTTOM)])
    table.lying[later_slot] = later_text
    table.see(2, [arm(SLOTS[slot], BOTTOM), arm(SLOTS[later_slot], TOP)])
    table.blind.clear()
    return table.see(2, [arm(SLOTS[slot], TOP)]).see(4)


@pytest.fixture
def tracked():
    tracker = Tracker()
    lay_hurried(dealt(tracker.update), (7, "7O"), (9, "12C"))
    return {str(track.likeliest(1)[0]): track for track in tracker}


def dealt(feed):
    table = BlindTable(feed)
    table.lying.update(LAYOUT)
    return table.see(6)


def test_it_lies_there_since_it_was_found_without_a_name(tracked):
    assert tracked["7O"].born_ms == 1400
    assert tracked["12C"].born_ms == 1600


def test_the_hand_that_was_near_then_has_laid_it(tracked):
    assert round(tracked["7O"].laying_direction[1]) == 1
    assert round(tracked["12C"].laying_direction[1]) == -1


def test_where_a_card_lay_before_it_is_that_card_that_was_not_named():
    tracker = Tracker()
    table = dealt(tracker.update)
    table.blind.add(3)
    table.see(3, [arm(SLOTS[3], TOP)])
    table.lying[3] = "2E"
    table.blind.clear()
    table.see(3)
    (upon,) = [track for track in tracker if str(track.likeliest(1)[0]) == "2E"]
    assert upon.born_ms == table.t_ms - 400


def test_a_card_laid_upon_a_blot_of_the_cloth_has_not_lain_there_as_long_as_the_blot():
    tracker = Tracker()
    table = dealt(tracker.update)
    table.blind.add(7)
    table.lying[7] = "7O"
    table.see(2).see(2, [arm(SLOTS[7], TOP)])
    table.blind.clear()
    table.see(3)
    (upon,) = [track for track in tracker if str(track.likeliest(1)[0]) == "7O"]
    assert upon.born_ms == table.t_ms - 400


@pytest.mark.parametrize(("found", "born_ms", "rest_looks"), [(True, 1400, 3), (False, 3000, 1)], ids=["found", "bare"])
def test_a_card_that_is_named_in_few_looks_under_a_sleeve_lies_there_where_it_is_found_between_them(
    found, born_ms, rest_looks
):
    tracker = Tracker()
    table, sleeve = dealt(tracker.update), [arm(SLOTS[7], TOP)]
    for looks in (3, 3, 0):
        table.blind.clear()
        table.lying[7] = "11C"
        table.see(1, sleeve)
        table.blind.add(7)
        if not found:
            del table.lying[7]
        table.see(looks, sleeve)
    (track,) = [one for one in tracker if str(one.likeliest(1)[0]) == "11C"]
    assert (track.born_ms, track.rest_looks) == (born_ms, rest_looks)


@pytest.mark.parametrize(("found", "hidden_ms"), [(True, 1400), (False, 2400)], ids=["found", "bare"])
def test_a_spot_at_which_something_was_found_without_a_name_just_before_is_not_bare(found, hidden_ms):
    tracker = Tracker()
    table, sleeve = dealt(tracker.update), [arm(SLOTS[7], TOP)]
    table.see(3, sleeve)
    if found:
        table.blind.add(7)
        table.lying[7] = "12E"
    table.see(1, sleeve)
    table.lying.pop(7, None)
    table.see(1, [arm(SLOTS[9], BOTTOM)])
    table.see(2, [arm(SLOTS[7], BOTTOM)])
    table.blind.clear()
    table.lying[7] = "12E"
    table.see(2, [arm(SLOTS[7], BOTTOM)])
    (track,) = [one for one in tracker if str(one.likeliest(1)[0]) == "12E"]
    assert track.hidden_ms == hidden_ms
