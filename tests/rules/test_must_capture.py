"""Captures that are a duty (V15): what counts as forgone, beside case H20."""

import pytest

from firmware.rules.events import (
    CaptureForgone,
)
from tests.support.positions import at, kinds, play


@pytest.mark.parametrize("later", [["A2", "B3", "A5"], ["A12", "B3", "A6"]])
def test_who_captured_or_had_no_equal_card_has_forgone_nothing(later):
    game = at("rules pagat must_capture=yes; table 6 12; hands 3 3; turn A")
    assert CaptureForgone not in kinds(play(game, *later))


def test_a_capture_is_not_held_against_a_player_in_the_next_batch():
    game = at("rules pagat must_capture=yes; table 6 12; hands 1 1; turn A")
    assert CaptureForgone not in kinds(play(game, "A2", "B11", "A6"))


def test_where_capturing_is_no_duty_nothing_is_reported():
    assert CaptureForgone not in kinds(play(at("table 6 12; hands 3 3; turn A"), "A2", "B11", "A6"))
