"""Hands hide what lies under them, and nothing else."""

from dataclasses import replace

import pytest

from firmware.referee import MatchSetup, Referee
from firmware.tracking.covering import SEEN_LOOKS
from firmware.tracking.geometry import distance, reaches
from firmware.tracking.hands import BESIDE_MM
from firmware.tracking.recent_looks import BARE_LOOKS
from firmware.tracking.tracker import Tracker
from tests.support.arms import arm, dealt
from tests.support.scene import SLOTS, look, plays

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}


@pytest.mark.parametrize("outline", [SQUARE, SQUARE[::-1]], ids=["clockwise", "anticlockwise"])
@pytest.mark.parametrize(
    ("point", "within"),
    [((50, 50), True), ((0, 0), True), ((105, 50), True), ((107, 107), True), ((108, 108), False), ((50, -11), False)],
)
def test_an_outline_reaches_its_inside_and_a_margin_round_it(outline, point, within):
    assert reaches(outline, point, 10.0) is within


def test_the_distance_is_the_straight_one():
    assert distance((0.0, 0.0), (3.0, 4.0)) == 5.0


def over(slot, t_ms, lying):
    """A look with a hand over one slot."""
    x, y = SLOTS[slot]
    hand = tuple((x + dx, y + dy) for dx, dy in ((-30, -30), (30, -30), (30, 200), (-30, 200)))
    return replace(look(t_ms, lying, hand=True), covers=(hand,))


@pytest.mark.parametrize(("slot", "missed_clear"), [(1, 0), (4, 3)], ids=["over it", "elsewhere"])
def test_a_card_is_missed_where_no_hand_hides_it(slot, missed_clear):
    tracker = Tracker()
    for t_ms in (0, 200, 400):
        tracker.update(look(t_ms, {1: "4C"}))
    for t_ms in (600, 800, 1000):
        tracker.update(over(slot, t_ms, {}))
    assert [track.missed_clear for track in tracker] == [missed_clear]


@pytest.mark.parametrize(
    ("before", "in_view"), [((1,), False), ((4,), True), ((1, 4), False)], ids=["over it", "elsewhere", "in turn"]
)
def test_a_card_is_lost_in_view_where_no_hand_was_near(before, in_view):
    tracker = Tracker()
    for t_ms in (0, 200, 400):
        tracker.update(look(t_ms, {1: "4C"}))
    for number, slot in enumerate(before):
        tracker.update(over(slot, 600 + 200 * number, {}))
    tracker.update(look(1000, {}))
    assert [track.lost_in_view for track in tracker] == [in_view]


@pytest.mark.parametrize(
    ("slots", "in_view"), [((1,), False), ((1, 1), False), ((4,), True)], ids=["one hand", "two hands", "elsewhere"]
)
def test_a_card_that_was_seen_beside_a_hand_last_is_not_lost_in_view(slots, in_view):
    tracker = Tracker()
    for t_ms in (0, 200, 400):
        tracker.update(look(t_ms, {1: "4C"}))
    covers = tuple(over(slot, 600, {}).covers[0] for slot in slots)
    tracker.update(replace(look(600, {1: "4C"}, hand=True), covers=covers))
    tracker.update(look(800, {}))
    assert [track.lost_in_view for track in tracker] == [in_view]


def test_a_hand_that_comes_after_a_card_was_lost_in_view_has_not_taken_it():
    tracker = Tracker()
    for t_ms in (0, 200, 400):
        tracker.update(look(t_ms, {1: "4C"}))
    for t_ms, slot in ((600, 4), (800, 1), (1000, 4)):
        tracker.update(over(slot, t_ms, {}))
    assert [track.lost_in_view for track in tracker] == [True]


