"""A camera that stalls, is pulled out and comes back; nobody waits for it."""

import itertools
import threading

import numpy as np
import pytest

from hardware.camera_worker import BACK_OFF_S, CameraWorker
from hardware.fake import FakeCamera
from hardware.ports import CameraLost


def pictures(count=10**9):
    return (np.full((4, 4, 3), value % 256, np.uint8) for value in itertools.islice(itertools.count(), count))


class Stage:
    """Opens cameras as told, notes the waits, and lets the thread stop after the last."""

    def __init__(self, *cameras, waits=10**9):
        self.cameras, self.waited, self.opened, self.told = iter(cameras), [], [], []
        self._waits = waits
        self.done = threading.Event()

    def open(self):
        camera = next(self.cameras)
        if isinstance(camera, Exception):
            raise camera
        self.opened.append(camera)
        return camera

    def wait(self, seconds):
        self.waited.append(seconds)
        if len(self.waited) >= self._waits:
            self.done.set()
            return True
        return False

    def worker(self):
        return CameraWorker(self.open, lambda: None, clock=lambda: 7.0, wait=self.wait)


def none_there():
    return CameraLost("there is no camera")


def over(worker):
    worker._thread.join(5.0)
    assert not worker._thread.is_alive()
    return worker.status


def test_the_newest_picture_is_taken_once():
    worker = Stage(FakeCamera(pictures(3))).worker()
    assert over(worker).over
    assert worker.take().picture[0, 0, 0] == 2
    assert worker.take() is None


def test_a_lost_camera_is_closed_and_opened_again():
    first, second = FakeCamera(pictures(2)), FakeCamera(pictures(5))
    first.shot = lambda after_s, wait_s: (_ for _ in ()).throw(CameraLost("no picture for 2 s"))
    stage = Stage(first, second)
    assert over(stage.worker()).shot.picture[0, 0, 0] == 4
    assert stage.opened == [first, second]
    assert (first.closed, second.closed) == (1, 1)


def test_each_failure_in_a_row_is_followed_by_a_longer_wait():
    stage = Stage(*(none_there() for _ in range(8)), waits=8)
    over(stage.worker())
    assert stage.waited == [*BACK_OFF_S, BACK_OFF_S[-1], BACK_OFF_S[-1]]


def test_a_camera_that_gave_pictures_is_opened_at_once_when_it_is_lost():
    def breaking():
        yield from pictures(3)
        raise CameraLost("the cable came off")

    stage = Stage(none_there(), none_there(), FakeCamera(breaking()), none_there(), waits=4)
    over(stage.worker())
    assert stage.waited == [*BACK_OFF_S[:2], BACK_OFF_S[0], BACK_OFF_S[1]]


def test_a_camera_that_fails_in_an_unknown_way_is_lost_like_any_other(caplog):
    stage = Stage(ZeroDivisionError("inside the driver"), FakeCamera(pictures(2)))
    assert over(stage.worker()).shot.picture[0, 0, 0] == 1
    assert "failed in an unknown way" in caplog.text


def test_since_when_and_why_it_is_lost_is_told():
    status = over(Stage(none_there(), waits=1).worker())
    assert (status.lost_s, status.reason, status.over) == (7.0, "there is no camera", False)


def test_a_loss_is_logged_once_with_its_reason_and_so_is_the_return(caplog):
    over(Stage(none_there(), none_there(), FakeCamera(pictures(2))).worker())
    assert [record.getMessage() for record in caplog.records] == ["camera: there is no camera", "camera: there again"]


def test_a_camera_that_is_never_opened_nor_refused_is_missing_after_a_while():
    opened = threading.Event()

    def opening():
        opened.wait(30.0)
        raise CameraLost("at last")

    worker = CameraWorker(opening, lambda: None, clock=lambda: 7.0)
    assert [worker.status.missing_s(7.0 + waited_s) for waited_s in (0.0, 15.0, 15.5)] == [None, None, 7.0]
    worker.close(wait_s=0.01)
    opened.set()


@pytest.mark.parametrize("count", [1, 4])
def test_news_come_with_every_picture(count):
    told = threading.Semaphore(0)
    worker = CameraWorker(lambda: FakeCamera(pictures(count)), told.release)
    for _ in range(count + 1):  # and one for the end
        assert told.acquire(timeout=5.0)
    worker.close()


def test_a_camera_that_hangs_holds_nobody():
    hung = threading.Event()

    class Hanging(FakeCamera):
        def shot(self, after_s, wait_s):
            hung.wait(30.0)
            raise CameraLost("at last")

    worker = CameraWorker(lambda: Hanging(pictures()), lambda: None)
    assert worker.take() is None
    worker.close(wait_s=0.01)
    hung.set()
