"""How a deal opens: what lies upon a pile is no card of the layout, and the dealer's hand lays it."""

import pytest

from firmware.cards import Card
from firmware.decoding import likelihood, weights
from firmware.decoding.branching import add_play, initial_hypothesis, open_deal
from firmware.decoding.proposals import layouts
from firmware.referee import MatchSetup, Referee
from firmware.rules.game import Game
from firmware.rules.presets import PRESETS
from firmware.tracking.piles import DELETE_MS, is_on_pile, update_piles
from firmware.tracking.track import Track
from firmware.tracking.tracker import Tracker
from tests.support.arms import TableWithArms
from tests.support.scene import SLOTS, Table, look
from tests.support.scene import laid as laid_on_table

LAYOUT = {0: "1O", 1: "4C", 2: "6E", 3: "11B"}
STOCK = (40.0, 300.0)


def cards(*texts):
    return [Card.parse(text) for text in texts]


@pytest.mark.parametrize(
    ("looks", "age_ms", "beside_mm", "lies"),
    [(3, 200, 0, True), (2, 200, 0, False), (3, DELETE_MS, 0, False), (3, 200, 20, True), (3, 200, 30, False)],
    ids=["seen often", "seen in passing", "taken up since", "shifted", "elsewhere"],
)
def test_a_pile_lies_where_backs_were_seen(looks, age_ms, beside_mm, lies):
    piles = ()
    for number in range(looks):
        piles = update_piles(piles, look(number * 200, {STOCK: "back"}))
    piles = update_piles(piles, look((looks - 1) * 200 + age_ms, {}))
    assert is_on_pile(piles, (STOCK[0] + beside_mm, STOCK[1])) is lies


def told_with_a_face_upon_the_stock(clear_ms):
    """The layout of a table whose stock was read as the 2 of swords for a while before its fourth card came."""
    referee = Referee(MatchSetup(2, 1))
    table = Table(referee.feed)
    table.lying[STOCK] = "back"
    table.wait(1000)
    for slot in (0, 1, 2):
        table.put(**{f"s{slot}": LAYOUT[slot]})
    table.lying[STOCK] = "2E"
    table.wait(clear_ms, hand=not clear_ms)
    table.wait(1400, hand=True)
    table.lying[STOCK] = "back"
    table.put(s3="11B").wait(1000)
    return [str(card) for card in referee._beam.best.steps[0].cards]


def test_a_pile_taken_for_a_card_under_a_hand_is_no_card_of_the_layout():
    assert told_with_a_face_upon_the_stock(0) == ["1O", "4C", "6E", "11B"]


def test_a_card_seen_in_the_clear_upon_a_pile_counts():
    assert "2E" in told_with_a_face_upon_the_stock(1400)


def opened(by):
    """A layout laid by the hand of a seat, and the tracker that has seen it."""
    tracker = Tracker()
    session = TableWithArms(tracker.update)
    for slot, text in LAYOUT.items():
        session.lay_by(by, slot, text)
    return session, tracker


def weight_of(seats):
    """What it weighs that seat 1 dealt and plays in turn were laid by hands of these seats."""
    session, tracker = opened(by=1)
    hypothesis = open_deal(
        initial_hypothesis(Game(PRESETS["pagat"], 2, 1)), list(tracker), cards(*LAYOUT.values()), 0.0
    )
    for number, (seat, text) in enumerate(zip(seats, ("2O", "3C", "5E", "7B"), strict=True)):
        session.lay_by(seat, 6 + number, text)
        hypothesis = add_play(hypothesis, Card.parse(text), session.t_ms, (4 + number,), weights.SEEN_PLAY)
    return likelihood.log_likelihood(hypothesis, tracker)


def test_the_dealers_hand_tells_which_seat_is_which():
    assert weight_of((0, 1, 0, 1)) - weight_of((1, 0, 1, 0)) > -weights.SEATING * weights.LAID_WEIGHT


def test_a_second_find_beside_a_card_is_not_laid_out_while_a_pair_is_replaced():
    referee = Referee(MatchSetup(2, 1))
    table = Table(referee.feed)
    for slot, text in ((0, "6C"), (1, "3E"), (2, "7B")):
        table.put(**{f"s{slot}": text})
    table.lying[(SLOTS[1][0] - 8.0, SLOTS[1][1] - 20.0)] = "2E:0.4 4C:0.1"
    table.wait(1000)
    table.put(s3="7E").wait(1000).take(3)
    table.put(s4="11C").wait(2000)
    assert {str(card) for card in referee.scoreboard.table} == {"6C", "3E", "7B", "11C"}
    assert not referee.plays


