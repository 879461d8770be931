"""Looking where something changed: the window that is looked at, and what is believed of the rest."""

from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cards import Card
from vision.frame import Frame
from vision.grid import MULTIPLE
from vision.identify import Identification
from vision.locate import Detection, Detections
from vision.pipeline import Eyes
from vision.table_detector import SWEEP_MS, LookRequest, TableDetector
from vision.window import Window, touched, window_round

SIZE_PX, LOOK_PX, CARD_PX = (720, 1280), 640, 120.0
PICTURE = np.zeros((*SIZE_PX, 3), np.uint8)
CARD = np.array([[0, 0], [80, 0], [80, 120], [0, 120]], np.float32)


def cells(*changed):
    """The small picture's cells, 8 px each, with these (row, column) changed."""
    mask = np.zeros((90, 160), bool)
    for row, column in changed:
        mask[row, column] = True
    return mask


def card_at(x, y):
    return CARD + np.float32([x, y])


class Remembering:
    """Finds the cards (4, 2) of a table that lie whole in what it is shown, and remembers how much that was."""

    def __init__(self, *quads):
        self.quads, self.shown = quads, []

    def detect(self, picture, look_px=640, known=()):
        self.shown.append((picture.shape[:2], look_px, len(known)))
        column, row, rest = picture[0, 0].tolist()
        origin = np.float32([8 * column + rest // 8, 8 * row + rest % 8])
        inside = [quad - origin for quad in self.quads if (quad - origin).min() >= 0]
        inside = [quad for quad in inside if (quad.max(0) <= picture.shape[1::-1]).all()]
        return Detections(tuple(Detection(quad, 0.9) for quad in inside), np.ones((2, 2), np.float32), 8.0)


def coded():
    """A picture whose channels tell the column and the row: in eights, and what is over of both."""
    columns, rows = np.meshgrid(np.arange(1280), np.arange(720))
    return np.stack([columns // 8, rows // 8, columns % 8 * 8 + rows % 8], 2).astype(np.uint8)


def asked(changed, *, resting=(), doubtful=(), look_px=LOOK_PX, t_ms=0, still=True):
    return LookRequest(t_ms, still, look_px, CARD_PX, changed, resting, doubtful)


def believing(*quads):
    """A detector, and the same one that has looked at the whole table once."""
    detector = Remembering(*quads)
    table = TableDetector(detector)
    whole = table.detect(coded(), asked(cells()))
    table.believe(coded(), LOOK_PX, whole)
    return detector, table


def is_whole(detector):
    """Whether the last look was at all of the picture."""
    return detector.shown[-1][0] == SIZE_PX


def test_a_window_is_round_all_that_changed_and_all_that_may_have():
    assert window_round(cells((10, 20)), (), SIZE_PX) == Window(160, 80, 168, 88)
    assert window_round(cells((10, 20)), (card_at(400, 300),), SIZE_PX) == Window(160, 80, 480, 420)
    assert window_round(cells(), (), SIZE_PX) is None


@given(st.tuples(*(st.integers(*ends) for ends in ((0, 1200), (0, 640), (1, 400), (1, 300)))), st.floats(0, 300))
def test_a_grown_window_holds_the_first_one_and_stays_in_the_picture(sides, by_px):
    left, top, width, height = sides
    window = Window(left, top, min(left + width, 1280), min(top + height, 720))
    grown = window.grown(by_px, SIZE_PX, 64.0)
    assert 0 <= grown.left <= window.left < window.right <= grown.right <= 1280
    assert 0 <= grown.top <= window.top < window.bottom <= grown.bottom <= 720


def test_before_the_first_look_nothing_is_believed():
    detector = Remembering()
    table = TableDetector(detector)
    assert not table.believes(0, still=True)
    table.detect(coded(), asked(cells((10, 20))))
    assert is_whole(detector)


@pytest.mark.parametrize(("look_px", "picture"), [(512, coded()), (LOOK_PX, np.zeros((360, 640, 3), np.uint8))])
def test_at_another_scale_or_size_all_is_looked_at(look_px, picture):
    detector, table = believing()
    table.detect(picture, asked(cells((10, 20)), look_px=look_px))
    assert detector.shown[-1][:2] == (picture.shape[:2], look_px)


def test_where_much_changed_all_is_looked_at():
    detector, table = believing()
    table.detect(coded(), asked(cells((2, 2), (80, 150))))
    assert is_whole(detector)


def test_what_is_forgotten_is_looked_at():
    detector, table = believing()
    table.forget()
    table.detect(coded(), asked(cells((10, 20))))
    assert is_whole(detector)


def test_nothing_is_looked_at_where_nothing_changed():
    detector, table = believing(card_at(400, 300))
    found = table.detect(coded(), asked(cells(), resting=[card_at(400, 300)]))
    assert len(detector.shown) == 1
    assert [one.corners_px.tolist() for one in found.cards] == [card_at(400, 300).tolist()]


def test_a_new_card_is_found_in_its_place_by_a_look_at_a_part_of_the_table():
    detector, table = believing(card_at(640, 320), card_at(160, 80))
    found = table.detect(coded(), asked(cells((40, 80), (54, 89)), resting=[card_at(160, 80)]))
    (height, width), look_px, known = detector.shown[-1]
    assert height * width < 0.25 * SIZE_PX[0] * SIZE_PX[1]
    assert max(width, height) / look_px == pytest.approx(1280 / LOOK_PX)
    assert known == 0
    assert sorted(one.corners_px[0].tolist() for one in found.cards) == [[160, 80], [640, 320]]


def test_a_known_card_that_may_have_moved_is_looked_at_and_one_far_away_is_not():
    detector, table = believing(card_at(640, 320), card_at(160, 80))
    near, far = card_at(640, 320), card_at(160, 80)
    found = table.detect(coded(), asked(cells((45, 85)), resting=[near, far], doubtful=[near]))
    assert detector.shown[-1][2] == 1
    assert len(found.cards) == 2


def test_a_neighbour_that_rests_in_the_window_is_known_there_and_told_once():
    laid, neighbour = card_at(640, 320), card_at(640, 440)
    detector, table = believing(laid, neighbour)
    found = table.detect(coded(), asked(cells((40, 80), (54, 89)), resting=[neighbour]))
    assert detector.shown[-1][2] == 1
    assert sorted(one.corners_px[0].tolist() for one in found.cards) == [[640, 320], [640, 440]]


def test_a_card_that_is_gone_from_the_window_is_not_believed():
    _, table = believing()
    assert table.detect(coded(), asked(cells((45, 85)), doubtful=[card_at(640, 320)])).cards == ()


def test_a_hand_that_rests_outside_the_window_stays_there():
    class Hand(Remembering):
        def detect(self, picture, look_px=640, known=()):
            rows, columns = (side // 16 for side in picture.shape[:2])
            whole = picture.shape[:2] == SIZE_PX
            return Detections((), np.full((rows, columns), float(whole), np.float32), 16.0)

    table = TableDetector(Hand())
    table.believe(coded(), LOOK_PX, table.detect(coded(), asked(cells())))
    cover = table.detect(coded(), asked(cells((45, 85)))).cover
    assert cover.shape == (45, 80)
    assert cover[0, 0] == 1.0
    assert cover[22, 42] == 0.0


def test_a_whole_look_is_due_some_time_after_one_at_a_part_and_not_while_something_moves():
    detector, table = believing(card_at(640, 320))
    changed = cells((45, 85))
    table.detect(coded(), asked(changed, t_ms=1000))
    assert [table.is_due(t_ms) for t_ms in (999 + SWEEP_MS, 1000 + SWEEP_MS)] == [False, True]
    table.detect(coded(), asked(changed, t_ms=1000 + SWEEP_MS, still=False))
    assert not is_whole(detector)
    table.detect(coded(), asked(changed, t_ms=1000 + SWEEP_MS))
    assert is_whole(detector)
    assert not table.is_due(99_000)


def test_a_card_is_touched_by_a_change_in_the_rectangle_round_it_alone():
    assert touched(cells((40, 84)), card_at(640, 320), PICTURE)
    assert not touched(cells((40, 70)), card_at(640, 320), PICTURE)


@pytest.mark.parametrize("by_px", [50.0, 50.5, 63.3])
def test_the_windows_sides_suit_the_network(by_px):
    step = MULTIPLE * 1280 / LOOK_PX
    grown = Window(601, 300, 700, 407).grown(by_px, SIZE_PX, step)
    assert (grown.right - grown.left) % step == (grown.bottom - grown.top) % step == 0


class Sure:
    """Names every card without doubt."""

    def identify(self, crops):
        return [Identification(((Card.parse("7O"), 1.0),), False) for _ in crops]


class Everywhere(Remembering):
    """Finds all cards wherever it looks, and counts looks at the whole picture."""

    wholes = 0

    def detect(self, picture, look_px=640, known=()):
        self.wholes += picture.shape[:2] == SIZE_PX
        return super().detect(picture, look_px, known)


def test_some_time_after_a_look_at_a_part_all_is_looked_at_once():
    detector, clock = Everywhere(*(card_at(160 * n, 80) for n in range(1, 6))), count(0, 100)
    eyes, before, after = Eyes(Sure(), detector), coded(), coded()
    after[480:600, 960:1040, 2] = 255

    def rest(picture, looks):
        return sum(eyes.observe(Frame(next(clock), picture)) is not None for _ in range(looks))

    rest(before, 4)  # the first look finds out how large the cards are
    rest(after, 4)  # the first one at that scale is a whole one, too
    rest(before, 40)
    seen = detector.wholes
    assert rest(after, 2 + SWEEP_MS // 100 - 1) == 2
    assert detector.wholes == seen
    assert rest(after, 10) == 1
    assert detector.wholes == seen + 1
