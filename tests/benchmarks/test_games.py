"""Facts about how many deals a game takes."""

import math

import pytest

from models.benchmarks.game_length import deals_a_game, points_of


@pytest.mark.parametrize(
    ("points", "deals"), [([(41, 0)], 1), ([(20, 20)], 3), ([(0, 0), (10, 10, 10)], 5), ([(6, 6), (6, 6)], 7)]
)
def test_a_game_ends_with_the_deal_in_which_a_side_has_enough(points, deals):
    assert deals_a_game(points) == deals


def test_points_go_to_either_side_so_a_game_is_longer_than_one_that_a_single_side_wins():
    assert 2 < deals_a_game([(21, 0)]) <= 3


def test_a_game_goes_on_with_deals_of_as_many_sides():
    assert deals_a_game([(41, 0), (41, 0, 0)]) == 1


def test_a_deal_without_points_is_a_deal_too():
    assert deals_a_game([(41, 41), (0, 0)]) == pytest.approx(2, abs=0.1)


def test_without_a_point_no_game_ends():
    assert deals_a_game([]) == deals_a_game([(0, 0)]) == math.inf


def test_the_points_of_a_deal_are_those_that_it_added():
    assert points_of([(1, 0), (1, 4), (3, 5)]) == ((1, 0), (0, 4), (2, 1))
    assert points_of([]) == ()
