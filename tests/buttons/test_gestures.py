"""Presses of buttons and what they mean, by tables: how long, in which order, in which state of the game."""

import pytest

from firmware.buttons.debounce import Edge, RefereeButton
from firmware.buttons.gestures import GestureRecognizer
from firmware.buttons.meanings import OWNER_MORE_MS, PHONES_MORE_MS, ButtonStuck, PressContext
from firmware.settings.model import Settings
from firmware.signals import Tick
from tests.support.gestures import END_MS, FOUR, THREE, TIMING, Seen, edges, in_time, meanings, timed, told
from tests.support.settings import limits


@pytest.mark.parametrize(
    ("script", "context", "meaning"),
    [
        # a seat's button alone
        ("0:10-90", PressContext(), "0:ronda"),
        ("1:10-90", PressContext(), "1:ronda"),
        ("0:10-90 0:200-280", PressContext(), "0:tringa"),
        ("0:10-90 0:439-500", PressContext(), "0:tringa"),
        ("0:10-90 0:440-500", PressContext(), "0:ronda 0:ronda"),
        ("0:10-90 0:200-280 0:400-480", PressContext(), "0:tringa"),
        ("0:10-90 0:200-280 0:400-480 0:600-680", PressContext(), "0:tringa"),
        ("0:10-90 0:200-280", PressContext(hands_of_four=True), "0:tringa"),
        ("0:10-90 0:200-280 0:400-480", PressContext(hands_of_four=True), "0:double"),
        ("0:10-90 0:200-280 0:400-480 0:600-680", PressContext(hands_of_four=True), "0:double"),
        ("0:10-709", PressContext(), "0:ronda"),
        ("0:10-710", PressContext(), "0:nothing"),
        ("0:10-710 0:800-880", PressContext(), "0:nothing"),
        ("0:10-90 0:200-1000", PressContext(), "0?"),
        ("0:10-90 0:200-280 0:400-1200", PressContext(), "0:tringa"),
        ("0:10-90 1:50-130", PressContext(), "0:ronda 1:ronda"),
        ("0:10-90 1:50-130 0:200-280 1:240-320", PressContext(), "0:tringa 1:tringa"),
        ("2:10-90 3:10-90", PressContext(), ""),
        ("2:10-90 3:500-580", FOUR, "2:ronda 3:ronda"),
        # a win waits
        ("1:10-90", PressContext(win=0), "1:accept"),
        ("0:10-90", PressContext(win=0), "0:ronda"),
        ("2:10-90 1:500-580 3:1000-1080", PressContext(players=4, win=0), "2:ronda 1:accept 3:accept"),
        ("1:10-90 2:100-180", PressContext(players=3, win=0), "1:accept 2:accept"),
        ("1:10-90 1:200-280", PressContext(win=0), "1:accept"),
        ("1:10-900", PressContext(win=0), "1:nothing"),
        # the referee's buttons alone
        ("A:10-90", PressContext(), ":why"),
        ("B:10-90", PressContext(), ":score"),
        ("A:10-90 A:200-280", PressContext(), ":why :why"),
        ("A:10-90", PressContext(question=7), ":a"),
        ("B:10-90", PressContext(question=7), ":b"),
        ("A:10-710", PressContext(), ":undo"),
        ("B:10-710", PressContext(), ":redo"),
        ("A:10-710", PressContext(question=7), ":undo"),
        ("0:10-90", PressContext(question=7), "0:ronda"),
        # both
        ("A:10-900 B:200-900", PressContext(), ":quiet"),
        ("A:10-900 B:200-910", PressContext(), ":quiet"),
        ("B:10-1000 A:20-719", PressContext(), "a?"),
        ("B:10-1000 A:20-720", PressContext(), ":quiet"),
        ("A:10-3199 B:200-3199", PressContext(), ":quiet"),
        ("A:10-3200 B:200-3300", PressContext(), ":report"),
        ("A:10-3900 B:200-3300", PressContext(question=7), ":report"),
        ("A:10-4699 B:200-4800", PressContext(), ":report"),
        ("A:10-4700 B:200-4800", PressContext(), ":phones"),
        ("A:10-6699 B:200-6800", PressContext(question=7), ":phones"),
        ("A:10-6700 B:200-6800", PressContext(), ":owner"),
        ("A:10-90 B:50-130", PressContext(question=7), ":neither"),
        ("B:10-90 A:50-690", PressContext(question=7), ":neither"),
        ("A:10-90 B:50-130", PressContext(), "a?"),
        ("A:10-3000 B:900-1000", PressContext(), "b?"),
        # a seat's and one of the referee's: claims and challenges
        ("A:10-600 0:300-380", PressContext(), "0:claim.1"),
        ("B:10-600 0:300-380", PressContext(), "0:challenge.1"),
        ("B:10-320 1:300-380", PressContext(), "1:challenge.0"),
        ("B:10-1500 1:900-1900", PressContext(), "1:challenge.0"),
        ("B:10-600 0:260-380", PressContext(), "0:challenge.1"),
        ("B:10-600 0:259-380", PressContext(), "0?"),
        ("B:10-90 0:50-130", PressContext(question=7), "0?"),
        ("0:50-130 B:90-170", PressContext(question=7), "0?"),
        ("0:50-130 0:200-280 B:240-320", PressContext(), "0?"),
        ("0:50-130 B:180-900 0:200-280", PressContext(), "0?"),
        ("0:50-130 B:180-900 0:450-530", PressContext(), "0?"),
        ("0:50-130 0:200-280 B:290-370", PressContext(question=7), "0:tringa :b"),
        ("0:50-1000 B:600-680", PressContext(question=7), ":b 0:nothing"),
        ("B:10-1500 0:100-180 0:600-680", PressContext(), "0? 0:challenge.1"),
        ("B:10-1500 0:300-380 0:500-580", PressContext(), "0:challenge.1"),
        ("B:10-1500 0:300-380 0:900-980", PressContext(), "0:challenge.1 0:challenge.1"),
        ("A:10-1500 B:100-1500 0:500-580", PressContext(), "0?"),
        ("A:10-900 0:300-380 B:400-1500", PressContext(), "0:claim.1"),
        # who is meant
        ("A:10-600 0:300-380 2:1000-1080", THREE, "0:claim.2"),
        ("A:10-2000 0:300-380 2:1000-1080", THREE, "0:claim.2"),
        ("A:10-600 0:300-380 2:1000-1080 A:1050-1130", THREE, "0:claim.2 :why"),
        ("B:10-600 3:300-380 2:1000-1080", FOUR, "3:challenge.2"),
        ("B:10-600 3:300-380 0:1000-1080 0:1200-1280", FOUR, "3:challenge.0"),
        ("B:10-600 3:300-380", FOUR, "3:challenge"),
        ("B:10-600 3:300-380 0:4299-4380", FOUR, "3:challenge.0"),
        ("B:10-600 3:300-380 0:4300-4380", FOUR, "3:challenge 0:ronda"),
        ("B:10-600 3:300-380 3:1000-1080", FOUR, ""),
        ("B:10-600 3:300-380 1:1000-1080", FOUR, "1:ronda 3:challenge"),
        ("B:10-600 3:300-380 1:1000-1080 2:2000-2080", FOUR, "1:ronda 3:challenge.2"),
        ("B:10-600 3:300-380 A:1000-1600 1:1300-1380", FOUR, "3:challenge 1:claim"),
        ("B:10-600 3:300-380 A:1000-1600 3:1300-1380", FOUR, "3:claim"),
        ("B:10-600 3:300-380 A:1000-1600 1:1300-1380", PressContext(4, claimable=(0,)), "3:challenge 1:claim.0"),
        ("B:10-600 0:300-380", PressContext(3, challengeable=(2,)), "0:challenge.2"),
        ("A:10-600 0:300-380", PressContext(3, claimable=(1,)), "0:claim.1"),
        ("A:10-600 0:300-380", PressContext(3, challengeable=(1,)), "0:claim"),
        ("B:10-600 2:300-380", PressContext(3, challengeable=(2,)), "2:challenge"),
        ("B:10-600 0:300-380 1:1000-1080", PressContext(4, challengeable=(1, 3)), "0:challenge.1"),
        ("B:10-600 0:300-380", PressContext(4, challengeable=(2, 3)), "0:challenge.3"),
        ("1:10-90 B:100-380 0:360-420 1:425-500", THREE, "1:tringa 0:challenge"),
        ("1:10-90 B:100-380 0:360-420 1:425-500 1:2000-2080", THREE, "1:tringa 0:challenge.1"),
        ("1:10-90 B:100-500 0:360-420 1:500-580", THREE, "1:ronda 0:challenge.1"),
        # stuck
        ("0:10", PressContext(), "0!"),
        ("0:10-9000 0:9100-9200", PressContext(), "0! 0:ronda"),
        ("A:10", PressContext(), "a!"),
        ("A:10 0:9000-9080 B:10000-10080", PressContext(question=7), "a! 0:ronda :b"),
        ("A:10-9000 B:20-9000", PressContext(), "a! b!"),
        ("A:10-9000 B:1000-8500", PressContext(), "a!"),
        ("0:10-90 0:200-9000", PressContext(), "0!"),
        ("3:10", PressContext(), "3!"),
    ],
)
def test_what_is_pressed_and_what_it_means(script, context, meaning):
    assert told(meanings(edges(script), context)) == meaning