def told_of(*later):
    """Who played what, as a referee understands it who saw a hand over the 4C, and then these looks without it."""
    referee = Referee(MatchSetup(2, 1))
    for t_ms in range(200, 2200, 200):
        referee.feed(look(t_ms, LAYOUT))
    rest = {slot: text for slot, text in LAYOUT.items() if slot != 1}
    for t_ms in (2200, 2400):
        referee.feed(over(1, t_ms, rest))
    for number, more in enumerate(later):
        referee.feed(look(2600 + 200 * number, rest | more))
    return plays(referee)


@pytest.mark.parametrize(("looks", "told"), [(1, []), (2, [(0, "4?")])])
def test_what_a_hand_took_is_told_at_the_second_clear_look_without_it(looks, told):
    assert told_of(*[{}] * looks) == told


@pytest.mark.parametrize("looks", [2, 4])
def test_what_a_hand_took_stays_told_when_a_card_of_that_rank_is_laid_next(looks):
    assert told_of(*[{}] * looks, *[{7: "4E"}] * 6) == [(0, "4?"), (1, "4E")]


def test_a_card_taken_while_another_hand_stays_on_the_table_is_noticed():
    referee = Referee(MatchSetup(2, 1))
    for t_ms in range(200, 2200, 200):
        referee.feed(look(t_ms, LAYOUT))
    rest = {slot: text for slot, text in LAYOUT.items() if slot != 1}
    for t_ms in range(2200, 9000, 200):
        referee.feed(over(4, t_ms, rest))
    assert [str(play.card) for play in referee.plays] == ["4?"]


def test_a_card_under_a_sleeve_for_ten_seconds_was_not_taken():
    referee = Referee(MatchSetup(2, 1))
    for t_ms in range(200, 2200, 200):
        referee.feed(look(t_ms, LAYOUT))
    for t_ms in range(2200, 12200, 200):
        referee.feed(over(1, t_ms, {0: "1O", 2: "6E", 3: "11B"}))
    for t_ms in range(12200, 15000, 200):
        referee.feed(look(t_ms, LAYOUT))
    assert referee.plays == ()
    assert referee.corrections == referee.doubts == 0


@pytest.mark.parametrize(("aside_mm", "number"), [(12.0, 1), (28.0, 2)], ids=["where it lies", "beside it"])
def test_what_cannot_be_read_beside_a_card_is_another_that_is_being_laid_upon_it(aside_mm, number):
    tracker, (x, y) = Tracker(), SLOTS[1]
    for t_ms in range(0, 2000, 200):
        tracker.update(look(t_ms, {1: "4E"}))
    for t_ms in (2000, 2200):
        tracker.update(look(t_ms, {(x + aside_mm, y): "3C:0.3 12O:0.2"}, hand=True))
    assert len(list(tracker)) == number


def test_a_card_that_is_laid_upon_another_takes_neither_its_name_nor_its_place():
    tracker, (x, y) = Tracker(), SLOTS[1]
    for t_ms in range(0, 2000, 200):
        tracker.update(look(t_ms, {1: "4E"}))
    tracker.update(look(2000, {(x + 28.0, y): "3C:0.3 12O:0.2"}, hand=True))
    for t_ms in range(2200, 3200, 200):
        tracker.update(look(t_ms, {1: "4E:0.6 3E:0.3", (x + 28.0, y): "4O"}))
    assert [(str(track.likeliest(1)[0]), track.centre[0] - x) for track in tracker] == [("4E", 0.0), ("4O", 28.0)]


@pytest.mark.parametrize(
    ("aside_mm", "bare_looks", "hidden_since_ms"),
    [(0, 10, 1400), (13, BARE_LOOKS - 1, 1400), (13, BARE_LOOKS, 3400), (BESIDE_MM + 1, 1, 3400)],
    ids=["under it", "beside it for a moment", "beside it", "far from it"],
)
def test_a_card_lay_unseen_under_an_arm_and_not_where_it_would_have_been_found_beside_one(
    aside_mm, bare_looks, hidden_since_ms
):
    tracker = Tracker()
    table, (x, y) = dealt(tracker.update), SLOTS[7]
    table.see(10 - bare_looks, [arm((x, y + 10), 0)])
    table.see(bare_looks, [arm((x, y - aside_mm), 0)])
    table.lying[7] = "7O"
    table.see(1, [arm((x, y - aside_mm), 0)])
    (track,) = [one for one in tracker if str(one.likeliest(1)[0]) == "7O"]
    assert track.hidden_ms == hidden_since_ms


