"""Parts that are missing, parts that come back, which parts there are, and what systemd is told of it all."""

import socket
from pathlib import Path

import pytest

from firmware.devices.factory import buttons_for, buzzer_for, camera_for, display_for, is_pi
from firmware.errors import HakamError
from firmware.runtime.watchdog import EVERY_S, WEDGED_S, Watchdog, notify
from firmware.settings.model import Settings
from hardware.display import OledDisplay
from hardware.fake import FakeBuzzer
from hardware.keyboard import Keyboard
from hardware.optional_device import AGAIN_S, OptionalDevice
from hardware.playback import Playback
from vision.sources import SourceError


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
    bench.device.tend()
    assert (bench.device.lost, bench.opened) == ("", 2)


def test_a_part_that_breaks_is_lost_and_opened_again():
    bench = Bench()
    bench.device.use(bench.breaks)
    assert bench.device.lost == "it broke"
    bench.now = AGAIN_S
    bench.device.tend()
    assert (bench.device.lost, bench.opened) == ("", 2)


def test_that_a_part_is_lost_and_found_is_logged_once_each(caplog):
    bench = Bench(there=False)
    bench.now = AGAIN_S
    bench.device.tend()
    bench.there, bench.now = True, 2 * AGAIN_S
    bench.device.tend()
    assert [record.message for record in caplog.records] == ["buzzer: it is not there", "buzzer: there again"]


def test_a_pi_is_known_by_its_name(tmp_path):
    model = tmp_path / "model"
    assert not is_pi(model)
    model.write_text("Raspberry Pi 4 Model B Rev 1.5\0")
    assert is_pi(model)
    model.write_text("Pine64 Rock64\0")
    assert not is_pi(model)


def test_a_pi_has_display_pins_and_buzzer_and_a_laptop_terminal_and_keys(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert isinstance(display_for(Settings(), pi=True), OledDisplay)
    assert display_for(Settings(), pi=False) is None
    assert buttons_for(Settings(), pi=False) is Keyboard
    assert buttons_for(Settings(), pi=True) is not Keyboard
    assert buzzer_for(Settings(), pi=True) is not None
    assert buzzer_for(Settings(), pi=False) is None


def test_what_is_not_wanted_is_not_there():
    settings = Settings(display="none", buttons="none", buzzer=False)
    assert display_for(settings, pi=True) is None
    assert (buttons_for(settings, pi=True), buzzer_for(settings, pi=True)) == (None, None)


def test_a_recording_may_begin_in_its_middle(tmp_path):
    folder = Path(__file__).parents[2] / "models" / "demo"
    now, later = camera_for(str(folder), pi=False)(), camera_for(f"{folder}@30", pi=False)()
    assert isinstance(later, Playback)
    assert 29.0 < now._began_s - later._began_s < 31.0


@pytest.mark.parametrize("name", ["/nowhere/film.mp4", "/nowhere/film.mp4@5", "film.mp4@x"])
def test_a_recording_must_be_there(name):
    with pytest.raises(SourceError, match="does not exist"):
        camera_for(name, pi=False)


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_through_its_socket(tmp_path, abstract):
    address = f"@hakam-test-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(address.replace("@", "\0", 1) if abstract else address)
        notify("READY=1", {"NOTIFY_SOCKET": address})
        assert wire.recv(64) == b"READY=1"


def test_without_systemd_nobody_is_told():
    notify("READY=1", {})


def watched(*steps):
    """What systemd is told in these steps, each a time, whether a picture was looked at, and since when it is lost."""
    told = []
    watchdog = Watchdog(told.append)
    for now_s, seen, lost_s in steps:
        watchdog.watch(now_s, seen=seen, lost_s=lost_s)
    return told


def test_it_is_ready_with_the_first_picture_and_fed_by_each_after_a_while():
    told = watched((1.0, False, None), (2.0, True, None), (2.1, True, None), (2.0 + EVERY_S, True, None))
    assert told == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_time_alone_feeds_nothing():
    assert watched((1.0, True, None), (60.0, False, None)) == ["READY=1", "WATCHDOG=1"]


def test_a_camera_that_was_never_there_starves_nobody():
    told = watched(*((float(second), False, 0.5) for second in range(1, 200)))
    assert told.count("WATCHDOG=1") > 90


def test_a_camera_that_is_lost_for_good_lets_the_watchdog_bite():
    steps = [(1.0, True, None), *((float(second), False, 1.0) for second in range(2, 200))]
    fed = watched(*steps).count("WATCHDOG=1")
    assert 1 < fed <= WEDGED_S / EVERY_S + 2