@pytest.mark.parametrize(
    ("script", "context", "meaning"),
    [
        ("0:10-90", PressContext(), "0:ronda@465"),
        ("0:10-90 0:200-280", PressContext(), "0:tringa@305"),
        ("0:10-90 0:200-280", PressContext(hands_of_four=True), "0:tringa@655"),
        ("0:10-90 0:200-280 0:400-480", PressContext(hands_of_four=True), "0:double@505"),
        ("1:10-90", PressContext(win=0), "1:accept@115"),
        ("A:10-90", PressContext(question=7), ":a@115"),
        ("A:10-90", PressContext(), ":why@115"),
        ("0:10-2000", PressContext(), "0:nothing@2025"),
        ("A:10-2000", PressContext(), ":undo@2025"),
        ("A:10-3000 B:500-2000", PressContext(), ":quiet@2025"),
        ("B:10-2000 0:300-380", PressContext(), "0:challenge.1@325"),
        ("B:10-600 0:300-380 2:1000-1080", THREE, "0:challenge.2@1025"),
        ("B:10-600 0:300-380", THREE, "0:challenge@4325"),
        ("A:10", PressContext(), "a!@8035"),
    ],
)
def test_nothing_waits_longer_than_it_must(script, context, meaning):
    assert timed(meanings(edges(script), context)) == meaning