def test_cards_laid_out_lie_apart():
    first, echo, other = (Track(n, (x, 0.0), (x, 0.0), n, n, n) for n, x in enumerate((100.0, 130.0, 170.0)))
    assert layouts.drop_echoes([first, echo, other]) == [first, other]


@pytest.mark.parametrize(
    ("fourth", "played", "layout"),
    [
        ("11B:0.8 6B:0.15", (), ["1O", "4C", "6E", "12E"]),
        ("11B:0.8 12B:0.15", (), ["1O", "4C", "6E", "11B"]),
        ("11B:0.8 6B:0.15", ("7O",), ["1O", "4C", "6E", "11B"]),
    ],
    ids=["perhaps one of a pair", "of none", "after a play"],
)
def test_a_card_of_the_layout_that_was_misread_goes_back_before_anything_is_played(fourth, played, layout):
    """The layout had a pair (L2), and was read as a legal one: the dealer lays another card in the stead of one."""
    referee, table = laid_on_table(**{**{f"s{slot}": LAYOUT[slot] for slot in range(3)}, "s3": fourth})
    for slot, text in enumerate(played, 5):
        table.put(**{f"s{slot}": text}).wait(2000)
    table.take(3).wait(1000).put(s9="12E").wait(2000)
    assert [str(card) for card in referee._beam.best.steps[0].cards] == layout
    assert bool(referee.plays) == ("11B" in layout)


def after_counting(preset, shown):
    """A referee, and a table on which cards were shown one after the other, and gathered, before anything was dealt."""
    referee = Referee(MatchSetup(2, 1, preset))
    table = Table(referee.feed)
    for slot, text in enumerate(shown):
        table.put(**{f"s{slot}": text}).wait(1000)
    table.take(*table.lying).wait(12_000)
    return referee, table


def test_cards_counted_before_a_deal_without_a_layout_were_not_played():
    referee, table = after_counting("pagat-notable", ("6E", "10O", "6C"))
    table.put(s5="3B").wait(1500).put(s6="12E").wait(3000)
    assert [(play.seat, str(play.card)) for play in referee.plays] == [(0, "3B"), (1, "12E")]


def test_cards_counted_before_a_deal_are_no_layout():
    referee, table = after_counting("pagat", LAYOUT.values())
    for slot, text in enumerate(("2O", "5C", "7E", "12B")):
        table.put(**{f"s{slot}": text})
    table.wait(3000)
    assert [str(card) for card in referee._beam.best.steps[0].cards] == ["2O", "5C", "7E", "12B"]
    assert (referee.scoreboard.deal, referee._beam.best.origin.dealer) == (1, 1)


def test_plays_after_which_nothing_lies_there_for_long_were_not_only_shown():
    referee, table = after_counting("pagat-notable", ())
    for one, other in (("6E", "6C"), ("10O", "10B"), ("2E", "2O")):
        table.put(s5=one).wait(1400).put(s6=other).take(5, 6).wait(1000)
    table.wait(12_000).put(s7="3B").wait(3000)
    assert [str(play.card) for play in referee.plays] == ["6E", "6C", "10O", "10B", "2E", "2O", "3B"]


def test_plays_between_two_pauses_were_not_only_shown():
    referee, table = after_counting("pagat-notable", ())
    table.put(s0="3B").wait(3000).put(s1="3O").wait(1000).take(0, 1).wait(7000)
    table.put(s2="10C").wait(2200).put(s3="10O").wait(1000).take(2, 3).wait(2500).put(s4="4E").wait(3000)
    assert [str(play.card) for play in referee.plays] == ["3B", "3O", "10C", "10O", "4E"]


def test_plays_after_which_the_table_was_bare_for_less_than_dealing_takes_were_not_only_shown():
    referee, table = after_counting("pagat-notable", ())
    table.put(s0="12B").wait(1000).put(s1="12C").take(0, 1).wait(3800).put(s2="6E").wait(3000)
    assert [str(play.card) for play in referee.plays] == ["12B", "12C", "6E"]
