"""A camera that stalls, is pulled out and comes back; nobody waits for it."""

import itertools
import threading

import numpy as np
import pytest

from hardware.camera_worker import BACK_OFF_S, Lookout
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

    def lookout(self):
        return Lookout(self.open, lambda: None, clock=lambda: 7.0, wait=self.wait)


def none_there():
    return CameraLost("there is no camera")


def over(lookout):
    lookout._thread.join(5.0)
    assert not lookout._thread.is_alive()
    return lookout.outlook


def test_the_newest_picture_is_taken_once():
    lookout = Stage(FakeCamera(pictures(3))).lookout()
    assert over(lookout).over
    assert lookout.take().picture[0, 0, 0] == 2
    assert lookout.take() is None


def test_a_lost_camera_is_closed_and_opened_again():
    first, second = FakeCamera(pictures(2)), FakeCamera(pictures(5))
    first.shot = lambda after_s, wait_s: (_ for _ in ()).throw(CameraLost("no picture for 2 s"))
    stage = Stage(first, second)
    assert over(stage.lookout()).shot.picture[0, 0, 0] == 4
    assert stage.opened == [first, second]
    assert (first.closed, second.closed) == (1, 1)


def test_each_failure_in_a_row_is_followed_by_a_longer_wait():
    stage = Stage(*(none_there() for _ in range(8)), waits=8)
    over(stage.lookout())
    assert stage.waited == [*BACK_OFF_S, BACK_OFF_S[-1], BACK_OFF_S[-1]]


def test_a_camera_that_gave_pictures_is_opened_at_once_when_it_is_lost():
    def breaking():
        yield from pictures(3)
        raise CameraLost("the cable came off")

    stage = Stage(none_there(), none_there(), FakeCamera(breaking()), none_there(), waits=4)
    over(stage.lookout())
    assert stage.waited == [*BACK_OFF_S[:2], BACK_OFF_S[0], BACK_OFF_S[1]]


def test_a_camera_that_fails_in_an_unknown_way_is_lost_like_any_other(caplog):
    stage = Stage(ZeroDivisionError("inside the driver"), FakeCamera(pictures(2)))
    assert over(stage.lookout()).shot.picture[0, 0, 0] == 1
    assert "failed in an unknown way" in caplog.text


def test_since_when_and_why_it_is_lost_is_told():
    outlook = over(Stage(none_there(), waits=1).lookout())
    assert (outlook.lost_s, outlook.reason, outlook.over) == (7.0, "there is no camera", False)


def test_a_loss_is_logged_once_with_its_reason_and_so_is_the_return(caplog):
    over(Stage(none_there(), none_there(), FakeCamera(pictures(2))).lookout())
    assert [record.getMessage() for record in caplog.records] == ["camera: there is no camera", "camera: there again"]


def test_a_camera_that_is_never_opened_nor_refused_is_missing_after_a_while():
    opened = threading.Event()

    def opening():
        opened.wait(30.0)
        raise CameraLost("at last")

    lookout = Lookout(opening, lambda: None, clock=lambda: 7.0)
    assert [lookout.outlook.missing_s(7.0 + waited_s) for waited_s in (0.0, 15.0, 15.5)] == [None, None, 7.0]
    lookout.close(wait_s=0.01)
    opened.set()


@pytest.mark.parametrize("count", [1, 4])
def test_news_come_with_every_picture(count):
    told = threading.Semaphore(0)
    lookout = Lookout(lambda: FakeCamera(pictures(count)), told.release)
    for _ in range(count + 1):  # and one for the end
        assert told.acquire(timeout=5.0)
    lookout.close()


def test_a_camera_that_hangs_holds_nobody():
    hung = threading.Event()

    class Hanging(FakeCamera):
        def shot(self, after_s, wait_s):
            hung.wait(30.0)
            raise CameraLost("at last")

    lookout = Lookout(lambda: Hanging(pictures()), lambda: None)
    assert lookout.take() is None
    lookout.close(wait_s=0.01)
    hung.set()
