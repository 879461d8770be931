"""The map of hands as outlines on the table."""

import numpy as np

from vision.covers import LEAST_COVERED_CELLS, covered_cells, covers_of
from vision.locate import Detections


def look(cells, cell_px=20.0):
    cover = np.zeros((20, 30), np.float32)
    for row, column in cells:
        cover[row, column] = 0.9
    return Detections((), cover, cell_px)


def block(top, left, height, width):
    return [(row, column) for row in range(top, top + height) for column in range(left, left + width)]


def test_an_outline_goes_round_whole_cells_in_millimetres():
    (outline,) = covers_of(look(block(2, 3, 4, 5)), px_per_mm=2.0)
    assert set(outline) == {(30.0, 20.0), (80.0, 20.0), (80.0, 60.0), (30.0, 60.0)}


def test_two_hands_are_two_outlines():
    assert len(covers_of(look(block(2, 3, 4, 5) + block(2, 20, 4, 5)), 2.0)) == 2


def test_a_freckle_is_no_hand():
    freckle = block(2, 3, 1, LEAST_COVERED_CELLS - 1)
    assert covers_of(look(freckle), 2.0) == ()
    assert covered_cells(look(freckle)) == LEAST_COVERED_CELLS - 1


def test_before_the_scale_is_known_a_hand_has_no_place():
    assert covers_of(look(block(2, 3, 4, 5)), None) == ()