@pytest.mark.parametrize(
    ("question", "script", "meaning"),
    [
        # the questions open from when on, and a press at 1000
        ({950: 7}, "A:1000-1080", ":why"),
        ({501: 7}, "A:1000-1080", ":why"),
        ({500: 7}, "A:1000-1080", ":a"),
        ({500: 7, 950: 8}, "A:1000-1080", ""),
        ({500: 7, 950: None}, "A:1000-1080", ""),
        ({500: 7, 1050: 8}, "A:1000-1080", ""),
        ({500: 7, 1050: None}, "B:1000-1080", ""),
        ({500: 7, 1200: 8}, "A:1000-1080", ":a"),
        ({500: 7, 1050: 8}, "A:1000-1900", ":undo"),
        ({500: 7, 1100: None}, "A:1000-1080 A:1200-1280 A:1700-1780", ":why"),
        ({950: 7}, "A:1000-1080 A:1600-1680", ":why :a"),
        ({950: 7, 990: None}, "A:1000-1080", ":why"),
        ({505: 7, 1010: 7}, "A:1000-1080", ":why"),
    ],
)
def test_a_press_answers_only_a_question_that_was_there_to_be_read_and_still_is(question, script, meaning):
    context = [Seen(t_ms, PressContext(question=number)) for t_ms, number in question.items()]
    assert told(meanings(in_time(edges(script), context))) == meaning


@pytest.mark.parametrize(
    ("win", "script", "meaning"),
    [
        ({950: 0}, "1:1000-1080", "1:ronda"),
        ({500: 0}, "1:1000-1080", "1:accept"),
        ({500: 0}, "0:1000-1080", "0:ronda"),
        ({500: 0, 950: None}, "1:1000-1080", ""),
        ({500: 0, 1050: None}, "1:1000-1080", ""),
        ({500: 0, 950: None}, "1:1000-1900", "1:nothing"),
        ({500: 0, 1110: None}, "1:1000-1080 1:1200-1280", "1:accept"),
        ({1100: 1}, "0:1000-1080 0:1200-1280", "0:tringa"),
        ({1100: 1}, "0:1000-1080", "0:ronda"),
    ],
)
def test_a_press_accepts_only_a_win_that_was_there_to_be_read_and_still_is(win, script, meaning):
    context = [Seen(t_ms, PressContext(win=side)) for t_ms, side in win.items()]
    assert told(meanings(in_time(edges(script), context))) == meaning


@pytest.mark.parametrize(("t_ms", "meaning"), [(5, "0:double"), (20, "0:tringa"), (150, "0:tringa")])
def test_how_many_cards_a_hand_has_counts_when_the_first_press_begins(t_ms, meaning):
    four = [Seen(t_ms, PressContext(hands_of_four=True))]
    assert told(meanings(in_time(edges("0:10-90 0:200-280 0:400-480"), four))) == meaning


