"""Devices that are missing, fail in any way or hang, and devices that come back: on a clock that is told."""

import threading

import pytest

from firmware.errors import HakamError
from hardware.device_thread import CHECK_S
from hardware.fake import FakeBuzzer, FakeDisplay
from hardware.optional_device import BACK_OFF_S, HUNG_S, MOST_LEFT, OptionalDevice
from hardware.ports import DisplayLost
from tests.support.gallery import drawn
from tests.support.settled import PATIENCE_S, settled

SCORE, POINT = drawn()["score_two"], drawn()["caida"]
FAULTS = [DisplayLost("it does not answer"), ValueError("a library's own"), Exception(), AttributeError("none")]


class Module(FakeDisplay):
    """A display; ``faults`` are raised one after the other, ``hung`` calls wait until they are let go."""

    def __init__(self, faults=(), hung=0):
        super().__init__()
        self.faults, self.hung, self.closed = list(faults), hung, 0
        self.entered, self.let_go = threading.Semaphore(0), threading.Event()

    def show(self, picture):
        if self.hung:
            self.hung -= 1
            self.entered.release()
            assert self.let_go.wait(PATIENCE_S)
        if self.faults:
            raise self.faults.pop(0)
        super().show(picture)

    def close(self):
        self.closed += 1


class Bench:
    """A device that can be opened or not, on a clock of its own."""

    def __init__(self, module=None, there=True, **options):
        self.module, self.there, self.opened, self.now = module or Module(), there, 0, 0.0
        self.device = OptionalDevice("display", self.open, clock=lambda: self.now, **options)

    def open(self):
        self.opened += 1
        if not self.there:
            raise HakamError("it is not there")
        return self.module

    def show(self, picture=SCORE):
        self.device.use(lambda module: module.show(picture))
        return self

    def later(self, seconds):
        self.now += seconds
        self.device.attend()
        return self

    def hang(self):
        """Let the call in hand hang for too long."""
        assert self.module.entered.acquire(timeout=PATIENCE_S)
        return self.later(HUNG_S + 0.1)

    @property
    def shown(self):
        return [picture.tobytes() for picture in self.module.pictures]


def test_a_device_that_is_there_is_opened_and_used():
    bench = Bench().show()
    settled(bench.device)
    assert (bench.shown, bench.device.lost, bench.opened) == ([SCORE.tobytes()], "", 1)
    bench.device.close()
    assert bench.module.closed == 1


def test_the_last_picture_is_shown_before_it_closes():
    bench = Bench(keeps=True).show().show(POINT)
    bench.device.close()
    assert (bench.shown[-1], bench.module.closed) == (POINT.tobytes(), 1)


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
def test_whatever_a_device_raises_is_told_and_it_comes_back_by_itself(fault, caplog):
    bench = Bench(Module([fault]), keeps=True).show()
    settled(bench.device)
    assert bench.device.lost == (str(fault) or "Exception")
    settled(bench.later(BACK_OFF_S[0]).device)
    assert (bench.device.lost, bench.shown, bench.opened) == ("", [SCORE.tobytes()], 2)
    told = [record.message for record in caplog.records if "unknown way" not in record.message]
    assert told == [f"display: {fault!s}" if str(fault) else "display: Exception", "display: there again"]
    bench.device.close()


def test_the_pause_between_two_attempts_grows():
    bench = Bench(Module([DisplayLost("no")] * 99), keeps=True).show()
    for pause_s in (*BACK_OFF_S, BACK_OFF_S[-1]):
        settled(bench.device)
        left = len(bench.module.faults)
        settled(bench.later(pause_s - 0.1).device)
        assert len(bench.module.faults) == left
        settled(bench.later(0.2).device)
        assert len(bench.module.faults) == left - 1
    bench.device.close()


def test_a_newer_picture_takes_the_place_of_one_that_waits():
    bench = Bench(Module([DisplayLost("no")]), keeps=True).show()
    settled(bench.device)
    bench.show(POINT)
    settled(bench.later(BACK_OFF_S[0]).device)
    assert bench.shown == [POINT.tobytes()]
    bench.device.close()


def test_a_display_that_was_opened_again_shows_what_it_showed():
    bench = Bench(keeps=True, check=lambda module: module.faults and module.show(SCORE)).show(POINT)
    settled(bench.device)
    bench.module.faults = [DisplayLost("no")]
    settled(bench.later(CHECK_S).device)
    assert bench.device.lost == "no"
    settled(bench.later(BACK_OFF_S[0]).device)
    assert bench.shown == [POINT.tobytes()] * 2
    bench.device.close()


