"""One contract for all cameras: the stand-ins here, picamera2 itself on libcamera's virtual camera elsewhere."""

import itertools
import math
import os
import threading
import time

import numpy as np
import pytest

from hardware.camera import PiCamera
from hardware.fake import FakeCamera
from hardware.playback import Playback
from hardware.ports import SIZE, Camera, CameraLost, CameraOver
from hardware.webcam import Webcam
from tests.support.picamera import Picamera2

VIRTUAL = os.environ.get("HAKAM_VIRTUAL_CAMERA")  # set where libcamera has its virtual camera: `make pi-check`


def picture(value):
    return np.full((72, 128, 3), value, np.uint8)


class Video:
    """Quacks like OpenCV's VideoCapture: 200 pictures a second, each of them brighter."""

    def __init__(self, number=0, *, there=True, breaks_off=10**9):
        self.released, self._there, self._left, self._values = 0, there, breaks_off, itertools.count()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self._there

    def read(self):
        time.sleep(0.005)
        self._left -= 1
        return (self._left >= 0), (picture(next(self._values) % 256) if self._left >= 0 else None)

    def get(self, _what):
        return 5.0 * (10**9 - self._left)

    def release(self):
        self.released += 1


def fake():
    return FakeCamera(picture(value % 256) for value in itertools.count())


def playback():
    return Playback((t_ms, picture(t_ms // 5 % 256)) for t_ms in itertools.count(0, 5))


def webcam():
    return Webcam(open_camera=Video)


def picamera():
    if not VIRTUAL:
        return PiCamera(open_camera=Picamera2)
    from tests.support.virtual_picamera import open_virtual

    return PiCamera(form="NV12", open_camera=open_virtual)


@pytest.fixture(params=[fake, playback, webcam, picamera], ids=lambda make: make.__name__)
def camera(request):
    camera: Camera = request.param()
    yield camera
    camera.close()


def test_a_picture_is_blue_green_red_bytes(camera):
    shot = camera.shot(-math.inf, 2.0)
    size = SIZE[::-1] if isinstance(camera, PiCamera) else (72, 128)
    assert (shot.picture.dtype, shot.picture.shape) == (np.uint8, (*size, 3))


def test_each_picture_is_taken_later_than_the_one_before(camera):
    after_s = -math.inf
    for _ in range(5):
        shot = camera.shot(after_s, 2.0)
        assert shot.taken_s > after_s
        after_s = shot.taken_s


def test_no_picture_is_older_than_the_question(camera):
    camera.shot(-math.inf, 2.0)
    asked_s = time.monotonic()
    assert camera.shot(asked_s, 2.0).taken_s > asked_s


def test_times_are_those_of_the_monotonic_clock(camera):
    before_s = time.monotonic()
    taken_s = camera.shot(before_s, 2.0).taken_s
    assert before_s < taken_s <= time.monotonic() + 0.01


def test_closing_twice_does_no_harm(camera):
    camera.shot(-math.inf, 2.0)
    camera.close()
    camera.close()


def test_after_closing_no_picture_comes(camera):
    camera.close()
    with pytest.raises((CameraLost, CameraOver)):
        camera.shot(time.monotonic(), 0.05)


def test_a_recording_ends():
    camera = Playback([(0, picture(1)), (10, picture(2))])
    assert [camera.shot(-math.inf, 1.0).picture[0, 0, 0] for _ in range(2)] == [1, 2]
    with pytest.raises(CameraOver):
        camera.shot(-math.inf, 1.0)


def test_a_recording_that_began_earlier_is_joined_where_it_is_now():
    now = [100.0]
    camera = Playback(
        [(t_ms, picture(t_ms // 1000)) for t_ms in range(0, 60_000, 1000)],
        began_s=60.0,
        clock=lambda: now[0],
        sleep=lambda seconds: now.__setitem__(0, now[0] + seconds),
    )
    assert camera.shot(-math.inf, 2.0).picture[0, 0, 0] == 40


def test_a_gap_in_a_recording_is_a_camera_that_gives_nothing():
    now = [0.0]
    camera = Playback(
        [(0, picture(1)), (9000, picture(2))],
        clock=lambda: now[0],
        sleep=lambda seconds: now.__setitem__(0, now[0] + seconds),
    )
    first = camera.shot(-math.inf, 2.0)
    with pytest.raises(CameraLost):
        camera.shot(first.taken_s, 2.0)
    assert now[0] == 2.0
    assert camera.shot(first.taken_s, 10.0).picture[0, 0, 0] == 2


def test_a_camera_that_is_not_there_is_told_at_once():
    with pytest.raises(CameraLost, match="no camera 3"):
        Webcam(3, open_camera=lambda number: Video(there=False))


def test_a_camera_that_was_closed_reads_no_more_and_is_given_back():
    video = Video()
    Webcam(open_camera=lambda number: video).close()
    assert video.released == 1


def test_a_camera_that_hangs_does_not_keep_the_program(monkeypatch):
    video, hangs = Video(), threading.Event()
    monkeypatch.setattr("hardware.webcam.CLOSE_S", 0.01)
    video.read = lambda: (hangs.wait(20), None)
    camera = Webcam(open_camera=lambda number: video)
    camera.close()
    assert camera._thread.is_alive()
    hangs.set()


def test_a_camera_pulled_out_is_lost_and_given_back():
    video = Video(breaks_off=3)
    camera = Webcam(open_camera=lambda number: video)
    with pytest.raises(CameraLost):
        for _ in range(9):
            camera.shot(time.monotonic(), 2.0)
    camera._thread.join(2.0)
    assert video.released == 1