@pytest.mark.parametrize(
    ("script", "meaning"),
    [
        ("0:300-380", "0:ronda"),
        ("A:300-380", ":why"),
    ],
)
def test_a_button_held_since_the_start_disturbs_no_other(script, meaning):
    assert told(meanings(edges(script), held=(RefereeButton.B, 1))) == f"{meaning} b! 1!"


def test_a_button_held_since_the_start_can_be_pressed_once_it_was_released():
    released = Edge(1000, 0, False)
    assert told(meanings([released, *edges("0:2000-2080")], held=(0,))) == "0:ronda"


def test_the_display_is_told_what_letting_go_will_say():
    gestures = GestureRecognizer(TIMING, FOUR)
    for edge in edges("0:10 2:110"):
        gestures.feed(edge)
    assert (gestures.armed, gestures.wake_at_ms) == ((), 135)
    gestures.feed(Tick(700))
    assert (gestures.armed, gestures.wake_at_ms) == ((), 735)
    gestures.feed(Tick(735))
    assert (gestures.armed, gestures.wake_at_ms) == (((0, "nothing"),), 835)
    gestures.feed(Tick(835))
    assert gestures.armed == ((0, "nothing"), (2, "nothing"))


def test_the_display_is_told_that_both_buttons_will_show_other_answers():
    gestures = GestureRecognizer(TIMING, PressContext(question=7))
    for edge in edges("A:10 B:50"):
        gestures.feed(edge)
    gestures.feed(Tick(75))
    assert (gestures.armed, gestures.wake_at_ms) == (((None, "neither"),), 775)
    gestures.feed(Tick(775))
    assert gestures.armed == ((None, "quiet"),)


def test_the_display_is_told_that_both_buttons_will_switch_the_sound():
    gestures = GestureRecognizer(TIMING)
    for edge in edges("A:10 B:800"):
        gestures.feed(edge)
    assert gestures.armed == ((None, "undo"),)
    gestures.feed(Tick(1524))
    assert (gestures.armed, gestures.wake_at_ms) == ((), 1525)
    gestures.feed(Tick(1525))
    assert (gestures.armed, gestures.wake_at_ms) == (((None, "quiet"),), 3825)
    gestures.feed(Tick(3825))
    assert (gestures.armed, gestures.wake_at_ms) == (((None, "report"),), 5325)
    gestures.feed(Tick(5325))
    assert (gestures.armed, gestures.wake_at_ms) == (((None, "phones"),), 7325)
    gestures.feed(Tick(7325))
    assert gestures.armed == ((None, "owner"),)


def test_a_report_is_longer_than_any_long_press_and_shorter_than_any_stuck_button():
    assert limits("long_press_ms")[1] < limits("report_ms")[0]
    assert limits("report_ms")[1] < limits("stuck_ms")[0]


def test_all_that_both_buttons_say_is_reached_before_they_are_taken_for_stuck():
    assert PHONES_MORE_MS < OWNER_MORE_MS
    assert limits("report_ms")[1] + OWNER_MORE_MS < Settings().stuck_ms


def test_the_display_is_told_who_waits_to_name_whom():
    gestures = GestureRecognizer(TIMING, FOUR)
    for edge in edges("A:10-600 1:300-380"):
        gestures.feed(edge)
    assert (gestures.call.seat, gestures.call.word, gestures.call.targets) == (1, "claim", (0, 2))
    gestures.feed(Tick(END_MS))
    assert gestures.call is None


def test_the_stuck_buttons_can_be_asked_for_until_they_are_released():
    gestures = GestureRecognizer(TIMING)
    gestures.feed(Edge(10, RefereeButton.A, True))
    assert gestures.feed(Tick(9000)) == (ButtonStuck(8035, RefereeButton.A),)
    assert gestures.stuck == {RefereeButton.A}
    gestures.feed(Edge(9500, RefereeButton.A, False))
    assert gestures.feed(Tick(9600)) == ()
    assert gestures.stuck == frozenset()


def test_time_that_goes_back_counts_as_none():
    gestures = GestureRecognizer(TIMING)
    gestures.feed(Edge(1000, 0, True))
    gestures.feed(Edge(100, 1, True))
    gestures.feed(Edge(1080, 0, False))
    gestures.feed(Edge(1080, 1, False))
    assert gestures.feed(Tick(0)) == ()
    assert timed(gestures.feed(Tick(2000))) == "0:ronda@1455 1:ronda@1455"