def test_a_device_that_is_missing_is_tried_again_and_old_tones_are_not_played_then():
    bench = Bench(there=False)
    bench.module = FakeBuzzer()
    settled(bench.device)
    bench.device.use(lambda buzzer: buzzer.play(()))
    assert (bench.device.lost, bench.opened) == ("it is not there", 1)
    bench.there = True
    settled(bench.later(BACK_OFF_S[0]).device)
    assert (bench.device.lost, bench.opened, bench.module.played) == ("", 2, [])
    bench.device.close()


def test_one_that_never_answers_does_not_hold_up_the_end():
    bench = Bench(Module([DisplayLost("no")] * 99), keeps=True).show()
    settled(bench.device).close()
    assert bench.opened == 1


def test_a_call_that_hangs_holds_up_neither_use_nor_the_end():
    bench = Bench(Module(hung=1), keeps=True).show()
    assert bench.module.entered.acquire(timeout=PATIENCE_S)
    bench.show(POINT)
    bench.device.close()  # waits for a second, and no longer
    assert bench.shown == []
    bench.module.let_go.set()


def test_a_thread_that_hangs_is_replaced_and_the_picture_is_shown_by_the_next_one():
    bench = Bench(Module(hung=1), keeps=True).show().hang()
    assert "not come back" in bench.device.lost
    assert not bench.device.given_up
    settled(bench.later(BACK_OFF_S[0]).device)
    assert (bench.device.lost, bench.shown, bench.opened) == ("", [SCORE.tobytes()], 2)
    bench.module.let_go.set()
    bench.device.close()


def test_a_call_is_not_taken_for_hanging_before_its_time():
    bench = Bench(Module(hung=1), keeps=True).show()
    assert bench.module.entered.acquire(timeout=PATIENCE_S)
    assert bench.later(HUNG_S - 0.1).device.lost == ""
    bench.module.let_go.set()
    settled(bench.device).close()
    assert bench.opened == 1


def hung_for_good():
    bench = Bench(Module(hung=10**6), keeps=True).show()
    for _ in range(MOST_LEFT):
        bench.hang().later(BACK_OFF_S[-1])
    return bench


def test_a_device_that_hangs_again_and_again_is_given_up_with_words(caplog):
    bench = hung_for_good()
    assert (bench.device.given_up, bench.opened) == (True, MOST_LEFT)
    assert caplog.records[-1].message == "display: given up, for it hangs again and again; switch the box off and on"
    bench.show().later(1000.0)
    assert bench.opened == MOST_LEFT
    bench.module.let_go.set()
    bench.device.close()


def test_a_device_that_was_given_up_is_tried_again_once_its_calls_come_back():
    bench = hung_for_good()
    bench.module.hung = 0
    bench.module.let_go.set()
    for thread in bench.device._left:
        thread._thread.join(PATIENCE_S)
    settled(bench.later(0.1).device)
    assert (bench.device.given_up, bench.device.lost, bench.shown[-1]) == (False, "", SCORE.tobytes())
    bench.device.close()


def test_where_a_thread_that_was_left_comes_back_the_device_is_opened_once_more():
    """It gives the device back, which switches a display off that the next thread has opened meanwhile."""
    bench = Bench(Module(hung=1), keeps=True).show().hang()
    settled(bench.later(BACK_OFF_S[0]).device)
    bench.module.let_go.set()
    (left,) = bench.device._left
    left._thread.join(PATIENCE_S)
    shown = len(bench.shown)
    settled(bench.later(0.1).device)
    assert (bench.opened, len(bench.shown), bench.shown[-1]) == (3, shown + 1, SCORE.tobytes())
    bench.device.close()


def test_an_opening_that_hangs_is_replaced_too():
    entered, let_go, opened = threading.Event(), threading.Event(), []

    def open_device():
        opened.append(1)
        if len(opened) == 1:
            entered.set()
            assert let_go.wait(PATIENCE_S)
        return FakeBuzzer()

    now = [0.0]
    device = OptionalDevice("buzzer", open_device, clock=lambda: now[0])
    assert entered.wait(PATIENCE_S)
    for pause_s in (HUNG_S + 0.1, BACK_OFF_S[0]):
        now[0] += pause_s
        device.attend()
    assert (settled(device).lost, len(opened)) == ("", 2)
    let_go.set()
    device.close()