@pytest.mark.parametrize(("moved_mm", "hidden_since_ms"), [(13.0, 1400), (25.0, 3600)])
def test_a_card_that_comes_out_from_under_an_arm_was_hidden_though_its_middle_seems_to_move(moved_mm, hidden_since_ms):
    tracker = Tracker()
    table, (x, y) = dealt(tracker.update), SLOTS[7]
    table.see(10, [arm((x, y + 30), 0)])
    table.lying[(x, y + moved_mm)] = "7O"
    table.see(1, [arm((x, y), 0)])
    table.lying = {slot: text for slot, text in table.lying.items() if text != "7O"} | {7: "7O"}
    table.see(2)
    (track,) = [one for one in tracker if str(one.likeliest(1)[0]) == "7O"]
    assert (track.hidden_ms, track.born_ms) == (hidden_since_ms, 3600)


@pytest.mark.parametrize(("missed_too", "missed_clear"), [(1, 0), (2, 1)], ids=["in one look", "in two"])
def test_a_card_below_another_is_not_gone_where_that_one_is_missed_in_a_look_too(missed_too, missed_clear):
    tracker, (x, y) = Tracker(), SLOTS[1]
    for t_ms in (0, 200, 400):
        tracker.update(look(t_ms, {1: "4C"}))
    for t_ms in (600, 800, 1000):
        tracker.update(look(t_ms, {(x + 25.0, y): "5E"}))
    for number in range(missed_too):
        tracker.update(look(1200 + 200 * number, {}))
    lower, _ = tracker
    assert (lower.missed, lower.missed_clear) == (3 + missed_too, missed_clear)


@pytest.mark.parametrize(
    ("seen_under", "more", "missed_clear"),
    [(SEEN_LOOKS, {}, 3), (SEEN_LOOKS - 1, {}, 0), (SEEN_LOOKS, {(-25.0, 0.0): "7B"}, 0)],
    ids=["in many looks", "in a few", "another card laid upon it, too"],
)
def test_a_card_that_was_seen_under_another_is_gone_once_it_is_missed_under_the_same(seen_under, more, missed_clear):
    tracker, (x, y) = Tracker(), SLOTS[1]
    both = [{1: "4C"}] * 3 + [{1: "4C", (x + 40.0, y): "5E"}] * seen_under
    upper = {(x + 40.0, y): "5E", **{(x + dx, y + dy): card for (dx, dy), card in more.items()}}
    for number, lying in enumerate([*both, *[upper] * 3]):
        tracker.update(look(200 * number, lying))
    assert next(iter(tracker)).missed_clear == missed_clear


@pytest.mark.parametrize(("aside_mm", "hidden_since_ms"), [(0.0, 1200), (20.0, 400)], ids=["there", "beside it"])
def test_a_card_found_where_another_was_seen_was_laid_after_that_was_seen_last(aside_mm, hidden_since_ms):
    tracker, (x, y) = Tracker(), SLOTS[1]
    for t_ms in (0, 200):
        tracker.update(look(t_ms, {1: "4C"}))
    for t_ms in range(400, 1400, 200):
        tracker.update(over(1, t_ms, {1: "4C"}))
    for t_ms in range(1400, 3000, 200):
        tracker.update(over(1, t_ms, {}))
    tracker.update(over(1, 3000, {(x + aside_mm, y): "7B"}))
    *_, found = tracker
    assert (str(found.likeliest(1)[0]), found.hidden_ms, found.born_ms) == ("7B", hidden_since_ms, 3000)
