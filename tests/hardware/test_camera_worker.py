"""A camera that stalls, is pulled out and comes back; nobody waits for it."""

import itertools
import math
import threading

import numpy as np
import pytest

from hardware.camera_worker import BACK_OFF_S, CameraWorker
from hardware.fake import FakeCamera
from hardware.ports import CameraLost, Shot


def pictures(count=10**9):
    return (np.full((16, 16, 3), value % 256, np.uint8) for value in itertools.islice(itertools.count(), count))


def noise(count=10**9):
    rng = np.random.default_rng(1)
    return (rng.integers(0, 256, (48, 64, 3), np.uint8) for _ in range(count))


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
    worker._watch.join(5.0)
    assert not worker._watch.alive
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
    tries = len(BACK_OFF_S) + 2
    stage = Stage(*(none_there() for _ in range(tries)), waits=tries)
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


class Hung(FakeCamera):
    """Does not come back from a call before it is let go."""

    def __init__(self):
        super().__init__(pictures())
        self.called, self.let_go = threading.Event(), threading.Event()

    def shot(self, after_s, wait_s):
        self.called.set()
        self.let_go.wait(30.0)
        raise CameraLost("at last")


class Clock:
    """Goes on when told."""

    def __init__(self):
        self.now_s = 7.0

    def __call__(self):
        return self.now_s

    def tick(self):
        self.now_s += 0.1
        return self.now_s

    def move_on(self):
        self.now_s += 20.0
        return True


def test_a_driver_that_hangs_is_told_within_ten_seconds_and_another_thread_opens_the_camera():
    hung, clock = Hung(), Clock()
    cameras = iter((hung, FakeCamera(pictures(3))))
    worker = CameraWorker(lambda: next(cameras), lambda: None, clock=clock)
    before = worker._watch
    assert hung.called.wait(30.0)
    clock.now_s += 4.0
    worker.take()
    assert worker.status.missing_s(clock()) is None
    clock.now_s += 2.0
    worker.take()
    assert worker._watch is not before
    assert over(worker).over
    assert worker.status.shot.picture[0, 0, 0] == 2
    hung.let_go.set()
    before.join(30.0)
    assert (before.alive, hung.closed, worker.status.over) == (False, 1, True)


def test_a_driver_that_hangs_again_and_again_is_given_up_till_a_thread_comes_back(caplog):
    clock, hung, threads = Clock(), [Hung() for _ in range(4)], []
    cameras = iter(hung)
    worker = CameraWorker(lambda: next(cameras), lambda: None, clock=clock, wait=lambda _s: False)
    for one in hung[:3]:
        assert one.called.wait(30.0)
        threads.append(worker._watch)
        clock.now_s += 20.0
        worker.take()
    assert worker._watch is None and "given up" in caplog.text
    assert worker.status.lost_s == 7.0
    hung[0].let_go.set()
    threads[0].join(30.0)
    worker.take()
    assert hung[3].called.wait(30.0)
    for one in hung:
        one.let_go.set()
    worker.close()


def test_a_close_that_raises_changes_nothing(caplog):
    class Clinging(FakeCamera):
        def close(self):
            raise RuntimeError("inside the driver")

    first, second = Clinging(pictures(2)), Clinging(pictures(5))
    first.shot = lambda after_s, wait_s: (_ for _ in ()).throw(CameraLost("no picture for 2 s"))
    stage = Stage(first, second)
    assert over(stage.worker()).shot.picture[0, 0, 0] == 4
    assert "unknown way" not in caplog.text


def test_an_empty_picture_is_left_out_and_many_in_a_row_cost_the_camera():
    empty = np.zeros((0, 0, 3), np.uint8)
    one = Stage(FakeCamera([empty, *pictures(3)]))
    assert over(one.worker()).shot.picture[0, 0, 0] == 2
    assert one.waited == []
    many = Stage(FakeCamera([empty] * 20), waits=1)
    assert "nothing in them" in over(many.worker()).reason


@pytest.mark.parametrize("stamp_s", [3e8, -3e8, math.nan])
def test_a_time_stamp_years_ahead_or_behind_is_no_time(stamp_s):
    class Astray(FakeCamera):
        def shot(self, after_s, wait_s):
            return Shot(stamp_s, super().shot(after_s, wait_s).picture)

    assert over(Stage(Astray(pictures(3))).worker()).shot.taken_s == 7.0


def test_the_same_picture_again_and_again_is_a_lost_camera_that_is_opened_again():
    clock, still = Clock(), next(noise())

    class Frozen(FakeCamera):
        def shot(self, after_s, wait_s):
            clock.now_s += 0.1
            return Shot(clock(), still)

    told, stage = [], Stage(Frozen([]), FakeCamera(noise(20), clock=clock.tick))
    worker = CameraWorker(stage.open, lambda: told.append(worker.status), clock=clock, wait=stage.wait)
    assert over(worker).over
    frozen = [status for status in told if status.frozen]
    assert frozen and frozen[0].missing_s(clock()) is not None
    assert stage.opened[0].closed == 1
    assert any(not status.frozen and status.lost_s is None for status in told[told.index(frozen[-1]) :])
