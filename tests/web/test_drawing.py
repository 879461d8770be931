"""The drawn table has each card where it lies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import Card
from firmware.standing.message import StandingCard
from firmware.web.drawing import LEAST_HEIGHT_MM, LEAST_WIDTH_MM, table_drawing

millimetres = st.floats(0, 3000)
cards = st.builds(StandingCard, st.sampled_from(["7O", "12?", None]), millimetres, millimetres, st.integers(-180, 180))


@given(st.lists(cards, max_size=12), st.sampled_from([0.0, 700.0]))
def test_every_card_lies_within_the_drawing(lying, width_mm):
    drawing = table_drawing(lying, width_mm)
    assert all(0 <= one.x_mm <= drawing.width_mm and 0 <= one.y_mm <= drawing.height_mm for one in drawing.cards)
    assert len(drawing.cards) == len(lying)


@given(st.lists(cards, max_size=12))
def test_figures_stay_upright(lying):
    assert all(-90 <= one.angle_deg < 90 for one in table_drawing(lying, 0.0).cards)


def test_an_empty_table_keeps_its_size():
    drawing = table_drawing([], 0.0)
    assert (drawing.width_mm, drawing.height_mm, drawing.empty) == (LEAST_WIDTH_MM, LEAST_HEIGHT_MM, True)


@pytest.mark.parametrize(
    ("card", "state"),
    [
        (StandingCard("7O", 100, 100), "game"),
        (StandingCard("7O", 100, 100, hidden=True), "hidden"),
        (StandingCard("7O", 100, 100, in_game=False), "besides"),
    ],
)
def test_it_shows_which_cards_count(card, state):
    assert [one.state for one in table_drawing([card], 0.0).cards] == [state]


def test_what_does_not_count_lies_beneath_what_does():
    drawn = table_drawing([StandingCard("7O", 1, 1), StandingCard("1C", 1, 1, in_game=False)], 0.0).cards
    assert [one.card for one in drawn] == [Card.parse("1C"), Card.parse("7O")]


def test_a_card_that_was_never_seen_is_told_beside():
    assert table_drawing([StandingCard("7O", None, None)], 0.0).unplaced == (Card.parse("7O"),)
