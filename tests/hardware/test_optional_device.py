"""Devices that are missing, and devices that come back."""

from firmware.errors import HakamError
from hardware.fake import FakeBuzzer
from hardware.optional_device import AGAIN_S, OptionalDevice


class Bench:
    """A part that can be opened or not, on a clock of its own."""

    def __init__(self, there=True):
        self.there, self.opened, self.now = there, 0, 0.0
        self.device = OptionalDevice("buzzer", self.open, clock=lambda: self.now)

    def open(self):
        self.opened += 1
        if not self.there:
            raise HakamError("it is not there")
        return FakeBuzzer()

    def breaks(self, _device):
        raise HakamError("it broke")


def test_a_part_that_is_there_is_used():
    bench, used = Bench(), []
    bench.device.use(used.append)
    assert (len(used), bench.device.lost, bench.opened) == (1, "", 1)


def test_a_part_that_is_missing_is_left_out_and_tried_again_in_time():
    bench, used = Bench(there=False), []
    bench.device.use(used.append)
    assert (used, bench.device.lost, bench.opened) == ([], "it is not there", 1)
    bench.there, bench.now = True, AGAIN_S
    bench.device.reopen_if_due()
    assert (bench.device.lost, bench.opened) == ("", 2)


def test_a_part_that_breaks_is_lost_and_opened_again():
    bench = Bench()
    bench.device.use(bench.breaks)
    assert bench.device.lost == "it broke"
    bench.now = AGAIN_S
    bench.device.reopen_if_due()
    assert (bench.device.lost, bench.opened) == ("", 2)


def test_that_a_part_is_lost_and_found_is_logged_once_each(caplog):
    bench = Bench(there=False)
    bench.now = AGAIN_S
    bench.device.reopen_if_due()
    bench.there, bench.now = True, 2 * AGAIN_S
    bench.device.reopen_if_due()
    assert [record.message for record in caplog.records] == ["buzzer: it is not there", "buzzer: there again"]
