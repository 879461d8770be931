"""The films of the benches of faults: coded pictures, people who wait, a clock that is told."""

import cv2
import numpy as np
import pytest

from firmware.signals import TableObservation
from models.benchmarks.coded_film import CodedEyes, coded, coded_frames, number_in
from models.benchmarks.faulty_camera import SPOILERS, FaultyFilm, FilmFault
from models.benchmarks.table_clock import TableClock
from vision.frame import Frame

LOOKS = [TableObservation(t_ms, ()) for t_ms in range(0, 5000, 250)]


@pytest.mark.parametrize("number", [0, 1, 2, 255, 40_000, 65_535])
def test_a_picture_bears_its_number_through_a_jpeg(number):
    packed = cv2.imencode(".jpg", coded(number, np.random.default_rng(1)), (cv2.IMWRITE_JPEG_QUALITY, 70))[1]
    assert number_in(cv2.imdecode(packed, cv2.IMREAD_COLOR)) == number


@pytest.mark.parametrize(
    ("kind", "unseen"),
    [("lamp out", "too_dark"), ("white", "too_bright"), ("covered", "view_lost"), ("another shape", "other_size")],
)
def test_eyes_see_nothing_in_a_spoilt_picture_and_say_so_once(kind, unseen):
    eyes, rng = CodedEyes(LOOKS), np.random.default_rng(1)
    assert eyes.observe(Frame(0, coded(3, rng))) == LOOKS[3].__class__(0, ())
    spoilt = SPOILERS[kind](coded(4, rng), rng)
    assert [look and look.unseen for look in (eyes.observe(Frame(1, spoilt)), eyes.observe(Frame(2, spoilt)))] == [
        unseen,
        None,
    ]
    assert eyes.observe(Frame(3, coded(4, rng))).t_ms == 3


@pytest.mark.parametrize(("played_on", "shown"), [(True, 12), (False, 4)])
def test_people_wait_for_a_fault_or_play_on(played_on, shown):
    clock = TableClock()
    film = FaultyFilm(coded_frames(LOOKS), clock, FilmFault("no fault", 1.0, 2.0, played_on), seed=1)
    for _ in range(12):
        clock.skip(0.25)
        picture = film.picture()
    assert number_in(picture) == shown
