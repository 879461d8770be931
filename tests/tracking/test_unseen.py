"""What the tracks make of a time in which nothing at all could be seen."""

import pytest

from firmware.cards import Card
from firmware.signals import SeenCard, TableObservation
from firmware.tracking.tracker import UNSEEN_MS, Tracker

CORNERS = ((100.0, 100.0), (160.0, 100.0), (160.0, 195.0), (100.0, 195.0))
DARK_MS, LIGHT_MS = 1000, 16_000


def look(t_ms, *names, hand=False, share=0.98):
    cards = tuple(SeenCard(_corners(index), ((Card.parse(name), share),)) for index, name in enumerate(names))
    return TableObservation(t_ms, cards, hand_present=hand)


def _corners(index):
    return tuple((x + 150.0 * index, y) for x, y in CORNERS)


def dark(t_ms):
    return TableObservation(t_ms, (), hand_present=True, unseen="camera_lost")


def tracked(*looks):
    tracker = Tracker()
    for one in looks:
        tracker.update(one)
    return tracker


def test_a_card_that_lies_there_afterwards_may_have_been_laid_at_any_time_meanwhile():
    track = list(tracked(look(0, "4E"), dark(DARK_MS), look(LIGHT_MS, "4E", "5C")))[1]
    assert (track.hidden_ms, track.born_ms) == (DARK_MS, LIGHT_MS)


def test_nobody_knows_how_many_hands_came_and_went_meanwhile():
    tracker = tracked(look(0, "4E"), dark(DARK_MS), look(LIGHT_MS, "4E"))
    assert tracker.looks_with_hands(DARK_MS, LIGHT_MS) == pytest.approx((LIGHT_MS - DARK_MS) / UNSEEN_MS, abs=1)
    assert tracked(look(0, "4E"), look(LIGHT_MS, "4E")).looks_with_hands(DARK_MS, LIGHT_MS) == 0


def test_a_card_that_was_on_its_way_is_another_one_than_what_lies_there_afterwards():
    carried = look(900, "10C", hand=True, share=0.6)
    tracks = list(tracked(carried, dark(DARK_MS), look(LIGHT_MS, "10B", share=0.4), look(LIGHT_MS + 200, "10B")))
    assert [str(track.likeliest(1)[0]) for track in tracks] == ["10C", "10B"]
    assert len(list(tracked(carried, look(1000, "10B", share=0.4)))) == 1, "without a break it is misread"


def test_a_card_that_lay_there_before_is_found_again():
    assert len(list(tracked(look(0, "4E"), look(300, "4E"), dark(DARK_MS), look(LIGHT_MS, "4E")))) == 1
