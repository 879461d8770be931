"""Tables that fit the terminal: columns where there is room, else a block of lines a row."""

import pytest

from firmware.presentation.columns import fitted

ROWS = [("session", "score"), ("1", "12 – 7"), ("2", "not closed, as the power was cut in the evening")]


@pytest.mark.parametrize("width", [None, 80, 57])
def test_where_there_is_room_the_columns_stand_beside_each_other(width):
    assert fitted(ROWS, width).splitlines()[:2] == ["session  score", "1        12 – 7"]


@pytest.mark.parametrize("width", [20, 40, 50])
def test_where_there_is_none_each_row_is_a_block_that_fits(width):
    told = fitted(ROWS, width)
    assert told.startswith("session: 1\nscore: 12 – 7\n\nsession: 2\n")
    assert max(map(len, told.splitlines())) <= width
