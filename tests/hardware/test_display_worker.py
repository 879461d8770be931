"""A display in its own thread: lost and found again, nobody waits."""

import threading

from hardware.display_worker import DisplayWorker
from hardware.fake import FakeDisplay
from hardware.ports import DisplayLost
from tests.support.gallery import drawn

SCORE, POINT = drawn()["score_two"], drawn()["caida"]


class Loose(FakeDisplay):
    """Does not answer for the first ``failures`` pictures."""

    def __init__(self, failures):
        super().__init__()
        self.failures, self.closed = failures, 0

    def show(self, picture):
        self.failures -= 1
        if self.failures >= 0:
            raise DisplayLost("the display at address 0x3c does not answer")
        super().show(picture)

    def close(self):
        self.closed += 1


def shown(display):
    return [picture.tobytes() for picture in display.pictures]


def test_the_last_picture_is_shown_before_it_closes():
    display = Loose(0)
    worker = DisplayWorker(display)
    worker.show(POINT)
    worker.close()
    assert (shown(display)[-1], display.closed) == (POINT.tobytes(), 1)


def test_a_picture_that_could_not_be_shown_is_shown_again():
    display, tried = Loose(3), []
    worker = DisplayWorker(display, wait=lambda _news, _wait_s: tried.append(worker.lost))
    worker.show(SCORE)
    while worker._picture is not None or worker.lost or not display.pictures:
        pass
    worker.close()
    assert shown(display) == [SCORE.tobytes()]
    assert tried == ["the display at address 0x3c does not answer"] * 3


def test_one_that_never_answers_does_not_hold_up_the_end():
    waiting = threading.Event()

    def wait(news, _wait_s):
        waiting.set()
        news.wait(30.0)

    display = Loose(10**9)
    worker = DisplayWorker(display, wait=wait)
    worker.show(SCORE)
    assert waiting.wait(5.0)
    worker.close()
    assert (worker.lost != "", display.closed) == (True, 1)


def test_a_newer_picture_takes_the_place_of_one_that_waits():
    waiting = threading.Event()

    def wait(news, _wait_s):
        waiting.set()
        news.wait(30.0)

    display = Loose(1)
    worker = DisplayWorker(display, wait=wait)
    worker.show(SCORE)
    assert waiting.wait(5.0)
    worker.show(POINT)
    worker.close()
    assert shown(display) == [POINT.tobytes()]
